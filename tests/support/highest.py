"""A player of one's own, in a module that worker processes can import."""

from trunfo.match.players import Player, legal, play_of


class Highest(Player):
    """The last of the legal cards, whatever it is."""

    def play(self, state, seed):
        return play_of(state, legal(state)[-1])

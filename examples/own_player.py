"""A match with a player of one's own, who holds back his high cards in Sueca.

Run it as `python examples/own_player.py`, with a number of deals if you like. To let
`trunfo match` find a player by its name, give it an entry point (docs/matches.md).
"""

import sys
from dataclasses import dataclass

import trunfo
from trunfo import State
from trunfo.engine.cards import suit_of
from trunfo.engine.position import Action
from trunfo.engine.trick_game import TrickGame
from trunfo.match.players import Player


@dataclass(frozen=True)
class Miser(Player):
    """Plays the card that is worth least, and of these the weakest, trumps last."""

    def play(self, state: State, seed: int) -> Action:
        """What the seat `state.me` does; nothing but the state and the seed may count."""
        game, pack = state.game, state.pack
        assert isinstance(game, TrickGame)
        assert state.trump is not None
        trump = state.trump.suit
        cheapest = min(
            game.legal_for(state),
            key=lambda card: (pack.worth[card], suit_of(card) == trump, card % 16),
        )
        return {"play": pack.token(cheapest)}


def main(deals: int = 100) -> None:
    """Play deals in all seatings, so that luck is the same for both, and say who is better."""
    result = trunfo.match(Miser(name="Miser"), "greedy", game="sueca", deals=deals, seed=1, jobs=1)
    found = result.to_dict()
    for name, key in (("RISCOS", "riscos"), ("points", "points")):
        mean, ci95 = found[key]["mean"], found[key]["ci95"]
        print(f"{name} a deal, Miser minus greedy: {mean:+.2f} ± {ci95 or 0:.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Games to test with: random positions, every card known, and the kernel's numbers for them."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.checks.claims import takings
from trunfo.engine.game import Rules
from trunfo.engine.position import Position
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view
from trunfo.ext.kernel import Root
from trunfo.games.base import advisor_of
from trunfo.pimc import encode


def random_position(
    game: TrickGame, random: Random, left: int, rules: Rules | None = None
) -> Position:
    """A position from a random deal played at random until `left` cards in all are in hands.

    What is decided before play is decided at random too; `left` is the number of the deal.
    """
    position = game.deal(random, rules or game.rules(), random.randrange(game.seats), left)
    position = decided(game, random, position)
    while cards_left(position) > left and not position.over:
        position = game.play(position, random.choice(sorted(game.legal(position))))
    return position


def cards_left(position: Position) -> int:
    """Cards in the hands of those who play."""
    return sum(len(position.hands[seat]) for seat in position.playing)


def decided(game: TrickGame, random: Random, position: Position) -> Position:
    """The position in which everything is decided, at random, that comes before play.

    Who may stay out does so one time in three.
    """
    while position.phase != "play":
        actions = game.actions(position)
        out = {"go": False} in actions and random.random() < 1 / 3
        position = game.act(position, {"go": False} if out else random.choice(actions))
    return position


def for_kernel(game: TrickGame, position: Position) -> tuple[Root, NDArray[np.uint64]]:
    """The root and the hands of a position as the kernel wants them: of those who play only."""
    state = open_view(game, position)
    words = encode.words_of([position.hands[seat] for seat in position.playing], position.stock)
    return advisor_of(game).root(state, game.knowledge(state)), words


class Oracle:
    """Best play by all, found by trying everything in the plain Python engine.

    Positions met again are looked up: what is still to come depends on the hands, the
    table, and (for RISCOS) on what each side has taken.
    """

    def __init__(self, game: TrickGame, worth: str) -> None:
        self._game, self._worth = game, worth
        self._known: dict[object, int] = {}

    def card_values(self, position: Position) -> dict[int, int]:
        """The value of every legal card for the side to play."""
        first = self._game.sides()[position.turn] == self._game.sides()[0]
        values = {}
        for card in self._game.legal(position):
            value = self.value(self._game.play(position, card))
            values[card] = value if first else self._mirrored(value)
        return values

    def value(self, position: Position) -> int:
        """What the side of seat 0 gets, all tricks of the position counted."""
        if position.over:
            payoff = self._game.payoff(position)
            return payoff.points[0] if self._worth == "points" else int(payoff.riscos[0])
        trump = position.trump.suit if position.trump else 0
        taken = takings(self._game, position.tricks, trump)
        key = (position.hands, position.table, position.stock, taken)
        if key not in self._known:
            game = self._game
            values = [self.value(game.play(position, card)) for card in game.legal(position)]
            first = game.sides()[position.turn] == game.sides()[0]
            self._known[key] = max(values) if first else min(values)
        return self._known[key]

    def _mirrored(self, value: int) -> int:
        return 120 - value if self._worth == "points" else -value

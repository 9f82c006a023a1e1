"""Games to test with: random positions, every card known, and the kernel's numbers for them."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo import bridge
from trunfo.engine.cards import word_of
from trunfo.engine.game import Payoff, Position, TrickGame
from trunfo.engine.views import open_view
from trunfo.ext.kernel import Root


def random_position(game: TrickGame, random: Random, left: int, rules: object = None) -> Position:
    """A position from a random deal played at random until `left` cards in all are in hands."""
    position = game.deal(random, rules or game.rules(), random.randrange(game.seats))  # type: ignore[arg-type]
    while sum(map(len, position.hands)) > left:
        position = game.play(position, random.choice(sorted(game.legal(position))))
    return position


def for_kernel(game: TrickGame, position: Position) -> tuple[Root, NDArray[np.uint64]]:
    """The root and the hands of a position as the kernel wants them."""
    state = open_view(game, position)
    words = np.array([word_of(hand) for hand in position.hands], dtype=np.uint64)
    return bridge.root_of(state, game.knowledge(state)), words


def minimax(game: TrickGame, position: Position, worth: str) -> int:
    """The oracle: what the side of seat 0 gets with best play by all, by trying everything."""
    if position.over:
        return _value(game.payoff(position), worth)
    values = [
        minimax(game, game.play(position, card), worth) for card in game.legal(position)
    ]
    return max(values) if game.sides()[position.turn] == game.sides()[0] else min(values)


def card_values(game: TrickGame, position: Position, worth: str) -> dict[int, int]:
    """The oracle's value of every legal card for the side to play: `points` or `riscos`."""
    first = game.sides()[position.turn] == game.sides()[0]
    values = {}
    for card in game.legal(position):
        value = minimax(game, game.play(position, card), worth)
        values[card] = value if first else _mirrored(value, worth)
    return values


def _value(payoff: Payoff, worth: str) -> int:
    return payoff.points[0] if worth == "points" else int(payoff.riscos[0])


def _mirrored(value: int, worth: str) -> int:
    return 120 - value if worth == "points" else -value

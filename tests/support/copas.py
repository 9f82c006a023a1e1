"""Copas with every card known: the kernel beside the plain engine, under any options."""

from __future__ import annotations

from random import Random

import numpy as np
from games import for_kernel, random_position

from trunfo.engine.cards import word_of
from trunfo.engine.game import Rules
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.rules.copas import MOON
from trunfo.engine.rules.copas.penalties import TOTAL
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.kernel import load
from trunfo.ext.multiplayer import load_multiplayer

KERNEL, MULTIPLAYER = load("copas"), load_multiplayer("copas")
QUEEN, OVER = 16, 3
"""What the kernel counts for the queen of spades, and how much more that is than she costs."""


def game() -> TrickGame:
    """The plain engine."""
    found = games()["copas"]
    assert isinstance(found, TrickGame)
    return found


def some_rules(random: Random) -> Rules:
    """Any options."""
    options = (option for option in game().options if option.name != "direction")
    return game().rules({option.name: random.choice((True, False)) for option in options})


def compare_legal(at: Position) -> None:
    """The kernel allows what the engine allows."""
    root, hands = for_kernel(game(), at)
    assert KERNEL.legal(root, hands) == word_of(game().legal(at)), at


def compare_ending(at: Position) -> None:
    """Exact max^n: every card brings every seat what trying everything in the engine says."""
    root, hands = for_kernel(game(), at)
    results = np.empty((1, 64, 4), dtype=np.int8)
    assert MULTIPLAYER.search(root, hands[None], results) == 1
    turn = at.turn
    for card in game().legal(at):
        ends = results[0, card].astype(int)
        taken = ends - OVER * (ends >= QUEEN)
        assert tuple(taken) == _taken(_end(game().play(at, card), turn)), (at, card)


def compare_game(random: Random) -> None:
    """A whole deal, passes included, at every card and at its end."""
    at = random_position(game(), random, 52, some_rules(random))
    while not at.over:
        compare_legal(at)
        if sum(map(len, at.hands)) == 4:
            compare_ending(at)
        at = game().play(at, random.choice(sorted(game().legal(at))))


def _end(at: Position, root: int) -> Position:
    """The end of the deal where each seat does the best for itself.

    Of what is equal for it, what is worst for the seat at the root; then the lowest card.
    """
    if at.over:
        return at
    ends = [_end(game().play(at, card), root) for card in sorted(game().legal(at))]
    turn = at.turn

    def wish(end: Position) -> tuple[float, float]:
        paid = game().payoff(end).riscos
        return paid[turn], -paid[root]

    return max(ends, key=wish)


def _taken(end: Position) -> tuple[int, ...]:
    """Penalty points taken, a moon not yet turned into what it pays."""
    payoff = game().payoff(end)
    if MOON in payoff.riscos:
        return tuple(TOTAL if paid == MOON else 0 for paid in payoff.riscos)
    return payoff.points

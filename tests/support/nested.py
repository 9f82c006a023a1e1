"""Bisca by the plain engine: its kernel compared, its last draws by plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import numpy as np
from games import Oracle, for_kernel
from numpy.typing import NDArray

from trunfo.engine.cards import SHORT, word_of
from trunfo.engine.checks.claims import takings
from trunfo.engine.game import Rules
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view
from trunfo.ext.kernel import NONE, Root
from trunfo.ext.solver import Solver
from trunfo.games.bisca import ADVISOR, LEAD_WEIGHT
from trunfo.pimc import encode

BISCA = games()["bisca"]


def before_last_draws(random: Random, rules: Rules, stock: int, table: int) -> Position:
    """A position from random play with so many cards in the stock and on the table."""
    assert isinstance(BISCA, TrickGame)
    at = BISCA.deal(random, rules, random.randrange(2))
    while len(at.stock) > stock or len(at.table.cards) < table:
        at = BISCA.play(at, random.choice(sorted(BISCA.legal(at))))
    return at


def worlds_of(at: Position) -> Iterator[Position]:
    """Every deal that the seat to play cannot tell from this one, stock order included."""
    me = at.turn
    unseen = sorted([*at.hands[1 - me], *at.stock[:-1]])
    for hand in combinations(unseen, len(at.hands[1 - me])):
        hands = list(at.hands)
        hands[1 - me] = frozenset(hand)
        for order in permutations([card for card in unseen if card not in hand]):
            yield replace(at, hands=tuple(hands), stock=(*order, at.stock[-1]))


def before_lead(at: Position) -> Position:
    """A position with one card on the table, before it was led."""
    leader, (card,) = at.table.leader, at.table.cards
    hands = list(at.hands)
    hands[leader] |= {card}
    return replace(at, hands=tuple(hands), table=Trick(leader))


class Nested:
    """Values and policies, each the best on average over the worlds of who decides."""

    def __init__(self, worth: str) -> None:
        self._oracle = Oracle(BISCA, worth)
        self._worth = worth
        self._chosen: dict[object, int] = {}

    def card_values(self, at: Position, world: Position) -> dict[int, int]:
        """What each card of the seat to play is worth to it in one of its worlds."""
        return {
            card: self._seen_by(at.turn, self.value(BISCA.play(world, card)))
            for card in BISCA.legal(at)
        }

    def weights(self, worlds: list[Position]) -> list[int]:
        """How many times each world counts: the more where the leader leads what was led.

        The worlds have one card on the table, and the leader would decide on his own.
        """
        return [
            LEAD_WEIGHT if self.decide(before_lead(world)) == world.table.cards[0] else 1
            for world in worlds
        ]

    def value(self, at: Position) -> int:
        """What seat 0 gets if both play on by their own information."""
        while at.stock:
            at = BISCA.play(at, self.decide(at))
        return self._oracle.value(at)

    def decide(self, at: Position) -> int:
        """The card that is best on average, of equal ones the one a careful player spends."""
        me = at.turn
        score = [(t.leader, t.cards) for t in at.tricks] if self._worth == "riscos" else None
        unseen = at.hands[1 - me] | set(at.stock)
        key = (me, at.hands[me], unseen, at.table, repr(score))
        if key not in self._chosen:
            worlds = list(worlds_of(at))

            def rank(card: int) -> tuple[int, bool, int, int, int]:
                total = sum(
                    self._seen_by(me, self.value(BISCA.play(world, card))) for world in worlds
                )
                trump = card // 16 == at.trump.suit
                return (-total, trump, SHORT.worth[card], card % 16, card // 16)

            self._chosen[key] = min(BISCA.legal(at), key=rank)
        return self._chosen[key]

    def _seen_by(self, seat: int, value: int) -> int:
        if seat == 0:
            return value
        return 120 - value if self._worth == "points" else -value


def by_kernel(at: Position) -> tuple[list[Position], dict[str, NDArray[np.int16]]]:
    """Every world of the seat to play, and the kernel's values `[world, card]` by objective."""
    worlds = list(worlds_of(at))
    root, rows = root_and_rows(at, worlds)
    points = np.full((len(worlds), 64), NONE, dtype=np.int16)
    riscos = points.copy()
    done = Solver("bisca").nested(root, rows, points, riscos)
    assert done == len(worlds)
    return worlds, {"points": points, "riscos": riscos}


def root_and_rows(
    at: Position, worlds: list[Position]
) -> tuple[Root, NDArray[np.uint64]]:
    """The root of a position, and worlds as rows."""
    rows = np.array([encode.words_of(world.hands, world.stock) for world in worlds])
    return for_kernel(BISCA, at)[0], rows


def values_of(row: NDArray[np.int16]) -> dict[int, int]:
    """The values that stand in a row of 64."""
    return {card: int(value) for card, value in enumerate(row.tolist()) if value != NONE}


def compare_game(random: Random, rules: Rules) -> None:
    """A random deal: the kernel allows what the engine allows, and pays what it pays."""
    kernel = encode.kernel_of(BISCA)
    at = BISCA.deal(random, rules, random.randrange(2))
    while not at.over:
        root, row = for_kernel(BISCA, at)
        assert kernel.legal(root, row) == word_of(BISCA.legal(at)), at
        card = random.choice(sorted(BISCA.legal(at)))
        after = BISCA.play(at, card)
        if after.over:  # the value of the last card is what the deal pays
            paid = BISCA.payoff(after)
            assert kernel.minimax(root, row, "points")[card] == paid.points[at.turn], at
            assert kernel.minimax(root, row, "riscos")[card] == paid.riscos[at.turn], at
        at = after


def compare_ending(random: Random, solver: Solver, most: int, *, sweep_open: bool) -> None:
    """A random ending of at most so many cards a hand: every card's value is the engine's.

    Parameters
    ----------
    sweep_open : bool
        Whether all tricks so far are given to one seat.
    """
    size = random.choice([size for size in (3, 5) if size <= most] or [3])
    at = before_last_draws(random, BISCA.rules({"hand_size": size}), 0, 0)
    for _ in range(random.randrange(2 * max(0, size - most), 2 * size)):
        at = BISCA.play(at, random.choice(sorted(BISCA.legal(at))))
    known = BISCA.knowledge(open_view(BISCA, at))
    if sweep_open:
        at = replace(at, tricks=tuple(_won_by(trick, at.trump.suit, 1) for trick in at.tricks))
        points, taken = takings(BISCA, at.tricks, at.trump.suit)
        known = replace(known, points=points, taken=taken)
    root = ADVISOR.root(open_view(BISCA, at), known)
    values = np.empty((1, 64), dtype=np.int16)
    for objective in ("points", "riscos"):
        solver.solve(root, encode.words_of(at.hands)[None], values, objective)
        assert values_of(values[0]) == Oracle(BISCA, objective).card_values(at), (objective, at)


def _won_by(trick: Trick, trump: int, seat: int) -> Trick:
    if BISCA.winner(trick, trump) == seat:
        return trick
    return replace(trick, leader=1 - trick.leader)

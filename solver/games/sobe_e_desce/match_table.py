"""Making the table of `match_value`: how deals end, and what that makes a match worth.

Every seat goes by the rule policies of the kernel, but how boldly it goes is a choice between a few
levels, the greatest chance of no trick with which it goes. `outcomes` plays deals with each
combination of levels; `Solution` finds, by value iteration, what each state of a match is worth and
which level is best there for each seat, the others' being what they are; `play_matches` plays
whole matches with these levels, deal by deal with fresh cards, to compare the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.random import mix
from trunfo.ext.rules.sobe_e_desce import simulate
from trunfo.ext.rules.sobe_e_desce_match import read_values, sweep
from trunfo.games.sobe_e_desce.match_value import SEATS, MatchTable, flags_of

GRID = (0.0, 0.12, 0.22, 0.32, 0.45, 1.0)
"""Levels of boldness: the greatest chance of no trick with which a seat goes."""

FORCED = len(GRID)
"""The level of who must go, which others know."""

WAYS = FORCED + 1
CONTEXTS = WAYS**3
"""Combinations of levels of the seats after the chooser, who must go."""

CHUNK = 50_000
"""Deals played at a time."""

Counts = NDArray[np.int64]


def _possible() -> NDArray[np.int8]:
    """Every way a deal can end: tricks of each seat, -1 for who stayed out, the chooser in."""
    ways = np.array(list(product(range(-1, 6), repeat=SEATS)), dtype=np.int8)
    possible: NDArray[np.int8] = ways[(np.maximum(ways, 0).sum(axis=1) == 5) & (ways[:, 0] >= 0)]
    return possible


TRICKS = np.ascontiguousarray(np.repeat(_possible(), 2, axis=0))
"""The outcomes of a deal: `int8[outcome, seat]`, each without and with clubs for trump."""

WORTH = np.tile(np.array([1, 2], dtype=np.int8), len(TRICKS) // 2)
"""What a trick is worth in each outcome."""

COLUMNS = -(-len(TRICKS) // 8) * 8
_RADIX = np.array([343, 49, 7, 1])
_PLACE = np.full(2 * 7**4, -1)
_PLACE[2 * ((TRICKS + 1) @ _RADIX) + WORTH - 1] = np.arange(len(TRICKS))


def levels_of(context: int) -> tuple[int, int, int]:
    """The levels of the seats 1 to 3 in a context."""
    return context // WAYS**2, context // WAYS % WAYS, context % WAYS


def outcomes(context: int, seed: int, deals: int) -> Counts:
    """How often deals ended in each way when the seats went as boldly as a context says.

    Parameters
    ----------
    context : int
        0 to 342; see `levels_of`.
    seed : int
        The same deals in every context.
    deals : int
        How many.
    """
    levels = levels_of(context)
    grid = np.array([*GRID, 1.0], dtype=np.float32)
    bold = np.ones((min(deals, CHUNK), SEATS), dtype=np.float32)
    bold[:, 1:] = grid[list(levels)]
    must = 1 + sum(2 << seat for seat, level in enumerate(levels) if level == FORCED)
    counts = np.zeros(len(TRICKS), dtype=np.int64)
    for first in range(0, deals, CHUNK):
        rows = min(CHUNK, deals - first)
        results = np.empty((rows, 15), dtype=np.int8)
        simulate(seed, first, np.full(rows, must, dtype=np.uint8), bold[:rows], results)
        counts += np.bincount(outcome_of(results), minlength=len(TRICKS))
    return counts


def outcome_of(results: NDArray[np.int8]) -> NDArray[np.int64]:
    """Which of the outcomes simulated deals had: `[deal]`."""
    tricks = tricks_of(results)
    clubs = results[:, 0] == 3
    found: NDArray[np.int64] = _PLACE[2 * ((tricks + 1) @ _RADIX) + clubs]
    return found


def tricks_of(results: NDArray[np.int8]) -> NDArray[np.int8]:
    """Tricks of each seat in simulated deals, -1 for who stayed out: `[deal, seat]`."""
    went = results[:, 2:3] >> np.arange(SEATS) & 1
    return np.where(went == 1, results[:, 7:11], -1).astype(np.int8)


def chances_of(counts: Counts) -> NDArray[np.float32]:
    """Chances of the outcomes by context, in as many columns as the kernel likes."""
    chances = np.zeros((CONTEXTS, COLUMNS), dtype=np.float32)
    chances[:, : counts.shape[1]] = counts / counts.sum(axis=1, keepdims=True)
    return chances


@dataclass
class Solution:
    """Value iteration under way.

    Parameters
    ----------
    chances : float32[contexts, columns]
        Of the outcomes of a deal.
    end : int
        The highest score of the table.

    Attributes
    ----------
    values, levels : array
        As in `MatchTable`, so far.
    sweeps : int
        How often every state has been gone through.
    change : float
        The greatest change of a value the last time.
    """

    chances: NDArray[np.float32]
    end: int
    values: NDArray[np.float32] = field(init=False)
    levels: NDArray[np.uint8] = field(init=False)
    sweeps: int = 0
    change: float = math.inf

    def __post_init__(self) -> None:
        shape = (4, *[self.end] * SEATS)
        # A start that adds up to zero: everybody loses his score but who has the least.
        scores = np.stack(np.meshgrid(*[np.arange(1, self.end + 1)] * SEATS, indexing="ij"), -1)
        mean = scores.mean(axis=-1, keepdims=True) - scores
        self.values = np.empty((*shape, SEATS), dtype=np.float32)
        self.values[:] = mean
        self.levels = np.full((*shape, 3), 3, dtype=np.uint8)
        # Low scores first: most deals lower them, so most of what a state needs is there.
        self._order = np.argsort(scores.sum(axis=-1), axis=None, kind="stable").astype(np.uint32)

    def sweep(self, *, improve: bool, margin: float = 0.0) -> tuple[float, int]:
        """Go through all states once: the greatest change of a value, and of how many levels."""
        self.sweeps += 1
        self.change, moved, _ = sweep(
            self.values, self.levels, self.chances, TRICKS, WORTH, self._order,
            choices=FORCED, rounds=int(improve), margin=margin,
        )
        return self.change, moved

    def converge(
        self, improving: int, most: int, close: float
    ) -> Iterator[tuple[int, float, int]]:
        """Sweep until nothing changes by more than `close`: number, change, levels changed.

        Parameters
        ----------
        improving : int
            Sweeps in which levels may change; they need ever more of a reason.
        most : int
            Sweeps in all.
        """
        while self.sweeps < most and (self.sweeps <= improving or self.change >= close):
            change, moved = self.sweep(
                improve=self.sweeps < improving, margin=0.002 * self.sweeps
            )
            yield self.sweeps, change, moved


def play_matches(
    played: MatchTable, scores: NDArray[np.int32], seed: int, *, most: int = 1000
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play matches from given scores to their ends, everybody by the table's policy.

    Parameters
    ----------
    played : MatchTable
        Whose policy is played; its values are not looked at.
    scores : int32[n, 4]
        Where the matches begin, seats from the first chooser on; nobody has stayed out.
    seed : int
        Match i has deals of its own.
    most : int
        Deals after which a match that goes on is an error.

    Returns
    -------
    (int64[n, 4], int64[n])
        RISCOS paid to each seat of the start, and the deals it took.

    Raises
    ------
    RuntimeError
        If a match does not end.
    """
    now = scores.astype(np.int32)
    absences = np.zeros_like(now)
    paid = np.zeros(scores.shape, dtype=np.int64)
    lasted = np.zeros(len(scores), dtype=np.int64)
    going = np.arange(len(scores))
    for deal in range(most):
        flags = flags_of(absences)
        must = np.ones(len(going), dtype=np.uint8)
        for seat in range(1, SEATS):
            must |= ((now[:, seat] <= 5) | (absences[:, seat] >= 2)).astype(np.uint8) << seat
        results = np.empty((len(going), 15), dtype=np.int8)
        simulate(mix(seed, deal), 0, must, played.boldness(now, flags), results)
        now = now + results[:, 11:15]
        absences = np.where(tricks_of(results) < 0, absences + 1, 0).astype(np.int32)
        over = (now <= 0).any(axis=1)
        lasted[going] += 1
        riscos = np.empty((int(over.sum()), SEATS), dtype=np.float32)
        read_values(played.values, now[over], np.zeros(len(riscos), dtype=np.uint8), riscos)
        paid[going[over]] = np.roll(np.rint(riscos).astype(np.int64), deal, axis=1)
        # The next chooser is the next seat: everything moves on by one.
        going, now, absences = (
            going[~over], np.roll(now[~over], -1, axis=1), np.roll(absences[~over], -1, axis=1)
        )
        if not len(going):
            return paid, lasted
    raise RuntimeError(f"{len(going)} matches go on after {most} deals")

"""Copas: what a deal's end is worth.

A kernel's result is for each seat the number of its hearts, and 16 more with the queen of
spades.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Choice
from trunfo.engine.errors import Message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.copas import MOON
from trunfo.engine.rules.copas.penalties import QUEEN, TOTAL
from trunfo.engine.state import State
from trunfo.games.multiplayer import PLAIN, BySeat, MultiplayerPayoffs
from trunfo.pimc.arrays import Columns, SeatValues, share
from trunfo.report.words import percent

SHOOT = "shoot"
"""The plan of trying to take everything until that has become impossible."""

HAS_QUEEN = 16
"""What the queen of spades adds to a result; she costs 3 less."""

EVERYTHING = 13 + HAS_QUEEN
"""A result of all 26 points; where the queen was taken for the hearts it may be more."""

WORTH_SAYING = 0.03
"""By how much two chances have to differ to be told."""

NORMAL, MINE, OTHERS = range(3)
MOONS = {"normal": NORMAL, "moon_mine": MINE, "moon_other": OTHERS}


class CopasPayoffs(MultiplayerPayoffs):
    """RISCOS of 26 less what was taken, or the moon: 104 to one, nothing to the others."""

    verdict_limits: tuple[float, float] = (1.0, 4.0)

    def by_seat(self, state: State, known: Knowledge, results: SeatValues) -> BySeat:
        """Penalty points (after a moon 0 and 26) and RISCOS of every seat."""
        taken = penalties(results)
        moon = taken == TOTAL
        shot = moon.any(axis=-1, keepdims=True)
        return BySeat(
            points=np.where(shot, np.where(moon, 0, TOTAL), taken),
            riscos=np.where(shot, np.where(moon, MOON, 0), TOTAL - taken),
        )

    def columns(
        self, state: State, known: Knowledge, results: Mapping[str, SeatValues], objective: str,
        *, exact: bool,
    ) -> Columns:
        """RISCOS and points of the seat, who shot the moon, whether it has the queen; the plan.

        For each action the plan counts that has the better mean. The better of two noisy means
        promises too much if it is taken from the worlds that it was chosen by, so that of
        the even worlds is chosen by the odd ones, and the other way round.
        """
        columns = {plan: self._mine(known, ends) for plan, ends in results.items()}
        plain = columns[PLAIN]
        if SHOOT not in columns:
            return {**plain, "plan": np.zeros_like(plain["moon"])}
        shoot = columns[SHOOT]
        gain = shoot[objective].astype(np.int16) - plain[objective]
        if objective == "points":  # fewer are better
            gain = -gain
        shooting = gain.sum(axis=0) > 0
        chosen = np.empty(gain.shape, dtype=bool)
        chosen[:] = shooting
        if not exact:
            chosen[0::2] = gain[1::2].sum(axis=0) > 0
            chosen[1::2] = gain[0::2].sum(axis=0) > 0
        found = {name: np.where(chosen, shoot[name], plain[name]) for name in plain}
        return {**found, "plan": np.broadcast_to(shooting, gain.shape)}

    def _mine(self, known: Knowledge, results: SeatValues) -> Columns:
        """The columns of one plan; narrow, since there may be many worlds."""
        own = results[..., known.me]
        mine = own >= EVERYTHING
        shot = np.zeros(mine.shape, dtype=bool)
        for seat in range(results.shape[-1]):
            shot |= results[..., seat] >= EVERYTHING
        queen = own >= HAS_QUEEN
        taken = own - queen * np.int8(HAS_QUEEN - QUEEN)
        return {
            "riscos": np.where(mine, MOON, np.where(shot, 0, TOTAL - taken)).astype(np.int16),
            "points": np.where(mine, 0, np.where(shot, TOTAL, taken)).astype(np.int8),
            "moon": np.where(mine, MINE, np.where(shot, OTHERS, NORMAL)).astype(np.int8),
            "queen": queen,
        }

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """How likely it is that I shoot the moon, that another does, that nobody does."""
        moon = columns["moon"][:, action]
        if not len(moon):
            return None
        return {name: share(moon == who) for name, who in MOONS.items()}

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """How likely it is that I take the queen of spades."""
        queen = columns["queen"][:, action]
        return {"queen": share(queen == 1)} if len(queen) else {}

    def plan(self, columns: Columns, action: int) -> str | None:
        """Whether the action begins, or goes on with, an attempt to take everything."""
        plan = columns["plan"][:, action]
        return SHOOT if len(plan) and plan[0] else None

    def reached(self, columns: Columns) -> Sequence[tuple[str, NDArray[np.bool_]]]:
        """That nobody else shoots the moon."""
        return [("no_moon_other", columns["moon"] != OTHERS)]

    def figures(self, best: Choice, other: Choice) -> Iterator[Message]:
        """The chances of the queen of spades, where they differ."""
        one, two = best.chances.get("queen"), other.chances.get("queen")
        if one is None or two is None or abs(one - two) < WORTH_SAYING:
            return
        text = "With {best} I get the queen of spades in {one} of the deals, with {other} in {two}."
        yield Message("queen", text, {"one": percent(one), "two": percent(two)})

    def thrift(self, state: State, card: int) -> tuple[int, ...]:
        """Keep points out of the trick, play the lowest card."""
        return (state.pack.worth[card], card % 16, card)


def penalties(results: SeatValues) -> NDArray[np.int64]:
    """The penalty points in some results: a heart 1, the queen 13."""
    found: NDArray[np.int64] = results.astype(np.int64)
    return found - (HAS_QUEEN - QUEEN) * (found // HAS_QUEEN)

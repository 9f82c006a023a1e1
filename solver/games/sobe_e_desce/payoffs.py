"""Sobe e Desce: what the end of a deal is worth, in points and in the match.

A kernel's result of play is the tricks of each seat that is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Choice
from trunfo.engine.cards import PAUS, suit_of
from trunfo.engine.errors import Message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.games.multiplayer import PLAIN, BySeat, MultiplayerPayoffs
from trunfo.games.sobe_e_desce.match_value import SEATS
from trunfo.games.sobe_e_desce.table import OUT, Seats
from trunfo.pimc.arrays import Columns, SeatValues, share
from trunfo.pimc.encode import seats_in
from trunfo.report.words import figure, percent

TRICKS = 5


class SobePayoffs(MultiplayerPayoffs):
    """The value of the match after the deal; points are the scores then, fewer are better."""

    negligible: Mapping[str, float] = {"riscos": 0.02, "points": 0.02}
    verdict_limits: tuple[float, float] = (1.0, 4.0)

    def by_seat(self, state: State, known: Knowledge, results: SeatValues) -> BySeat:
        """Scores after the deal and RISCOS of every seat."""
        table = Seats.of(state, known)
        code = _code(state, known, results, table)
        return BySeat(points=table.ledger.points[code], riscos=table.ledger.riscos[code])

    def columns(
        self, state: State, known: Knowledge, results: Mapping[str, SeatValues], objective: str,
        *, exact: bool,
    ) -> Columns:
        """RISCOS, points and tricks of the seat."""
        tricks = results[PLAIN]
        worth = self.by_seat(state, known, tricks)
        return {
            "riscos": worth.riscos[..., known.me],
            "points": worth.points[..., known.me],
            "tricks": tricks[..., seats_in(state).index(known.me)],
        }

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """How likely each number of tricks is, and staying out."""
        tricks = columns["tricks"][:, action]
        if not len(tricks):
            return None
        return {
            "out" if count == OUT else str(count): share(tricks == count)
            for count in range(OUT, TRICKS + 1)
        }

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """The chance of no trick at which going would be as good as staying out, where told."""
        if "break_even" not in columns:
            return {}
        even = columns["break_even"][:1, action]
        return {"break_even": float(even[0])} if len(even) and not np.isnan(even[0]) else {}

    def reached(self, columns: Columns) -> Sequence[tuple[str, NDArray[np.bool_]]]:
        """So many tricks."""
        return [(str(count), columns["tricks"] >= count) for count in range(1, TRICKS + 1)]

    def figures(self, best: Choice, other: Choice) -> Iterator[Message]:
        """Tricks on average where both go; else whether it pays to go."""
        going = best if not best.outcomes or not best.outcomes["out"] else other
        one, two, even = best.outcomes, other.outcomes, going.chances.get("break_even")
        if one is None or two is None or going.outcomes is None:
            return
        if one["out"] or two["out"]:
            if even is None:
                return
            text = "Going ends without a trick in {none} of the deals; it pays up to {even}."
            values = {"none": percent(going.outcomes["0"]), "even": percent(even)}
            yield Message("break_even", text, values)
            return
        tricks = [
            sum(count * given[str(count)] for count in range(1, TRICKS + 1)) for given in (one, two)
        ]
        if abs(tricks[0] - tricks[1]) >= 0.05:
            text = "{best} takes {one} tricks on average, {other} {two}."
            yield Message("tricks", text, {"one": figure(tricks[0]), "two": figure(tricks[1])})

    def thrift(self, state: State, card: int) -> tuple[int, ...]:
        """Keep trumps and points, play the lowest (and of two equally low ones the first suit)."""
        trump = state.trump.suit if state.trump else None
        return (suit_of(card) == trump, state.pack.worth[card], card % 16, card)


def _code(
state: State, known: Knowledge, results: SeatValues, table: Seats
) -> NDArray[np.int64]:
    tricks = np.full((*results.shape[:-1], SEATS), OUT, dtype=np.int64)
    tricks[..., list(seats_in(state))] = results
    return table.ledger.code(tricks, known.trump == PAUS)

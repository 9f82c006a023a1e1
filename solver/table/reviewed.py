"""What a review is: plain data, decision by decision, and what players have lost in all."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from trunfo.advice import SAME, Advice, Estimate
from trunfo.engine.position import Payoff
from trunfo.table.acts import Act
from trunfo.table.record import Record, payoff_dict
from trunfo.version import version

SCHEMA, TOTALS = "trunfo.review/1", "trunfo.totals/1"


@dataclass(frozen=True)
class Reviewed:
    """An act looked back at.

    Parameters
    ----------
    number : int
        Of the act, from 1.
    act : Act
        What was done.
    forced : bool
        Whether nothing was to be decided.
    best : Act or None
        What would have been advised.
    honest : Estimate or None
        RISCOS lost by what could be known then.
    hindsight : Payoff or None
        What was lost with all cards open: points (more is worse) and RISCOS, of who acted alone.
    verdict : str or None
        How bad it was, from the honest loss.
    after : Payoff or None
        What the deal is then worth by seat with all cards open.
    advice : Advice or None
        The advice that it was weighed by, with why; no part of what makes two equal.
    """

    number: int
    act: Act
    forced: bool = False
    best: Act | None = None
    honest: Estimate | None = None
    hindsight: Payoff | None = None
    verdict: str | None = None
    after: Payoff | None = None
    advice: Advice | None = field(default=None, compare=False, repr=False)

    @property
    def matters(self) -> bool:
        """Whether more was lost than chance explains."""
        return self.verdict not in (None, SAME)

    @property
    def seat(self) -> int | None:
        """Who acted."""
        return self.act.seat

    def to_dict(self) -> dict[str, Any]:
        """The JSON object."""
        lost = self.hindsight
        return {
            "number": self.number, "seat": self.seat, "act": self.act.to_dict(),
            "best": None if self.best is None else self.best.to_dict(), "forced": self.forced,
            "honest": _estimate(self.honest),
            "hindsight": None if lost is None
            else {"points": lost.points[0], "riscos": lost.riscos[0]},
            "verdict": self.verdict, "after": payoff_dict(self.after),
        }


@dataclass(frozen=True)
class Losses:
    """What a player has lost in all: of honest losses those that are no chance, and in hindsight.

    Parameters
    ----------
    decisions : int
        How many decisions were weighed.
    honest : Estimate
        Sum over those whose verdict is not `same`.
    hindsight : Payoff or None
        Sum over those that were reached, as in `Reviewed`.
    """

    decisions: int
    honest: Estimate
    hindsight: Payoff | None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, without who it is."""
        lost = self.hindsight
        return {
            "decisions": self.decisions, "honest_loss": _estimate(self.honest),
            "hindsight_loss": None if lost is None
            else {"points": lost.points[0], "riscos": lost.riscos[0]},
        }


@dataclass(frozen=True)
class Review:
    """A record looked back at.

    Parameters
    ----------
    record : Record
        The record.
    start : int or None
        The number of the act before which the value with all cards open is first known.
    par : Payoff or None
        That value, by seat.
    decisions : tuple of Reviewed
        Every act.
    """

    record: Record
    start: int | None
    par: Payoff | None
    decisions: tuple[Reviewed, ...]

    def losses(self, seat: int) -> Losses:
        """What a seat has lost in all."""
        return summed(each for each in self.decisions if each.seat == seat)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, schema `trunfo.review/1`."""
        return {
            "schema": SCHEMA, "version": version(), "record": self.record.to_dict(),
            "from": self.start, "par": payoff_dict(self.par),
            "decisions": [each.to_dict() for each in self.decisions],
            "players": [
                {"seat": seat, **self.losses(seat).to_dict()}
                for seat in range(self.record.game.seats)
            ],
        }

    def to_json(self) -> str:
        """The JSON text, one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    def _repr_html_(self) -> str:
        from trunfo.table.review_html import review_html  # here, because pages show reviews

        return review_html(self)

    def __repr__(self) -> str:
        return f"<Review of {self.record.game.name}, {len(self.decisions)} acts>"


# Sums


def summed(decisions: Iterable[Reviewed]) -> Losses:
    """What some decisions have cost together."""
    count, mean, square = 0, 0.0, 0.0
    lost: Payoff | None = None
    for each in decisions:
        if each.honest is not None:
            count += 1
            if each.matters:
                mean += each.honest.mean or 0.0
                square += (each.honest.ci95 or 0.0) ** 2
        if each.hindsight is not None:
            points, riscos = lost or Payoff((0,), (0.0,)), each.hindsight.riscos[0]
            lost = Payoff(
                (points.points[0] + each.hindsight.points[0],), (points.riscos[0] + riscos,)
            )
    return Losses(count, Estimate(mean, math.sqrt(square)), lost)


class Totals:
    """What each player has lost over several records: by name where there are names."""

    def __init__(self) -> None:
        self._lost: dict[str | int, Losses] = {}

    def add(self, found: Review) -> None:
        """Count a review."""
        names = found.record.names
        for seat in range(found.record.game.seats):
            who = names[seat] if names else seat
            now, more = self._lost.get(who), found.losses(seat)
            self._lost[who] = more if now is None else _together(now, more)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, schema `trunfo.totals/1`."""
        return {
            "schema": TOTALS, "version": version(),
            "players": [
                {"name" if isinstance(who, str) else "seat": who, **lost.to_dict()}
                for who, lost in self._lost.items()
            ],
        }

    def __iter__(self) -> Iterator[tuple[str | int, Losses]]:
        return iter(self._lost.items())


def _together(one: Losses, other: Losses) -> Losses:
    means = (one.honest.mean or 0.0) + (other.honest.mean or 0.0)
    width = math.hypot(one.honest.ci95 or 0.0, other.honest.ci95 or 0.0)
    lost = one.hindsight or other.hindsight
    if one.hindsight is not None and other.hindsight is not None:
        lost = Payoff(
            (one.hindsight.points[0] + other.hindsight.points[0],),
            (one.hindsight.riscos[0] + other.hindsight.riscos[0],),
        )
    return Losses(one.decisions + other.decisions, Estimate(means, width), lost)


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else {"mean": estimate.mean, "ci95": estimate.ci95}

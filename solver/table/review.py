"""A finished deal looked back at: what each decision cost, by what could be known and in hindsight.

*Honest* is the loss by the advice that the seat could have had then; *hindsight* by how much the
value of the deal with all cards open fell for who acted. See INTERFACE, `trunfo.review/1`.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trunfo.advice import SAME, Advice, Choice, Estimate
from trunfo.advise import advise_iter, solve
from trunfo.engine.errors import TrunfoError
from trunfo.engine.position import Payoff
from trunfo.engine.trick_game import TrickGame
from trunfo.table.acts import Act
from trunfo.table.deals import unordered
from trunfo.table.record import Record, payoff_dict
from trunfo.table.stream import parse_record
from trunfo.table.table import Table
from trunfo.version import version

SCHEMA, TOTALS = "trunfo.review/1", "trunfo.totals/1"
DECISIONS = ("play", "pass", "trump", "go", "redeal")
"""What a seat decides; everything else is chance, or ends the deal."""


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
    """

    number: int
    act: Act
    forced: bool = False
    best: Act | None = None
    honest: Estimate | None = None
    hindsight: Payoff | None = None
    verdict: str | None = None
    after: Payoff | None = None

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

    def __repr__(self) -> str:
        return f"<Review of {self.record.game.name}, {len(self.decisions)} acts>"


def review(
    record: Record | Mapping[str, Any] | str,
    *,
    seat: int | None = None,
    time: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
) -> Review:
    """Look back at a deal.

    Parameters
    ----------
    record : Record, mapping or str
        The record, its JSON object, or its text in either form.
    seat : int, optional
        Weigh only the decisions of this seat.
    time, worlds, seed, jobs
        The budget of every decision, as in `advise`.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        As the record, or the budget, deserves.
    """
    *_, last = review_iter(record, seat=seat, time=time, worlds=worlds, seed=seed, jobs=jobs)
    return last


def review_iter(
    record: Record | Mapping[str, Any] | str,
    *,
    seat: int | None = None,
    time: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    stop: threading.Event | None = None,
) -> Iterator[Review]:
    """Look back at a deal as `review` does, and show it as it grows.

    Parameters
    ----------
    stop : threading.Event, optional
        Set by another thread to end soon: what is left is not thought about, and the last
        review is not whole. The others are as in `review`.

    Yields
    ------
    Review
        After each decision that was thought about; the last is what `review` returns.
    """
    if isinstance(record, str):
        record = parse_record(record)
    elif not isinstance(record, Record):
        record = Record.from_json(record)
    budget = {"time": time, "worlds": worlds, "seed": seed, "jobs": jobs, "stop": stop}
    tables = list(_moments(record))
    values = _values(tables, stop)
    first = next((index for index, value in enumerate(values) if value is not None), None)
    start = None if first is None or first >= len(record.acts) else first + 1
    decisions = [
        _in_hindsight(record.game, Reviewed(index + 1, act), values[index : index + 2])
        for index, act in enumerate(record.acts)
    ]

    def so_far() -> Review:
        return Review(record, start, values[start - 1] if start else None, tuple(decisions))

    for index, act in enumerate(record.acts):
        if seat not in (None, act.seat) or (stop is not None and stop.is_set()):
            continue
        found = replace(_honest(tables[index], act, budget), number=index + 1)
        decisions[index] = _in_hindsight(record.game, found, values[index : index + 2])
        if found.honest is not None:
            yield so_far()
    yield so_far()


def _in_hindsight(
    game: TrickGame, found: Reviewed, values: Sequence[Payoff | None]
) -> Reviewed:
    """An act with what it cost by the values before and after it."""
    before, after = values
    if before is None or after is None:
        return found
    lost = None
    if _decides(found.act):
        lost = Payoff((0,), (0.0,)) if found.forced else _lost(game, found.act, before, after)
    return replace(found, hindsight=lost, after=after)


def _moments(record: Record) -> Iterator[Table]:
    """The table before each act, and after the last."""
    for count in range(len(record.acts) + 1):
        yield Table.of(replace(record, acts=record.acts[:count], result=None))


def _decides(act: Act) -> bool:
    return any(kind in act for kind in DECISIONS)


def _honest(table: Table, act: Act, budget: Mapping[str, Any]) -> Reviewed:
    """A decision by what its seat could know."""
    seat = act.seat
    if not _decides(act) or seat is None or not table.knows(seat):
        return Reviewed(0, act)
    *_, advice = advise_iter(table.state(seat), versus=act.action, every=None, **budget)
    if advice.forced is not None:
        return Reviewed(0, act, forced=True)
    assert advice.best is not None
    best = Act.of(advice.best)
    made = made_of(advice, act)
    mean = 0.0 if made is advice.options[0] else max(0.0, -(made.delta.mean or 0.0))
    honest = Estimate(mean, made.delta.ci95)
    return Reviewed(0, act, best=best, honest=honest, verdict=made.verdict)


def made_of(advice: Advice, act: Act) -> Choice:
    """The option of an advice that was chosen, which has been asked about."""
    wanted = unordered(act.action)
    return next(each for each in advice.options if unordered(each.action) == wanted)


# With all cards open


def _values(
    tables: Sequence[Table], stop: threading.Event | None = None
) -> list[Payoff | None]:
    """What the deal is worth before each act and after the last, as far back as it is reached."""
    values: list[Payoff | None] = [None] * len(tables)
    if tables[-1].over:
        values[-1] = tables[-1].result
    if values[-1] is None:
        return values
    for index in range(len(tables) - 2, -1, -1):
        value = None if stop is not None and stop.is_set() else _value(tables[index])
        if value is None:
            break
        values[index] = value
    return values


def _value(table: Table) -> Payoff | None:
    """The value by seat with best play by all; None out of reach."""
    game = table.game
    if table.phase != "play" or not all(map(table.knows, range(game.seats))):
        return None
    try:
        solution = solve(table.state())
    except TrunfoError:
        return None
    if not solution.options:
        return table.result
    best = solution.options[0]
    if best.riscos is None:
        return None
    if isinstance(best.points, tuple) and isinstance(best.riscos, tuple):
        return Payoff(best.points, tuple(map(float, best.riscos)))
    assert isinstance(best.points, int)
    assert isinstance(best.riscos, int)
    assert table.seat is not None
    sides = game.sides()
    mine = [side == sides[table.seat] for side in sides]
    total = sum(game.pack(table.rules).worth)
    return Payoff(
        tuple(best.points if own else total - best.points for own in mine),
        tuple(float(best.riscos if own else -best.riscos) for own in mine),
    )


def _lost(game: TrickGame, act: Act, before: Payoff, after: Payoff) -> Payoff:
    """What who acted has lost, more being worse."""
    seat = act.seat
    assert seat is not None
    sign = -1 if game.fewer_points else 1
    return Payoff(
        (sign * (before.points[seat] - after.points[seat]),),
        (before.riscos[seat] - after.riscos[seat],),
    )


# Sums


def summed(decisions: Iterable[Reviewed]) -> Losses:
    """What some decisions have cost together."""
    count, mean, square = 0, 0.0, 0.0
    lost: Payoff | None = None
    for each in decisions:
        if each.honest is not None:
            count += 1
            if each.verdict not in (None, SAME):
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

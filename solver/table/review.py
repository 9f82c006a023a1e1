"""A finished deal looked back at: what each decision cost, by what could be known and in hindsight.

*Honest* is the loss by the advice that the seat could have had then; *hindsight* by how much the
value of the deal with all cards open fell for who acted. See INTERFACE, `trunfo.review/1`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trunfo.advice import Advice, Choice, Estimate
from trunfo.advise import advise_iter, solve
from trunfo.engine.errors import TrunfoError
from trunfo.engine.position import Payoff
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame, game_of
from trunfo.table.acts import Act
from trunfo.table.deals import unordered
from trunfo.table.record import Record
from trunfo.table.reviewed import Losses, Review, Reviewed, Totals, summed
from trunfo.table.stream import parse_record
from trunfo.table.table import Table
from trunfo.table.unveiled import hands_by_play, known_to, unveiled

__all__ = ["Losses", "Review", "Reviewed", "Totals", "made_of", "review", "summed"]

DECISIONS = ("play", "pass", "trump", "go", "redeal")
"""What a seat decides; everything else is chance, or ends the deal."""


def review(
    record: Record | Mapping[str, Any] | str,
    *,
    seat: int | None = None,
    time: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    why: bool = False,
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
    why : bool
        Whether the advice of each decision (`Reviewed.advice`) says why, as in `advise`.

    Returns
    -------
    Review
        Every act, what it cost, and what that comes to for each player.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        As the record, or the budget, deserves.

    Examples
    --------
    >>> table = Table("sueca; trunfo ♠; sai eu; pontos nós 50 eles 40;"
    ...     " mãos eu: A♥ 7♥, direita: R♥ 2♠, parceiro: V♦ D♦, esquerda: 6♣ 5♣")
    >>> for card in ("7♥", "R♥", "V♦", "6♣", "A♥", "2♠", "D♦", "5♣"):
    ...     table.play(card)
    >>> found = review(table.record(), worlds=10)
    >>> found.decisions[0].best.to_dict(), found.decisions[0].hindsight.points
    ({'play': 'AC'}, (1,))
    """
    *_, last = review_iter(
        record, seat=seat, time=time, worlds=worlds, seed=seed, jobs=jobs, why=why
    )
    return last


def review_iter(
    record: Record | Mapping[str, Any] | str,
    *,
    seat: int | None = None,
    time: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    why: bool = False,
    stop: threading.Event | None = None,
) -> Iterator[Review]:
    """Look back at a deal as `review` does, and show it as it grows.

    Parameters
    ----------
    stop : threading.Event, optional
        Set by another thread to end soon: what is left is not looked at. The others are as in
        `review`.

    Yields
    ------
    Review
        After each decision what has been weighed so far, nothing with all cards open; the last is
        what `review` returns.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        As `review`.
    """
    if isinstance(record, str):
        record = parse_record(record)
    elif not isinstance(record, Record):
        record = Record.from_json(record)
    budget = {
        "time": time, "worlds": worlds, "seed": seed, "jobs": jobs, "why": why, "stop": stop,
        "every": None,
    }
    moments, honest = list(_moments(record)), []
    for number, (moment, act) in enumerate(zip(moments, record.acts, strict=False), 1):
        weighed = seat in (None, act.seat)
        found = _honest(moment, act, budget) if weighed else Reviewed(0, act)
        honest.append(replace(found, number=number))
        if stop is not None and stop.is_set():
            return
        if found.advice is not None:
            yield Review(record, None, None, tuple(honest))
    yield _with_hindsight(record, honest, _values(moments))


def _with_hindsight(
    record: Record, honest: Sequence[Reviewed], values: Sequence[Payoff | None]
) -> Review:
    """The whole review: what has been weighed, and what the deal was worth before each act."""
    first = next((index for index, value in enumerate(values) if value is not None), None)
    start = None if first is None or first >= len(record.acts) else first + 1
    decisions = []
    for index, found in enumerate(honest):
        before, after = values[index], values[index + 1]
        lost = None
        if before is not None and after is not None and _decides(found.act):
            lost = _lost(record.game, found.act, before, after)
            if found.forced:
                lost = Payoff((0,), (0.0,))
        at_end = index + 1 == len(honest)
        reached = after if before is not None or at_end else None
        decisions.append(replace(found, hindsight=lost, after=reached))
    return Review(record, start, values[start - 1] if start else None, tuple(decisions))


@dataclass(frozen=True)
class Moment:
    """A deal before an act, or after the last.

    Parameters
    ----------
    state : State or None
        What the seat knows that acts next, as far as the record tells.
    open : State or None
        All cards, where a card is to be played and they are known, or told by how it was played on.
    seat : int or None
        Who is to act.
    result : Payoff or None
        If it is over.
    """

    state: State | None
    open: State | None
    seat: int | None
    result: Payoff | None = None


def _moments(record: Record) -> Iterator[Moment]:
    """The deal before each act, and after the last."""
    over = record.result is not None
    table = Table.of(replace(record, acts=(), result=None))
    for index, act in enumerate(record.acts):
        yield _moment(table, act, record.acts[index:] if over else None)
        table.play(act)
    yield Moment(None, None, None, table.result if table.over else None)


def _moment(table: Table, act: Act, later: Sequence[Act] | None) -> Moment:
    seat, state, whole = act.seat, None, None
    hands = hands_by_play(table, later) if later is not None else None
    if seat is not None and _decides(act):
        if table.knows(seat):
            state = table.state(seat)
        elif hands is not None:
            state = known_to(table.state(), seat, hands[seat])
    if table.phase == "play" and all(map(table.knows, range(table.game.seats))):
        whole = table.state()
    elif hands is not None:
        whole = unveiled(table.state(), hands)
    return Moment(state, whole, table.seat)


def _decides(act: Act) -> bool:
    return any(kind in act for kind in DECISIONS)


def _honest(moment: Moment, act: Act, budget: Mapping[str, Any]) -> Reviewed:
    """A decision by what its seat could know."""
    if moment.state is None:
        return Reviewed(0, act)
    *_, advice = advise_iter(moment.state, versus=act.action, **budget)
    if advice.forced is not None:
        return Reviewed(0, act, forced=True)
    assert advice.best is not None
    best = Act.of(advice.best)
    made = made_of(advice, act)
    if not made.scored:
        return Reviewed(0, act, best=best, advice=advice)
    mean = 0.0 if made is advice.options[0] else max(0.0, -(made.delta.mean or 0.0))
    honest = Estimate(mean, made.delta.ci95)
    return Reviewed(0, act, best=best, honest=honest, verdict=made.verdict, advice=advice)


def made_of(advice: Advice, act: Act) -> Choice:
    """The option of an advice that was chosen, which has been asked about."""
    wanted = unordered(act.action)
    return next(each for each in advice.options if unordered(each.action) == wanted)


# With all cards open


def _values(moments: Sequence[Moment]) -> list[Payoff | None]:
    """What the deal is worth before each act and after the last, as far back as it is reached."""
    values: list[Payoff | None] = [None] * len(moments)
    values[-1] = moments[-1].result
    if values[-1] is None:
        return values
    for index in range(len(moments) - 2, -1, -1):
        value = _value(moments[index])
        if value is None:
            break
        values[index] = value
    return values


def _value(moment: Moment) -> Payoff | None:
    """The value by seat with best play by all; None out of reach."""
    state, seat = moment.open, moment.seat
    if state is None or state.hands is None or seat is None:
        return None
    game = game_of(state)
    try:
        solution = solve(state)
    except TrunfoError:
        return None
    if not solution.options:
        return None
    best = solution.options[0]
    if best.riscos is None:
        return None
    if isinstance(best.points, tuple) and isinstance(best.riscos, tuple):
        return Payoff(best.points, tuple(map(float, best.riscos)))
    assert isinstance(best.points, int)
    assert isinstance(best.riscos, int)
    sides = game.sides()
    mine = [side == sides[seat] for side in sides]
    total = sum(state.pack.worth)
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

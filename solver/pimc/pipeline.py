"""The one way from a decision to advice: worlds, values, statistics, a choice.

Where there are many actions some are chosen first, by other worlds than those that are reported:
the best of many noisy means promises too much (sequential halving, after Karnin, Koren and Somekh
2013).
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from trunfo.advice import Advice, Choice, Estimate
from trunfo.engine.errors import Message
from trunfo.pimc.arrays import Columns, Limits, Raw, WorldSource, joined, only, rows, wide
from trunfo.pimc.blocks import Block, Each, Told
from trunfo.pimc.budget import Budget
from trunfo.pimc.choices import is_better, is_clear, judged, listed, ranking
from trunfo.pimc.decision import Certain, Decision, Round
from trunfo.pimc.explain import MOST_EXPLAINED, explained, explained_untried
from trunfo.pimc.work import Found, Task, collected

GRACE = 0.02
"""Seconds beside its time that an answer may take which has tried nothing out by then."""

TIE_WORLDS = 100
"""Worlds that are played out to choose between cards that searching found equal."""

TIE_PLAYED_OUT = Message(
    "tie_played_out",
    "Several cards are equal by the search: of these the one stands first that does best when"
    " deals are played out by simple rules.",
)
RULE_KEPT = Message(
    "rule_kept", "What simple rules say stands first: nothing else is clearly better."
)


def answers(decision: Decision, blank: Advice) -> Iterator[Advice]:
    """Advice after each batch of worlds, the last when the budget is spent.

    Parameters
    ----------
    decision : Decision
        What is to be decided.
    blank : Advice
        The answer as far as it is known beforehand.

    Raises
    ------
    ImpossiblePosition
        If no world fits.
    """
    blank = replace(blank, method=decision.method)
    certain = decision.certain()
    if certain is not None:
        yield _settled(decision, certain, blank)
        return
    blank = replace(blank, notes=(*blank.notes, *decision.notes))
    worlds = decision.worlds()
    first = 0
    rounds = decision.rounds(worlds)
    if rounds:
        decision, raw, done = _narrowed(decision, worlds, rounds)
        begin = decision.report_from(worlds, done)
        if begin is None:
            start = decision.choosing_from
            kept = worlds.chunk(start, min(rows(raw), _kept(decision, worlds)))
            yield _advice(decision, worlds, Found(raw, head=raw, words=kept, last=True), blank)
            return
        first, decision = begin, decision.chosen(raw)
    found = Found()
    for found in _valued(decision, worlds, first):
        if found.worlds:
            yield _advice(decision, worlds, found, blank)
    if not found.worlds:
        rough, found = _few(decision, worlds, first)
        said = () if decision.short is None else (decision.short,)
        blank = replace(blank, method=rough.method, notes=(*blank.notes, *said))
        yield _advice(rough, worlds, found, blank)


def _valued(decision: Decision, worlds: WorldSource, first: int) -> Iterator[Found]:
    """Values of the worlds that the budget allows, growing."""
    question, budget = decision.question, decision.question.budget
    until_clear = budget.until_clear and not worlds.exhaustive
    chunk = max(1, decision.batch // question.jobs) if until_clear else decision.chunk

    def fold(raw: Raw) -> Block:
        return Block.of(wide(decision.read(raw, exact=False)), decision.payoffs)

    def clear(raw: Raw) -> bool:
        columns = decision.read(raw, exact=False)
        return is_clear(question.state.game, columns, question.objective, decision.payoffs)

    task = replace(
        _task(decision, worlds, chunk, question.deadline, question.every),
        fold=None if worlds.exhaustive else fold, keep=_kept(decision, worlds),
    )
    if until_clear:
        yield from collected(task, first, None, until=clear, batch=decision.batch)
        return
    last = decision.enough
    if budget.worlds is not None:
        last = first + max(budget.worlds, decision.fewest)
    yield from collected(task, first, worlds.count if worlds.exhaustive else last)


def _kept(decision: Decision, worlds: WorldSource) -> int:
    """How many worlds are kept themselves, to say why: all, where these are all there are."""
    if not decision.question.explained:
        return 0
    return worlds.count or 0 if worlds.exhaustive else MOST_EXPLAINED


def _narrowed(
    decision: Decision, worlds: WorldSource, rounds: Sequence[Round]
) -> tuple[Decision, Raw, int]:
    """Round after round fewer actions: those left, best first, and their values.

    The third value is the number of the world after the last that was chosen by.
    """
    left, raw = decision, Raw()
    done = start = decision.choosing_from
    for last, deadline, keep in rounds:
        task = _task(left, worlds, left.chunk, deadline, None)
        *_, found = task.valued(done, None if last is None else start + last)
        new = found.raw
        if not rows(new) and done == start:
            new = _few(left, worlds, start)[1].raw
        raw = joined([raw, new])
        done = start + rows(raw)
        columns = wide(left.read(raw, exact=True))
        ranked = _ranked(left, Each(columns, left.payoffs, exact=True))
        places = left.kept(_free(left, ranked), keep)
        ruled = left.place(left.rule)
        if ruled is not None and ruled not in places:
            places = [*places, ruled]
        guest = left.asked is not None and left.asked not in places
        if guest and left.asked is not None:
            places = [*places, left.asked]
        left, raw = replace(left.only(places), guest=guest), only(raw, places)
    return left, raw, done


def _task(
    decision: Decision, worlds: WorldSource, chunk: int, deadline: float, every: float | None
) -> Task:
    question = decision.question
    limits = Limits(deadline, np.zeros(1, dtype=np.int32))
    return Task(
        decision.value, worlds, chunk, limits, question.jobs, stop=question.stop, every=every
    )


def _few(decision: Decision, worlds: WorldSource, first: int) -> tuple[Decision, Found]:
    """Values in the fewest worlds that make sense: in one however long that takes, then in time."""
    rough, question = decision.played_out(), decision.question
    now = clock.monotonic()
    asked = question.stop is not None and question.stop.is_set()
    until = GRACE + (now if asked else max(now, question.started + (question.budget.time or 0.0)))
    words, raws = [], []
    for number in range(first, first + rough.least):
        words.append(worlds.chunk(number, 1))
        raws.append(rough.value(number, words[-1], Limits.none()))
        if clock.monotonic() > until:
            break
    raw = joined(raws)
    return rough, Found(raw, head=raw, words=np.concatenate(words), last=True)


def _settled(decision: Decision, certain: Certain, blank: Advice) -> Advice:
    """The answer for which no world has to be tried out."""
    told = Each(wide(certain.columns), decision.payoffs, exact=True)
    best = _ranked(decision, told)[0]
    choices = _choices(decision, told, certain.columns, best, exact=True)
    if certain.forced:
        choices = tuple(replace(choice, delta=Estimate(0.0)) for choice in choices)
    advice = replace(
        blank,
        exhaustive=certain.exhaustive,
        forced=certain.forced,
        notes=(*blank.notes, *certain.notes),
        options=tuple(replace(choice, worlds=0) for choice in choices),
    )
    return replace(explained_untried(decision, advice), elapsed_s=_elapsed(decision))


def _advice(decision: Decision, worlds: WorldSource, found: Found, blank: Advice) -> Advice:
    """What some values say."""
    question, raw = decision.question, found.raw
    wanted = [name for name in ("riscos", "points") if question.both or name == question.objective]
    complete = worlds.exhaustive and rows(raw) == worlds.count
    told: Told
    columns: Columns = {}
    if found.sums is None:
        columns = decision.read(raw, exact=complete)
        told = Each(wide(decision.weighed(columns)), decision.payoffs, exact=False)
        exhaustive = complete and all(len(columns[name]) == worlds.count for name in wanted)
        told = replace(told, exact=exhaustive)
        count = len(columns[question.objective])
    else:
        told, exhaustive = found.sums, False
        if rows(raw):
            rest = wide(decision.read(raw, exact=False))
            told = told.and_then(Block.of(rest, decision.payoffs))
        count = told.count(question.objective)
    best, said = _chosen(decision, told, exact=exhaustive)
    advice = replace(
        blank,
        worlds=count,
        exhaustive=exhaustive,
        notes=(*blank.notes, *decision.remarks(raw), *said),
        options=_choices(decision, told, columns, best, exact=exhaustive),
    )
    if found.last and found.words is not None:
        advice = explained(decision, advice, found.head, found.words)
    return replace(advice, elapsed_s=_elapsed(decision))


def _chosen(
    decision: Decision, told: Told, *, exact: bool
) -> tuple[int, tuple[Message, ...]]:
    """The place of the action that is advised, and played in a match; what is to be said of it."""
    objective = decision.question.objective
    free = _free(decision, _ranked(decision, told))
    before, ruled = decision.chosen_before(), decision.place(decision.rule)
    best = free[0] if before is None else before
    if ruled is not None and ruled != best:
        if is_better(told.gap(objective, best, ruled), exact=exact):
            return best, ()
        return ruled, (RULE_KEPT,)
    equal = [place for place in free if told.gap(objective, place, best).mean == 0]
    if len(equal) == 1 or decision.method == "playout":
        return best, ()
    best = next(place for place in _by_playouts(decision) if place in equal)
    return best, () if best == free[0] else (TIE_PLAYED_OUT,)


def _by_playouts(decision: Decision) -> list[int]:
    """Actions, best first, by the playouts of a few worlds."""
    question = replace(decision.question, budget=Budget(worlds=TIE_WORLDS), stop=None)
    rough = replace(decision.played_out(), question=question)
    worlds = rough.worlds()
    raw = rough.value(0, worlds.chunk(0, TIE_WORLDS), Limits.none())
    columns = wide(rough.weighed(rough.read(raw, exact=worlds.exhaustive)))
    return _ranked(rough, Each(columns, rough.payoffs, exact=worlds.exhaustive))


def _choices(
    decision: Decision, told: Told, columns: Columns, best: int, *, exact: bool
) -> tuple[Choice, ...]:
    """Every action with its estimates, the one that is advised first."""
    question, order = decision.question, _ranked(decision, told)
    order = [best, *(place for place in order if place != best)]
    choices = listed(
        decision.actions, order, told, question.objective, scored=question.scored
    )
    choices = decision.completed(choices, columns)
    return judged(choices, decision.payoffs.verdict_limits, exact=exact)


def _ranked(decision: Decision, told: Told) -> list[int]:
    """Actions, best first, by their values."""
    question = decision.question
    return ranking(question.state.game, told, question.objective, decision.thrift())


def _free(decision: Decision, order: list[int]) -> list[int]:
    """The actions among which is chosen."""
    guest = len(decision.actions) - 1 if decision.guest else None
    return [place for place in order if place != guest]


def _elapsed(decision: Decision) -> float:
    return clock.monotonic() - decision.question.started

"""Advice and exact solutions where every seat plays for itself: Copas, Sobe e Desce."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from trunfo.advice import Advice, Estimate, Solution, SolvedChoice
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.games import several_stakes
from trunfo.pimc.budget import LEAST_WORLDS, TIME_SHORT, collect
from trunfo.pimc.choices import choices_of, is_clear, ranking, wide
from trunfo.pimc.encode import lawful_cards, play_actions, seats_in
from trunfo.pimc.evaluate import SeveralEvaluator
from trunfo.pimc.methods import MOST_SEARCHED, MOST_SOLVED, largest_hand, several_method
from trunfo.pimc.question import Question
from trunfo.pimc.stakes import Columns, Results, SeveralStakes
from trunfo.pimc.worlds import Worlds

ENOUGH = 1 << 15
"""Worlds after which time is not spent on more: the intervals are a twentieth of a RISCO."""

PLAIN = ""
"""The plan of playing as the rule player would."""


def answer(question: Question) -> Advice:
    """Advice on which card to play."""
    return _forced(question) or _weighed(question)


def solved(state: State, known: Knowledge, *, rough: bool = False) -> Solution:
    """The exact value of every legal card for every seat, all cards being known.

    Each seat takes what is best for itself (max^n); of equal cards, what is worst for the
    seat to move now.

    Parameters
    ----------
    rough : bool
        Whether to play out what is out of reach of a search, rather than refuse it.

    Raises
    ------
    UnreadableInput
        If it is out of reach.
    """
    stakes = _stakes(state)
    most = largest_hand(known)
    if most > MOST_SOLVED and not rough:
        text = "With hands of {cards} cards the exact value is out of reach: {most} at most."
        values = {"cards": most, "most": MOST_SOLVED}
        raise UnreadableInput(Message("too_large", text, values), "/hands")
    cards = lawful_cards(state, known)
    method = "pimc" if most <= MOST_SOLVED else "playout"
    raw = _evaluator(state, known, method)(0, Worlds(state, known, 1, 0).chunk(0, 1))
    told = known.points is not None
    objective = "riscos" if told else "points"
    best = stakes.columns(state, known, raw, objective, exact=True)
    all_seats = stakes.by_seat(state, known, raw[PLAIN])
    return Solution(
        state,
        tuple(
            SolvedChoice(
                action=play_actions(state, [cards[place]])[0],
                points=tuple(all_seats.points[0, place].tolist()),
                riscos=tuple(all_seats.riscos[0, place].tolist()) if told else None,
            )
            for place in ranking(state, cards, wide(best), objective, stakes)
        ),
        known.notes,
    )


def _stakes(state: State) -> SeveralStakes:
    stakes = several_stakes(state.game)
    assert stakes is not None
    return stakes


def _evaluator(
    state: State, known: Knowledge, method: str, without: frozenset[str] = frozenset(),
    deadline: float = float("inf"),
) -> SeveralEvaluator:
    stakes = _stakes(state)
    return SeveralEvaluator(
        state=state,
        known=known,
        cards=lawful_cards(state, known),
        method=method,
        plans=(PLAIN, *(plan for plan in stakes.plans(state, known) if plan not in without)),
        payoffs=stakes.payoffs(state, known),
        without=stakes.left_out(known, without),
        deadline=deadline,
        stop=np.zeros(1, dtype=np.int32),
    )


def _forced(question: Question) -> Advice | None:
    """The answer where there is nothing to choose."""
    state, known, blank = question.state, question.known, question.blank
    stakes, cards = _stakes(state), lawful_cards(state, known)
    ends = stakes.decided(state, known)
    if len(cards) > 1 and ends is None:
        return None
    raw: dict[str, Results]
    if ends is not None:
        raw = {PLAIN: np.broadcast_to(ends, (1, len(cards), len(ends)))}
    elif largest_hand(known) <= MOST_SEARCHED and Worlds(state, known, 1, 0).exhaustive:
        raw = _evaluator(state, known, "pimc")(0, Worlds(state, known, 1, 0).chunk(0, 1))
    else:
        raw = {PLAIN: np.empty((0, len(cards), len(seats_in(state))), dtype=np.int8)}
    columns = stakes.columns(state, known, raw, blank.objective, exact=True)
    choices = choices_of(
        state, cards, columns, blank.objective,
        exact=True, riscos_known=known.points is not None, stakes=stakes,
    )
    options = tuple(replace(choice, worlds=0, delta=Estimate(0.0)) for choice in choices)
    why = "one_action" if len(cards) == 1 else "all_equal"
    return replace(blank, forced=why, method=_method(question), options=options)


def _method(question: Question) -> str:
    return several_method(question.known, question.method, question.budget)


def _weighed(question: Question) -> Advice:
    """Value the cards in as many worlds as the budget allows."""
    state, known, blank = question.state, question.known, question.blank
    objective, budget, stakes = blank.objective, question.budget, _stakes(question.state)
    worlds = Worlds(state, known, budget.most_enumerated, blank.seed)
    method, notes = _method(question), blank.notes
    if method != question.method and question.method == "pimc":
        text = "With more than {most} cards in a hand deals are played out, not searched."
        notes = (*notes, Message("not_searched", text, {"most": MOST_SEARCHED}))

    def read(raw: Columns, exact: bool = False) -> Columns:
        return stakes.columns(state, known, raw, objective, exact=exact)

    told = None
    if not worlds.exhaustive and "inference" not in question.without:
        told = stakes.likely(state, known, blank.seed)
    if told is not None:
        worlds, notes = told[0], (*notes, told[1])
    evaluate = _evaluator(state, known, method, question.without, question.deadline)
    raw = collect(
        evaluate, worlds, budget, question.jobs,
        lambda now: is_clear(read(now), objective, stakes), most=ENOUGH,
    )
    if not raw or not len(raw[PLAIN]):
        method = "playout"
        evaluate = replace(evaluate, method=method, deadline=float("inf"))
        raw = evaluate(0, worlds.chunk(0, LEAST_WORLDS))
        notes = (*notes, TIME_SHORT)
    count = len(raw[PLAIN])
    exhaustive = worlds.exhaustive and count == worlds.count
    options = choices_of(
        state, evaluate.cards, read(raw, exhaustive), objective,
        exact=exhaustive, riscos_known=known.points is not None, stakes=stakes,
    )
    return replace(
        blank, worlds=count, exhaustive=exhaustive, method=method, notes=notes, options=options
    )

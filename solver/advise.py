"""From a position to advice: worlds, values, choices; and exact solutions of open positions."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from joblib import cpu_count

from trunfo.advice import Advice, Estimate, Result, Solution, SolvedChoice
from trunfo.engine.cards import card_message
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.game import TrickGame, seat_message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.scoring import TOTAL, riscos
from trunfo.engine.state import State
from trunfo.engine.text import notation
from trunfo.games import decide, extra_actions, several_stakes
from trunfo.pimc import several
from trunfo.pimc.budget import LEAST_WORLDS, TIME_SHORT, Budget, collect
from trunfo.pimc.choices import choices_of, counted, is_clear, ranking
from trunfo.pimc.encode import legal_cards, play_actions
from trunfo.pimc.evaluate import Evaluator
from trunfo.pimc.methods import (
    EVERY,
    exact_method,
    lead_weight,
    method_for,
    points_prefix,
    several_method,
    solvable,
)
from trunfo.pimc.question import Question
from trunfo.pimc.worlds import Worlds


def parse(text: str) -> State:
    """Read and check a position, typed or JSON.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        With the place in the text.
    """
    return notation.parse(text).state


def advise(
    state: State,
    *,
    time: float | None = None,
    worlds: int | None = None,
    until_clear: bool = False,
    objective: str = "riscos",
    method: str = "auto",
    seed: int = 1,
    jobs: int | None = None,
    both: bool = True,
    notes: Sequence[Message] = (),
    without: Sequence[str] = (),
) -> Advice:
    """Say what to do, and what every action is expected to bring.

    Parameters
    ----------
    state : State
        The position; `me` is to play.
    time : float, optional
        Budget in seconds; 1 if no other budget is given.
    worlds : int, optional
        Budget in worlds; the result then depends on nothing but state, options and seed.
    until_clear : bool
        Go on until the best action is clear, or the others as good as equal; with `time`
        for no longer than that.
    objective : str
        `riscos` or `points`: what to have the best of.
    method : str
        `pimc`: every world is searched to its end with all cards seen; `playout`: a rule
        player that sees one hand at a time plays it out; `auto`: the one that measured
        better for this many cards and this budget.
    seed : int
        World i is drawn from the stream (seed, i).
    jobs : int, optional
        Threads, all cores if not given; they never change a result bounded by worlds.
    both : bool
        Whether to find the values in the other objective too. Without them it is faster,
        and nothing but the cards decides between equals: for players.
    notes : sequence of Message
        Notes of whoever read the position, to be passed on.
    without : sequence of str
        Parts of the method that are left out, for measurements: in Copas `shoot` and
        `defence`, in Sobe e Desce `inference`.

    Raises
    ------
    ImpossiblePosition
        If no deal fits the position, or it is not the turn of `me`.
    UnreadableInput
        If an option makes no sense, or the game cannot be advised on.
    """
    started = clock.monotonic()
    if time is None and worlds is None and not until_clear:
        time = 1.0
    budget = Budget(time, worlds, until_clear)
    _check_options(objective, method, seed, jobs)
    state.check()
    known = playable(state).knowledge(state)
    if known.points is None:
        objective = "points"
    alone = several_stakes(state.game)
    way = several_method if alone else method_for
    blank = Advice(
        state=state, objective=objective, seed=seed, worlds=0, exhaustive=False, elapsed_s=0.0,
        method=way(known, method, budget), forced=None, notes=(*notes, *known.notes), options=(),
    )
    question = Question(
        blank, known, budget, method, jobs or cpu_count(), both, frozenset(without), started
    )
    if state.phase != "play":
        _check_turn(state, known)
        found = decide(question)
    elif known.over:
        found = replace(blank, forced="over", result=_result(state, known))
    else:
        _check_turn(state, known)
        answer = several.answer if alone else _answer
        found = answer(question)
    return replace(found, elapsed_s=clock.monotonic() - started)


def solve(state: State, *, rough: bool = False) -> Solution:
    """The exact value of every legal action where all cards are known, with best play by all.

    Parameters
    ----------
    state : State
        With `hands`, and `stock_cards` if there are cards to draw.
    rough : bool
        Whether to play out what is out of reach of a search, rather than refuse it.

    Raises
    ------
    UnreadableInput
        If the state has no `hands`, the game cannot be solved, or too many cards are to
        be drawn.
    ImpossiblePosition
        If no deal can look like that.
    """
    game = playable(state)
    if state.hands is None:
        text = "To solve a position all hands must be known: give `mãos` (hands)."
        raise UnreadableInput(Message("missing_key", text), "/hands")
    state.check()
    known = game.knowledge(replace(state, me=None))
    if known.over:
        return Solution(state, (), known.notes, _result(state, known))
    if several_stakes(game):
        return several.solved(state, known, rough=rough)
    if known.stock and not state.stock_cards:
        text = "To solve a position the stock must be known: give its cards in drawing order."
        raise UnreadableInput(Message("missing_key", text), "/stock_cards")
    if known.stock and not solvable(known) and not rough:
        text = "With {stock} cards to draw the exact value is out of reach."
        raise UnreadableInput(Message("too_large", text, {"stock": known.stock}), "/stock_cards")
    values = _exact(state, known)
    cards = legal_cards(known)
    order = ranking(state, cards, values, "riscos" if known.points is not None else "points")
    return Solution(
        state,
        tuple(
            SolvedChoice(
                action=play_actions(state, [cards[a]])[0],
                points=int(values["points"][0, a]),
                riscos=int(values["riscos"][0, a]) if known.points is not None else None,
            )
            for a in order
        ),
        known.notes,
    )


def playable(state: State) -> TrickGame:
    """The rules of a state's game.

    Raises
    ------
    UnreadableInput
        If they are not implemented.
    """
    if not isinstance(state.game, TrickGame):
        text = "{game} can be read, but there is no advice for it yet."
        raise UnreadableInput(Message("no_advice", text, {"game": state.game.title}), "/game")
    return state.game


def _exact(state: State, known: Knowledge) -> dict[str, np.ndarray]:
    """Values of the one world there is: `[1, action]` by objective."""
    only = Worlds(state, known, 1, 0)
    seen = state.hands is not None
    search = evaluator(state, known, "points", exact_method(known, seen), float("inf"))
    values = replace(search, open=seen)(0, only.chunk(0, 1))
    return {name: lots.astype(np.int64) for name, lots in values.items()}


def evaluator(
    state: State, known: Knowledge, objective: str, method: str, deadline: float
) -> Evaluator:
    """What values the legal cards of a position in its worlds, all of them in both objectives."""
    return Evaluator(
        state=state,
        known=known,
        cards=legal_cards(known),
        method=method,
        second="points" if objective == "riscos" else "riscos",
        prefix=EVERY,
        deadline=deadline,
        stop=np.zeros(1, dtype=np.int32),
    )


def _answer(question: Question) -> Advice:
    """Advice on which card to play, in a game of two sides."""
    return _forced(question.blank, question.known) or _weighed(question)


def _weighed(question: Question) -> Advice:
    """Value the actions in as many worlds as the budget allows."""
    blank, known, budget, both = question.blank, question.known, question.budget, question.both
    state, objective = blank.state, blank.objective
    worlds = Worlds(state, known, budget.most_enumerated, blank.seed)
    method = blank.method
    evaluate = evaluator(state, known, objective, method, question.deadline)
    if not both:
        evaluate = replace(evaluate, prefix=0)
    elif objective == "riscos" and not worlds.exhaustive:
        evaluate = replace(evaluate, prefix=points_prefix(known, budget))
    if worlds.exhaustive:
        evaluate = replace(evaluate, lead_weight=lead_weight(known, method))
    columns = collect(
        evaluate, worlds, budget, question.jobs, lambda now: is_clear(now, objective)
    )
    notes = blank.notes
    if not columns or not len(columns[objective]):
        method = "playout"
        evaluate = replace(evaluate, method=method, deadline=float("inf"))
        columns = evaluate(0, worlds.chunk(0, LEAST_WORLDS))
        notes = (*notes, TIME_SHORT)
    elif "weight" in columns:
        text = (
            "The lead tells something: deals in which {card} is the best lead, by the same"
            " reckoning, have {times} times the weight."
        )
        led = card_message(state.pack, known.table[0])
        values = {"card": led, "times": evaluate.lead_weight}
        notes = (*notes, Message("lead_weight", text, values))
    count = len(columns[objective])
    exhaustive = worlds.exhaustive and all(
        len(lots) == worlds.count
        for name, lots in columns.items() if both or name == objective
    )
    extras = extra_actions(state, known, method)
    options = choices_of(
        state, legal_cards(known), counted(columns), objective,
        exact=exhaustive, riscos_known=known.points is not None, extras=extras,
    )
    if "weight" in columns:
        options = tuple(replace(option, worlds=count) for option in options)
    return replace(
        blank,
        worlds=count,
        exhaustive=exhaustive,
        method=method,
        notes=(*notes, *(extra.note for extra in extras)),
        options=options,
    )


def _forced(blank: Advice, known: Knowledge) -> Advice | None:
    """The answer where there is nothing to choose."""
    state = blank.state
    cards = legal_cards(known)
    if extra_actions(state, known, blank.method):
        return None
    decided = _decided(state, known)
    if len(cards) > 1 and not decided:
        return None
    if decided or Worlds(state, known, 1, 0).exhaustive:
        values = _exact(state, known)
    else:
        values = dict.fromkeys(("points", "riscos"), np.empty((0, len(cards)), dtype=np.int64))
    choices = choices_of(
        state, cards, values, blank.objective, exact=True, riscos_known=known.points is not None
    )
    options = tuple(replace(choice, worlds=0, delta=Estimate(0.0)) for choice in choices)
    return replace(
        blank, forced="one_action" if len(cards) == 1 else "all_equal", options=options
    )


def _decided(state: State, known: Knowledge) -> bool:
    """Whether points and RISCOS are the same whatever is played: no points left, no sweep."""
    if known.points is None:
        return False
    sweep_open = 0 in known.taken and state.rules["sweep"] == "tricks"
    return sum(known.points) == TOTAL and not sweep_open


def _result(state: State, known: Knowledge) -> Result:
    """What a deal that is over has brought: the side of the seat advised, or every seat."""
    alone = several_stakes(state.game)
    if alone:
        return alone.result(state, known)
    side = state.game.sides()[known.me]
    if known.points is None:
        return Result(None, None)
    paid = riscos(known.points[side], known.taken[1 - side], known.taken[side], state.rules)
    return Result(known.points[side], paid)


def _check_turn(state: State, known: Knowledge) -> None:
    if known.turn != known.me:
        values = {"seat": seat_message(state.game, state, known.turn)}
        text = "It is the turn of {seat}: advice is for the player to move."
        if state.phase == "go":
            text = (
                "{seat} decides first: say how many cards were exchanged (`trocas`, exchanged),"
                " or that {seat} stayed out (`ficaram`, out)."
            )
        raise ImpossiblePosition(Message("not_my_turn", text, values), "/table")


def _check_options(objective: str, method: str, seed: int, jobs: int | None) -> None:
    for name, value, words in (
        ("objective", objective, ("riscos", "points")),
        ("method", method, ("auto", "pimc", "playout")),
    ):
        if value not in words:
            text = "{name} must be one of {words}, not {value}."
            values = {"name": name, "words": ", ".join(words), "value": value}
            raise UnreadableInput(Message("bad_option", text, values))
    for name, number, least in (("seed", seed, 0), ("jobs", 1 if jobs is None else jobs, 1)):
        if not least <= number < 1 << 63:
            text = "{name} must be a whole number from {least}, not {value}."
            values = {"name": name, "least": str(least), "value": str(number)}
            raise UnreadableInput(Message("bad_option", text, values))

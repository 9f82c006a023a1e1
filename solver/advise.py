"""From a position to advice: worlds, values, choices; and exact solutions of open positions."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import Any

from trunfo.advice import Advice, Solution
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.engine.text import notation
from trunfo.games.base import Advisor, advisor_of
from trunfo.pimc.budget import Budget, cores
from trunfo.pimc.choices import OBJECTIVES
from trunfo.pimc.decision import Question
from trunfo.pimc.pipeline import answers

BATCH_SECONDS = 0.1
"""Seconds from one answer of `advise_iter` to the next."""

METHODS = ("auto", "pimc", "playout")
SECONDS = (0.001, 1_000_000.0)
WORLDS = (1, 1_000_000_000)
SEEDS = (0, 2**63 - 1)
JOBS = (1, 1024)
SAMPLES = (0, 1000)
"""What the options can be, here as on the command line: the least and the most."""


def parse(text: str) -> State:
    """Read and check a position, typed or JSON.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        With the place in the text.

    Examples
    --------
    >>> state = parse("bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥")
    >>> [state.pack.token(card) for card in state.table.cards]
    ['RC']
    """
    return notation.parse(text).state


def advise(
    state: State | str,
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
    after: str | None = None,
    versus: str | Mapping[str, Any] | None = None,
    why: bool = False,
    beliefs: bool = False,
    samples: int = 0,
) -> Advice:
    """Say what to do, and what every action is expected to bring.

    Parameters
    ----------
    state : State or str
        The position, or its text; `me` is to act.
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
        Whether to find the values in the other objective too. Without them it is faster, and the
        same action stands first: for players.
    notes : sequence of Message
        Notes of whoever read the position, to be passed on.
    without : sequence of str
        Parts of the method that are left out, for measurements, as the game's advisor names
        them (`Advisor.parts`).
    after : str, optional
        Acts that are done first, from the seat to act on: `"V♣, direita 6♣"`. Then it must be the
        turn of `me` again; the state of the answer is the one after them.
    versus : str or mapping, optional
        An action that is listed in any case, in words or as in JSON; `why` compares with it.
    why : bool
        Whether to say why the best action and not the second, what is certain, and the like.
    beliefs : bool
        Whether to say where the hidden cards are.
    samples : int
        How many worlds to show as examples.

    Raises
    ------
    ImpossiblePosition
        If no deal fits the position, or it is not the turn of `me`.
    UnreadableInput
        If an option makes no sense, or the game cannot be advised on.

    Examples
    --------
    >>> state = parse("copas; ronda 4; mão ♥R 2 ♠DV ♣8; mesa frente ♠4 ♠2; pontos 0 3 0 2")
    >>> [choice.action for choice in advise(state, worlds=50, seed=1).options]
    [{'play': 'VE'}, {'play': 'DE'}]
    """
    *_, last = advise_iter(
        state, time=time, worlds=worlds, until_clear=until_clear, objective=objective,
        method=method, seed=seed, jobs=jobs, both=both, notes=notes, without=without,
        after=after, versus=versus, why=why, beliefs=beliefs, samples=samples, every=None,
    )
    return last


def advise_iter(
    state: State | str,
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
    after: str | None = None,
    versus: str | Mapping[str, Any] | None = None,
    why: bool = False,
    beliefs: bool = False,
    samples: int = 0,
    stop: threading.Event | None = None,
    every: float | None = BATCH_SECONDS,
) -> Iterator[Advice]:
    """Advise as `advise` does, and show it as it firms.

    Parameters
    ----------
    stop : threading.Event, optional
        Set by another thread to have the last answer at once, from what is finished by then.
    every : float, optional
        Seconds from one answer to the next; None for the last one only. The others are as in
        `advise`.

    Yields
    ------
    Advice
        After each batch of worlds; the last is what `advise` returns.

    Raises
    ------
    ImpossiblePosition, UnreadableInput
        As `advise`, before anything is tried out.
    """
    started = clock.monotonic()
    if time is None and worlds is None and not until_clear:
        time = 1.0
    budget = Budget(
        None if time is None else _seconds("time", time),
        None if worlds is None else _whole("worlds", worlds, WORLDS),
        bool(until_clear),
    )
    objective = _word("objective", objective, OBJECTIVES)
    method = _word("method", method, METHODS)
    seed = _whole("seed", seed, SEEDS)
    jobs = cores() if jobs is None else _whole("jobs", jobs, JOBS)
    every = None if every is None else _seconds("every", every)
    samples = _whole("samples", samples, SAMPLES)
    if isinstance(state, str):
        parsed = notation.parse(state)
        state, notes = parsed.state, (*parsed.notes, *notes)
    state.check()
    if after is not None:
        state = _after(state, after)
        state.check()
    advisor = advisor_of(state.game)
    for part in without:
        _word("without", part, tuple(each.name for each in advisor.parts))
    known = advisor.game.knowledge(state)
    if known.points is None:
        objective = "points"
    assumed = (*notes, *known.notes)
    blank = Advice(
        state=state, objective=objective, seed=seed, worlds=0, exhaustive=False, elapsed_s=0.0,
        method=advisor.method(known, method, budget), forced=None,
        notes=assumed, options=(), words=advisor.words(state.rules), assumed=assumed,
    )
    if state.phase == "play" and known.over:
        result = advisor.result(state, known)
        return iter((replace(blank, forced="over", result=result),))
    _check_turn(state, known)
    question = Question(
        state, known, budget, objective, method, seed, jobs, both,
        frozenset(without), started, stop, every,
        None if versus is None else _named(state, versus),
        bool(why), bool(beliefs), samples,
    )
    return _answers(advisor, question, blank)


def _answers(advisor: Advisor, question: Question, blank: Advice) -> Iterator[Advice]:
    for advice in answers(advisor.decision(question), blank):
        approximations = advisor.approximations(advice) if advice.worlds else ()
        yield replace(advice, approximations=approximations)


def solve(
    state: State | str, *, rough: bool = False, notes: Sequence[Message] = ()
) -> Solution:
    """The exact value of every legal action where all cards are known, with best play by all.

    Parameters
    ----------
    state : State or str
        The position, or its text; with `hands`, and `stock_cards` if there are cards to draw.
    rough : bool
        Whether to play out what is out of reach of a search, rather than refuse it.
    notes : sequence of Message
        Notes of whoever read the position, to be passed on.

    Raises
    ------
    UnreadableInput
        If the state has no `hands`, the game cannot be solved, or too many cards are to
        be drawn.
    ImpossiblePosition
        If no deal can look like that.

    Examples
    --------
    >>> hands = "eu: A♥ 7♥ direita: R♥ 2♠ parceiro: V♦ D♦ esquerda: 6♣ 5♣"
    >>> solution = solve(parse(f"sueca; trunfo ♠; mãos {hands}; sai eu; pontos nós 50 eles 40"))
    >>> [(choice.action, choice.points, choice.riscos) for choice in solution.options]
    [({'play': 'AC'}, 68, 1), ({'play': '7C'}, 67, 1)]
    """
    if isinstance(state, str):
        parsed = notation.parse(state)
        state, notes = parsed.state, (*parsed.notes, *notes)
    advisor = advisor_of(state.game)
    if state.hands is None:
        text = "To solve a position all hands must be known: give `mãos` (hands)."
        raise UnreadableInput(Message("missing_key", text), "/hands")
    state.check()
    known = advisor.game.knowledge(replace(state, me=None))
    if known.over:
        solution = Solution(state, (), known.notes, advisor.result(state, known))
    else:
        solution = advisor.solution(state, known, rough=rough)
    return replace(solution, notes=(*notes, *solution.notes))


def _after(state: State, acts: str) -> State:
    from trunfo.table.asked import state_after

    return state_after(state, acts)


def _named(state: State, action: str | Mapping[str, Any]) -> Action:
    from trunfo.table.asked import action_named

    return action_named(state, action)


def _check_turn(state: State, known: Knowledge) -> None:
    if known.turn != known.me:
        values = {"seat": seat_message(state.game, state, known.turn)}
        text = "It is not your turn (to play now: {seat}): advice is for the player to move."
        if state.phase == "go":
            text = (
                "Another player ({seat}) decides first: say how many cards he exchanged"
                " (`trocas`, exchanged), or that he stayed out (`ficaram`, out)."
            )
        raise ImpossiblePosition(Message("not_my_turn", text, values), "/table")


def _word(name: str, value: object, words: tuple[str, ...]) -> str:
    """One of some words."""
    if isinstance(value, str) and value in words:
        return value
    text = "{name} must be one of {words}, not {value}."
    values = {"name": name, "words": ", ".join(words), "value": repr(value)}
    raise UnreadableInput(Message("bad_option", text, values))


def _whole(name: str, value: object, bounds: tuple[int, int]) -> int:
    """A whole number, of NumPy too."""
    least, most = bounds
    number = isinstance(value, Integral) and not isinstance(value, bool)
    if number and least <= int(value) <= most:  # type: ignore[call-overload]
        return int(value)  # type: ignore[call-overload, no-any-return]
    text = "{name} must be a whole number from {least} to {most}, not {value}."
    values = {"name": name, "least": str(least), "most": str(most), "value": repr(value)}
    raise UnreadableInput(Message("bad_option", text, values))


def _seconds(name: str, value: object) -> float:
    """A time, of NumPy too."""
    least, most = SECONDS
    if isinstance(value, Real) and not isinstance(value, bool) and least <= float(value) <= most:
        return float(value)
    text = "{name} must be a number of seconds from {least} to {most}, not {value}."
    values = {"name": name, "least": str(least), "most": str(most), "value": repr(value)}
    raise UnreadableInput(Message("bad_option", text, values))

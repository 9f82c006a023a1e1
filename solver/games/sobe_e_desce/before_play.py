"""Sobe e Desce: advice on the trump, and on going or staying out with every exchange.

In each world every action is tried with the same cards to be drawn; from there on everybody goes by
the rule policies, each on what he sees, as boldly as the match value makes it right for him
(`trunfo.ext.rules.sobe_e_desce`). Of 32 exchanges the best in some worlds are reported as they do
in others: the best of many noisy means promises too much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Choice
from trunfo.engine.cards import PAUS, SUIT_LETTERS, SUITS, cards_of
from trunfo.engine.errors import ImpossiblePosition, Message
from trunfo.engine.position import Action
from trunfo.engine.rules.sobe_e_desce.duties import reason_message
from trunfo.ext.dealer import NoWorld
from trunfo.ext.random import mix
from trunfo.ext.rules.sobe_e_desce import go_results, going_worlds, trump_results
from trunfo.ext.stock import shuffle
from trunfo.games.sobe_e_desce.match_value import SEATS, approximate
from trunfo.games.sobe_e_desce.table import OUT, STAY, TURN_UP, Seats
from trunfo.pimc.budget import Budget, collect
from trunfo.pimc.choices import is_clear, listed, wide
from trunfo.pimc.encode import dealer_of, hands_of, no_world
from trunfo.pimc.question import Question
from trunfo.pimc.stakes import Columns, Stakes
from trunfo.pimc.statistics import total
from trunfo.pimc.worlds import DRAWS, Worlds

KEPT = 6
"""Ways of going that are reported."""

CHOOSING = 512
"""Worlds by which these are chosen among all 32; more find no better ones (bench/NOTES.md)."""

CHOOSING_SHARE = 0.4
"""Share of a time that choosing may take."""

ENOUGH = 1 << 14
"""Worlds after which time is not spent on more: the intervals are a sixth of a RISCO, and adding
up many more takes longer than what is kept of a time for it."""

LEAST_WORLDS = 64
"""Worlds where the time is too short for any."""

REPORTED, CHOSEN_BY = 0, 1 << 40
"""Numbers of the first world that is reported, and of the first that is chosen by."""


class Draws(Worlds):
    """Worlds that the kernel draws itself, without end: only their numbers matter."""

    def __init__(self) -> None:
        self.exhaustive = False
        self.count = None

    def chunk(self, first: int, size: int) -> NDArray[np.uint64]:
        """Rows without columns."""
        return np.empty((size, 0), dtype=np.uint64)


@dataclass(frozen=True)
class Futures:
    """A `Valuer` of actions before play.

    Parameters
    ----------
    seats : Seats
        The deal.
    actions : tuple of int
        As the kernel counts them.
    seed, base : int
        World i is drawn from the stream (seed, base + i).
    method : str
        How the cards are played in the end: `playout` by the rule player, `pimc` by exact
        search, everybody seeing all.
    deadline, stop
        When to stop.
    """

    seats: Seats
    actions: tuple[int, ...]
    seed: int
    base: int
    method: str
    deadline: float
    stop: NDArray[np.int32]

    def __call__(self, first: int, worlds: NDArray[np.uint64]) -> Columns:
        """RISCOS, points and tricks of the seat: `[world, action]`."""
        at, me = self.seats.at, self.seats.known.me
        named = at.trump is None
        results, clubs = (self._named if named else self._gone)(self.base + first, len(worlds))
        tricks = np.roll(results, at.chooser, axis=-1)
        code = self.seats.ledger.code(tricks, clubs)
        return {
            "riscos": self.seats.ledger.riscos[code, me],
            "points": self.seats.ledger.points[code, me],
            "tricks": tricks[..., me],
        }

    def _named(self, first: int, count: int) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Tricks of each place by action, and whether clubs became trump."""
        seats, known = self.seats, self.seats.known
        dealt = np.zeros((count, len(known.holders)), dtype=np.uint64)
        try:
            dealer_of(seats.state, known).deal(self.seed, first, dealt)
        except NoWorld as error:
            raise no_world(error) from error
        hands = np.roll(hands_of(seats.state, known, dealt), -seats.at.chooser, axis=1)
        rest = [holder.name for holder in known.holders].index("out")
        orders = np.zeros((count, 4), dtype=np.uint64)
        shuffle(mix(self.seed, DRAWS), first, np.ascontiguousarray(dealt[:, rest]), -1, orders)
        results = np.empty((count, TURN_UP + 1, SEATS), dtype=np.int8)
        done = trump_results(
            np.hstack([hands, orders]), results, seats.boldness,
            forced=seats.forced, **seats.options, **self._play(),
        )
        trumps = np.tile(np.arange(TURN_UP + 1, dtype=np.uint64), (done, 1))
        trumps[:, TURN_UP] = (orders[:done, 0] & np.uint64(63)) >> np.uint64(4)
        return results[:done, self.actions], trumps[:, self.actions] == PAUS

    def _gone(self, first: int, count: int) -> tuple[NDArray[np.int8], bool]:
        """Tricks of each place by action, and whether clubs are trump."""
        seats, trump, options = self.seats, self.seats.at.trump, dict(self.seats.options)
        assert trump is not None
        turned = -1 if trump.card is None else trump.card
        size = 5 * (SEATS - seats.me)
        worlds = np.empty((count, SEATS + -(-size // 8)), dtype=np.uint64)
        count = going_worlds(
            self.seed, first, worlds, seats.boldness,
            seat=seats.me, hand=seats.known.hand, trump=trump.suit,
            chosen=trump.suit if turned < 0 else TURN_UP, turned=turned, went=seats.went,
            exchanged=seats.exchanged, forced=seats.forced, **seats.claims, **options,
        )
        del options["turn_up"]
        results = np.empty((count, len(self.actions), SEATS), dtype=np.int8)
        done = go_results(
            worlds[:count], np.array(self.actions, dtype=np.int8), results, seats.boldness,
            seat=seats.me, trump=trump.suit, went=seats.went, stock=size,
            forced=seats.forced, **options, **self._play(),
        )
        return results[:done], trump.suit == PAUS

    def _play(self) -> dict[str, Any]:
        """How the cards are played, and until when."""
        payoffs = self.seats.payoffs if self.method == "pimc" else None
        return {"payoffs": payoffs, "deadline": self.deadline, "stop": self.stop}


def advised(question: Question, stakes: Stakes) -> Advice:
    """The answer to a decision before play."""
    seats = Seats.of(question.state, question.known)
    method = "pimc" if question.method == "pimc" and seats.scored else "playout"
    blank = replace(question.blank, method=method, notes=_notes(question, seats))
    question = replace(question, blank=blank)
    if seats.at.trump is None:
        return _on_trump(question, seats, stakes)
    return _on_going(question, seats, stakes)


def _notes(question: Question, seats: Seats) -> tuple[Message, ...]:
    notes = list(question.blank.notes)
    said = approximate(seats.rules) if seats.scored else None
    if said is not None:
        notes.append(said)
    if seats.at.trump is not None:
        for reason in seats.reasons(question.known.me):
            text = "Staying out is not allowed: {reason}."
            message = Message(f"forced_{reason}", text, {"reason": reason_message(reason)})
            notes.append(message)
    return tuple(notes)


def _on_trump(question: Question, seats: Seats, stakes: Stakes) -> Advice:
    """A suit, or turning up."""
    codes = tuple(SUITS) + ((TURN_UP,) if seats.rules["turn_up"] else ())
    actions: list[Action] = [
        {"trump": "turn" if code == TURN_UP else SUIT_LETTERS[code]} for code in codes
    ]
    columns, notes = _valued(question, _futures(question, seats, codes), stakes)
    return _answered(question, seats, stakes, actions, columns, notes)


def _on_going(question: Question, seats: Seats, stakes: Stakes) -> Advice:
    """Staying out, or going with one of the 32 exchanges."""
    hand = sorted(cards_of(question.known.hand))
    may_stay = not seats.reasons(question.known.me)
    every = (*((STAY,) if may_stay else ()), *sorted(range(1 << len(hand)), key=_cards_thrown))
    if _alone(seats):
        return _lone(question, seats, stakes, every, hand)
    kept = _chosen(question, seats, every, stakes)
    columns, notes = _valued(question, _futures(question, seats, kept), stakes)
    actions = [_going(seats, code, hand) for code in kept]
    advice = _answered(question, seats, stakes, actions, columns, notes)
    return _with_break_even(advice, columns, actions) if may_stay else advice


def _cards_thrown(code: int) -> tuple[int, int]:
    return code.bit_count(), code


def _going(seats: Seats, code: int, hand: Sequence[int]) -> Action:
    if code == STAY:
        return {"go": False}
    thrown = [card for place, card in enumerate(hand) if code >> place & 1]
    return {"go": True, "discard": [seats.state.pack.token(card) for card in thrown]}


def _futures(
    question: Question, seats: Seats, codes: tuple[int, ...], base: int = REPORTED
) -> Futures:
    return Futures(
        seats, codes, question.blank.seed, base, question.blank.method, question.deadline,
        np.zeros(1, dtype=np.int32),
    )


def _chosen(
    question: Question, seats: Seats, every: tuple[int, ...], stakes: Stakes
) -> tuple[int, ...]:
    """Staying out, and the ways of going that do best in some worlds."""
    evaluate = replace(_futures(question, seats, every, CHOSEN_BY), method="playout")
    if question.budget.time is not None:
        limit = question.started + CHOOSING_SHARE * question.budget.time
        evaluate = replace(evaluate, deadline=limit)
    columns = collect(
        evaluate, Draws(), Budget(worlds=CHOOSING), question.jobs, _never
    )
    if not columns or not len(columns["riscos"]):
        columns = _a_few(evaluate)
    ranked = _ranking(columns, question.blank.objective, stakes)
    going = [every[place] for place in ranked if every[place] != STAY][:KEPT]
    return (*((STAY,) if STAY in every else ()), *going)


def _valued(
    question: Question, evaluate: Futures, stakes: Stakes
) -> tuple[Columns, tuple[Message, ...]]:
    """Values of the actions, in as many worlds as the budget allows; what is to be said of them."""
    objective = question.blank.objective

    def clear(now: Columns) -> bool:
        return is_clear(now, objective, stakes)

    columns = collect(evaluate, Draws(), question.budget, question.jobs, clear, most=ENOUGH)
    if columns and len(columns["riscos"]):
        return columns, ()
    columns = _a_few(evaluate)
    if not len(columns["riscos"]):
        text = "No deal fits: too much is said of the others' hands."
        raise ImpossiblePosition(Message("no_world", text), "")
    text = "The time was too short to weigh the actions properly."
    return columns, (Message("time_short", text),)


def _a_few(evaluate: Futures) -> Columns:
    """Values in the fewest worlds that make sense, however long it takes."""
    evaluate = replace(
        evaluate, method="playout", deadline=math.inf, stop=np.zeros(1, dtype=np.int32)
    )
    return evaluate(0, Draws().chunk(0, LEAST_WORLDS))


def _never(_: Columns) -> bool:
    return False


def _ranking(columns: Columns, objective: str, stakes: Stakes) -> list[int]:
    """Actions, best first; of equal ones the one that comes first."""
    columns = wide(columns)
    other = "points" if objective == "riscos" else "riscos"
    totals = [
        tuple(
            -stakes.sign[name] * total(columns[name][:, place]) for name in (objective, other)
        )
        for place in range(columns[objective].shape[1])
    ]
    return sorted(range(len(totals)), key=totals.__getitem__)


def _answered(
    question: Question, seats: Seats, stakes: Stakes, actions: Sequence[Action],
    columns: Columns, notes: tuple[Message, ...],
) -> Advice:
    columns, objective = wide(columns), question.blank.objective
    order = _ranking(columns, objective, stakes)
    options = listed(
        actions, order, columns, objective, False, stakes, riscos_known=seats.scored
    )
    return replace(
        question.blank, worlds=len(columns[objective]), options=tuple(options),
        notes=(*question.blank.notes, *notes),
    )


def _with_break_even(advice: Advice, columns: Columns, actions: Sequence[Action]) -> Advice:
    """Each way of going with the chance of no trick at which it would be as good as staying out.

    Between what it brings without a trick and what it brings with one, as they are on average.
    """
    values = wide(columns)[advice.objective]
    staying = total(values[:, 0]) / len(values)  # staying out comes first

    def told(choice: Choice) -> Choice:
        place = actions.index(choice.action)
        none = columns["tricks"][:, place] == 0
        if not choice.action["go"] or none.all() or not none.any():
            return choice
        with_trick = total(values[~none, place]) / int((~none).sum())
        without = total(values[none, place]) / int(none.sum())
        even = (with_trick - staying) / (with_trick - without)
        return replace(choice, chances={"break_even": min(max(even, 0.0), 1.0)})

    return replace(advice, options=tuple(map(told, advice.options)))


# --- alone -------------------------------------------------------------------------------


def _alone(seats: Seats) -> bool:
    """Whether the last to decide would be the only one in."""
    return seats.me == SEATS - 1 and not seats.went


def _lone(
    question: Question, seats: Seats, stakes: Stakes, every: tuple[int, ...],
    hand: Sequence[int],
) -> Advice:
    """All others are out: whoever goes is paid for every trick, whatever he exchanges."""
    me, trump = question.known.me, question.known.trump
    codes = [code for code in every if code in (STAY, 0)]
    tricks = np.full((1, len(codes), SEATS), OUT, dtype=np.int8)
    for place, code in enumerate(codes):
        if code != STAY:
            tricks[0, place, me] = 5
    rows = seats.ledger.code(tricks, trump == PAUS)
    columns = {
        "riscos": seats.ledger.riscos[rows, me],
        "points": seats.ledger.points[rows, me],
        "tricks": tricks[..., me],
    }
    actions = [_going(seats, code, hand) for code in codes]
    order = _ranking(columns, question.blank.objective, stakes)
    options = listed(
        actions, order, wide(columns), question.blank.objective, True, stakes,
        riscos_known=seats.scored,
    )
    text = "Nobody else goes: who goes is paid for every trick, whatever he exchanges."
    return replace(
        question.blank, exhaustive=True, forced="all_equal" if len(codes) == 1 else None,
        options=tuple(replace(choice, worlds=0) for choice in options),
        notes=(*question.blank.notes, Message("alone", text)),
    )

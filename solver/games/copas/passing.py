"""Which three cards to pass in Copas: a shortlist by rules of thumb, simulation for the rest.

All candidates meet the same worlds. What the others pass in a world is what the rule player
would pass from their hands; the deal is then played out, under every plan of one's own. The
candidates are halved again and again, those left meeting more and more worlds (sequential
halving, after Karnin, Koren and Somekh 2013). The best of many noisy means promises too
much: what is reported comes from worlds that had no part in the choice.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice
from trunfo.engine.cards import ESPADAS, SUITS, cards_of, lane, word_of
from trunfo.engine.errors import Message
from trunfo.engine.rules.copas import CopasKnowledge
from trunfo.engine.rules.copas.passing import PASSED
from trunfo.engine.state import State
from trunfo.pimc.budget import BATCH, MOST_UNTIL_CLEAR, joined, ranges, valued
from trunfo.pimc.choices import is_clear, listed, wide
from trunfo.pimc.encode import Words, kernel_of, root_of, rule_passes, several_of
from trunfo.pimc.question import Question
from trunfo.pimc.stakes import Columns, Results, SeveralStakes
from trunfo.pimc.statistics import total
from trunfo.pimc.worlds import Worlds

SAFE, STRONG = 28, 11
"""Candidates that are taken because they make the hand safe, and because they keep it strong."""

FINALISTS = 6
"""Candidates that are left at the end, and reported."""

ROUNDS = 4
"""Rounds of the choice: the worlds double from one to the next, the candidates are halved."""

LEAST = 16
"""Worlds that are taken if there is no time left."""

CHUNK = 64
"""Worlds that a thread takes at a time."""

CHOOSING = 0.55
"""Share of a time that is spent on the choice; the rest is for the report."""

CHOICE = 1024
"""Worlds for the choice, at the least, where no time is given: it is made once in a deal, and in
few worlds the luckiest of forty candidates wins."""


def advised(question: Question, stakes: SeveralStakes) -> Advice:
    """The advice on a pass: the best candidates, in the order of the choice."""
    state, known, blank = question.state, question.known, question.blank
    assert isinstance(known, CopasKnowledge)
    objective, budget = blank.objective, question.budget
    worlds = Worlds(state, known, budget.most_enumerated, blank.seed)
    plans = ("", *(plan for plan in stakes.plans(state, known) if plan not in question.without))
    everyone = Simulation(
        state, known, shortlist(state, known), plans, stakes.left_out(known, question.without),
        question.deadline, np.zeros(1, dtype=np.int32),
    )
    chosen, ends = _choice(everyone, worlds, question, stakes)
    columns = stakes.columns(state, known, ends, objective, exact=True)
    planned = columns["plan"][0].astype(bool)
    if question.both and not worlds.exhaustive:
        finals = replace(chosen, planned=tuple(planned.tolist()))
        results = _report(finals, worlds, len(ends[""]), question, stakes)
        columns = stakes.columns(state, known, results, objective, exact=True)
        columns["plan"] = np.broadcast_to(planned, columns["plan"].shape)
    columns = wide(columns)
    token = state.pack.token
    actions = [
        {"pass": [token(card) for card in cards_of(word)]} for word in chosen.candidates.tolist()
    ]
    notes = blank.notes
    if question.method == "pimc":
        text = "Before a pass deals are played out, not searched."
        notes = (*notes, Message("not_searched", text))
    return replace(
        blank,
        worlds=len(columns[objective]),
        exhaustive=worlds.exhaustive,
        method="playout",
        notes=notes,
        options=tuple(
            listed(
                actions, range(len(actions)), columns, objective, worlds.exhaustive, stakes,
                riscos_known=known.points is not None,
            )
        ),
    )


@dataclass(frozen=True)
class Simulation:
    """A `Valuer` of passes: with what each seat ends, `[world, candidate, seat]` by plan.

    Parameters
    ----------
    state, known : State, CopasKnowledge
        The position, before the pass.
    candidates : uint64[k]
        Sets of three cards.
    plans : tuple of str
        How the seat may go on; `""`, plain play, stands first.
    without : int or sequence of int
        Rules that the rule player leaves out, a bit each, or so by seat: none except in
        measurements.
    deadline : float
        Monotonic time at which to stop.
    stop : int32[1]
        Another thread sets it to 1 to stop the work at once.
    planned : tuple of bool
        For each candidate whether the last plan is played rather than the first; every
        candidate meets every plan if this is empty.
    """

    state: State
    known: CopasKnowledge
    candidates: NDArray[np.uint64]
    plans: tuple[str, ...]
    without: Sequence[int] | int
    deadline: float
    stop: NDArray[np.int32]
    planned: tuple[bool, ...] = ()
    method: str = "playout"

    def __call__(self, first: int, worlds: Words) -> Columns:
        """Results by plan; under `""` alone where each candidate has its own."""
        hands = self._passed(worlds)
        if not self.planned:
            return {plan: self._played_out(hands, plan) for plan in self.plans}
        results = np.empty((*hands.shape[:2], 4), dtype=np.int8)
        planned = np.array(self.planned)
        for plan, places in ((self.plans[0], ~planned), (self.plans[-1], planned)):
            if places.any():
                results[:, places] = self._played_out(hands[:, places], plan)
        return {"": results}

    def only(self, places: Sequence[int]) -> Simulation:
        """The same with some of the candidates."""
        return replace(self, candidates=self.candidates[list(places)])

    def _passed(self, worlds: Words) -> Words:
        """The hands after the pass, `[world, candidate, seat]`."""
        me, step = self.known.me, self.known.step
        assert step is not None
        given = np.zeros_like(worlds)
        for seat in range(4):
            if seat != me:
                given[:, seat] = rule_passes(self.state, self.known, worlds[:, seat])
        after = worlds & ~given | np.roll(given, step, axis=1)
        hands = np.repeat(after[:, None, :], len(self.candidates), axis=1)
        hands[:, :, me] &= ~self.candidates
        hands[:, :, (me + step) % 4] |= self.candidates
        return hands

    def _played_out(self, hands: Words, plan: str) -> Results:
        """Every deal played out; they are sorted by who leads, since that is public."""
        deals = hands.reshape(-1, 4)
        ends = np.empty(deals.shape, dtype=np.int8)
        two = np.uint64(1 << self.state.pack.card("2P"))
        for leader in range(4):
            places = np.flatnonzero(deals[:, leader] & two)
            if len(places):
                ends[places] = self._from_lead(deals[places], leader, plan)
        return ends.reshape(*hands.shape[:2], 4)

    def _from_lead(self, deals: Words, leader: int, plan: str) -> Results:
        opened = replace(self.known, leader=leader, first=True)
        root = root_of(self.state, opened)
        results = np.empty((len(deals), 64, 4), dtype=np.int8)
        several_of(self.state.game).playouts(
            root, deals, results, plan=plan, planner=self.known.me, without=self.without
        )
        if self.state.rules["must_lead_two_of_clubs"]:
            return results[:, self.state.pack.card("2P")]
        choose = kernel_of(self.state.game).choose
        leads = [choose(root, hand, 0) for hand in deals[:, leader].tolist()]
        return results[np.arange(len(deals)), leads]


def _choice(
    everyone: Simulation, worlds: Worlds, question: Question, stakes: SeveralStakes
) -> tuple[Simulation, Mapping[str, Results]]:
    """Halve the candidates: the finalists, best first, and their results by plan."""
    objective, sign = question.blank.objective, stakes.sign
    other = "points" if objective == "riscos" else "riscos"
    left, parts, done = everyone, dict[str, Results](), 0
    for number, (last, deadline) in enumerate(_rounds(worlds, question)):
        new = _valued(left, worlds, done, last, deadline, question.jobs)
        parts = joined([parts, new]) if parts and new else parts or new
        done = len(parts[""])
        columns = wide(stakes.columns(left.state, left.known, parts, objective, exact=True))
        main, second = (
            [-sign[name] * total(lots) for lots in columns[name].T] for name in (objective, other)
        )
        order = sorted(range(len(main)), key=lambda place: (main[place], second[place], place))
        keep = FINALISTS if number == ROUNDS - 1 else max(FINALISTS, (len(order) + 1) // 2)
        left = left.only(order[:keep])
        parts = {plan: ends[:, order[:keep]] for plan, ends in parts.items()}
    return left, parts


def _rounds(worlds: Worlds, question: Question) -> list[tuple[int | None, float]]:
    """For each round of the choice the number of worlds met by then, and when it ends."""
    budget = question.budget
    if worlds.exhaustive:
        return [(worlds.count, math.inf)] * ROUNDS
    if budget.time is not None:
        share = budget.time * (CHOOSING if question.both else 1.0)
        ends = [question.started + share * (number + 1) / ROUNDS for number in range(ROUNDS)]
        return [(None, end) for end in ends]
    most = max(CHOICE, budget.worlds or 0)
    counts = [most >> (ROUNDS - 1 - number) for number in range(ROUNDS)]
    return [(count, math.inf) for count in counts]


def _valued(
    simulation: Simulation, worlds: Worlds, first: int, last: int | None, deadline: float, jobs: int
) -> dict[str, Results]:
    """Results over worlds `first` to `last`, or until a time; never of none at the start."""
    found = joined(valued(simulation, worlds, ranges(first, last, CHUNK, deadline), jobs))
    if not found and not first:
        found = simulation(first, worlds.chunk(first, LEAST))
    return found


def _report(
    finals: Simulation, worlds: Worlds, first: int, question: Question, stakes: SeveralStakes
) -> Mapping[str, Results]:
    """Results of the finalists over worlds that had no part in the choice."""
    budget, jobs, objective = question.budget, question.jobs, question.blank.objective
    if not budget.until_clear:
        last = None if budget.worlds is None else first + budget.worlds
        return _valued(finals, worlds, first, last, question.deadline, jobs) or finals(
            first, worlds.chunk(first, LEAST)
        )
    found: dict[str, Results] = {}
    for start in range(first, first + MOST_UNTIL_CLEAR, 4 * BATCH):
        part = _valued(finals, worlds, start, start + 4 * BATCH, math.inf, jobs)
        found = joined([found, part]) if found else part
        if clock.monotonic() >= question.deadline:
            break
        columns = stakes.columns(finals.state, finals.known, found, objective, exact=True)
        if is_clear(columns, objective, stakes):
            break
    return found


# --- the shortlist ----------------------------------------------------------------------


def shortlist(state: State, known: CopasKnowledge) -> NDArray[np.uint64]:
    """Passes worth a trial: the rule player's, those that make the hand safest, or keep it strong.

    Of all 286; no pass is tried twice.
    """
    hand = known.hand
    triples = [word_of(cards) for cards in combinations(cards_of(hand), PASSED)]
    queen = state.pack.card("DE")
    by_risk = sorted(triples, key=lambda cards: (risk(hand & ~cards, queen), cards))
    by_strength = sorted(triples, key=lambda cards: (-strength(hand & ~cards), cards))
    rule = rule_passes(state, known, np.array([hand], dtype=np.uint64)).tolist()
    found = dict.fromkeys([*rule, *by_risk[:SAFE], *by_strength[:STRONG]])
    return np.array(list(found), dtype=np.uint64)


def risk(hand: int, queen: int) -> float:
    """Roughly the penalty points that a hand will take: high cards with few low ones below them.

    A suit that is gone or nearly so is worth something, since it lets cards be thrown away.
    """
    found = 0.0
    for suit in SUITS:
        cards = list(cards_of(hand & lane(suit)))
        if suit == ESPADAS:
            found += _spades(cards, queen)
        else:
            # The card at place i is safe while i lower ones can be played before it.
            weight = 0.30 if suit == 0 else 0.16
            found += sum(
                weight * max(0, card % 16 - 2 - 3 * place) for place, card in enumerate(cards)
            )
        if suit != ESPADAS or not cards:
            found -= (1.5, 0.6, 0.2)[len(cards)] if len(cards) < 3 else 0.0
    return found


def _spades(cards: Sequence[int], queen: int) -> float:
    low = sum(card < queen for card in cards)
    if queen in cards:
        return (11.0, 9.0, 7.0, 4.5, 2.5, 1.2)[min(len(cards) - 1, 5)]
    high = sum(card > queen for card in cards)
    return high * (3.0, 2.2, 1.4, 0.7, 0.3)[min(low, 4)]


def strength(hand: int) -> float:
    """How much a hand can take if it wants to: high cards, and the length of suits with them."""
    found = 0.0
    for suit in SUITS:
        cards = [card % 16 for card in cards_of(hand & lane(suit))]
        high = sum(rank >= 10 for rank in cards)
        low = sum(rank < 8 for rank in cards)
        found += 2 * high + 0.5 * max(0, len(cards) - 4) * high
        # Low cards are lost unless the suit is run from the top; hearts have to be won all.
        found -= (1.0 if suit == 0 else 0.4) * max(0, low - high)
    return found

"""Which three cards to pass in Copas: a shortlist by rules of thumb, simulation for the rest.

All candidates meet the same worlds. What the others pass in a world is what the rule player
would pass from their hands; the deal is then played out, under every plan of one's own. The
candidates are halved again and again, those left meeting more and more worlds (sequential
halving, after Karnin, Koren and Somekh 2013). The best of many noisy means promises too
much: what is reported comes from worlds that had no part in the choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Choice
from trunfo.engine.cards import ESPADAS, SUITS, cards_of, lane, word_of
from trunfo.engine.errors import Message
from trunfo.engine.position import Action
from trunfo.engine.rules.copas import CopasKnowledge
from trunfo.engine.rules.copas.following import SEATS
from trunfo.engine.rules.copas.passing import PASSED
from trunfo.engine.state import State
from trunfo.ext.kernel import Root
from trunfo.ext.rules.copas import passes as passes_by_rule
from trunfo.games.multiplayer import PLAIN, MultiplayerAdvisor, MultiplayerPayoffs
from trunfo.games.reasons import of_action
from trunfo.pimc.arrays import Columns, Limits, Raw, SeatValues, Words, WorldSource
from trunfo.pimc.decision import Decision, Question, Round
from trunfo.pimc.encode import kernel_of, multiplayer_of
from trunfo.pimc.worlds import Worlds
from trunfo.report.words import SUITS as SUIT_WORDS

SAFE, STRONG = 28, 11
"""Candidates that are taken because they make the hand safe, and because they keep it strong."""

FINALISTS = 6
"""Candidates that are left at the end, and reported."""

ROUNDS = 4
"""Rounds of the choice: the worlds double from one to the next, the candidates are halved."""

CHOOSING = 0.55
"""Share of a time that is spent on the choice; the rest is for the report."""

CHOICE, MOST_CHOICE = 1024, 1 << 15
"""Worlds for the choice, at the least where no time is given, and at the most. It is made once in a
deal, and in few worlds the luckiest of forty candidates wins; what each has brought is kept."""


def pass_decision(question: Question, advisor: MultiplayerAdvisor) -> Pass:
    """The decision on a pass: candidates by rules of thumb."""
    state, known = question.state, question.known
    assert isinstance(known, CopasKnowledge)
    candidates = shortlist(state, known)
    asked, guest = question.versus, False
    if asked is not None:
        word = np.uint64(word_of(map(state.pack.card, asked["pass"])))
        guest = word not in candidates
        candidates = np.append(candidates, word) if guest else candidates
    plans = (plan for plan in advisor.plans(state, known) if plan not in question.without)
    notes: tuple[Message, ...] = ()
    if question.method == "pimc":
        text = "Before a pass deals are played out, not searched."
        notes = (Message("not_searched", text),)
    return Pass(
        question=question,
        actions=tuple(pass_action(state, cards_of(word)) for word in candidates.tolist()),
        method="playout", payoffs=advisor.payoffs, notes=notes, guest=guest,
        rule=advisor.by_rule(state, question.objective),
        advisor=advisor, candidates=candidates, plans=(PLAIN, *plans),
    )


def pass_action(state: State, cards: Iterable[int]) -> Action:
    """Cards as a pass."""
    return {"pass": [state.pack.token(card) for card in cards]}


def rule_passes(state: State, hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The three cards that the rule player passes from each of some hands."""
    passes = np.empty(len(hands), dtype=np.uint64)
    queen = state.pack.card("DE")
    passes_by_rule(np.ascontiguousarray(hands), passes, queen=queen)
    return passes


@dataclass(frozen=True, kw_only=True)
class Pass(Decision):
    """Which three cards to pass.

    Parameters
    ----------
    advisor : MultiplayerAdvisor
        What the game knows.
    candidates : uint64[k]
        Sets of three cards.
    plans : tuple of str
        How the seat may go on; `""`, plain play, stands first.
    planned : tuple of bool
        For each candidate whether the last plan is played rather than the first; every
        candidate meets every plan if this is empty.
    """

    payoffs: MultiplayerPayoffs
    advisor: MultiplayerAdvisor
    candidates: NDArray[np.uint64] = field(compare=False)
    plans: tuple[str, ...]
    planned: tuple[bool, ...] = ()

    batch: ClassVar[int] = 64
    short: ClassVar[None] = None

    @property
    def known(self) -> CopasKnowledge:
        """The position before the pass."""
        assert isinstance(self.question.known, CopasKnowledge)
        return self.question.known

    @property
    def fewest(self) -> int:
        """As many as the choice: a pass is made once in a deal."""
        return CHOICE

    @property
    def chunk(self) -> int:
        """Few enough to stop soon: every candidate is tried in each."""
        return 64

    def worlds(self) -> WorldSource:
        """The deals that fit what is known before the pass."""
        question = self.question
        most = question.budget.most_enumerated
        return Worlds(question.state, self.known, most, question.seed)

    def value(self, first: int, worlds: Words, limits: Limits) -> Raw:
        """Results by plan; under `""` alone where each candidate has its own."""
        hands = self._passed(worlds)
        if not self.planned:
            return {plan: self._played_out(hands, plan) for plan in self.plans}
        results = np.empty((*hands.shape[:2], SEATS), dtype=np.int8)
        planned = np.array(self.planned)
        for plan, places in ((self.plans[0], ~planned), (self.plans[-1], planned)):
            if places.any():
                results[:, places] = self._played_out(hands[:, places], plan)
        return {PLAIN: results}

    def reasons(self, options: Sequence[Choice], versus: Action) -> Iterator[Message]:
        """Suits of which nothing is left, and the queen of spades."""
        best, pack = options[0], self.question.state.pack
        passed, other = (
            word_of(map(pack.card, action["pass"])) for action in (best.action, versus)
        )
        for suit in SUITS:
            mine = self.known.hand & lane(suit)
            if mine and not mine & ~passed and mine & ~other:
                text = "{best} leaves me without {suit}."
                yield Message("empties", text, {"suit": Message("suit", SUIT_WORDS[suit])})
        yield from self.payoffs.figures(best, of_action(options, versus))

    def read(self, raw: Raw, *, exact: bool) -> Columns:
        """The columns of the seat; the plan is chosen in the rounds, or in all worlds."""
        columns = self.payoffs.columns(
            self.question.state, self.known, raw, self.question.objective, exact=True
        )
        if self.planned:
            columns["plan"] = np.broadcast_to(np.array(self.planned), columns["plan"].shape)
        return columns

    # --- the choice ---

    def rounds(self, worlds: WorldSource) -> list[Round]:
        """The worlds double from one round to the next, the candidates are halved."""
        question, budget = self.question, self.question.budget
        left = len(self.candidates) - self.guest
        keeps = []
        for _ in range(ROUNDS - 1):
            left = max(FINALISTS, (left + 1) // 2)
            keeps.append(left)
        keeps.append(FINALISTS)
        ends, most = [math.inf] * ROUNDS, min(max(CHOICE, budget.worlds or 0), MOST_CHOICE)
        if budget.time is not None:
            share = budget.time * (1.0 if worlds.exhaustive else CHOOSING) / ROUNDS
            ends = [question.started + share * number for number in range(1, ROUNDS + 1)]
            most = MOST_CHOICE
        lasts = [most >> (ROUNDS - number) for number in range(1, ROUNDS + 1)]
        if worlds.exhaustive:
            assert worlds.count is not None
            lasts = [worlds.count] * ROUNDS
        return list(map(Round, lasts, ends, keeps))

    def only(self, places: list[int]) -> Pass:
        """The same with some of the candidates."""
        return replace(
            self, candidates=self.candidates[places],
            actions=tuple(self.actions[place] for place in places),
        )

    def report_from(self, worlds: WorldSource, done: int) -> int | None:
        """The worlds after those of the choice."""
        return None if worlds.exhaustive else done

    def chosen(self, raw: Raw) -> Pass:
        """Every finalist with the plan that suits it."""
        plan = self.read(raw, exact=True)["plan"][0].astype(bool)
        return replace(self, planned=tuple(plan.tolist()))

    def chosen_before(self) -> int:
        """The best of the choice."""
        return 0

    # --- the simulation ---

    def _passed(self, worlds: Words) -> Words:
        """The hands after the pass, `[world, candidate, seat]`."""
        me, step = self.known.me, self.known.step
        assert step is not None
        given = np.zeros_like(worlds)
        for seat in range(SEATS):
            if seat != me:
                given[:, seat] = rule_passes(self.question.state, worlds[:, seat])
        after = worlds & ~given | np.roll(given, step, axis=1)
        hands = np.repeat(after[:, None, :], len(self.candidates), axis=1)
        hands[:, :, me] &= ~self.candidates
        hands[:, :, (me + step) % SEATS] |= self.candidates
        return hands

    def _played_out(self, hands: Words, plan: str) -> SeatValues:
        """Every deal played out; they are sorted by who leads, since that is public."""
        deals = hands.reshape(-1, SEATS)
        ends = np.empty(deals.shape, dtype=np.int8)
        two = np.uint64(1 << self.question.state.pack.card("2P"))
        for leader in range(SEATS):
            places = np.flatnonzero(deals[:, leader] & two)
            if len(places):
                ends[places] = self._from_lead(deals[places], leader, plan)
        return ends.reshape(*hands.shape[:2], SEATS)

    @cached_property
    def _roots(self) -> tuple[Root, ...]:
        """The first trick, by who leads to it."""
        state = self.question.state
        return tuple(
            self.advisor.root(state, replace(self.known, leader=leader, first=True))
            for leader in range(SEATS)
        )

    def _from_lead(self, deals: Words, leader: int, plan: str) -> SeatValues:
        root = self._roots[leader]
        results = np.empty((len(deals), 64, SEATS), dtype=np.int8)
        multiplayer_of(self.question.state.game).playouts(
            root, deals, results, plan=plan, planner=self.known.me,
            without=self.advisor.left_out(self.known, self.question.without),
        )
        if self.question.state.rules["must_lead_two_of_clubs"]:
            return results[:, self.question.state.pack.card("2P")]
        choose = kernel_of(self.question.state.game).choose
        leads = [choose(root, hand, 0) for hand in deals[:, leader].tolist()]
        return results[np.arange(len(deals)), leads]


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
    rule = rule_passes(state, np.array([hand], dtype=np.uint64)).tolist()
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

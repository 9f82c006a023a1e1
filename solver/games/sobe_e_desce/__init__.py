"""Sobe e Desce: every seat for itself; which trump, who goes with what; everything by the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, OutcomeColumn, Result, Sure, Words
from trunfo.engine.cards import SUIT_LETTERS, cards_of, suit_of
from trunfo.engine.errors import Message, as_written
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Position
from trunfo.engine.rules.sobe_e_desce import GAME, SobeEDesce, SobePosition
from trunfo.engine.rules.sobe_e_desce.scores import START
from trunfo.engine.state import State
from trunfo.engine.trick import beats, winning_card
from trunfo.ext.rules.sobe_e_desce import policy_going, policy_trump
from trunfo.games.base import Example, Part
from trunfo.games.multiplayer import MultiplayerAdvisor
from trunfo.games.reasons import played, trick_reasons
from trunfo.games.sobe_e_desce.before_play import before_play
from trunfo.games.sobe_e_desce.inference import LikelyWorlds, likely_hands
from trunfo.games.sobe_e_desce.match_value import SEATS, value, values_after
from trunfo.games.sobe_e_desce.payoffs import TRICKS, SobePayoffs
from trunfo.games.sobe_e_desce.self_play import SobeSelfPlay
from trunfo.games.sobe_e_desce.table import BY_POINTS, TURN_UP, Seats
from trunfo.pimc.arrays import WorldSource
from trunfo.pimc.decision import Decision, Question
from trunfo.pimc.encode import seats_in

INFERENCE = "inference"
"""The part of the method that asks why the others have decided as they did."""

CERTAIN = {
    "1": Sure(as_written("At least one trick"), as_written("No trick")),
    "2": Sure(as_written("At least two tricks"), as_written("Less than two tricks")),
    "3": Sure(as_written("At least three tricks"), as_written("Less than three tricks")),
    "4": Sure(as_written("At least four tricks"), as_written("Less than four tricks")),
    "5": Sure(as_written("Every trick for sure"), as_written("Not every trick")),
}
"""Numbers of tricks that are certain."""


class SobeAdvisor(MultiplayerAdvisor):
    """Everything is valued by what it does to the match."""

    payoffs: ClassVar[SobePayoffs] = SobePayoffs()
    parts: ClassVar[Sequence[Part]] = (
        Part(INFERENCE), Part("going", "simulated", "rules", ("trump", "go")),
    )
    examples: ClassVar[Mapping[str, Example]] = {
        "trump": Example(
            as_written(
                "Which suit to choose as trump, or whether to have the next card turned up: I sit"
                " after the dealer and have seen three cards. The scores are the points that each"
                " still has to lose."
            ),
            as_written(
                "sobe-desce; hand A♠ K♠ 4♥; dealer left; scores me 9 right 6 across 17 left 20"
            ),
        ),
        "go": Example(
            as_written(
                "Whether to go or stay out, and what to exchange. The player on my left chose clubs"
                " and exchanged two cards. I stayed out of the last deal, the player across of the"
                " last two."
            ),
            as_written(
                "sobe-desce; trump ♣ chose left; exchanged left 2; hand 7♣ K♥ 6♦ 4♠ 2♠;"
                " scores me 11 right 6 across 17 left 20; absences me 1 across 2"
            ),
        ),
        "play": Example(
            as_written(
                "Which card to play. The player on my right had the 7♦ turned up; he exchanged one"
                " card, the player across none, I two; the left stays out. I took the first trick,"
                " so I lead."
            ),
            as_written(
                "sobe-desce; trump 7♦ turned chose right; exchanged right 1 across 0 me 2;"
                " out left; discarded 3♣ 2♥; hand 5♦ K♥ 6♦ 4♠; tricks 1. right: J♣ 4♣ A♣;"
                " scores me 11 right 6 across 17 left 20; absences left 1"
            ),
        ),
        "over": Example(
            as_written("A deal that is over: only I went, so all five tricks are mine."),
            as_written(
                "sobe-desce; trump ♠ chose me; exchanged me 2; out right across left;"
                " hand A♠ 7♠ K♠ 4♥ 2♥; scores me 11 right 7 across 17 left 20"
            ),
        ),
        "solve": Example(
            as_written(
                "All cards known: what every card of the player to move brings if each plays as"
                " well as possible for himself. Who stays out has no cards."
            ),
            as_written(
                "sobe-desce; trump ♠ chose me; exchanged me 2 right 1; out across left;"
                " scores me 11 right 7 across 17 left 20;"
                " hands me: 7♠ A♥ K♥ 4♥ 2♦, right: A♠ J♠ 6♥ 5♣ 2♣, across: -, left: -"
            ),
        ),
    }

    def words(self, rules: Rules) -> Words:
        """Tricks, and the chances of none."""
        tricks = {str(count): count for count in range(1, TRICKS + 1)}
        return Words(
            outcomes=(
                OutcomeColumn(as_written("tricks"), tricks, chance=False),
                OutcomeColumn(as_written("no trick"), {"0": 1}),
            ),
            chances={"break_even": as_written("break-even")},
            certain=CERTAIN,
        )

    def decision(self, question: Question) -> Decision:
        """Which trump, whether to go with what exchange, or which card to play."""
        if question.state.phase == "play":
            return super().decision(question)
        rule = self.by_rule(question.state, question.objective)
        return before_play(question, self.payoffs, rule)

    def worlds(self, question: Question) -> WorldSource:
        """All worlds, else those in which the others have gone and exchanged by the policies."""
        worlds = super().worlds(question)
        if worlds.exhaustive or INFERENCE in question.without:
            return worlds
        seats = Seats.of(question.state, question.known)
        return likely_hands(seats, question.seed, worlds)

    def remarks(self, worlds: WorldSource) -> tuple[Message, ...]:
        """Whether the worlds are not all equally likely."""
        return worlds.notes() if isinstance(worlds, LikelyWorlds) else ()

    def approximations(self, advice: Advice) -> tuple[str, ...]:
        """That everybody decides by simple rules, before play."""
        found = super().approximations(advice)
        return found if advice.state.phase == "play" else (BY_RULE, *found)

    def ends(self, state: State, known: Knowledge) -> NDArray[np.int8] | None:
        """Only the last trick decides who has how many."""
        return None

    def result(self, state: State, known: Knowledge) -> Result:
        """Scores after the deal and RISCOS of every seat."""
        seats = seats_in(state)
        if known.points is None or (len(seats) > 1 and len(known.taken) < SEATS):
            return Result(None, None)
        taken = [TRICKS if len(seats) == 1 else known.taken[seat] for seat in seats]
        return self.result_of(state, known, taken)

    def law(self, state: State, known: Knowledge) -> Mapping[str, int]:
        """The options that the play hangs on."""
        return {
            "always_beat": state.rules["beat"] == "always",
            "force_undertrump": state.rules["undertrump"] == "forced",
        }

    def ends_worth(self, state: State, known: Knowledge) -> NDArray[np.float32]:
        """What every division of the tricks is worth to each seat that is in.

        Returns
        -------
        float32[216, seats]
            By the tricks of the first seat times 36, of the second times 6 and of the
            third; the last has what is left of five.
        """
        seats = seats_in(state)
        ends = np.array(list(product(range(6), repeat=3)))
        tricks = np.zeros((len(ends), len(seats)), dtype=np.int8)
        shown = min(3, len(seats))
        tricks[:, :shown] = ends[:, :shown]
        if len(seats) == SEATS:
            tricks[:, 3] = np.maximum(TRICKS - ends.sum(axis=1), 0)
        worth = self.payoffs.by_seat(state, known, tricks).riscos[:, seats]
        return np.ascontiguousarray(worth, dtype=np.float32)

    def card_reasons(
        self, question: Question, best: Action, versus: Action
    ) -> Iterable[Message]:
        """Whether the trick is taken."""
        one, other = played(question, best), played(question, versus)
        assert one is not None
        assert other is not None
        return trick_reasons(question, one, other)

    def by_rule(self, state: State, objective: str = "riscos") -> Action:
        """What the rule policies do before a card is played; then the rule player's card.

        They are as bold as the match value has it; for `points` as is good for the score.
        """
        if state.phase == "play":
            return super().by_rule(state, objective)
        seats = Seats.of(state, self.game.knowledge(state))
        hand, bold = seats.known.hand, seats.boldness.copy()
        if objective == "points":
            bold[seats.me] = BY_POINTS
        if seats.at.trump is None:
            code = policy_trump(hand, bold, forced=seats.forced, **seats.options)
            return {"trump": "turn" if code == TURN_UP else SUIT_LETTERS[code]}
        thrown = policy_going(
            seats.me, hand, seats.at.trump.suit, bold,
            went=seats.went, forced=seats.forced, **seats.options,
        )
        if thrown < 0:
            return {"go": False}
        return {"go": True, "discard": [state.pack.token(card) for card in cards_of(thrown)]}

    def greedy(self, state: State) -> Action:
        """The rule player's decisions before play; then the lowest card that takes the trick.

        If none does, the lowest that may be played; trumps last.
        """
        if state.phase != "play":
            return self.by_rule(state)
        trump = state.trump
        assert trump is not None
        table = state.table.cards if state.table else ()
        legal = self.game.legal_for(state)
        suit = trump.suit
        best = winning_card(table, suit) if table else None
        taking = [card for card in legal if best is None or beats(card, best, suit)]
        lowest = min(taking or legal, key=lambda card: (suit_of(card) == suit, card % 16, card))
        return {"play": state.pack.token(lowest)}

    def self_play(self, rules: Rules) -> SobeSelfPlay:
        """Deals and whole matches."""
        return SobeSelfPlay(self.game, rules)

    def opening(
        self, random: Random, rules: Rules, dealer: int, number: int
    ) -> Position:
        """A deal of a match under way: each score anything from 1 to 20, nobody stayed out."""
        game = self.game
        assert isinstance(game, SobeEDesce)
        scores = tuple(random.randint(1, START) for _ in range(SEATS))
        return game.deal(random, rules, dealer, number, scores=scores)

    def paid(self, start: Position, end: Position) -> tuple[float, ...]:
        """By how much a single deal changes what the match is worth to each seat.

        So the deals of a match, one after the other, add up to what the match pays but for
        what it was worth when it began.
        """
        assert isinstance(start, SobePosition)
        before = value(start.scores, start.chooser, start.absences, start.rules)
        return tuple(now - then for now, then in zip(self.worth(end), before, strict=True))

    def worth(self, end: Position) -> tuple[float, ...]:
        """What the match is worth to each seat after a deal, or pays if the deal has ended it."""
        game = self.game
        assert isinstance(game, SobeEDesce)
        assert isinstance(end, SobePosition)
        if game.match_over(end):
            return game.payoff(end).riscos
        after, stayed = (
            np.array([lots], dtype=np.int32)
            for lots in (game.scores_after(end), game.absences_after(end))
        )
        return tuple(values_after(after, end.chooser, stayed, end.rules)[0].tolist())


BY_RULE = as_written(
    "Approximate: from then on everybody goes, exchanges and stays out by simple rules, as"
    " boldly as the match makes it right for him; who has decided is taken to have done so."
)

ADVISOR = SobeAdvisor(GAME)

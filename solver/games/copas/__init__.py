"""Copas: every seat for itself; which three cards to pass, and going for all the points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, OutcomeColumn, Plan, Result, Sure, Words
from trunfo.engine.cards import PenaltyPack, cards_of, word_of
from trunfo.engine.errors import Message, as_written
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.rules.copas import GAME, MOON, Copas, CopasKnowledge
from trunfo.engine.rules.copas.following import SEATS
from trunfo.engine.rules.copas.passing import PASSED
from trunfo.engine.rules.copas.penalties import QUEEN, TOTAL
from trunfo.engine.state import State
from trunfo.engine.trick import beats, winning_card
from trunfo.games.base import Example, Part
from trunfo.games.copas.pass_simulation import pass_action, pass_decision, rule_passes
from trunfo.games.copas.payoffs import HAS_QUEEN, SHOOT, CopasPayoffs
from trunfo.games.copas.self_play import CopasSelfPlay
from trunfo.games.multiplayer import MultiplayerAdvisor
from trunfo.games.reasons import penalty_reasons, played
from trunfo.pimc.decision import Decision, Question

DEFENCE, SHOOTING = 1, 2
"""Bits of what the rule player may leave out (`player.pxi`): to mind that another is taking
everything; to go on with it where points have come by themselves."""


class CopasAdvisor(MultiplayerAdvisor):
    """RISCOS of 26 less what was taken, or the moon: 104 to one, nothing to the others."""

    payoffs: ClassVar[CopasPayoffs] = CopasPayoffs()
    parts: ClassVar[Sequence[Part]] = (
        Part(SHOOT), Part("defence"), Part("passing", "simulated", "rules", ("pass",)),
    )
    examples: ClassVar[Mapping[str, Example]] = {
        "pass": Example(
            as_written(
                "Which three cards to pass. In round 1 they go to the left, in round 2 to the"
                " right, in round 3 across; in round 4 none are passed."
            ),
            as_written("copas; round 1; hand ♥K92 ♦A 10 5 ♠JQ63 ♣J82"),
        ),
        "play": Example(
            as_written(
                "Which card to play. The player across led the 4♠, the one after him put the 2♠."
                " The points are those that each player has taken so far."
            ),
            as_written(
                "copas; round 4; hand ♥K2 ♠QJ ♣8; table across 4♠ 2♠;"
                " points me 0 left 3 across 0 right 2"
            ),
        ),
        "over": Example(
            as_written("A deal that is over: what it pays to each."),
            as_written("copas; round 1; hand -; points me 2 left 0 across 13 right 11"),
        ),
        "solve": Example(
            as_written(
                "All cards known: what every card of the player to move brings if each plays as"
                " well as possible for himself."
            ),
            as_written(
                "copas; round 4; leads me; points me 5 left 13 across 2 right 2;"
                " hands me: 2♥ 3♣, left: K♥ 4♣, across: 5♥ 6♣, right: 7♥ 8♣"
            ),
        ),
    }

    def words(self, rules: Rules) -> Words:
        """Moons, the queen, and the plan of a moon."""
        return Words(
            outcomes=(
                OutcomeColumn(as_written("my moon"), {"moon_mine": 1}),
                OutcomeColumn(as_written("other moon"), {"moon_other": 1}),
            ),
            chances={"queen": as_written("queen ♠")},
            plans={SHOOT: Plan(
                as_written("Plan: take everything, as long as that is possible."),
                as_written("moon"),
            )},
            certain={"no_moon_other": Sure(
                as_written("Nobody else shoots the moon"), as_written("Another shoots the moon"),
            )},
        )

    def decision(self, question: Question) -> Decision:
        """Which card to play, or which three to pass."""
        if question.state.phase == "pass":
            return pass_decision(question, self)
        return super().decision(question)

    def approximations(self, advice: Advice) -> tuple[str, ...]:
        """What the simulation of a pass leaves out."""
        if advice.state.phase != "pass":
            return super().approximations(advice)
        return (PASSED_BY_RULE,) if advice.exhaustive else (PASSED_BY_RULE, CHOSEN_APART)

    def ends(self, state: State, known: Knowledge) -> NDArray[np.int8] | None:
        """When all 26 points are gone, counted or by the cards, nothing changes any more."""
        if known.points is None:
            return None if _penalties_left(state, known) else np.zeros(SEATS, dtype=np.int8)
        if sum(known.points) < TOTAL:
            return None
        return np.array(self.won(state, known), dtype=np.int8)

    def result(self, state: State, known: Knowledge) -> Result:
        """Penalty points and RISCOS of every seat."""
        if known.points is None:
            return Result(None, None)
        return self.result_of(state, known, self.won(state, known))

    def plans(self, state: State, known: Knowledge) -> Sequence[str]:
        """To shoot the moon, while nobody else has taken anything."""
        if known.points is None:
            return ()
        others = sum(known.points) - known.points[known.me]
        return () if others else (SHOOT,)

    def left_out(self, known: Knowledge, without: frozenset[str]) -> tuple[int, ...]:
        """Without `shoot` the seat never goes for everything, without `defence` no other does.

        Nor does anybody then mind that another goes for it.
        """
        bits = [0] * SEATS
        for seat in range(SEATS):
            if "defence" in without:
                bits[seat] |= DEFENCE
            if ("shoot" if seat == known.me else "defence") in without:
                bits[seat] |= SHOOTING
        return tuple(bits)

    def won(self, state: State, known: Knowledge) -> tuple[int, ...]:
        """What every seat has taken so far, as the kernel counts it."""
        if known.points is None:
            return (0,) * state.game.seats
        won = list(known.points)
        taker = _queen_taker(state, known)
        if taker is not None:
            won[taker] += HAS_QUEEN - QUEEN
        return tuple(won)

    def law(self, state: State, known: Knowledge) -> Mapping[str, int]:
        """The options of the rules, and how far the deal is, for the kernel."""
        assert isinstance(known, CopasKnowledge)
        return {
            "queen": _pack(state).queen,
            "lead_two": bool(state.rules["must_lead_two_of_clubs"]),
            "break_hearts": bool(state.rules["hearts_must_be_broken"]),
            "first": known.first,
            "broken": known.broken,
        }

    def card_reasons(
        self, question: Question, best: Action, versus: Action
    ) -> Iterable[Message]:
        """Points that are got rid of, or not taken."""
        one, other = played(question, best), played(question, versus)
        assert one is not None
        assert other is not None
        return penalty_reasons(question, one, other)

    def by_rule(self, state: State, objective: str = "riscos") -> Action:
        """The rule player's pass, the same for both objectives; or its card."""
        if state.phase != "pass":
            return super().by_rule(state, objective)
        hand = self.game.knowledge(state).hand
        word = rule_passes(state, np.array([hand], dtype=np.uint64))[0]
        return pass_action(state, cards_of(int(word)))

    def greedy(self, state: State) -> Action:
        """Pass the highest cards; take as few points as possible with a card, give as many.

        A card that does not take the trick is got rid of: of equal ones the highest goes. One
        that does is the lowest.
        """
        worth = state.pack.worth
        if state.phase == "pass":

            def safety(card: int) -> tuple[bool, int, int]:
                return (worth[card] != QUEEN, -(card % 16), card)

            return pass_action(state, sorted(sorted(state.hand or (), key=safety)[:PASSED]))
        before = state.table.cards if state.table else ()
        best = winning_card(before, None) if before else None
        on_table = state.pack.worth_of(before)

        def cost(card: int) -> tuple[int, int, int]:
            points = on_table + worth[card]
            takes = best is None or beats(card, best, None)
            return (points, card % 16, card) if takes else (-points, -(card % 16), card)

        card = min(sorted(self.game.legal_for(state)), key=cost)
        return {"play": state.pack.token(card)}

    def self_play(self, rules: Rules) -> CopasSelfPlay:
        """Rounds with and without a pass."""
        return CopasSelfPlay(self.game, rules)

    def tallies(self, seating: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
        """Moons that each seat made, and those of others that it paid for."""
        if seating["left"] is not None:
            return {}
        riscos = seating["riscos"]
        shot = MOON in riscos
        return {
            "moons_made": tuple(int(paid == MOON) for paid in riscos),
            "moons_suffered": tuple(int(shot and paid != MOON) for paid in riscos),
        }


PASSED_BY_RULE = as_written(
    "Approximate: the others are taken to pass by simple rules, and each deal is then"
    " played out by simple rules of play, every player seeing only his own cards."
)
CHOSEN_APART = as_written(
    "The choice, among the passes that looked best, was made on other deals than those"
    " that the figures are from."
)


def _pack(state: State) -> PenaltyPack:
    pack = state.pack
    assert isinstance(pack, PenaltyPack)
    return pack


def _queen_taker(state: State, known: Knowledge) -> int | None:
    """The seat that has taken the queen of spades, as far as the points tell.

    Thirteen points may be all the hearts instead. Where nothing else tells she is taken to
    be gone: that somebody takes all the hearts without her is rare.
    """
    assert known.points is not None
    assert isinstance(state.game, Copas)
    queen = _pack(state).queen
    for trick in state.game.past(state).tricks:
        if queen in trick.cards:
            return state.game.winner(trick, None)
    forgotten = any(holder.name == "gone" for holder in known.holders)
    seats = [holder for holder in known.holders if holder.seat is not None]
    here = bool(known.hand >> queen & 1) or queen in known.table
    elsewhere = any(holder.allowed >> queen & 1 for holder in seats)
    if here or (elsewhere and not forgotten):
        return None
    most = max(known.points)
    return known.points.index(most) if most >= QUEEN else None


def _penalties_left(state: State, known: Knowledge) -> bool:
    """Whether a card that counts may still be in a hand or on the table."""
    here = known.hand | word_of(known.table)
    for holder in known.holders:
        here |= 0 if holder.seat is None else holder.allowed
    return bool(here & word_of(_pack(state).penalties))


ADVISOR = CopasAdvisor(GAME)

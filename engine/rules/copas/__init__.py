"""Copas: four players, each for himself, thirteen cards each. Source of the rules: sheet `000`.

Before play three cards are passed, except in every fourth round. The four choose one after the
other, in order of seats, and nobody sees what another has chosen; the cards change hands when
the last has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from trunfo.engine.cards import COPAS, LONG, LONG_QUEEN, PenaltyPack, suit_of, word_of
from trunfo.engine.checks.claims import fact_problems
from trunfo.engine.counted import Check, gone_unnamed, holders
from trunfo.engine.errors import Message, Problem
from trunfo.engine.following import Dealt, Standing
from trunfo.engine.frozen import changed, found_once, kept_property
from trunfo.engine.game import Option, Rules
from trunfo.engine.history import trick_start
from trunfo.engine.knowledge import Knowledge, Pile, gone_unknown
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.rules.copas.checks import (
    breaking_problems,
    first_lead_problems,
    first_trick_problems,
    gift_play_problems,
    point_problems,
)
from trunfo.engine.rules.copas.following import SEATS, FollowedCopas
from trunfo.engine.rules.copas.passing import PASSED, ROUNDS, before_passing, gift_problems, step
from trunfo.engine.rules.copas.penalties import TOTAL, CopasHistory, takings
from trunfo.engine.state import Gift, State
from trunfo.engine.trick import Trick, follow

HAND = 13
MOON = 104
"""RISCOS of who takes every penalty point."""


@dataclass(frozen=True)
class CopasPosition(Position):
    """A deal of Copas with every card known.

    Parameters
    ----------
    round : int
        From 1; it tells where cards are passed.
    passed : tuple of tuple of int or None
        What each seat has chosen to pass: None before it has, nothing where nothing is passed.
        The cards are in its hand until all four have chosen.
    broken : bool
        Whether a heart has been played to a finished trick.
    """

    round: int = ROUNDS
    passed: tuple[tuple[int, ...] | None, ...] = ((),) * SEATS
    broken: bool = False

    @kept_property
    def turn(self) -> int:
        """The seat to choose what it passes, or to play."""
        return self.passed.index(None) if None in self.passed else super().turn

    @property
    def phase(self) -> str:
        """Cards are passed before they are played."""
        return "pass" if None in self.passed else "play"

    @property
    def first(self) -> bool:
        """Whether the open trick is the first of the deal."""
        return max(map(len, self.hands)) == HAND


@dataclass(frozen=True)
class CopasKnowledge(Knowledge):
    """A position of Copas as one seat knows it.

    In the pass `leader` stands for the seat that chooses, and it is not known who leads.

    Parameters
    ----------
    first : bool
        Whether the open trick is the first of the deal.
    broken : bool
        Whether hearts may be led as far as breaking them goes: always, without that rule.
    step : int or None
        Seats ahead to whom cards are passed in this round; None if the round is not known.
    """

    first: bool = False
    broken: bool = True
    step: int | None = None


@dataclass(frozen=True)
class Copas(FollowedCopas):
    """Four players, each for himself, 52 cards."""

    history_class = CopasHistory

    def pack(self, rules: Rules) -> PenaltyPack:
        """The queen stands above the jack only in the international order."""
        return LONG_QUEEN if rules["queen_above_jack"] else LONG

    def deal(
        self, random: Random, rules: Rules, dealer: int = 0, number: int = 0
    ) -> CopasPosition:
        """Shuffle and deal thirteen cards each; the round is the deal's number, counted from 1.

        Parameters
        ----------
        random : random.Random
            The source of chance.
        rules : Rules
            The options.
        dealer : int
            The seat that deals; it has no other part in the game.
        number : int
            The deal of a match from 0: rounds 1 to 4, and again.
        """
        cards = list(self.pack(rules).cards)
        random.shuffle(cards)
        hands = tuple(tuple(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(SEATS))
        return self.begin(rules, Dealt(dealer, hands, round=number % ROUNDS + 1))

    def dealt(self, position: Position) -> Dealt:
        """Hands and round."""
        assert isinstance(position, CopasPosition)
        hands = tuple(tuple(sorted(hand)) for hand in position.hands)
        return Dealt(position.dealer, hands, round=position.round)

    def begin(self, rules: Rules, dealt: Dealt) -> CopasPosition:
        """The position before anybody passes, or in a round without passing before the lead."""
        position = CopasPosition(
            rules=rules,
            trump=None,
            hands=tuple(frozenset(hand or ()) for hand in dealt.hands),
            tricks=(),
            table=Trick(None),
            dealer=dealt.dealer,
            round=dealt.round or ROUNDS,
        )
        if step(rules, position.round):
            return replace(position, passed=(None,) * SEATS)
        return self._opened(position)

    @found_once
    def legal(self, position: Position) -> frozenset[int]:
        """Follow suit if able; the first trick, and where hearts must be broken, have rules more.

        None before all have passed.
        """
        assert isinstance(position, CopasPosition)
        if position.phase != "play":
            return frozenset()
        hand = position.hands[position.turn]
        penalties = self.pack(position.rules).penalties
        table = position.table.cards
        if table:
            cards = follow(hand, table)
            follows = any(suit_of(card) == suit_of(table[0]) for card in cards)
            return cards if follows or not position.first else cards - penalties or cards
        if position.first:
            two = self.pack(position.rules).card("2P")
            if position.rules["must_lead_two_of_clubs"] and two in hand:
                return frozenset({two})
            return hand - penalties or hand
        if position.rules["hearts_must_be_broken"] and not position.broken:
            return frozenset(card for card in hand if suit_of(card) != COPAS) or hand
        return hand

    def phase_unclear(self, state: State) -> Message | None:
        """A full hand in no round: before the pass, or before the first trick."""
        said = state.tricks or state.table or state.played or state.passed or state.received
        if said or state.round is not None or state.hands is not None:
            return None
        if len(state.hand or ()) != HAND:
            return None
        text = (
            "Are cards to be passed? Say the round, 1 to 4 (`ronda`, round), or that play has"
            " begun (`fase jogar`, phase play)."
        )
        return Message("round_missing", text)

    def pass_step(self, rules: Rules, number: int) -> int:
        """To the left neighbour in round 1, to the right in round 2, across in round 3."""
        return step(rules, number)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """All 286 passes of three cards, or every card that may be played, in a fixed order."""
        if position.phase == "play":
            return super().actions(position)
        token = self.pack(position.rules).token
        hand = map(token, sorted(position.hands[position.turn]))
        return tuple({"pass": list(cards)} for cards in combinations(hand, PASSED))

    def act(self, position: Position, action: Action) -> Position:
        """The position after the seat to move has passed three cards or played one.

        Raises
        ------
        ValueError
            If it may not do that.
        """
        if position.phase == "play":
            return super().act(position, action)
        if set(action) != {"pass"} or not isinstance(action["pass"], list | tuple):
            raise ValueError(f"{', '.join(action)}: three cards are to be passed")
        try:
            cards = [self.pack(position.rules).card(token) for token in action["pass"]]
        except (KeyError, TypeError):
            raise ValueError(f"{action['pass']}: no cards that can be passed") from None
        return self.pass_cards(position, cards)

    def pass_cards(self, position: Position, cards: list[int]) -> CopasPosition:
        """The position after the seat to choose has chosen what it passes.

        Raises
        ------
        ValueError
            If they are not three of its cards.
        """
        assert isinstance(position, CopasPosition)
        seat = position.turn
        chosen = frozenset(cards)
        if len(cards) != PASSED or len(chosen) != PASSED or not chosen <= position.hands[seat]:
            raise ValueError(f"{PASSED} different cards of the hand are to be passed")
        passed = list(position.passed)
        passed[seat] = tuple(sorted(chosen))
        after = replace(position, passed=tuple(passed))
        return after if None in passed else self._exchanged(after)

    def _exchanged(self, position: CopasPosition) -> CopasPosition:
        """All have chosen: the cards change hands."""
        ahead = step(position.rules, position.round)
        given = [frozenset(cards or ()) for cards in position.passed]
        hands = tuple(
            hand - given[seat] | given[(seat - ahead) % SEATS]
            for seat, hand in enumerate(position.hands)
        )
        return self._opened(replace(position, hands=hands))

    def _opened(self, position: CopasPosition) -> CopasPosition:
        """The holder of the two of clubs is to lead."""
        two = self.pack(position.rules).card("2P")
        leader = next((seat for seat, hand in enumerate(position.hands) if two in hand), None)
        return replace(position, table=Trick(leader))

    def settle(self, position: Position) -> Position:
        """A heart in the trick just finished breaks hearts."""
        assert isinstance(position, CopasPosition)
        if position.broken or all(suit_of(card) != COPAS for card in position.tricks[-1].cards):
            return position
        return changed(position, broken=True)

    @found_once
    def payoff(self, position: Position) -> Payoff:
        """Penalty points and RISCOS of each seat; who takes all 26 has shot the moon."""
        assert position.over
        return self._paid(takings(self, position.tricks, self.pack(position.rules)))

    def _paid(self, taken: tuple[int, ...]) -> Payoff:
        if TOTAL in taken:
            return Payoff(
                tuple(0 if points == TOTAL else TOTAL for points in taken),
                tuple(float(MOON if points == TOTAL else 0) for points in taken),
            )
        return Payoff(taken, tuple(float(TOTAL - points) for points in taken))

    def phase_of(self, state: State) -> str:
        """Full hands, nothing played and nothing passed in a round with a pass: before it."""
        return "pass" if before_passing(state, HAND) else "play"

    @found_once
    def partial_position(self, state: State) -> CopasPosition:
        """The position of a state as `me` knows it: hands that are not given are empty."""
        assert state.me is not None
        past = self.past(state)
        hands = [frozenset(hand) for hand in state.hands or ((),) * SEATS]
        hands[state.me] |= frozenset(state.hand or ())
        to_choose = state.phase == "pass" and state.passed is None
        return CopasPosition(
            state.rules, None, tuple(hands), past.tricks, past.table, state.dealer,
            round=state.round or ROUNDS,
            passed=tuple(None if to_choose and seat >= state.me else () for seat in range(SEATS)),
            broken=not state.rules["hearts_must_be_broken"] or past.broken is not False,
        )

    def observed(self, position: Position, seat: int | None) -> dict[str, Any]:
        """The round, and of the passes what the seat has given and received."""
        assert isinstance(position, CopasPosition)
        found: dict[str, Any] = {"round": position.round}
        before = position.phase == "pass"
        if before:
            # Nobody leads yet; where every card is seen it must be said who is to choose.
            found |= {"table": None, "me": position.turn if seat is None else seat}
        elif seat not in (None, position.table.leader) and not (
            position.tricks or position.table.cards
        ):
            found["table"] = None  # he does not see who has the two of clubs
        if seat is None or not position.passed[seat]:
            return found
        ahead = step(position.rules, position.round)
        giver = (seat - ahead) % SEATS
        found["passed"] = Gift((seat + ahead) % SEATS, position.passed[seat] or ())
        if not before:
            found["received"] = Gift(giver, position.passed[giver] or ())
        return found

    def ended(self, state: State) -> Payoff | None:
        """By the points that each seat has taken."""
        points = self.knowledge(state).points
        return None if points is None else self._paid(points)

    def has_match(self, rules: Rules) -> bool:
        """A match has four rounds."""
        return True

    def match_ended(self, rules: Rules, standing: Standing, deals: int) -> bool:
        """Whether the four rounds have been played."""
        return deals >= ROUNDS

    def finished(self, state: State) -> int:
        """Every trick finished has taken a card from each hand."""
        return HAND - trick_start(self, state)

    def hand_due(self, rules: Rules, finished: int) -> int:
        """Thirteen cards at first, one less after each trick."""
        return HAND - finished

    def completed(self, state: State) -> State:
        """Who chooses in the pass: `me`, and after that the next."""
        if state.phase == "pass" and state.me is not None:
            return replace(state, table=Trick((state.me + (state.passed is not None)) % SEATS))
        return state

    @found_once
    def past(self, state: State) -> CopasHistory:
        """The play of a state, leaders filled in: the holder of the two of clubs leads first."""
        past = super().past(state)
        assert isinstance(past, CopasHistory)
        if past.assumed_leader and not past.begun and past.two_holder is not None:
            table = Trick(past.two_holder)
            return replace(past, table=table, assumed_leader=False)
        return past

    def own_problems(self, state: State) -> Iterator[Problem]:
        """Passes that cannot be right."""
        yield from gift_problems(state)

    def claims(self) -> tuple[Check, ...]:
        """The first trick, hearts, the cards passed, facts, points."""
        return (
            first_lead_problems, first_trick_problems, breaking_problems, gift_play_problems,
            fact_problems, point_problems,
        )

    @found_once
    def knowledge(self, state: State) -> CopasKnowledge:
        """Everything that follows from a state in which nothing is wrong, for the seat `me`."""
        past = self.past(state)
        me = state.me if state.me is not None else past.turn
        hand = word_of(state.hands[me] if state.hands is not None else state.hand or ())
        notes: list[Message] = []
        if past.assumed_leader and not past.table.cards and hand:
            text = "Nothing says who leads: taken to be the player advised."
            notes.append(Message("leader_assumed", text))
        gone = gone_unnamed(past)
        if gone:
            notes.append(gone_unknown(gone))
        points, pile = _points(self, past, notes)
        breaking = bool(state.rules["hearts_must_be_broken"])
        if breaking and past.broken is None:
            notes.append(Message("broken_assumed", "Hearts are taken to be broken."))
        return CopasKnowledge(
            me=me,
            hand=hand,
            holders=tuple(holders(self, past, me)),
            leader=past.table.leader or 0,
            table=past.table.cards,
            voids=past.voids(),
            points=points,
            taken=(0,) * SEATS,
            pile=pile,
            notes=tuple(notes),
            first=state.phase == "play" and past.finished == 0,
            broken=not breaking or past.broken is not False,
            step=None if state.round is None else step(state.rules, state.round),
        )


def _points(
    game: Copas, past: CopasHistory, notes: list[Message]
) -> tuple[tuple[int, ...] | None, Pile | None]:
    """Points of each seat so far, and what they tell about forgotten cards: their sum."""
    state = past.state
    if past.complete:
        return takings(game, past.tricks, past.pack), None
    if state.points is None:
        text = (
            "Nothing says what has been won so far: points count from now on,"
            " RISCOS cannot be told."
        )
        notes.append(Message("points_unknown", text))
        return None, None
    if state.played:
        text = "Who took the cards played is told only by the points."
        notes.append(Message("order_unknown", text))
    if not gone_unnamed(past):
        return state.points, None
    text = "Of the points only their sum tells which cards are gone."
    notes.append(Message("points_sum", text))
    named = sum(takings(game, past.tricks, past.pack)) + past.pack.worth_of(state.played)
    return state.points, Pile(sum(state.points) - named, 0, -1)


GAME = Copas(
    name="copas",
    title="Copas",
    words=("copas", "hearts"),
    hand_size=HAND,
    options=(
        Option(
            "direction", "left", ("left", "right"), "where the next player sits",
            "sentido", ("esquerda", "direita"),
        ),
        Option(
            "must_lead_two_of_clubs", True, (True, False),
            "the holder of the two of clubs must lead it",
            "sai_o_dois_de_paus",
        ),
        Option(
            "hearts_must_be_broken", False, (True, False),
            "a heart may be led only after one has been played",
            "abrir_copas",
        ),
        Option(
            "queen_above_jack", False, (True, False), "international order of the ranks",
            "dama_acima_do_valete",
        ),
    ),
    phases=("play", "pass"),
    fewer_points=True,
    keys=frozenset({"round", "passed", "received", "points"}),
    text=(
        "Four players, each for himself, 52 cards, thirteen each, no trump. From high to low: ace,"
        " king, jack, queen, then 10 down to 2. Three cards are passed before play, in round 1 to"
        " the left, in round 2 to the right, in round 3 across, in round 4 none; then again. The"
        " holder of the two of clubs leads it to the first trick. Follow suit if able, otherwise"
        " any card, but no heart and not the queen of spades to the first trick. The highest card"
        " of the suit led takes the trick and leads to the next. Each heart taken counts 1, the"
        " queen of spades 13. RISCOS: 26 less the points taken; who takes all 26 gets 104, the"
        " others nothing. Leaving the game costs 10."
    ),
)

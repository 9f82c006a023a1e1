"""What a game can do by its rules: deal, play and score, check what a person states, derive."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from trunfo.engine.errors import Message, Problem
from trunfo.engine.following import Dealt, Due, Following, Standing
from trunfo.engine.frozen import changed, found_once
from trunfo.engine.game import Game, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.state import Fact, State
from trunfo.engine.trick import Trick, follow, winning_card

NO_CARDS: frozenset[int] = frozenset()


class TrickGame(Game, ABC):
    """A game with its rules: slow, obvious, the oracle of the kernel."""

    def phase_of(self, state: State) -> str:
        """The phase of a state that does not say it, by everything else that it says."""
        return "play"

    def phase_unclear(self, state: State) -> Message | None:
        """What to say of a state that could be of several phases; None if there is no doubt."""
        return None

    @abstractmethod
    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal; the position before anything is decided.

        `number` counts the deals of a match from 0, where that makes a difference.
        """

    @abstractmethod
    def payoff(self, position: Position) -> Payoff:
        """What a deal that is over pays."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that cannot be right in a state."""

    @abstractmethod
    def knowledge(self, state: State) -> Knowledge:
        """What follows from a state without problems: where each unseen card may be."""

    def playing(self, state: State) -> Sequence[int]:
        """The seats that play cards, lowest first, as a state tells: all, if nobody stays out."""
        return range(self.seats)

    def winner(self, trick: Trick, trump: int | None, playing: Sequence[int] = ()) -> int:
        """The seat that takes a trick, or is taking one that is still open.

        `playing` are the seats that play, lowest first, where these are not all.
        """
        place = trick.cards.index(winning_card(trick.cards, trump))
        if len(playing) in (0, self.seats) and trick.leader is not None:
            return (trick.leader + place) % self.seats
        return trick.seat(place, playing or range(self.seats))

    @found_once
    def legal(self, position: Position) -> frozenset[int]:
        """The cards that the seat to play may play: follow suit if able."""
        hand = position.hands[position.turn]
        return follow(hand, position.table.cards)

    def play(self, position: Position, card: int) -> Position:
        """The position after the seat to play has played `card`.

        Raises
        ------
        ValueError
            If the card may not be played.
        """
        if card not in self.legal(position):
            raise ValueError(f"card {card} may not be played")
        turn, playing = position.turn, position.playing
        hands = list(position.hands)
        hands[turn] = hands[turn] - {card}
        table = Trick(position.table.leader, (*position.table.cards, card))
        if len(table.cards) < len(playing):
            return changed(position, hands=tuple(hands), table=table)
        trump = position.trump.suit if position.trump else None
        winner = self.winner(table, trump, playing)
        after = changed(
            position, hands=tuple(hands), tricks=(*position.tricks, table), table=Trick(winner)
        )
        return self.settle(after)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """Everything that the seat to move may do, in a fixed order."""
        token = self.pack(position.rules).token
        return tuple({"play": token(card)} for card in sorted(self.legal(position)))

    def act(self, position: Position, action: Action) -> Position:
        """The position after the seat to move has done something.

        Raises
        ------
        ValueError
            If it may not do that.
        """
        if len(action) != 1 or "play" not in action:
            raise ValueError(f"{', '.join(action)}: a card is to be played")
        try:
            card = self.pack(position.rules).card(action["play"])
        except (KeyError, TypeError):
            raise ValueError(f"{action['play']} is no card") from None
        return self.play(position, card)

    @found_once
    def partial_position(self, state: State) -> Position:
        """The position of a state as `me` knows it: the other hands are empty.

        Enough for what `me`, whose turn it is, may do.
        """
        assert state.me is not None
        hands = [NO_CARDS] * self.seats
        hands[state.me] = frozenset(state.hand or ())
        return Position(
            state.rules, state.trump, tuple(hands), state.tricks, state.table or Trick(state.me),
            state.dealer, stock=(0,) * (state.stock or 0),  # which cards does not matter here
        )

    @found_once
    def legal_for(self, state: State) -> frozenset[int]:
        """The cards that `me`, whose turn it is, may play, by what it knows."""
        return self.legal(self.partial_position(state))

    def actions_for(self, state: State) -> tuple[Action, ...]:
        """Everything that `me`, whose turn it is, may do, by what it knows, in a fixed order."""
        if state.phase == "play":
            token = state.pack.token
            return tuple([{"play": token(card)} for card in sorted(self.legal_for(state))])
        return self.actions(self.partial_position(state))

    def observed(self, position: Position, seat: int | None) -> dict[str, Any]:
        """What only this game lets a seat see of a position; see `trunfo.engine.views`.

        Returns
        -------
        dict
            Fields of the view, a `State`, by name. `seat` is None where every card is seen.
        """
        return {}

    def settle(self, position: Position) -> Position:
        """What happens between two tricks: nothing, where no cards are drawn."""
        return position

    def must_follow(self, rules: Rules, number: int) -> bool:
        """Whether suit must be followed in trick `number`, counted from 1."""
        return True

    # The beginning of a deal

    @abstractmethod
    def dealt(self, position: Position) -> Dealt:
        """How a deal begins, from its position before anything is decided."""

    @abstractmethod
    def begin(self, rules: Rules, dealt: Dealt) -> Position:
        """The position before anything is decided; hidden hands are empty in it.

        Of a hidden stock only its size counts. Whether the cards are those of the pack, and
        as many as have to be, is not asked here.
        """

    def dealt_sizes(self, rules: Rules) -> tuple[int, int]:
        """How many cards a hand is dealt in all before any is exchanged; how many are left."""
        size = rules.get("hand_size", self.hand_size)
        assert isinstance(size, int)
        return size, len(self.pack(rules).cards) - self.seats * size

    def first_size(self, rules: Rules) -> int:
        """How many cards a hand is dealt before anything is decided."""
        return self.dealt_sizes(rules)[0]

    # A deal of which a seat does not see every card

    def following(self, state: State) -> Following:
        """A deal under way as a state without problems tells it.

        In play it says who leads, if that can be known.
        """
        known = self.knowledge(state)
        if state.phase == "play" and not known.over:
            leader = self.acting(Following(state)) if not known.table else known.leader
            state = replace(state, table=Trick(leader, known.table))
        return Following(state)

    def acting(self, at: Following) -> int | None:
        """The seat to act; None where it cannot be known.

        Asked while no cards are due and the deal is not over.
        """
        return self.knowledge(at.state).turn

    def done(self, at: Following, seat: int, action: Action) -> Following:
        """What is known after a seat has done something, which is not asked to be allowed."""
        return self.played(at, seat, self.pack(at.state.rules).card(action["play"]))

    def played(self, at: Following, seat: int, card: int) -> Following:
        """What is known after a seat has played a card."""
        state = at.state
        table = state.table or Trick(seat)
        table = Trick(seat if table.leader is None else table.leader, (*table.cards, card))
        state = replace(without(state, seat, card), table=table)
        playing = self.playing(state)
        if len(table.cards) < len(playing):
            return replace(at, state=state)
        winner = self.winner(table, state.trump.suit if state.trump else None, playing)
        points = state.points
        if points is not None:
            side, worth = self.sides()[winner], self.pack(state.rules).worth_of(table.cards)
            points = (*points[:side], points[side] + worth, *points[side + 1 :])
        state = replace(state, tricks=(*state.tricks, table), table=Trick(winner), points=points)
        return self.drawn(replace(at, state=state))

    def drawn(self, at: Following) -> Following:
        """What happens between two tricks: nothing, where no cards are drawn."""
        return at

    def gained(self, at: Following, cards: Sequence[int]) -> Following:
        """What is known after cards that were due have come, one or more of them."""
        due = at.due[0]
        assert due.seat is not None
        left = due.count - len(cards)
        rest = (Due(due.seat, left), *at.due[1:]) if left else at.due[1:]
        return replace(at, state=with_cards(at.state, due.seat, cards), due=rest)

    def may_gain(self, at: Following) -> int:
        """Set of the cards that may come next, as far as one card can be told from another."""
        state, found = at.state, self.pack(at.state.rules).word
        cards = [*(state.hand or ()), *state.played, *state.discarded]
        cards += [card for hand in state.hands or () for card in hand]
        for trick in (*state.tricks, *([state.table] if state.table else [])):
            cards += trick.cards
        if state.trump is not None and state.trump.card is not None:
            cards.append(state.trump.card)
        for card in cards:
            found &= ~(1 << card)
        return found

    def hidden_actions(self, at: Following, seat: int) -> tuple[Action, ...]:
        """What a seat whose hand is hidden may do where no card is to be played."""
        return ()

    def may_redeal(self, state: State, seat: int) -> bool:
        """Whether the seat to act may ask for a new deal, as far as a state tells."""
        return False

    def ended(self, state: State) -> Payoff | None:
        """What a deal that is over has paid; None where its state does not tell."""
        if self.knowledge(state).points is None:
            return None
        return self.payoff(self.partial_position(state))

    def left(self, state: State, seat: int) -> Payoff:
        """What is paid when a seat has left the game: it alone pays, at a table of people."""
        riscos = tuple(float(self.leaving if each == seat else 0) for each in range(self.seats))
        return Payoff((0,) * self.seats, riscos)

    def revoked(self, state: State, seat: int) -> Payoff | None:
        """What is paid when a seat is proven to have broken the duties of play; None: nothing."""
        return None

    # A match

    def has_match(self, rules: Rules) -> bool:
        """Whether there is such a thing as a whole match."""
        return False

    def first_standing(self, rules: Rules) -> Standing:
        """How the players stand when a match, or a single deal, begins."""
        return Standing()

    def standing_after(
        self, rules: Rules, standing: Standing, end: Position | None, paid: Payoff | None
    ) -> Standing:
        """How they stand after a deal.

        Parameters
        ----------
        rules : Rules
            The options it is played by.
        standing : Standing
            As it was before.
        end : Position or None
            The deal when it was over; None where it ended before.
        paid : Payoff or None
            What it paid; None if nothing.
        """
        return standing

    def match_ended(self, rules: Rules, standing: Standing, deals: int) -> bool:
        """Whether a match is over after so many deals."""
        return False

    def match_paid(self, standing: Standing, paid: Sequence[Payoff]) -> Payoff:
        """What a match has brought each seat, by what its deals have paid."""
        points = tuple(sum(deal.points[seat] for deal in paid) for seat in range(self.seats))
        riscos = tuple(sum(deal.riscos[seat] for deal in paid) for seat in range(self.seats))
        return Payoff(points, riscos)


def without(state: State, seat: int, card: int) -> State:
    """A state without a card that was in a hand, known or not."""
    hand, hands = state.hand, state.hands
    if hand is not None and seat == state.me:
        hand = tuple(each for each in hand if each != card)
    if hands is not None:
        left = tuple(each for each in hands[seat] if each != card)
        hands = (*hands[:seat], left, *hands[seat + 1 :])
    known = tuple(
        replace(fact, has=tuple(each for each in fact.has if each != card))
        for fact in state.known
    )
    return replace(state, hand=hand, hands=hands, known=tuple(filter(says, known)))


def says(fact: Fact) -> bool:
    """Whether a fact says anything."""
    return bool(fact.has or fact.lacks or fact.void)


def with_cards(state: State, seat: int, cards: Sequence[int]) -> State:
    """A state with more cards in a hand that is known."""
    hand, hands = state.hand, state.hands
    if hand is not None and seat == state.me:
        hand = tuple(sorted((*hand, *cards)))
    if hands is not None:
        more = tuple(sorted((*hands[seat], *cards)))
        hands = (*hands[:seat], more, *hands[seat + 1 :])
    return replace(state, hand=hand, hands=hands)


def own(state: State, seat: int) -> State:
    """A state as a seat whose hand is known has it, without the other hands."""
    if state.hands is None:
        return state
    hand = state.hands[seat]
    return replace(state, me=seat, hand=hand, hands=None, stock_cards=None)


def game_of(state: State) -> TrickGame:
    """The game of a state, with its rules."""
    game = state.game
    assert isinstance(game, TrickGame)
    return game

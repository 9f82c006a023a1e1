"""A deal as one seat sees it: what a hidden hand may do, what chance may give, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from trunfo.engine.cards import Pack, card_message, cards_of, suit_message, suit_of
from trunfo.engine.errors import ImpossiblePosition, Message
from trunfo.engine.following import Following
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame, own
from trunfo.table.acts import Act
from trunfo.table.deals import DRAW, Deal, refuse, unordered


@dataclass(frozen=True)
class SeenDeal(Deal):
    """A deal as one seat sees it, or with all hands but not what is to come.

    Parameters
    ----------
    game : TrickGame
        The game.
    at : Following
        What is known.
    """

    game: TrickGame
    at: Following

    @property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """The players' names."""
        return self.at.state.seats

    @cached_property
    def known(self) -> Knowledge:
        """What follows from the state; not while cards are due."""
        return self.game.knowledge(self.at.state)

    @cached_property
    def seat(self) -> int | None:
        """The seat to act, or to get a card."""
        if self.at.due:
            return self.at.due[0].seat
        return None if self.over else self.game.acting(self.at)

    @property
    def phase(self) -> str:
        """What is decided now, `draw` while a card is due."""
        return DRAW if self.at.due else self.at.state.phase

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not self.at.due and self.at.state.phase == "play" and self.known.over

    @property
    def result(self) -> Payoff | None:
        """What it pays, as far as that is known."""
        return self.game.ended(self._one_seats) if self.over else None

    @property
    def end(self) -> Position | None:
        """The last position, where everything that it pays by is known."""
        result = self.result
        if result is None:
            return None
        end = self.game.partial_position(self._one_seats)
        return end if self.game.payoff(end) == result else None

    @property
    def _one_seats(self) -> State:
        """What the seat that is followed knows; seat 0, where all hands are known."""
        state = self.at.state
        return state if state.me is not None else own(state, 0)

    def knows(self, seat: int) -> bool:
        """Whether its hand is known."""
        return self.at.knows(seat)

    def state(self, seat: int | None) -> State:
        """What is known, to the seat that knows it."""
        if self.at.due:
            due = self.at.due[0]
            shown: Any = "" if due.seat is None else self._name(due.seat)
            if due.seat is None:
                text = "First say which card was turned up."
            else:
                text = "First say which cards were received ({seat}): {count} to come."
            raise ImpossiblePosition(
                Message("draw_due", text, {"seat": shown, "count": due.count})
            )
        if seat is None:
            return self.at.state
        if not self.knows(seat):
            text = "What is known there ({seat}) nobody can say: the hand is hidden."
            raise ImpossiblePosition(Message("hand_hidden", text, {"seat": self._name(seat)}))
        state = own(self.at.state, seat)
        return replace(state, discarded=self.at.thrown[seat]) if self.at.thrown else state

    def explain(self, seat: int, act: Act) -> None:
        """Raise what the rules have against staying out."""
        if act.get("go") is False:
            after = self.game.done(self.at, seat, act)
            for problem in self.game.problems(after.state):
                raise ImpossiblePosition(problem.message)

    def seen_by(self, seat: int) -> State:
        """The state with another seat as `me`."""
        return replace(self.at.state, me=self.at.state.me if self.at.state.me is not None else seat)

    # What may be done

    def legal(self) -> tuple[Action, ...]:
        """The acts of the seat to act; of a hidden hand those that some deal allows."""
        if self.at.due:
            return tuple(self._draws())
        if self.over:
            return ()
        if self.seat is None:
            return tuple(
                {"seat": seat, **action}
                for seat in range(self.game.seats) if not self.knows(seat)
                for action in self._led_by(seat)._hidden(seat)
            )
        if self.knows(self.seat):
            found = self.game.actions_for(own(self.at.state, self.seat))
        else:
            found = tuple(self._hidden(self.seat))
        redeal = self.game.may_redeal(self.at.state, self.seat)
        return (*found, {"redeal": True}) if redeal else found

    def _draws(self) -> Iterator[Action]:
        due, token = self.at.due[0], self.at.state.pack.token
        for card in cards_of(self.game.may_gain(self.at)):
            if not self._problem(self.game.gained(self.at, (card,))):
                if due.seat is None:
                    yield {"turned": token(card)}
                else:
                    yield {"seat": due.seat, "got": [token(card)]}

    def _hidden(self, seat: int) -> Iterator[Action]:
        if self.at.state.phase != "play":
            yield from self.game.hidden_actions(self.at, seat)
            return
        allowed = next(each.allowed for each in self.known.holders if each.seat == seat)
        for card in cards_of(allowed):
            if can_hold(self.known, seat, card):
                after = self.game.played(self.at, seat, card)
                if not self._problem(after):
                    yield {"play": self.at.state.pack.token(card)}

    def _problem(self, after: Following) -> Message | None:
        """Why it cannot have come to this; nothing is said while cards are due."""
        if after.due:
            return None
        for problem in self.game.problems(after.state):
            if problem.message.code != "leader_missing":
                return problem.message
        if after.state.points is not None and not pile_fits(
            self.game.knowledge(after.state), after.state.pack
        ):
            text = "The cards that are not named cannot hold the points that were taken."
            return Message("points_total", text)
        return None

    # What is done

    def after(self, act: Act) -> SeenDeal:
        """What is known after an act."""
        if self.at.due:
            return self._given(self._drawn(act))
        if self.over:
            refuse(self, act)
        seat = act.seat if act.seat is not None else self.seat
        if seat is None or (self.seat is not None and seat != self.seat):
            refuse(self, act)
        if self.seat is None and "play" in act:
            return self._led_by(seat)._played(seat, act)
        return self._played(seat, act)

    def _led_by(self, seat: int) -> SeenDeal:
        """The same, if it is this seat that leads."""
        state = replace(self.at.state, table=Trick(seat))
        return SeenDeal(self.game, replace(self.at, state=state))

    def _played(self, seat: int, act: Act) -> SeenDeal:
        action = act.action
        if self.knows(seat):
            return self._given(self._own(seat, action, act))
        return self._given(self._unseen(seat, action, act))

    def _given(self, at: Following) -> SeenDeal:
        """The same with those cards dealt that are known to come next."""
        while at.due and at.coming and at.due[0].seat == at.state.me:
            count = at.due[0].count
            if len(at.coming) < count:
                break
            at = replace(self.game.gained(at, at.coming[:count]), coming=at.coming[count:])
        return SeenDeal(self.game, at)

    def _drawn(self, act: Act) -> Following:
        due, pack = self.at.due[0], self.at.state.pack
        key = "turned" if due.seat is None else "got"
        if key not in act or (act.seat is not None and act.seat != due.seat):
            refuse(self, act)
        cards = [pack.card(act[key])] if key == "turned" else list(map(pack.card, act[key]))
        if len(cards) > due.count:
            text = "Too many cards ({count}): {due} are still to come."
            raise ImpossiblePosition(
                Message("too_many_got", text, {"count": len(cards), "due": due.count})
            )
        at, allowed = self.at, self.game.may_gain(self.at)
        for card in cards:
            if not allowed >> card & 1:
                raise self._misplaced(card, due.seat)
        at = self.game.gained(self.at, cards)
        why = self._problem(at)
        if why is not None:
            text = "{card} cannot have come: {why}"
            values = {"card": card_message(pack, cards[-1]), "why": why}
            raise ImpossiblePosition(Message("not_drawn", text, values))
        return at

    def _own(self, seat: int, action: Act, act: Act) -> Following:
        """A seat whose hand is known acts."""
        state = own(self.at.state, seat)
        at = self.at
        if "play" in action and state.phase == "play":
            card = state.pack.card(action["play"])
            if card not in (state.hand or ()):
                raise self._misplaced(card, seat)
            if card not in self.game.legal_for(state):
                raise self._unlawful(seat, card)
            return self.game.played(at, seat, card)
        if "go" in action and action["go"] and len(action) == 1:
            action = Act.of({"go": True, "discard": ()})
        legal = map(unordered, self.game.actions_for(state))
        if unordered(action) not in legal:
            refuse(self, act)
        return self.game.done(at, seat, action)

    def _unseen(self, seat: int, action: Act, act: Act) -> Following:
        """A seat whose hand is hidden acts."""
        state = self.at.state
        if state.phase != "play":
            if "go" in action and action["go"] and len(action) == 1:
                action = Act.of({"go": True, "exchanged": 0})
            if not any(Act.of(each) == action for each in self.game.hidden_actions(self.at, seat)):
                refuse(self, act)
            return self.game.done(self.at, seat, action)
        if "play" not in action:
            refuse(self, act)
        card = state.pack.card(action["play"])
        known = self.known
        holder = next((each for each in known.holders if each.seat == seat), None)
        if holder is None or not holder.allowed >> card & 1:
            raise self._misplaced(card, seat)
        if not can_hold(known, seat, card):
            text = "No deal that fits all that is known has {card} in this hand ({seat})."
            raise ImpossiblePosition(Message("no_world", text, self._values(card, seat)))
        after = self.game.played(self.at, seat, card)
        if self._problem(after) is not None:
            raise self._unlawful(seat, card)
        return after

    # Why not

    def _name(self, seat: int) -> Message:
        return seat_message(self.game, self.at.state, seat)

    def _values(self, card: int, seat: int | None) -> dict[str, Any]:
        values: dict[str, Any] = {"card": card_message(self.at.state.pack, card)}
        return values if seat is None else values | {"seat": self._name(seat)}

    def _unlawful(self, seat: int, card: int) -> ImpossiblePosition:
        """The error about a card that may not be played, though it may be there."""
        values = self._values(card, seat)
        after = replace(self.game.played(self.at, seat, card), due=())
        why = self._problem(after)
        if why is None:
            text = "{card} may not be played now ({seat})."
            return ImpossiblePosition(Message("illegal_card", text, values))
        text = "{card} cannot be played ({seat}): {why}"
        return ImpossiblePosition(Message("illegal_card", text, values | {"why": why}))

    def _misplaced(self, card: int, seat: int | None) -> ImpossiblePosition:
        """The error about a card that is not where it is said to be, with where it is."""
        state, values = self.at.state, self._values(card, seat)
        for who in range(self.game.seats):
            held = own(state, who).hand if self.knows(who) else ()
            if card in (held or ()) and who != seat:
                values["other"] = self._name(who)
                text = "{card} is in another hand ({other})."
                return ImpossiblePosition(Message("card_elsewhere", text, values))
        for number, trick in enumerate((*state.tricks, state.table), 1):
            if trick is not None and card in trick.cards:
                values["number"] = number
                text = "{card} was played in trick {number}."
                return ImpossiblePosition(Message("card_gone", text, values))
        if card in state.played:
            return ImpossiblePosition(
                Message("card_gone", "{card} has been played already.", values)
            )
        if card in state.discarded:
            return ImpossiblePosition(Message("card_gone", "{card} was thrown away.", values))
        if state.trump is not None and card == state.trump.card:
            text = "{card} is the card that was turned up: it is not there."
            return ImpossiblePosition(Message("card_elsewhere", text, values))
        if seat is not None and not self.at.due and self.known.voids[seat] >> suit_of(card) & 1:
            values["suit"] = suit_message(suit_of(card))
            text = "It has been shown that there is no {suit} ({seat}): {card} cannot be there."
            return ImpossiblePosition(Message("shown_void", text, values))
        if seat is not None and self.knows(seat) and not self.at.due:
            text = "{card} is not in this hand ({seat})."
            return ImpossiblePosition(Message("not_in_hand", text, values))
        text = "By all that is known {card} cannot be there."
        return ImpossiblePosition(Message("no_world", text, values))


def can_hold(known: Knowledge, seat: int, card: int) -> bool:
    """Whether a seat has a card in at least one deal that fits all that is known.

    The other cards then have places, as far as the places are asked one by one (Hall's
    condition).
    """
    holders = []
    for holder in known.holders:
        size = holder.size - (holder.seat == seat)
        holders.append((size, holder.allowed & ~(1 << card)))
        if holder.seat == seat and not (holder.size and holder.allowed >> card & 1):
            return False
    unseen = 0
    for _, allowed in holders:
        unseen |= allowed
    for chosen in range(1 << len(holders)):
        reach, places = unseen, 0
        for index, (size, allowed) in enumerate(holders):
            if chosen >> index & 1:
                places += size
            else:
                reach &= ~allowed
        if reach.bit_count() > places:
            return False
    return True


def pile_fits(known: Knowledge, pack: Pack) -> bool:
    """Whether as many cards as are gone without a name can hold the points that they must hold."""
    gone = next((holder for holder in known.holders if holder.name == "gone"), None)
    total = known.pile.total if known.pile is not None else None
    if gone is None or total is None:
        return True
    worth = sorted(pack.worth[card] for card in cards_of(gone.allowed))
    return sum(worth[: gone.size]) <= total <= sum(worth[len(worth) - gone.size :])

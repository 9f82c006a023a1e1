"""What speaks for a card against another: facts of the trick that hold, and figures of the answer.

Messages have `{best}` and `{other}` for the two actions, which the report fills in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trunfo.advice import Choice
from trunfo.engine.cards import cards_of, lane, suit_of
from trunfo.engine.errors import Message
from trunfo.engine.position import Action
from trunfo.engine.trick import beats, winning_card
from trunfo.engine.trick_game import game_of
from trunfo.pimc.decision import Question, alike
from trunfo.pimc.encode import legal_cards, seats_in
from trunfo.report.words import SUITS, seat_phrase

DEAR = 10
"""Card points from which a card is worth keeping."""


class Open:
    """The trick under way, as far as everybody sees it, before `me` plays.

    Parameters
    ----------
    question : Question
        The position.
    """

    def __init__(self, question: Question) -> None:
        state, known = question.state, question.known
        self.table, self.trump = known.table, known.trump
        self.pack, self.me = state.pack, known.me
        self.legal = legal_cards(state, known)
        seats = seats_in(state)
        first = seats.index(known.leader)
        self.order = [seats[(first + step) % len(seats)] for step in range(len(seats))]
        self.sides = game_of(state).sides()
        self.later = self.order[len(self.table) + 1 :]
        self._may = {each.seat: each.allowed for each in known.holders if each.seat is not None}

    def may(self, seat: int) -> int:
        """The cards that a seat may have, as a set."""
        return self._may.get(seat, 0)

    @property
    def taker(self) -> int | None:
        """Who is taking the trick as it lies; None if nothing does."""
        if not self.table:
            return None
        return self.order[self.table.index(winning_card(self.table, self.trump))]

    def takes(self, card: int) -> bool:
        """Whether a card takes the trick from those that lie there."""
        return winning_card((*self.table, card), self.trump) == card

    def safe(self, card: int) -> bool:
        """Whether, after a card of mine, none of another side that is to come can be better."""
        best = winning_card((*self.table, card), self.trump)
        return not any(
            beats(other, best, self.trump)
            for seat in self.later if not self.ours(seat)
            for other in cards_of(self.may(seat))
        )

    def ours(self, seat: int | None) -> bool:
        """Whether a seat is on my side."""
        return seat is not None and self.sides[seat] == self.sides[self.me]

    def points(self, card: int) -> int:
        """Card points of the trick with a card."""
        return self.pack.worth_of((*self.table, card))


def side_reasons(question: Question, best: int, other: int) -> Iterator[Message]:
    """Of two sides that take points: takes the trick, gives points to the partner, keeps a card."""
    trick = Open(question)
    worth, trump = trick.pack.worth, trick.trump
    sure = trick.safe(best)
    if trick.takes(best) and sure:
        if trick.takes(other) and trick.safe(other) and _above(other, best, trump):
            yield Message("cheaper", "{best} takes the trick too, and {other} is kept.")
        elif trick.table and not trick.takes(other):
            yield _taking(trick, best)
    elif trick.ours(trick.taker) and sure and not trick.takes(best):
        if worth[best] > worth[other]:
            yield Message(
                "gives", "The trick is our side's for sure: {best} puts {count} points on it.",
                {"count": worth[best]},
                one="The trick is our side's for sure: {best} puts one point on it.",
            )
    elif trick.table and _lost(trick) and worth[best] < worth[other]:
        if worth[best]:
            yield Message(
                "lost", "The trick is lost: {best} gives away {count} points, {other} more.",
                {"count": worth[best]},
                one="The trick is lost: {best} gives away one point, {other} more.",
            )
        else:
            yield Message("lost", "The trick is lost: {best} gives no points away.")
    elif (seat := _forced(trick, best)) is not None and suit_of(best) != suit_of(other):
        yield Message(
            "forces", "{best} makes {seat}, who has no {suit}, trump or give up the trick.",
            {"seat": seat_phrase(question.state, seat),
             "suit": Message("suit", SUITS[suit_of(best)])},
        )
    elif not trick.takes(best) and (
        worth[other] >= DEAR > worth[best] or _trump(other, trump) > _trump(best, trump)
    ):
        yield Message("keeps", "{other} is kept for later.")


def _taking(trick: Open, best: int) -> Message:
    """A card takes the trick; what that is worth, as far as it is known."""
    values = {"count": trick.points(best)}
    if trick.later:
        return Message(
            "takes", "{best} takes the trick for sure, worth {count} points so far.", values,
            one="{best} takes the trick for sure, worth one point so far.",
        )
    return Message(
        "takes", "{best} takes the trick, worth {count} points.", values,
        one="{best} takes the trick, worth one point.",
    )


def _trump(card: int, trump: int | None) -> bool:
    return card // 16 == trump


def _above(one: int, other: int, trump: int | None) -> bool:
    """Whether a card is the dearer one to spend."""
    return (_trump(one, trump), one % 16) > (_trump(other, trump), other % 16)


def _forced(trick: Open, card: int) -> int | None:
    """The first opponent to come that can only trump a card that I lead, if there is one."""
    if trick.table or trick.trump is None or _trump(card, trick.trump):
        return None
    return next((seat for seat in trick.later if not trick.ours(seat)
                 and trick.may(seat) & lane(trick.trump)
                 and not trick.may(seat) & lane(suit_of(card))), None)


def _lost(trick: Open) -> bool:
    """Whether the others take the trick whatever my side plays."""
    partner_to_come = any(trick.ours(seat) for seat in trick.later)
    return (
        not trick.ours(trick.taker) and not partner_to_come
        and not any(map(trick.takes, trick.legal))
    )


def penalty_reasons(question: Question, best: int, other: int) -> Iterator[Message]:
    """Of a game in which points cost: gets rid of some, stays below, takes a trick without any."""
    trick = Open(question)
    worth = trick.pack.worth
    if not trick.table:
        return
    if not trick.takes(best):
        if worth[best] > worth[other]:
            yield Message(
                "rid", "{best} costs {count} points, and goes into another's trick.",
                {"count": worth[best]},
                one="{best} costs one point, and goes into another's trick.",
            )
        elif trick.takes(other) and not trick.later and trick.points(other):
            yield Message(
                "below", "{best} stays below; {other} would take a trick of {count} points.",
                {"count": trick.points(other)},
                one="{best} stays below; {other} would take a trick of one point.",
            )
        elif trick.takes(other) and not trick.later:
            yield Message("below", "{best} stays below; {other} would take the trick.")
    elif not trick.later and not trick.points(best):
        yield Message("clean", "{best} takes a trick without points.")


def trick_reasons(question: Question, best: int, other: int) -> Iterator[Message]:
    """Of a game in which tricks count: takes the trick, and keeps a better card."""
    trick = Open(question)
    if not (trick.takes(best) and trick.safe(best)):
        return
    if trick.takes(other) and trick.safe(other):
        if _above(other, best, trick.trump):
            yield Message("cheaper", "{best} takes the trick too, and {other} is kept.")
    elif trick.later:
        yield Message("sure", "Nobody to come can beat {best}.")
    else:
        yield Message("takes_trick", "{best} takes the trick.")


def played(question: Question, action: Action) -> int | None:
    """The card that an action plays."""
    return question.state.pack.card(action["play"]) if "play" in action else None


def of_action(options: Sequence[Choice], action: Action) -> Choice:
    """The option of an action."""
    return next(option for option in options if alike(option.action, action))

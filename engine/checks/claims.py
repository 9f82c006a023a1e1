"""What a person claims about a deal, against the play: trump, facts, points, room for the cards.

For games of 120 card points in which suit must be followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from trunfo.engine.cards import SHORT, card_message, lane, suit_message, suit_of, word_of
from trunfo.engine.errors import Message, Problem, listing
from trunfo.engine.history import History
from trunfo.engine.knowledge import Holder
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame


def takings(
    game: TrickGame, tricks: tuple[Trick, ...], trump: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Card points and tricks of each of the two sides in some tricks."""
    points, taken = [0, 0], [0, 0]
    for trick in tricks:
        side = game.sides()[game.winner(trick, trump)]
        points[side] += SHORT.worth_of(trick.cards)
        taken[side] += 1
    return (points[0], points[1]), (taken[0], taken[1])


def trump_problems(past: History) -> Iterator[Problem]:
    """A trump that was chosen, or a turned-up card that is not where it is said to be."""
    state, trump = past.state, past.state.trump
    if trump is not None and (trump.chooser is not None or trump.turned):
        text = "In {game} nobody chooses the trump: a card is turned up."
        where = "/trump/chooser" if trump.chooser is not None else "/trump/turned"
        yield Problem(Message("trump_chosen", text, {"game": state.game.title}), where)
    if trump is None or trump.card is None:
        return
    yield from suit_problems(state)
    if not isinstance(trump.holder, int):
        return
    values: dict[str, Any] = {"card": card_message(state.pack, trump.card)}
    values["seat"] = seat_message(past.game, state, trump.holder)
    for play in past.plays():
        if play.card == trump.card and play.seat != trump.holder:
            values["other"] = seat_message(past.game, state, play.seat)
            template = (
                "The turned-up {card} belonged to one player ({seat}), but another has played it"
                " ({other})."
            )
            yield Problem(Message("trump_holder", template, values), play.where)
    if past.named >> trump.card & 1:
        return
    for seat in range(past.game.seats):
        known = state.hands is not None or seat == state.me
        if known and bool(past.held(seat) >> trump.card & 1) != (seat == trump.holder):
            template = (
                "The turned-up {card} is not gone: it must be in the hand that had it ({seat})."
            )
            yield Problem(Message("trump_holder", template, values), "/trump/holder")


def suit_problems(state: State) -> Iterator[Problem]:
    """A turned-up card of another suit than the trump."""
    trump = state.trump
    if trump is not None and trump.card is not None and suit_of(trump.card) != trump.suit:
        values = {
            "card": card_message(state.pack, trump.card), "suit": suit_message(trump.suit)
        }
        template = "The turned-up card is {card}, but the trump is said to be {suit}."
        yield Problem(Message("trump_suit", template, values), "/trump/suit")


def fact_problems(past: History) -> Iterator[Problem]:
    """Facts said about a seat that its cards deny."""
    state = past.state
    for index, fact in enumerate(state.known):
        where = f"/known/{index}"
        held = past.held(fact.seat)
        exact = state.hands is not None or fact.seat == state.me
        values: dict[str, Any] = {"seat": seat_message(past.game, state, fact.seat)}
        for place, card in enumerate(fact.has):
            if past.named >> card & 1 or (exact and not held >> card & 1):
                values["card"] = card_message(state.pack, card)
                template = "{card} is said to be in one hand ({seat}), but it is not there."
                yield Problem(Message("has_not", template, values), f"{where}/has/{place}")
        for place, card in enumerate(fact.lacks):
            if held >> card & 1:
                values["card"] = card_message(state.pack, card)
                template = "{card} is said not to be in one hand ({seat}), but it is."
                yield Problem(Message("lacks_not", template, values), f"{where}/lacks/{place}")
        for place, suit in enumerate(fact.void):
            suited = held & lane(suit)
            if suited:
                values["suit"] = suit_message(suit)
                values["card"] = card_message(state.pack, suited.bit_length() - 1)
                template = "One player ({seat}) is said to have no {suit}, but holds {card}."
                yield Problem(Message("void_not", template, values), f"{where}/void/{place}")


def point_problems(past: History) -> Iterator[Problem]:
    """Points that the cards gone do not hold, or that no division into tricks can give."""
    state = past.state
    if state.points is None or state.trump is None:
        return
    total = sum(state.points)
    everything = SHORT.worth_of(SHORT.cards)
    over = past.game.seats * past.finished == len(SHORT.cards)
    if total > everything or (over and total != everything):
        template = "{sum} are {total} points: a deal has {everything}."
        if not over:
            template = "{sum} are {total} points: a deal has no more than {everything}."
        values = {"sum": " + ".join(map(str, state.points)), "total": total}
        message = Message("points_total", template, {**values, "everything": everything})
        yield Problem(message, "/points")
        return
    named = past.named & ~word_of(past.table.cards)
    worth = SHORT.worth_of(card for card in SHORT.cards if named >> card & 1)
    all_named = named.bit_count() == past.game.seats * past.finished
    if total < worth or (total > worth and all_named):
        template = "The points add up to {total}: the cards named as gone hold {worth}."
        message = Message("points_total", template, {"total": total, "worth": worth})
        yield Problem(message, "/points")
        return
    taken, _ = takings(past.game, past.tricks, state.trump.suit)
    for side in (0, 1):
        given = state.points[side]
        if given < taken[side] or (past.complete and given != taken[side]):
            values = {
                "points": given,
                "taken": taken[side],
                "seat": seat_message(past.game, state, side),
            }
            template = "{points} points for one side ({seat}): the tricks given bring it {taken}."
            yield Problem(Message("points_side", template, values), f"/points/{side}")
            return
    share = state.points[0] - taken[0]
    if all_named and not divisible(state.played, past.game.seats, share):
        values = {"points": state.points[0], "other": state.points[1]}
        template = "The cards gone cannot be divided into tricks of {points} and {other} points."
        yield Problem(Message("points_division", template, values), "/points")


def divisible(cards: Sequence[int], trick: int, share: int) -> bool:
    """Whether some whole tricks' worth of the cards hold exactly `share` points."""
    sums: list[set[int]] = [set() for _ in range(trick)]  # by number of cards, modulo a trick
    sums[0].add(0)
    for card in cards:
        worth = SHORT.worth[card]
        sums = [
            sums[size] | {points + worth for points in sums[size - 1]} for size in range(trick)
        ]
    return share in sums[0]


def _said_too_many(past: History, holders: Sequence[Holder]) -> Iterator[Problem]:
    """More cards said to be in a hand than it has."""
    for holder in holders:
        held = 0 if holder.seat is None else past.held(holder.seat)
        if held.bit_count() > holder.size:
            facts = (index for index, fact in enumerate(past.state.known)
                     if fact.seat == holder.seat and fact.has)
            where = f"/known/{max(facts, default=0)}" if past.state.known else ""
            values = {
                "seat": seat_message(past.game, past.state, holder.seat or 0),
                "count": held.bit_count(), "size": holder.size,
            }
            many = (
                "One player ({seat}) is said to hold {count} cards, but has no more than {size}."
            )
            one = "One player ({seat}) is said to hold one card, but has no more than {size}."
            yield Problem(Message("said_too_many", many, values, one=one), where)
            return


def _too_much(past: History, seats: Sequence[int]) -> str:
    """Where the fact stands that is too much for these seats: the last that is said of them."""
    said = [index for index, fact in enumerate(past.state.known)
            if fact.seat in seats and (fact.void or fact.lacks)]
    said = said or [index for index, fact in enumerate(past.state.known) if fact.has]
    if said:
        return f"/known/{said[-1]}"
    return next((
        where for where, there in (
            ("/table", past.state.table and past.state.table.cards),
            (f"/tricks/{len(past.state.tricks) - 1}", past.state.tricks),
            ("/hand", past.state.hand),
        ) if there
    ), "")


def place_problems(past: History, unseen: int, holders: Sequence[Holder]) -> Iterator[Problem]:
    """Unseen cards for which the constraints leave too little room (Hall's condition)."""
    for problem in _said_too_many(past, holders):
        yield problem
        return
    for chosen in range(1 << len(holders)):
        reach, places, barred, meant = unseen, 0, [], []
        seats: list[int] = []
        for index, holder in enumerate(holders):
            if chosen >> index & 1:
                places += holder.size
                if holder.seat is not None:
                    meant.append(seat_message(past.game, past.state, holder.seat))
            else:
                reach &= ~holder.allowed
                if holder.seat is not None:
                    seats.append(holder.seat)
                    barred.append(seat_message(past.game, past.state, holder.seat))
        if reach.bit_count() > places:
            values = {"count": reach.bit_count(), "places": places, "seats": listing(barred)}
            many = (
                "No deal fits: {count} unseen cards cannot be in some hands ({seats}), and"
                " elsewhere there is room for {places} only."
            )
            one = (
                "No deal fits: one unseen card cannot be in some hands ({seats}), and there is"
                " no place elsewhere."
            )
            if not barred:
                values["seats"] = listing(meant)
                many = (
                    "No deal fits: {count} unseen cards must be in some hands ({seats}), where"
                    " there is room for {places} only."
                )
                one = (
                    "No deal fits: one unseen card must be in some hands ({seats}), where no"
                    " place is left."
                )
            message = Message("no_world", many, values, one=one)
            yield Problem(message, _too_much(past, seats))
            return

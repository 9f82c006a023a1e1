"""What a person says about a deal of Copas, against its rules and its play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from trunfo.engine.cards import COPAS, card_message, cards_of, lane, suit_of, word_of
from trunfo.engine.counted import CountedGame, gone_unnamed
from trunfo.engine.errors import Message, Problem
from trunfo.engine.history import History, Play
from trunfo.engine.rules.copas.penalties import QUEEN, TOTAL, CopasHistory, takings
from trunfo.engine.state import seat_message


def of_copas(past: History) -> CopasHistory:
    """The same play: that of Copas, as its games have it."""
    assert isinstance(past, CopasHistory)
    return past


def first_lead_problems(play: History) -> Iterator[Problem]:
    """A first trick that is not led by the holder of the two of clubs, or not with it."""
    past = of_copas(play)
    if past.state.phase == "pass":
        return
    if not past.begun and past.assumed_leader and past.two_holder is None:
        text = (
            "Nothing says who leads: the holder of {card} does. Say it with `sai` (leads), or say"
            " the round with `ronda` (round) if cards are still to be passed."
        )
        values = {"card": card_message(past.pack, past.two)}
        yield Problem(Message("leader_missing", text, values))
        return
    if past.leads_two:
        yield from _two_led(past)
    yield from _first_leader(past)


def _two_led(past: CopasHistory) -> Iterator[Problem]:
    """The two of clubs must be the first card of all."""
    values: dict[str, Any] = {"card": card_message(past.pack, past.two)}
    first = next(iter(past.first_plays), None)
    if first is not None and first.card != past.two:
        values["other"] = card_message(past.pack, first.card)
        text = "The first trick is led with {card}, not with {other}."
        yield Problem(Message("two_not_led", text, values), first.where)
        return
    for play in past.plays():
        if play.card == past.two and play.where != (first.where if first else None):
            text = "{card} is the card that leads to the first trick: it cannot be played later."
            yield Problem(Message("two_late", text, values), play.where)
    if past.begun and past.two_holder is not None:
        values["seat"] = seat_message(past.game, past.state, past.two_holder)
        text = "{card} has been led to the first trick: it can be in no hand ({seat})."
        where = "/known"
        if past.state.hands is not None:
            where = f"/hands/{past.two_holder}"
        elif past.two_holder == past.state.me:
            where = "/hand"
        yield Problem(Message("two_held", text, values), where)


def _first_leader(past: CopasHistory) -> Iterator[Problem]:
    """Who leads to the first trick holds the two of clubs, and leads no card that counts."""
    plays = past.first_plays
    if past.first is None or (past.leads_two and past.begun):
        return  # the card tells
    leader = plays[0].seat if plays else past.table.leader
    holder = past.two_holder
    if holder is None:
        holder = next((play.seat for play in past.plays() if play.card == past.two), leader)
    where = f"/tricks/{past.first}" if past.first < len(past.tricks) else "/table"
    own = past.state.hand if leader == past.state.me and past.state.hands is None else None
    if own is not None and past.two not in own and not past.begun and leader is not None:
        values: dict[str, Any] = {
            "card": card_message(past.pack, past.two),
            "seat": seat_message(past.game, past.state, leader),
        }
        text = (
            "Who leads to the first trick must hold {card} and lead it: that hand ({seat}) does"
            " not hold it."
        )
        yield Problem(Message("two_elsewhere", text, values), where + "/leader")
        return
    if holder != leader and leader is not None and holder is not None:
        values = {
            "card": card_message(past.pack, past.two),
            "seat": seat_message(past.game, past.state, holder),
            "other": seat_message(past.game, past.state, leader),
        }
        text = "The holder of {card} leads to the first trick: {seat}, not {other}."
        yield Problem(Message("wrong_leader", text, values), where + "/leader")
    if plays and plays[0].card in past.pack.penalties:
        values = {"card": card_message(past.pack, plays[0].card)}
        text = "{card} counts: it cannot be led to the first trick."
        yield Problem(Message("first_trick", text, values), plays[0].where)


def first_trick_problems(play: History) -> Iterator[Problem]:
    """Cards that count, thrown on the first trick by who had others."""
    past = of_copas(play)
    for card_played in past.first_plays:
        if card_played.card not in past.pack.penalties or suit_of(card_played.card) == (
            card_played.led
        ):
            continue
        others = past.still(card_played) & ~word_of(past.pack.penalties)
        if not others and (needed := _too_few(past, card_played, word_of(past.pack.penalties))):
            values = _named(past, card_played, 1 << card_played.card) | {"count": needed}
            text = (
                "{card} to the first trick ({seat}): no heart and no queen of spades may be"
                " thrown there by who has another card, and {count} of them cannot be in one"
                " hand."
            )
            yield Problem(Message("first_trick", text, values), card_played.where)
        if others:
            values = _named(past, card_played, others)
            text = (
                "{card} to the first trick ({seat}): no heart and no queen of spades may be"
                " thrown there, and {other} was still in that hand."
            )
            yield Problem(Message("first_trick", text, values), card_played.where)


def _too_few(past: CopasHistory, played: Play, cards: int) -> int:
    """How many of these cards a seat must have left, if so many cannot be unseen; else 0."""
    state = past.state
    if state.hands is not None or played.seat == state.me or state.hand is None:
        return 0
    assert isinstance(past.game, CountedGame)
    unseen = state.pack.word & ~word_of(state.hand) & ~past.named & cards
    needed = past.game.held_now(past, played.seat)  # what is held now was held then
    return needed if unseen.bit_count() < needed else 0


def _named(past: CopasHistory, played: Play, others: int) -> dict[str, Any]:
    """A card that may not have been played, who did, and one that he could have played."""
    return {
        "card": card_message(past.pack, played.card),
        "seat": seat_message(past.game, past.state, played.seat),
        "other": card_message(past.pack, next(cards_of(others))),
    }


def breaking_problems(play: History) -> Iterator[Problem]:
    """Hearts led before one had been played to an earlier trick, by who had another suit."""
    past = of_copas(play)
    leads = {f"/tricks/{index}/cards/0": index for index in range(len(past.tricks))}
    leads["/table/cards/0"] = len(past.tricks)
    for card_played in past.plays():
        index = leads.get(card_played.where)
        if index is None or suit_of(card_played.card) != COPAS or not past.unbroken(index):
            continue
        others = past.still(card_played) & ~lane(COPAS)
        if not others and (needed := _too_few(past, card_played, lane(COPAS))):
            values = _named(past, card_played, 1 << card_played.card) | {"count": needed}
            text = (
                "{card} led ({seat}): no heart had been played to an earlier trick, and {count}"
                " other cards of one hand cannot all be hearts."
            )
            yield Problem(Message("hearts_unbroken", text, values), card_played.where)
        if others:
            values = _named(past, card_played, others)
            text = (
                "{card} led ({seat}): no heart had been played to an earlier trick, and {other}"
                " was still in that hand."
            )
            yield Problem(Message("hearts_unbroken", text, values), card_played.where)


def gift_play_problems(play: History) -> Iterator[Problem]:
    """Cards passed or received that are not where they went."""
    past = of_copas(play)
    state = past.state
    if state.me is None or state.phase == "pass":
        return
    moved = []
    if state.passed is not None:
        moved.append(("/passed", state.passed.cards, state.passed.seat))
    if state.received is not None:
        moved.append(("/received", state.received.cards, state.me))
    players = {card_played.card: card_played for card_played in past.plays()}
    for where, given, owner in moved:
        for index, card in enumerate(given):
            values: dict[str, Any] = {
                "card": card_message(past.pack, card),
                "seat": seat_message(past.game, state, owner),
            }
            if card in players and players[card].seat != owner:
                values["other"] = seat_message(past.game, state, players[card].seat)
                text = (
                    "{card} was passed to one player ({seat}), but another has played it"
                    " ({other})."
                )
                yield Problem(Message("passed_elsewhere", text, values), players[card].where)
            for number, fact in enumerate(state.known):
                if card in fact.has and fact.seat != owner:
                    values["other"] = seat_message(past.game, state, fact.seat)
                    text = (
                        "{card} was passed to one player ({seat}): it cannot be in another's hand"
                        " ({other})."
                    )
                    pointer = f"/known/{number}/has/{fact.has.index(card)}"
                    yield Problem(Message("passed_elsewhere", text, values), pointer)
            known = state.hands is not None or owner == state.me
            gone = past.named >> card & 1 or gone_unnamed(past)
            if known and not gone and not past.held(owner) >> card & 1:
                text = (
                    "{card} was passed to a player ({seat}) who neither holds nor has played it."
                )
                pointer = f"{where}/cards/{index}"
                yield Problem(Message("passed_elsewhere", text, values), pointer)


def point_problems(play: History) -> Iterator[Problem]:
    """Points that the cards gone do not hold, or that no division into tricks can give."""
    past = of_copas(play)
    given = past.state.points
    if given is None:
        return
    taken = takings(past.game, past.tricks, past.pack)
    for seat, points in enumerate(given):
        if points < taken[seat] or (past.complete and points != taken[seat]):
            values = {
                "points": points,
                "taken": taken[seat],
                "seat": seat_message(past.game, past.state, seat),
            }
            text = "{points} points for one player ({seat}): the tricks given bring {taken}."
            yield Problem(Message("points_seat", text, values), f"/points/{seat}")
    total, worth = sum(given), sum(taken) + past.pack.worth_of(past.state.played)
    unnamed = gone_unnamed(past)
    values = {"total": total, "worth": worth, "count": unnamed, "most": TOTAL}
    if total > TOTAL:
        text = "The points add up to {total}: there are {most} in all."
    elif total < worth or (total > worth and not unnamed):
        text = "The points add up to {total}: the cards named as gone hold {worth}."
    elif unnamed and not _holdable(past, total - worth, unnamed):
        text = (
            "The points add up to {total}: the cards named as gone hold {worth},"
            " and the {count} that are not named cannot hold the rest."
        )
    elif not _divisible(past, [now - then for now, then in zip(given, taken, strict=True)]):
        values = {"count": past.finished - len(past.tricks)}
        text = (
            "The tricks that are finished ({count}) cannot bring these points: each has at most"
            " four cards that count."
        )
        yield Problem(Message("points_division", text, values), "/points")
        return
    else:
        return
    yield Problem(Message("points_total", text, values), "/points")


def _nowhere(past: CopasHistory) -> int:
    """Set of the cards that may be gone without being named."""
    known = past.named | word_of(past.state.hand or ())
    for seat in range(past.game.seats):
        known |= past.held(seat)
    return past.pack.word & ~known


def _holdable(past: CopasHistory, points: int, size: int) -> bool:
    """Whether so many cards that are not named can hold exactly so many points."""
    free = _nowhere(past)
    hearts = (free & lane(COPAS)).bit_count()
    queen = free >> past.pack.queen & 1
    harmless = free.bit_count() - hearts - queen
    return any(
        0 <= points - QUEEN * with_queen <= hearts
        and 0 <= size - with_queen - (points - QUEEN * with_queen) <= harmless
        for with_queen in range(queen + 1)
    )


def _divisible(past: CopasHistory, extra: Sequence[int]) -> bool:
    """Whether the tricks that are not given can bring each seat so many points.

    The queen, if she is in one of them, lies beside at most three hearts.
    """
    tricks = past.finished - len(past.tricks)
    queen_played = past.pack.queen in past.state.played
    ways: list[int | None] = [] if queen_played else [None]
    if queen_played or _nowhere(past) >> past.pack.queen & 1:
        ways += [seat for seat, points in enumerate(extra) if points >= QUEEN]
    for taker in ways:
        cards = [points - (QUEEN - 1) * (seat == taker) for seat, points in enumerate(extra)]
        if sum(-(-count // past.game.seats) for count in cards) <= tricks:
            return True
    return False

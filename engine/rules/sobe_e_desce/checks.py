"""What cannot be right in a state of Sobe e Desce, in the order in which a person would look."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from trunfo.engine.cards import SHORT, card_message, cards_of, suit_message, suit_of
from trunfo.engine.checks.claims import fact_problems, place_problems, suit_problems
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.history import History, leader_problems, trick_problems
from trunfo.engine.rules.sobe_e_desce.duties import (
    LONGEST_ABSENCE,
    Duty,
    barred,
    duty,
    reason_message,
)
from trunfo.engine.rules.sobe_e_desce.state import (
    FIRST,
    HAND,
    chooser_of,
    completed,
    decisions_of,
    finished_tricks,
    in_order,
    knowledge,
    must_go,
    on_table,
    past_of,
    playing_of,
)
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick_game import TrickGame


def problems(game: TrickGame, state: State) -> Iterator[Problem]:
    """Everything of the first kind that is wrong."""
    found = list(first_kind(
        (
            _match_problems, _trump_problems, _chooser_problems, _early_problems,
            _decision_problems, _discard_problems, _lead_problems,
            partial(trick_problems, game), _hand_problems, _count_problems,
        ),
        state,
    ))
    if not found:
        later = (
            _start_problems, leader_problems, _duty_problems, _turned_problems, fact_problems,
            partial(_place_problems, game, state),
        )
        found = list(first_kind(later, past_of(game, state)))
    yield from found


def _seat(state: State, seat: int) -> Message:
    return seat_message(state.game, state, seat)


# The match, the trump


def _match_problems(state: State) -> Iterator[Problem]:
    """A match that was over before this deal; more deals stayed out of than is allowed."""
    for seat, score in enumerate(state.scores or ()):
        if score <= 0:
            values = {"seat": _seat(state, seat), "score": score}
            template = "One player ({seat}) has {score} points: at 0 or below the match is over."
            yield Problem(Message("match_over", template, values), f"/scores/{seat}")
    must = state.rules["must_go"]
    assert isinstance(must, tuple)
    for seat, count in enumerate(state.absences or ()):
        if count > LONGEST_ABSENCE and "absences" in must:
            values = {"seat": _seat(state, seat), "count": count, "most": LONGEST_ABSENCE}
            template = (
                "Nobody can have stayed out of {count} deals in a row ({seat}): {most} at most."
            )
            yield Problem(Message("too_many_absences", template, values), f"/absences/{seat}")


def _trump_problems(state: State) -> Iterator[Problem]:
    """A trump that is missing or too early, a turned-up card that cannot be."""
    trump = state.trump
    if trump is None:
        if state.phase != "trump":
            text = "Nothing says what is trump: say it with `trunfo` (trump)."
            yield Problem(Message("missing_key", text))
        return
    if state.phase == "trump":
        text = "The trump has been chosen: there is no choosing it now."
        yield Problem(Message("trump_known", text), "/trump")
    if trump.turned and trump.card is None:
        text = "A trump that is turned up is seen by everybody: say which card it was."
        yield Problem(Message("turned_missing", text), "/trump/turned")
    if trump.card is None and trump.holder is not None:
        text = "Only a card that was turned up has a holder; who chose is said by `escolheu`."
        yield Problem(Message("trump_holder", text), "/trump/holder")
    if trump.card is None:
        return
    yield from suit_problems(state)
    values: dict[str, Any] = {"card": card_message(state.pack, trump.card)}
    if not state.rules["turn_up"]:
        template = "{card} cannot have been turned up: by these rules a suit is named."
        yield Problem(Message("no_turning_up", template, values), "/trump/card")


def _chooser_problems(state: State) -> Iterator[Problem]:
    """Nobody, or two, or the wrong seat said to choose the trump."""
    trump, chooser = state.trump, chooser_of(state)
    if chooser is None:
        if state.phase != "play" or (trump and trump.card is not None):
            text = "Say who chose the trump (`escolheu`, chose) or who deals (`dá`, dealer)."
            yield Problem(Message("chooser_missing", text), "/trump" if trump else "")
        return
    values: dict[str, Any] = {"chooser": _seat(state, chooser)}
    if trump is not None and trump.holder not in (None, chooser):
        template = "A card that is turned up belongs to who chose the trump ({chooser})."
        yield Problem(Message("trump_holder", template, values), "/trump/holder")
    if state.dealer is not None and (state.dealer + 1) % state.game.seats != chooser:
        after = (state.dealer + 1) % state.game.seats
        values |= {"dealer": _seat(state, state.dealer), "after": _seat(state, after)}
        template = (
            "The trump is chosen by who sits behind the dealer ({dealer}): {after}, not"
            " {chooser}."
        )
        where = "/trump/chooser" if trump and trump.chooser is not None else "/trump/holder"
        yield Problem(Message("wrong_chooser", template, values), where)


# Before play


def _early_problems(state: State) -> Iterator[Problem]:
    """Something done before it can have been done."""
    if state.phase == "play":
        return
    text = "Nobody leads or plays a card before everybody has decided whether to go."
    for key in ("tricks", "table", "played"):
        if getattr(state, key):
            yield Problem(Message("too_early", text), f"/{key}")
    if state.phase == "trump":
        text = "Nobody decides whether to go before the trump is chosen."
        for seat, made in enumerate(state.decisions or ()):
            if made is not None:
                yield Problem(Message("too_early", text), f"/decisions/{seat}")


def _decision_problems(state: State) -> Iterator[Problem]:
    """Decisions that nobody can have made, out of turn, or missing."""
    made = decisions_of(state)
    for seat, decision in enumerate(made):
        where = f"/decisions/{seat}"
        values: dict[str, Any] = {"seat": _seat(state, seat)}
        if decision is not None and decision.exchanged is not None and decision.exchanged > HAND:
            values |= {"count": decision.exchanged, "most": HAND}
            template = "Nobody can have exchanged {count} cards ({seat}): {most} at most."
            yield Problem(Message("too_many_exchanged", template, values), where)
        if decision is not None and not decision.goes and state.trump is not None:
            for reason in must_go(state, seat)[:1]:
                values["reason"] = reason_message(reason)
                template = "One player ({seat}) cannot have stayed out: {reason}."
                yield Problem(Message("must_go", template, values), where)
        if decision is None and state.phase == "play":
            template = (
                "Say of one player ({seat}) whether he went (`foram`, in) or stayed out"
                " (`ficaram`, out)."
            )
            where = where if state.decisions else ""
            yield Problem(Message("decision_missing", template, values), where)
    if state.phase == "go":
        yield from _order_problems(state)


def _order_problems(state: State) -> Iterator[Problem]:
    """Who has decided though somebody before him has not; nobody left who has not."""
    chooser = chooser_of(state)
    assert chooser is not None
    made = decisions_of(state)
    waiting = [seat for seat in in_order(state, chooser) if made[seat] is None]
    if not waiting:
        text = "Everybody has decided whether to go: now cards are played."
        yield Problem(Message("all_decided", text), "/phase")
        return
    order = in_order(state, chooser)
    for seat in order[order.index(waiting[0]) :]:
        if made[seat] is not None:
            values = {"seat": _seat(state, seat), "other": _seat(state, waiting[0])}
            template = (
                "One player ({seat}) decides after another ({other}), who has not decided yet."
            )
            yield Problem(Message("out_of_turn", template, values), f"/decisions/{seat}")


def _discard_problems(state: State) -> Iterator[Problem]:
    """More cards thrown away than were exchanged."""
    if not state.discarded or state.me is None:
        return
    decision = decisions_of(state)[state.me]
    exchanged = 0
    if decision is not None and decision.goes:
        exchanged = HAND if decision.exchanged is None else decision.exchanged
    if len(state.discarded) > exchanged:
        values = {"count": len(state.discarded), "exchanged": exchanged}
        many = "{count} cards thrown away, but at most {exchanged} exchanged."
        one = "One card thrown away, but at most {exchanged} exchanged."
        yield Problem(Message("too_many_discarded", many, values, one=one), "/discarded")


# Play


def _lead_problems(state: State) -> Iterator[Problem]:
    """Cards played where nobody plays, or led by who stayed out; nobody known to lead."""
    if state.phase != "play":
        return
    playing = playing_of(state)
    if len(playing) < 2:
        text = "No card is played where fewer than two players go."
        for key, there in (
            ("tricks", state.tricks), ("table/cards", state.table and state.table.cards),
            ("played", state.played),
        ):
            if there:
                yield Problem(Message("nobody_plays", text), f"/{key}")
        return
    leaders = [(f"/tricks/{index}/leader", trick) for index, trick in enumerate(state.tricks)]
    if state.table:
        leaders.append(("/table/leader", state.table))
    for where, trick in leaders:
        if trick.leader is not None and trick.leader not in playing:
            values = {"seat": _seat(state, trick.leader)}
            template = "Who stayed out ({seat}) cannot lead."
            yield Problem(Message("leader_out", template, values), where)
            return
    table = completed(state).table
    follows = state.tricks and len(state.tricks) == finished_tricks(state)
    if (table is None or table.leader is None) and not follows and state.me not in playing:
        text = "Nothing says who leads: say it with `sai` (leads)."
        yield Problem(Message("leader_missing", text), "/table" if state.table else "")


def _hand_problems(state: State) -> Iterator[Problem]:
    """Hands of a size that they do not have now."""
    before = {"trump": FIRST, "go": HAND}.get(state.phase)
    playing = playing_of(state)
    seats = range(state.game.seats) if state.hands is not None else (state.me,)
    for seat in seats:
        assert seat is not None
        hand = state.hands[seat] if state.hands is not None else state.hand or ()
        where = "/hand" if state.hands is None else f"/hands/{seat}"
        out = seat not in playing or len(playing) < 2
        due = before or (HAND if out else None)
        if due is not None and len(hand) != due and not (out and not hand):
            values = {"seat": _seat(state, seat), "count": len(hand), "size": due}
            many = "One hand ({seat}) has {count} cards: now it must be {size}."
            one = "One hand ({seat}) has one card: now it must be {size}."
            yield Problem(Message("hand_size", many, values, one=one), where)
        full = completed(state)
        if due is None and len(hand) + (seat in on_table(full.table, playing)) > HAND:
            template = (
                "With the card on the table a hand of {count}: in {game} a player has at most"
                " {most}."
            )
            values = {"count": len(hand) + 1, "game": state.game.title, "most": HAND}
            yield Problem(Message("hand_too_large", template, values), where)


def _count_problems(state: State) -> Iterator[Problem]:
    """More cards gone than can have been played, hands that do not fit the table."""
    playing, finished = playing_of(state), finished_tricks(state)
    if state.phase != "play" or len(playing) < 2:
        return
    named = len(playing) * len(state.tricks) + len(state.played)
    gone = len(playing) * min(finished, HAND)
    if named > gone:
        done = min(finished, HAND)
        values: dict[str, Any] = {"size": HAND - done, "finished": done}
        values |= {"gone": gone, "named": named}
        template = (
            "Too many cards are gone: the size of the hands tells how many tricks are finished"
            " ({finished}) and how many cards gone ({gone}), but more are named ({named})."
        )
        where = "/played" if state.played else f"/tricks/{done}"
        yield Problem(Message("too_many_gone", template, values), where)
        return
    if finished == HAND and state.table and state.table.cards:
        text = "All five tricks are finished, so no card can be on the table."
        yield Problem(Message("table_too_late", text), "/table/cards")
    for seat in playing if state.hands is not None else ():
        assert state.hands is not None
        size = HAND - finished - (seat in on_table(completed(state).table, playing))
        if len(state.hands[seat]) != size:
            values = {"seat": _seat(state, seat), "count": len(state.hands[seat]), "size": size}
            many = (
                "One hand ({seat}) has {count} cards: by the other hands and the table, {size}"
                " are due."
            )
            one = (
                "One hand ({seat}) has one card: by the other hands and the table, {size} are"
                " due."
            )
            yield Problem(Message("hand_size", many, values, one=one), f"/hands/{seat}")


# What the play tells


def _start_problems(past: History) -> Iterator[Problem]:
    """A first trick that somebody else led than the first seat that went, from the chooser on."""
    state = past.state
    chooser = chooser_of(state)
    if state.phase != "play" or chooser is None or not past.complete or len(past.playing) < 2:
        return
    first = next(seat for seat in in_order(state, chooser) if seat in past.playing)
    leader = (*past.tricks, past.table)[0].leader
    if leader is not None and leader != first:
        values = {"first": _seat(state, first), "leader": _seat(state, leader)}
        template = "Another leads to the first trick ({first}); this one cannot ({leader})."
        where = "/tricks/0/leader" if past.tricks else "/table/leader"
        yield Problem(Message("wrong_leader", template, values), where)


def _duty_problems(past: History) -> Iterator[Problem]:
    """Cards that could not be played while another was in the hand: see `sobe_duties`."""
    state = past.state
    if state.trump is None:
        return
    later = [past.held(seat) for seat in range(past.game.seats)]
    found = []
    tricks = [(f"/tricks/{index}", trick) for index, trick in enumerate(past.tricks)]
    for number, (where, trick) in reversed(
        list(enumerate([*tricks, ("/table", past.table)], 1))
    ):
        number = number if where != "/table" else past.finished + 1
        for index, card in reversed(list(enumerate(trick.cards))):
            seat = trick.seat(index, past.playing)
            before = trick.cards[:index]
            owed = later[seat] & barred(card, before, state.trump.suit, state.rules)
            if owed:
                place = f"{where}/cards/{index}"
                found.append(_violation(past, seat, number, card, before, owed, place))
            later[seat] |= 1 << card
    yield from reversed(found)


def _violation(
    past: History, seat: int, number: int, card: int, before: tuple[int, ...], owed: int,
    where: str,
) -> Problem:
    """What was wrong with a card: the most pressing of those that should have been played."""
    state = past.state
    assert state.trump is not None
    kinds = {
        other: duty(other, before, state.trump.suit, state.rules) for other in cards_of(owed)
    }
    other = min(kinds, key=lambda each: (kinds[each], -each))
    values = {
        "seat": _seat(state, seat), "number": number, "card": card_message(state.pack, card),
        "other": card_message(state.pack, other),
    }
    kind = kinds[other]
    if kind in (Duty.BEAT, Duty.FOLLOW) and suit_of(card) != suit_of(before[0]):
        values["suit"] = suit_message(suit_of(before[0]))
        template = (
            "Revoke ({seat}) in trick {number}: {card} does not follow {suit}, though {other}"
            " was still in that hand."
        )
        return Problem(Message("revoke", template, values), where)
    template = {
        Duty.LEAD_ACE: (
            "{card} cannot have been led to trick {number} ({seat}): whoever leads with the ace"
            " of trump in his hand must lead it, and {other} was still there."
        ),
        Duty.BEAT: (
            "{card} cannot have been played to trick {number} ({seat}): who follows must beat"
            " the trick if he can, and {other} was still in that hand."
        ),
        Duty.OVERTRUMP: (
            "{card} cannot have been played to trick {number} ({seat}): who cannot follow must"
            " trump higher if he can, and {other} was still in that hand."
        ),
        Duty.UNDERTRUMP: (
            "{card} cannot have been played to trick {number} ({seat}): who cannot follow must"
            " play a trump, a low one too, and {other} was still in that hand."
        ),
    }[kind]
    return Problem(Message("duty", template, values), where)


def _turned_problems(past: History) -> Iterator[Problem]:
    """A turned-up card where it cannot be."""
    state, trump = past.state, past.state.trump
    if trump is None or trump.card is None or trump.chooser is None:
        return
    chooser, card = trump.chooser, trump.card
    assert state.decisions is not None
    made = state.decisions[chooser]
    values: dict[str, Any] = {
        "card": card_message(state.pack, card), "chooser": _seat(state, chooser)
    }
    for where, seat in _places(past, card):
        if seat is not None and seat != chooser:
            values["seat"] = _seat(state, seat)
            template = (
                "The turned-up {card} belonged to one player ({chooser}): another ({seat})"
                " cannot have had it."
            )
            yield Problem(Message("turned_elsewhere", template, values), where)
        elif made is None or where.startswith("/discarded"):
            continue
        elif made.exchanged == HAND or (not made.goes and seat is None):
            template = (
                "Who chose the trump ({chooser}) has not kept the turned-up {card}: it cannot be"
                " in play."
            )
            yield Problem(Message("turned_gone", template, values), where)
    known = state.hands is not None or state.me == chooser
    there = past.named | past.held(chooser)
    if trump.holder == chooser and known and not there >> card & 1:
        template = (
            "The turned-up {card} was not exchanged: it must be in the hand of who chose the"
            " trump ({chooser})."
        )
        yield Problem(Message("turned_lost", template, values), "/trump/card")


def _places(past: History, card: int) -> Iterator[tuple[str, int | None]]:
    """Where a card is said to be, with the seat that has, or had, it if that is known."""
    state = past.state
    for play in past.plays():
        if play.card == card:
            yield play.where, play.seat
    if card in state.played:
        yield f"/played/{state.played.index(card)}", None
    for seat, hand in enumerate(state.hands or ()):
        if card in hand:
            yield f"/hands/{seat}/{hand.index(card)}", seat
    if state.hands is None and card in (state.hand or ()):
        yield f"/hand/{(state.hand or ()).index(card)}", state.me
    if card in state.discarded:
        yield f"/discarded/{state.discarded.index(card)}", state.me
    for index, fact in enumerate(state.known):
        if card in fact.has:
            yield f"/known/{index}/has/{fact.has.index(card)}", fact.seat


def _place_problems(game: TrickGame, given: State, past: History) -> Iterator[Problem]:
    """Constraints that leave no place for some of the unseen cards."""
    if past.state.hands is None:
        for seat in range(game.seats):
            count = past.held(seat).bit_count()
            if seat not in past.playing and count > HAND:
                values = {"count": count, "seats": _seat(given, seat), "places": HAND}
                text = (
                    "No deal fits: {count} unseen cards must be in some hands ({seats}), where"
                    " there is room for {places} only."
                )
                yield Problem(Message("no_world", text, values), "/known")
                return
        known = knowledge(game, past, given)
        yield from place_problems(past, SHORT.word & ~known.hand & ~past.named, known.holders)

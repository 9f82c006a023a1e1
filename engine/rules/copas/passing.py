"""Passing three cards before play (Copas): to whom, and what cannot be right about it.

The cards go to the left neighbour in round 1, to the right in round 2, across in round 3, and
nowhere in round 4; then again. Left and right are where people sit: which of them plays next is
an option (`direction`). All choose before anybody sees what he receives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trunfo.engine.cards import card_message
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.game import Rules
from trunfo.engine.state import Gift, State, seat_message

PASSED = 3
"""Cards that each player passes."""
ROUNDS = 4
"""Rounds after which the directions come again."""


def step(rules: Rules, number: int) -> int:
    """Seats ahead, in order of play, to whom cards are passed in a round; 0 where none are."""
    left = 1 if rules["direction"] == "left" else 3
    return (left, 4 - left, 2, 0)[(number - 1) % ROUNDS]


def before_passing(state: State, full: int) -> bool:
    """Whether a state that does not say its phase is one in which cards are to be passed.

    Nothing has been played, nothing passed, every hand given is full, nobody leads yet, and
    the round is one with a pass.
    """
    hands = state.hands if state.hands is not None else (state.hand or (),)
    return (
        state.round is not None
        and step(state.rules, state.round) != 0
        and all(len(hand) == full for hand in hands)
        and not (state.tricks or state.table or state.played or state.passed or state.received)
    )


def gift_problems(state: State) -> Iterator[Problem]:
    """What cannot be right about the passes, whatever has been played since."""
    yield from first_kind((_phase, _round, _seats, _cards), state)


def _gifts(state: State) -> Iterator[tuple[str, str, Gift]]:
    """The gifts there are, with their JSON pointers and the key of the seat in them."""
    if state.passed is not None:
        yield "/passed", "to", state.passed
    if state.received is not None:
        yield "/received", "from", state.received


def _phase(state: State) -> Iterator[Problem]:
    """A pass that is to be chosen after play has begun, or in no round."""
    if state.phase != "pass":
        return
    if state.me is None:
        text = "Say whose cards are passed: who `eu` (me) is."
        yield Problem(Message("me_missing", text))
    if state.round is None:
        text = "To whom the cards go depends on the round: say it with `ronda` (round)."
        yield Problem(Message("round_missing", text))
    elif step(state.rules, state.round) == 0:
        text = "In round {round} no cards are passed: they are in rounds 1, 2 and 3 of every four."
        yield Problem(Message("no_pass", text, {"round": state.round}), "/round")
    if state.received is not None:
        text = "Nothing is received before everybody has chosen what to pass."
        yield Problem(Message("received_early", text), "/received")
    for where, begun in (
        ("/tricks", state.tricks), ("/table", state.table), ("/played", state.played)
    ):
        if begun:
            text = "Cards are passed before play: nobody can lead or have played yet."
            yield Problem(Message("pass_late", text), where)
    full = state.game.hand_size
    hands = [("/hand", state.hand)] if state.hand is not None else []
    hands += [(f"/hands/{seat}", hand) for seat, hand in enumerate(state.hands or ())]
    for where, hand in hands:
        if len(hand or ()) != full:
            values = {"count": len(hand or ()), "most": full}
            many = "A hand of {count} cards before the pass: everybody then has {most}."
            one = "A hand of one card before the pass: everybody then has {most}."
            yield Problem(Message("pass_hand", many, values, one=one), where)


def _round(state: State) -> Iterator[Problem]:
    """Cards passed in a round in which none are, or nobody there who passed them."""
    for where, _, _gift in _gifts(state):
        if state.me is None:
            text = "Say whose cards are passed: who `eu` (me) is."
            yield Problem(Message("me_missing", text), where)
        elif state.round is not None and step(state.rules, state.round) == 0:
            text = (
                "In round {round} no cards are passed: they are in rounds 1, 2 and 3 of every four."
            )
            yield Problem(Message("no_pass", text, {"round": state.round}), where)


def _seats(state: State) -> Iterator[Problem]:
    """Cards passed to, or received from, a seat that it cannot have been."""
    if state.me is None:
        return
    seats = state.game.seats
    ahead = None if state.round is None else step(state.rules, state.round)
    for where, key, gift in _gifts(state):
        sign = 1 if key == "to" else -1
        given = sign * (gift.seat - state.me) % seats
        values: dict[str, Any] = {"seat": seat_message(state.game, state, gift.seat)}
        if given == 0:
            text = "Nobody passes cards to himself."
            yield Problem(Message("pass_seat", text), f"{where}/{key}")
            return
        if ahead is None:
            ahead = given
        if given == ahead:
            continue
        right = (state.me + sign * ahead) % seats
        values |= {"right": seat_message(state.game, state, right), "round": state.round}
        if state.round is None:
            text = (
                "Cards cannot have come from there ({seat}): who passes to one side receives"
                " from the other, here {right}."
            )
        elif key == "to":
            text = "In round {round} cards are passed to {right}, not to {seat}."
        else:
            text = "In round {round} cards are received from {right}, not from {seat}."
        yield Problem(Message("pass_seat", text, values), f"{where}/{key}")


def _cards(state: State) -> Iterator[Problem]:
    """Not three cards, one of them twice, or not those that I had or have."""
    seen: set[int] = set()
    for where, key, gift in _gifts(state):
        if len(gift.cards) != PASSED:
            values = {"count": len(gift.cards), "passed": PASSED}
            text = "{passed} cards are passed, not {count}."
            yield Problem(Message("pass_count", text, values), f"{where}/cards")
        for index, card in enumerate(gift.cards):
            shown = {"card": card_message(state.pack, card)}
            pointer = f"{where}/cards/{index}"
            if card in seen:
                text = "The card {card} is passed twice."
                yield Problem(Message("passed_twice", text, shown), pointer)
            seen.add(card)
            if key == "to":
                yield from _own(state, card, shown, pointer)


def _own(state: State, card: int, shown: dict[str, Any], where: str) -> Iterator[Problem]:
    """A card passed that is still with me after the pass, or not with me before it."""
    assert state.me is not None
    hand = state.hands[state.me] if state.hands is not None else state.hand or ()
    if state.phase == "pass" and card not in hand:
        text = "{card} cannot be passed: it is not in the hand."
        yield Problem(Message("pass_not_held", text, shown), where)
    if state.phase != "pass" and card in hand:
        text = "{card} has been passed, so it cannot be in the hand."
        yield Problem(Message("passed_held", text, shown), where)

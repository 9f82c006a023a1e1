"""What can be said about a deal of Copas: what is refused, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from games import random_position
from hypothesis import given, settings
from hypothesis import strategies as st

from trunfo import State, parse
from trunfo.engine.cards import COPAS, ESPADAS, LONG, OUROS, PAUS, cards_of, lane, word_of
from trunfo.engine.document.document import read
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.state import Fact, Gift
from trunfo.engine.trick import Trick
from trunfo.engine.views import open_view, view
from trunfo.pimc.encode import dealer_of

GAME = games()["copas"]
TWO, QUEEN = LONG.card("2P"), LONG.card("DE")
THIRTEEN = "RC 9C 2C AO 10O 5O DE VE 6E 3E VP 8P 2P"
DOZEN = "2O 3O 4O 5O 6O 7O 8O 9O 10O DO VO RO"


def cards(text: str) -> tuple[int, ...]:
    return tuple(LONG.card(token) for token in text.split())


def state(rules: dict[str, object] | None = None, **given: object) -> State:
    return State(**{"game": GAME, "rules": GAME.rules(rules), "me": 0, **given})  # type: ignore[arg-type]


def first_problem(rules: dict[str, object] | None = None, **given: object) -> tuple[str, str]:
    problem = state(rules, **given).problems()[0]
    return problem.message.code, problem.where


def allowed(known: object, seat: int) -> int:
    return next(h.allowed for h in known.holders if h.seat == seat)  # type: ignore[attr-defined]


# -- the phase ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "phase"),
    [
        ("ronda 1", "pass"), ("ronda 2", "pass"), ("ronda 3", "pass"), ("ronda 4", "play"),
        ("ronda 7", "pass"), ("ronda 8", "play"), ("fase jogar", "play"),
        ("ronda 1; sai eu", "play"),
        ("ronda 1; fase jogar", "play"), ("ronda 2; recebi esquerda 2♣ R♥ D♠", "play"),
        ("ronda 1; passei esquerda A♥ V♥ D♥", "play"),
    ],
)
def test_a_full_hand_with_nothing_played_or_passed_in_a_round_with_a_pass_is_before_it(more, phase):
    text = f"copas; mão ♥R92 ♦A 10 5 ♠DV63 ♣V82; {more}"
    found = parse(text)
    assert found.phase == phase
    assert parse(str(found)) == found
    assert State.from_json(found.to_json()) == found


def test_the_example_of_the_interface_asks_for_a_pass():
    found = parse("copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82")
    assert (found.phase, found.round, len(found.hand)) == ("pass", 1, 13)
    assert str(found) == "copas; mão ♥R92 ♦A105 ♠DV63 ♣V82; ronda 1"
    known = GAME.knowledge(found)
    assert known.turn == 0
    assert [holder.size for holder in known.holders] == [13] * 3
    assert len(GAME.actions_for(found)) == 286


# -- passes that cannot be ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "code", "where"),
    [
        ({"round": 4, "passed": Gift(1, cards("AC VC DC"))}, "no_pass", "/passed"),
        ({"round": 8, "received": Gift(3, cards("RC 9C 2C"))}, "no_pass", "/received"),
        ({"round": 4, "phase": "pass"}, "no_pass", "/round"),
        ({"phase": "pass"}, "round_missing", ""),
        ({"phase": "pass", "round": 1, "table": Trick(0)}, "pass_late", "/table"),
        ({"phase": "pass", "round": 1, "received": Gift(3, cards("RC 9C 2C"))},
         "received_early", "/received"),
        ({"phase": "pass", "round": 1, "hand": cards("RC 9C")}, "pass_hand", "/hand"),
        ({"phase": "pass", "round": 1, "passed": Gift(1, cards("RC 9C AC"))},
         "pass_not_held", "/passed/cards/2"),
        ({"round": 1, "passed": Gift(1, cards("AC AC DC"))}, "passed_twice", "/passed/cards/1"),
        ({"passed": Gift(1, cards("AC VC DC")), "received": Gift(3, cards("RC AC 2C"))},
         "passed_twice", "/received/cards/1"),
        ({"round": 1, "passed": Gift(1, cards("AC VC"))}, "pass_count", "/passed/cards"),
        ({"round": 1, "passed": Gift(1, cards("AC VC 2C"))}, "passed_held", "/passed/cards/2"),
        ({"round": 1, "passed": Gift(2, cards("AC VC DC"))}, "pass_seat", "/passed/to"),
        ({"round": 2, "passed": Gift(1, cards("AC VC DC"))}, "pass_seat", "/passed/to"),
        ({"round": 3, "received": Gift(1, cards("RC 9C 2C"))}, "pass_seat", "/received/from"),
        ({"passed": Gift(0, cards("AC VC DC"))}, "pass_seat", "/passed/to"),
        ({"passed": Gift(1, cards("AC VC DC")), "received": Gift(1, cards("RC 9C 2C"))},
         "pass_seat", "/received/from"),
        ({"round": 1, "received": Gift(3, cards("RC 9C AC"))},
         "passed_elsewhere", "/received/cards/2"),
    ],
    ids=str,
)
def test_passes_that_cannot_be_are_named(given, code, where):
    assert first_problem(**{"hand": cards(THIRTEEN), **given}) == (code, where)


def test_which_neighbour_is_right_depends_on_where_people_sit():
    passed = Gift(3, cards("AC VC DC"))
    given = {"hand": cards(THIRTEEN), "round": 1, "passed": passed}
    assert first_problem(**given) == ("pass_seat", "/passed/to")
    assert state({"direction": "right"}, **given).problems() == []


def test_a_card_i_passed_can_be_played_only_by_who_received_it():
    hand = cards("RC 9C 2C AO 10O 5O DE VE 6E 3E VP 8P")
    tricks = (Trick(2, cards("2P AP 4P RP")),)
    given = {"hand": hand, "round": 1, "tricks": tricks}
    assert first_problem(passed=Gift(1, cards("VC 6O 4P")), **given) == (
        "passed_elsewhere", "/tricks/0/cards/2",  # I played it
    )
    assert first_problem(passed=Gift(1, cards("VC 6O AP")), **given) == (
        "passed_elsewhere", "/tricks/0/cards/1",  # seat 3 did
    )
    assert state(passed=Gift(1, cards("VC 6O DC")), **given).problems() == []


def test_a_card_i_received_is_in_my_hand_or_i_have_played_it():
    hand = cards("RC 9C 2C AO 10O 5O DE VE 6E 3E VP 8P")
    tricks = (Trick(2, cards("2P AP 4P RP")),)
    given = {"hand": hand, "round": 1, "tricks": tricks}
    assert state(received=Gift(3, cards("RC 9C 4P")), **given).problems() == []
    assert first_problem(received=Gift(3, cards("RC 9C AC")), **given)[0] == "passed_elsewhere"
    assert first_problem(received=Gift(3, cards("RC 9C RP")), **given)[0] == "passed_elsewhere"
    forgotten = {**given, "tricks": (), "table": Trick(3)}
    assert state(received=Gift(3, cards("RC 9C AC")), **forgotten).problems() == []


def test_a_passed_card_held_back_makes_a_revoke():
    tricks = (Trick(0, cards("2P 3O 4P 5P")),)
    hand = cards("RC 9C 2C AO 10O 5O DE VE 6E 3E VP 8P")
    passed = Gift(1, cards("AP 6O 7O"))
    assert first_problem(hand=hand, tricks=tricks, passed=passed) == (
        "revoke", "/tricks/0/cards/1",
    )


# -- the first trick ------------------------------------------------------------------------------


def test_the_two_of_clubs_received_makes_me_the_leader():
    found = parse("copas; ronda 1; mão ♥R92 ♦A 10 5 ♠DV63 ♣V82; recebi direita 2♣ R♥ D♠")
    known = GAME.knowledge(found)
    assert (known.leader, known.turn, known.first) == (0, 0, True)
    assert GAME.legal_for(found) == {TWO}


def test_the_two_of_clubs_passed_makes_its_receiver_the_leader():
    found = parse("copas; ronda 1; mão ♥R92 ♦A 10 5 ♠DV63 ♣V83; passei esquerda 2♣ A♥ D♥")
    known = GAME.knowledge(found)
    assert known.leader == 1
    assert [h.seat for h in known.holders if h.allowed >> TWO & 1] == [1]


@pytest.mark.parametrize("must", [True, False])
def test_who_leads_to_the_first_trick_holds_the_two_of_clubs(must):
    rules = {"must_lead_two_of_clubs": must}
    hand = cards(THIRTEEN.replace("2P", "3P"))
    known = GAME.knowledge(state(rules, hand=hand, table=Trick(2)))
    assert [h.seat for h in known.holders if h.allowed >> TWO & 1] == [2]
    assert first_problem(rules, hand=hand)[0] == "leader_missing"
    assert first_problem(rules, hand=cards(THIRTEEN), table=Trick(1)) == (
        "wrong_leader", "/table/leader",
    )


def test_only_the_two_of_clubs_is_led_to_the_first_trick():
    hand = cards(THIRTEEN)
    table = Trick(3, cards("3P"))
    assert first_problem(hand=hand, table=table) == ("two_not_led", "/table/cards/0")
    without = cards(THIRTEEN.replace("2P", "3P"))
    assert state(hand=without, table=Trick(3, cards("2P"))).problems() == []
    free = {"must_lead_two_of_clubs": False}
    assert state(free, hand=without, table=Trick(3, cards("RO"))).problems() == []
    assert first_problem(free, hand=without, table=Trick(3, cards("AC"))) == (
        "first_trick", "/table/cards/0",
    )
    assert first_problem(free, hand=hand, table=Trick(3, cards("RO"))) == (
        "wrong_leader", "/table/leader",
    )


def test_the_two_of_clubs_cannot_be_held_or_played_after_the_first_lead():
    hand = cards("2P 3C 4C")
    assert first_problem(hand=hand, table=Trick(0), points=(13, 4, 0, 0)) == ("two_held", "/hand")
    late = (Trick(0, cards("3P 4P 2P 5P")),)
    assert first_problem(hand=cards("3C 4C"), tricks=late) == ("two_late", "/tricks/0/cards/2")
    fact = (Fact(2, has=(TWO,)),)
    assert first_problem(hand=cards("3C 4C"), known=fact) == ("two_held", "/known")


@pytest.mark.parametrize("card", ["AC", "DE"])
def test_points_thrown_on_the_first_trick_by_who_had_other_cards(card):
    tricks = (Trick(0, cards(f"2P {card} 4P 5P")), Trick(3, cards("3O 4O 5O 6O")))
    hand = cards("7O 9C 2C AO 10O VE 6E 3E VP 8P 9P")
    assert first_problem(hand=hand, tricks=tricks) == ("first_trick", "/tricks/0/cards/1")


def test_a_heart_on_the_first_trick_tells_the_whole_hand():
    hand = cards("7O 9O 2O AO 10O VE 6E 3E VP 8P 9P RP")
    known = GAME.knowledge(state(hand=hand, tricks=(Trick(0, cards("2P AC 4P 5P")),)))
    assert allowed(known, 1) == (lane(COPAS) & LONG.word | 1 << QUEEN) & ~word_of(cards("AC"))
    assert known.voids[1] == 1 << OUROS | 1 << PAUS
    mine = hand[:5] + cards("DE") + hand[6:]
    known = GAME.knowledge(state(hand=mine, tricks=(Trick(0, cards("2P AC 4P 5P")),)))
    assert known.voids[1] == 1 << OUROS | 1 << PAUS | 1 << ESPADAS
    known = GAME.knowledge(state(hand=hand, tricks=(Trick(0, cards("2P DE 4P 5P")),)))
    assert allowed(known, 1) == lane(COPAS) & LONG.word


# -- hearts ---------------------------------------------------------------------------------------

BROKEN = {"hearts_must_be_broken": True}


def test_a_heart_led_too_early_is_named_where_hearts_must_be_broken():
    tricks = (Trick(0, cards("2P 3P 4P 5P")), Trick(3, cards("AC 2C 3C 4C")))
    hand = cards("7O 9O 2O AO 10O VE 6E 3E VP 8P 9P")
    assert state(hand=hand, tricks=tricks).problems() == []
    known = GAME.knowledge(state(BROKEN, hand=hand, tricks=tricks))
    assert known.voids[3] == 1 << OUROS | 1 << ESPADAS | 1 << PAUS
    later = (*tricks, Trick(3, cards("4O VO 5O 6O")))
    with_later = state(BROKEN, hand=hand[1:], tricks=later).problems()[0]
    assert (with_later.message.code, with_later.where) == ("hearts_unbroken", "/tricks/1/cards/0")


@pytest.mark.parametrize(
    ("points", "broken"),
    [((0, 0, 0, 0), False), ((13, 0, 0, 0), False), ((1, 0, 0, 0), True), ((14, 2, 0, 0), True)],
)
def test_the_points_tell_whether_hearts_are_broken(points, broken):
    hand = cards("AC 2O 3O 4O 5O")
    known = GAME.knowledge(state(BROKEN, hand=hand, points=points))
    assert known.broken is broken
    legal = GAME.legal_for(state(BROKEN, hand=hand, points=points))
    assert (hand[0] in legal) is broken


def test_hearts_are_taken_to_be_broken_where_nobody_knows_and_a_note_says_so():
    known = GAME.knowledge(state(BROKEN, hand=cards("AC 2O 3O")))
    assert known.broken
    assert "broken_assumed" in {note.code for note in known.notes}
    assert "broken_assumed" not in {
        note.code for note in GAME.knowledge(state(hand=cards("AC 2O 3O"))).notes
    }


# -- points ---------------------------------------------------------------------------------------


def test_points_of_every_seat_are_those_of_its_tricks():
    tricks = (Trick(0, cards("2P 3P 4P 5P")), Trick(3, cards("2C 3C AC DC")))
    hand = cards("7O 9O 2O AO 10O VE 6E 3E VP 8P 9P")
    given = {"hand": hand, "tricks": tricks}
    assert GAME.knowledge(state(**given)).points == (0, 4, 0, 0)
    assert state(points=(0, 4, 0, 0), **given).problems() == []
    assert first_problem(points=(0, 3, 1, 0), **given) == ("points_seat", "/points/1")
    assert first_problem(points=(0, 4, 0, 1), **given) == ("points_seat", "/points/3")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"points": (26, 1, 0, 0)}, "points_total"),
        ({"points": (9, 0, 0, 0), "hand": cards(DOZEN)}, "points_total"),
        ({"points": (13, 0, 0, 0), "hand": cards("DE 2O 3O 4O 5O 6O 7O 8O 9O 10O DO")},
         "points_total"),
        ({"points": (0, 0, 0, 0), "played": cards("2C 3C 4C 5C"), "hand": cards("DE 2O")},
         "points_total"),
        ({"points": (3, 0, 0, 0), "played": cards("2C 3C 4C 5C"), "hand": cards(DOZEN)},
         "points_total"),
        ({"points": (2, 1, 1, 0), "played": cards("2C 3C 4C 5C"), "hand": cards(DOZEN)},
         "points_division"),
    ],
    ids=str,
)
def test_points_that_cannot_be_are_named(given, code):
    assert first_problem(**{"hand": cards("2O 3O"), **given}) == (code, "/points")


def test_forgotten_cards_form_a_pile_that_the_sum_of_the_points_binds():
    played = cards("2P 3P 4P 5P AC")
    given = state(hand=cards("2O 3O 4O 5O 6O"), played=played, points=(3, 14, 0, 2))
    assert given.problems() == []
    known = GAME.knowledge(given)
    pile = known.holders[-1]
    assert (pile.name, pile.size) == ("gone", 8 * 4 - 5)
    assert (known.pile.total, known.pile.extra, known.pile.share) == (18, 0, -1)
    assert {note.code for note in known.notes} >= {"points_sum", "order_unknown", "gone_unknown"}


def test_without_points_nobody_knows_what_was_taken():
    known = GAME.knowledge(state(hand=cards("2O 3O 4O")))
    assert known.points is None
    assert {note.code for note in known.notes} >= {"points_unknown", "gone_unknown"}


# -- what follows from a state --------------------------------------------------------------------


def test_cards_i_passed_are_with_their_receiver_until_played():
    hand = cards("RC 9C 2C AO 10O 5O DE VE 6E 3E VP 8P")
    passed = Gift(1, cards("AP VC 6O"))
    given = state(hand=hand, passed=passed, tricks=(Trick(2, cards("2P 3P 4P AP")),))
    known = GAME.knowledge(replace(given, tricks=(Trick(2, cards("2P 3P 4P 5P")),)))
    for card in passed.cards:
        assert [h.seat for h in known.holders if h.allowed >> card & 1] == [1]
    played = GAME.knowledge(given)
    assert not any(h.allowed >> passed.cards[0] & 1 for h in played.holders)


def test_a_passed_card_may_be_among_those_forgotten_but_with_nobody_else():
    passed = Gift(1, cards("AP VC 6O"))
    known = GAME.knowledge(state(hand=cards("RC 9C 2C"), passed=passed))
    assert [(h.name, h.seat) for h in known.holders if h.allowed >> passed.cards[0] & 1] == [
        ("seat", 1), ("gone", None),
    ]


def test_before_the_pass_every_other_card_may_be_anywhere():
    known = GAME.knowledge(state(hand=cards(THIRTEEN), round=2, phase="pass"))
    rest = LONG.word & ~word_of(cards(THIRTEEN))
    assert [(h.seat, h.size, h.allowed) for h in known.holders] == [
        (seat, 13, rest) for seat in (1, 2, 3)
    ]
    assert (known.turn, known.step, known.first) == (0, 3, False)


# -- random deals ---------------------------------------------------------------------------------

OPTIONS = st.fixed_dictionaries({
    "direction": st.sampled_from(["left", "right"]),
    "must_lead_two_of_clubs": st.booleans(),
    "hearts_must_be_broken": st.booleans(),
    "queen_above_jack": st.booleans(),
})


def position(seed: int, left: int, rules: dict[str, object]) -> Position:
    return random_position(GAME, Random(seed), left, GAME.rules(rules))


def fits(at: Position, known: object) -> None:
    """The real cards are where the knowledge allows them to be."""
    left = LONG.word
    for holder in known.holders:  # type: ignore[attr-defined]
        if holder.seat is not None:
            hand = word_of(at.hands[holder.seat])
            assert hand & ~holder.allowed == 0
            assert holder.size == hand.bit_count()
            assert not any(known.voids[holder.seat] >> card // 16 & 1 for card in cards_of(hand))
            left &= ~hand


@given(st.integers(0, 2**32), st.integers(0, 52), OPTIONS)
@settings(max_examples=40, deadline=None)
def test_every_view_of_a_real_deal_is_without_problems_and_allows_the_real_hands(seed, left, rules):
    at = position(seed, left, rules)
    assert open_view(GAME, at).problems() == []
    for seat in range(4):
        seen = view(GAME, at, seat)
        if seen.phase == "play" and seen.table is None:  # who has the two of clubs is not seen
            assert [problem.message.code for problem in seen.problems()] == ["leader_missing"]
            continue
        assert seen.problems() == []
        assert parse(str(seen)) == seen
        assert State.from_json(seen.to_json()) == seen
        known = GAME.knowledge(seen)
        fits(at, known)
        assert known.turn == at.turn
        assert known.first == at.first
        assert (known.pile, known.notes) == (None, ())
    mine = view(GAME, at, at.turn)
    assert GAME.actions_for(replace(mine)) == GAME.actions(at)


@given(
    st.integers(0, 2**32), st.integers(0, 51), OPTIONS, st.integers(0, 13), st.integers(0, 52),
    st.booleans(), st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_whatever_is_forgotten_what_is_left_can_be_right(
    seed, left, rules, tricks, named, points, passes
):
    """The last tricks, some cards of the earlier ones in no order, points and passes or not."""
    at = position(seed, left, rules)
    seat = seed % 4
    seen = view(GAME, at, seat)
    kept = seen.tricks[max(0, len(seen.tricks) - tricks):]
    earlier = [c for trick in seen.tricks[: len(seen.tricks) - len(kept)] for c in trick.cards]
    Random(seed).shuffle(earlier)
    seen = replace(
        seen, tricks=kept, played=tuple(earlier[:named]),
        points=GAME.knowledge(seen).points if points else None,
        passed=seen.passed if passes else None, received=seen.received if passes else None,
        round=seen.round if passes else None,
    )
    assert seen.problems() == []
    known = GAME.knowledge(seen)
    fits(at, known)
    gone = [holder for holder in known.holders if holder.name == "gone"]
    unnamed = word_of(earlier[named:])
    assert sum(holder.size for holder in gone) == unnamed.bit_count()
    if gone:
        assert unnamed & ~gone[0].allowed == 0
    if known.pile is not None:
        assert known.pile.total == GAME.pack(at.rules).worth_of(earlier[named:])
    if at.hands[seat] and at.turn == seat:
        assert GAME.legal(at) <= GAME.legal_for(seen)


def places(document: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the cards of a document are."""
    if isinstance(document, dict):
        for key in document.keys() - {"schema", "game", "rules", "phase"}:
            yield from places(document[key], (*path, key))
    elif isinstance(document, list):
        for index, item in enumerate(document):
            yield from places(item, (*path, index))
    elif isinstance(document, str):
        yield path


def put(document: Any, path: tuple[str | int, ...], value: str | None = None) -> str:
    """The value at a place, replaced by another if there is one."""
    *way, last = path
    for key in way:
        document = document[key]
    old = document[last]
    document[last] = old if value is None else value
    return old


@given(st.integers(0, 2**32), st.integers(0, 52), OPTIONS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_with_two_cards_exchanged_a_deal_is_refused_with_a_place_or_can_be_dealt(
    seed, left, rules, everything
):
    random = Random(seed)
    at = position(seed, left, rules)
    seen = open_view(GAME, at) if everything else view(GAME, at, seed % 4)
    document = seen.to_dict()
    one, other = random.sample(sorted(places(document), key=str), 2)
    put(document, other, put(document, one, put(document, other)))
    changed = read(document)
    problems = changed.problems()
    for problem in problems:
        assert str(problem.message)
        assert problem.where.split("/")[1] in document
    if not problems:
        known = GAME.knowledge(changed)
        assert known.over or dealer_of(changed, known).count > 0


@given(st.integers(0, 2**32), st.integers(0, 3), st.integers(1, 3), OPTIONS)
@settings(max_examples=30, deadline=None)
def test_in_the_pass_a_seat_sees_its_own_choice_and_no_other(seed, chosen, number, rules):
    random = Random(seed)
    at = GAME.deal(random, GAME.rules(rules), number=number - 1)
    for _ in range(chosen):
        at = GAME.act(at, random.choice(GAME.actions(at)))
    assert open_view(GAME, at).me == at.turn == chosen
    assert open_view(GAME, at).problems() == []
    for seat in range(4):
        seen = view(GAME, at, seat)
        assert (seen.phase, seen.round, seen.table) == ("pass", number, None)
        assert (seen.passed is not None) == (seat < chosen)
        assert seen.problems() == []
        assert parse(str(seen)) == seen
        assert (GAME.knowledge(seen).turn == seat) == (seat >= chosen)
    mine = replace(view(GAME, at, chosen))  # nothing found about it is kept
    assert GAME.actions_for(mine) == GAME.actions(at)

"""The rules of Sueca, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from trunfo.engine.cards import COPAS, ESPADAS, OUROS, PAUS, SHORT, cards_of, lane, word_of
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.scoring import riscos
from trunfo.engine.state import Fact, State
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.views import open_view, view

SUECA = games()["sueca"]
RULES = SUECA.rules()


def cards(text: str) -> tuple[int, ...]:
    return tuple(SHORT.card(token) for token in text.split())


def state(**given: object) -> State:
    defaults = {"game": SUECA, "rules": RULES, "me": 0, "trump": Trump(PAUS)}
    return State(**{**defaults, **given})  # type: ignore[arg-type]


def first_problem(**given: object) -> tuple[str, str]:
    problem = state(**given).problems()[0]
    return problem.message.code, problem.where


def played_out(seed: int, rules: object = RULES) -> list[Position]:
    random = Random(seed)
    positions = [SUECA.deal(random, rules, seed % 4)]
    while not positions[-1].over:
        at = positions[-1]
        positions.append(SUECA.play(at, random.choice(sorted(SUECA.legal(at)))))
    return positions


# -- tricks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "winner"),
    [
        ("7C AC RC VC", 1),  # the highest card of the suit led
        ("DC VC 6C 5C", 1),  # the jack is above the queen
        ("RC 7C VC DC", 1),  # the seven is above the king
        ("AC 2P RC 7C", 1),  # any trump beats the ace
        ("AC 2P 3P 7C", 2),  # the higher of two trumps
        ("2C AO AE RO", 0),  # other suits take nothing
    ],
)
def test_highest_trump_else_highest_of_the_suit_led_takes_the_trick(table, winner):
    assert SUECA.winner(Trick(0, cards(table)), PAUS) == winner


def test_suit_must_be_followed_and_a_void_seat_may_play_anything():
    at = played_out(3)[1]
    hand = at.hands[at.turn]
    suited = {card for card in hand if lane(at.table.cards[0] // 16) >> card & 1}
    assert SUECA.legal(at) == (suited or hand)
    void = replace(at, hands=tuple(h - suited if h == hand else h for h in at.hands))
    assert SUECA.legal(void) == hand - suited


def test_a_card_that_does_not_follow_cannot_be_played():
    at = played_out(3)[1]
    illegal = min(at.hands[at.turn] - SUECA.legal(at))
    with pytest.raises(ValueError, match="may not be played"):
        SUECA.play(at, illegal)


def test_the_winner_of_a_trick_leads_to_the_next():
    for at in played_out(5):
        if at.tricks and not at.table.cards:
            assert at.turn == SUECA.winner(at.tricks[-1], at.trump.suit)


# -- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "leader"), [("before_dealer", 1), ("after_dealer", 3)])
def test_who_leads_depends_on_the_option_first_lead(option, leader):
    rules = SUECA.rules({"first_lead": option})
    assert SUECA.deal(Random(1), rules, dealer=2).turn == leader


def test_the_turned_up_card_names_the_trump_and_is_in_the_dealers_hand():
    at = SUECA.deal(Random(1), RULES, dealer=2)
    assert at.trump.holder == 2
    assert at.trump.card in at.hands[2]
    assert at.trump.suit == at.trump.card // 16


def test_ten_cards_each_and_every_card_once():
    at = SUECA.deal(Random(7), RULES)
    assert [len(hand) for hand in at.hands] == [10] * 4
    assert frozenset().union(*at.hands) == frozenset(SHORT.cards)


# -- scoring --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "lost", "paid"),
    [(60, 5, 0), (61, 5, 1), (90, 2, 1), (91, 2, 2), (119, 1, 2), (120, 1, 2), (120, 0, 4)],
)
def test_riscos_by_points_and_tricks_lost(points, lost, paid):
    assert riscos(points, lost, 10 - lost, RULES) == paid
    assert riscos(120 - points, 10 - lost, lost, RULES) == -paid


def test_ninety_pays_two_with_double_at_90():
    assert riscos(90, 2, 8, SUECA.rules({"double_at": 90})) == 2


def test_all_points_pay_four_despite_a_lost_trick_with_sweep_points():
    assert riscos(120, 1, 9, SUECA.rules({"sweep": "points"})) == 4


def test_a_deal_has_120_points_and_pays_nothing_in_sum():
    for seed in range(50):
        payoff = SUECA.payoff(played_out(seed)[-1])
        assert payoff.points[0] + payoff.points[1] == 120
        assert payoff.points[0] == payoff.points[2]
        assert sum(payoff.riscos) == 0


def test_preset_001_is_the_whole_other_sheet():
    rules = SUECA.rules(preset="001")
    assert dict(rules) == {
        "direction": "left", "first_lead": "after_dealer", "double_at": 91, "sweep": "tricks",
        "tie": "carry", "match_target": 4, "low_hand_redeal": True,
    }


# -- what a state says ----------------------------------------------------------------------------


def test_every_view_of_a_real_deal_is_without_problems_and_allows_the_real_hands():
    for seed in range(20):
        for at in played_out(seed):
            assert open_view(SUECA, at).problems() == []
            for seat in range(4):
                seen = view(SUECA, at, seat)
                assert seen.problems() == []
                for holder in SUECA.knowledge(seen).holders:
                    hand = word_of(at.hands[holder.seat])
                    assert hand & ~holder.allowed == 0
                    assert holder.size == len(at.hands[holder.seat])


def test_eleven_cards_are_too_many():
    hand = cards("2C 3C 4C 5C 6C DC VC RC 7C AC 2O")
    assert first_problem(hand=hand) == ("hand_too_large", "/hand")


def test_a_card_stands_only_once():
    assert first_problem(hand=cards("2C 3C 2C")) == ("card_twice", "/hand/2")


def test_a_revoke_in_a_finished_trick_is_named_at_the_card_that_did_not_follow():
    tricks = (Trick(0, cards("2C 3O 4C 5C")), Trick(3, cards("6C 2E 7C DC")))
    hand = cards("2O 4O 5O 6O DO VO RO 7O")
    assert first_problem(hand=hand, tricks=tricks) == ("revoke", "/tricks/0/cards/1")


def test_my_own_revoke_is_found_by_the_hand_i_still_hold():
    tricks = (Trick(1, cards("2C 3C 4C 5O")),)
    hand = cards("AC 4O 6O DO VO RO 7O 2E 3E")
    assert first_problem(hand=hand, tricks=tricks) == ("revoke", "/tricks/0/cards/3")


def test_the_trump_card_held_back_makes_a_revoke():
    trump = Trump(PAUS, *cards("AP"), holder=1)
    tricks = (Trick(0, cards("2P 3O 4P 5P")),)
    hand = cards("2O 4O 5O 6O DO VO RO 7O AO")
    assert first_problem(hand=hand, tricks=tricks, trump=trump)[0] == "revoke"


def test_only_the_winner_leads_to_the_next_trick():
    tricks = (Trick(0, cards("2C 3C 4C 5C")),)
    table = Trick(1, ())
    hand = cards("2O 4O 5O 6O DO VO RO 7O AO")
    assert first_problem(hand=hand, tricks=tricks, table=table) == ("wrong_leader", "/table/leader")


def test_a_missing_leader_is_the_winner_of_the_trick_before():
    tricks = (Trick(0, cards("2C 3C 4C 5C")), Trick(None, cards("6C DC VC RC")))
    known = SUECA.knowledge(state(hand=cards("2O 4O 5O 6O DO VO RO 7O"), tricks=tricks))
    assert known.leader == 2


def test_points_must_be_those_of_the_tricks():
    tricks = (Trick(0, cards("AC 3C 4C 5C")),)
    hand = cards("2O 4O 5O 6O DO VO RO 7O AO")
    assert first_problem(hand=hand, tricks=tricks, points=(0, 11)) == ("points_side", "/points/0")
    assert first_problem(hand=hand, tricks=tricks, points=(10, 0)) == ("points_total", "/points")
    assert state(hand=hand, tricks=tricks, points=(11, 0)).problems() == []


def test_points_that_no_division_into_tricks_can_give_are_named():
    played = cards("AC 7C RC VC DC 2C 3C 4C")  # 30 points in two tricks
    hand = cards("2O 4O 5O 6O DO VO RO 7O")
    assert first_problem(hand=hand, played=played, points=(29, 1))[0] == "points_division"
    assert state(hand=hand, played=played, points=(28, 2)).problems() == []


def test_more_cards_gone_than_tricks_finished_is_named():
    assert first_problem(
        hand=cards("2O 4O 5O 6O DO VO RO 7O AO"), played=cards("2C 3C 4C 5C 6C")
    ) == ("too_many_gone", "/played")


def test_the_turned_up_card_cannot_be_in_another_hand():
    trump = Trump(PAUS, *cards("AP"), holder=1)
    assert first_problem(hand=cards("AP 2C"), trump=trump) == ("trump_holder", "/trump/holder")


def test_the_turned_up_card_has_the_trump_suit():
    trump = Trump(PAUS, *cards("AC"), holder=1)
    assert first_problem(hand=cards("2O 3O"), trump=trump) == ("trump_suit", "/trump/suit")


def test_nobody_chooses_the_trump():
    hand = cards("2O 3O")
    assert first_problem(hand=hand, trump=Trump(PAUS, chooser=1)) == (
        "trump_chosen", "/trump/chooser",
    )


def test_voids_that_leave_no_room_are_an_impossible_position():
    suit = tuple(Fact(seat, void=(COPAS,)) for seat in (1, 2, 3))
    hand = cards("2O 4O 5O 6O DO VO RO 7O AO 3O")
    assert first_problem(hand=hand, known=suit)[0] == "no_world"


def test_a_seat_cannot_lack_what_it_must_hold():
    trump = Trump(PAUS, *cards("AP"), holder=1)
    known = (Fact(1, void=(PAUS,)),)
    assert first_problem(hand=cards("2O 3O"), trump=trump, known=known) == (
        "void_not", "/known/0/void/0",
    )


# -- what follows from a state --------------------------------------------------------------------


def test_a_void_shown_bars_the_suit_for_good():
    tricks = (Trick(0, cards("2C 3O 4C 5C")),)
    known = SUECA.knowledge(state(hand=cards("2O 4O 5O 6O DO VO RO 7O AO"), tricks=tricks))
    assert known.voids[1] == 1 << COPAS
    barred = next(holder for holder in known.holders if holder.seat == 1)
    assert barred.allowed & lane(COPAS) == 0


def test_the_turned_up_card_is_pinned_to_its_holder_until_played():
    trump = Trump(PAUS, *cards("AP"), holder=2)
    known = SUECA.knowledge(state(hand=cards("2O 3O 4O"), trump=trump))
    holding = [h.name for h in known.holders if h.allowed >> trump.card & 1]
    assert holding == ["seat"]
    assert known.pinned == (trump.card, 2)
    gone = SUECA.knowledge(state(hand=cards("2O 3O 4O"), trump=trump, played=cards("AP")))
    assert gone.pinned is None


def test_forgotten_cards_form_a_pile_that_the_points_bind():
    played = cards("AC 2C 3C 4C 7O")
    known = SUECA.knowledge(
        state(hand=cards("2O 3O 4O 5O 6O 2E 3E 4E"), played=played, points=(30, 12))
    )
    pile = known.holders[-1]
    assert (pile.name, pile.size) == ("gone", 3)
    assert known.pile.total == 42 - 21
    assert known.pile.share == 30
    assert set(cards_of(known.pile.extra)) == set(played)


def test_without_points_nobody_knows_the_riscos():
    known = SUECA.knowledge(state(hand=cards("2O 3O 4O")))
    assert known.points is None
    assert {note.code for note in known.notes} >= {"points_unknown", "gone_unknown"}


def test_a_side_without_points_is_taken_to_have_no_trick_and_a_note_says_so():
    known = SUECA.knowledge(
        state(hand=cards("2O 3O 4O 5O 6O 2E 3E 4E 5E"), played=cards("AC 7C RC VC"), points=(28, 0))
    )
    assert known.taken == (1, 0)
    assert "sweep_assumed" in {note.code for note in known.notes}


def test_a_complete_history_needs_no_assumption():
    for seat in range(4):
        at = played_out(11)[17]
        assert SUECA.knowledge(view(SUECA, at, seat)).notes == ()
        assert SUECA.knowledge(view(SUECA, at, seat)).points == SUECA.knowledge(
            open_view(SUECA, at)
        ).points


def test_suits_are_numbered_as_their_letters_stand():
    assert (COPAS, OUROS, ESPADAS, PAUS) == (0, 1, 2, 3)
    assert [SHORT.token(16 * suit) for suit in range(4)] == ["2C", "2O", "2E", "2P"]

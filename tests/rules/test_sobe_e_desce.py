"""The rules of Sobe e Desce, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trunfo.engine.cards import OUROS, PAUS, SHORT, SUITS
from trunfo.engine.game import Rules
from trunfo.engine.registry import games
from trunfo.engine.rules.sobe_e_desce import SobePosition
from trunfo.engine.state import Decision, Trick, Trump

SOBE = games()["sobe-e-desce"]
RULES = SOBE.rules()
PRESET = SOBE.rules(preset="002")
BOTH = pytest.mark.parametrize("rules", [RULES, PRESET], ids=["000", "002"])
IN, OUT = Decision(True, 0), Decision(False)


def cards(text: str) -> tuple[int, ...]:
    return tuple(SHORT.card(token) for token in text.split())


def playing(
    *hands: str, table: str = "", leader: int = 0, trump: int = OUROS, rules: Rules = RULES,
    **given: object,
) -> SobePosition:
    """A position in play, the hands by seat, everybody in if nothing else is said."""
    given.setdefault("decisions", (IN,) * 4)
    return SobePosition(
        rules=rules, trump=Trump(trump, chooser=leader), table=Trick(leader, cards(table)),
        hands=tuple(frozenset(cards(hand)) for hand in hands), tricks=(),
        dealer=(leader - 1) % 4, **given,
    )


def does(at: SobePosition, *actions: dict) -> SobePosition:
    for action in actions:
        at = SOBE.act(at, action)
    return at


def decided(at: SobePosition, *answers: bool) -> SobePosition:
    """All go or stay out in turn, exchanging nothing."""
    return does(at, *({"go": answer} for answer in answers))


# -- the deal, the trump --------------------------------------------------------------------------


@BOTH
def test_three_cards_each_and_the_seat_after_the_dealer_chooses_then_five_each(rules):
    for dealer in range(4):
        at = SOBE.deal(Random(dealer), rules, dealer)
        assert (at.phase, at.turn) == ("trump", (dealer + 1) % 4)
        assert [len(hand) for hand in at.hands] == [3, 3, 3, 3]
        after = SOBE.act(at, {"trump": "P"})
        assert after.trump == Trump(PAUS, chooser=at.turn)
        assert [len(hand) for hand in after.hands] == [5, 5, 5, 5]
        assert len(after.undealt) == 20
        assert all(before < now for before, now in zip(at.hands, after.hands, strict=True))
        assert (after.phase, after.turn) == ("go", at.turn)


def test_a_turned_up_card_is_the_choosers_fourth_and_names_the_trump():
    at = SOBE.deal(Random(1), RULES, dealer=3)
    after = SOBE.act(at, {"trump": "turn"})
    turned = at.undealt[0]
    assert after.trump == Trump(turned // 16, turned, chooser=0, turned=True)
    assert after.hands[0] == at.hands[0] | set(at.undealt[:2])
    assert after.hands[1] == at.hands[1] | set(at.undealt[2:4])


def test_without_turning_up_there_are_only_the_four_suits():
    named = [{"trump": letter} for letter in "COEP"]
    assert SOBE.actions(SOBE.deal(Random(1), RULES)) == (*named, {"trump": "turn"})
    at = SOBE.deal(Random(1), PRESET)
    assert SOBE.actions(at) == tuple(named)
    with pytest.raises(ValueError, match="turn cannot be chosen"):
        SOBE.act(at, {"trump": "turn"})


# -- what may be played ---------------------------------------------------------------------------

DIAMONDS = "6P VO 7O"


@pytest.mark.parametrize(
    ("hand", "free", "strict"),
    [
        ("RO 2O 5E", "RO 2O 5E", "RO 2O"), ("AO RO 5E", "AO", "AO"), ("4P AO", "4P", "4P"),
        ("5E 6E", "5E 6E", "5E 6E"), ("4P AP", "4P AP", "4P AP"),
    ],
)
def test_with_trump_diamonds_after_six_of_clubs_jack_and_seven_of_diamonds(hand, free, strict):
    for rules, may in ((RULES, free), (PRESET, strict)):
        at = playing("2C", "3C", "4C", hand, table=DIAMONDS, rules=rules)
        assert SOBE.legal(at) == set(cards(may))


def test_under_the_second_sheet_who_follows_beats_the_trick_if_he_can():
    for rules, may in ((RULES, "2P RP AP"), (PRESET, "RP AP")):
        at = playing("2C", "2P RP AP 7O", "", "", table="VP", rules=rules)
        assert SOBE.legal(at) == set(cards(may))
    trumped = playing("2C", "3C", "2P AP 7O", "", table="VP 2O", rules=PRESET)
    assert SOBE.legal(trumped) == set(cards("2P AP"))
    below = playing("2C", "2P 3P 7O", "", "", table="VP", rules=PRESET)
    assert SOBE.legal(below) == set(cards("2P 3P"))


@BOTH
def test_whoever_leads_with_the_ace_of_trump_in_hand_leads_it_in_trick_four_too(rules):
    at = playing("AO 2P", "3P 4P", "5P 6P", "RO 7P", rules=rules)
    at = replace(at, tricks=(Trick(0),) * 3)
    assert SOBE.legal(at) == set(cards("AO"))
    assert SOBE.legal(replace(at, table=Trick(3))) == set(cards("RO 7P"))


def test_only_those_who_went_play_and_the_winner_leads():
    at = playing("2P", "AP 2O", "3P 4P", "RP 3O", leader=1, decisions=(OUT, IN, IN, IN))
    for seat, card in ((1, "AP"), (2, "3P"), (3, "RP")):
        assert at.turn == seat
        at = SOBE.act(at, {"play": card})
    assert at.turn == 1
    assert at.tricks == (Trick(1, cards("AP 3P RP")),)


# -- whole matches --------------------------------------------------------------------------------


def everywhere(at: SobePosition) -> list[int]:
    tricks = [card for trick in (*at.tricks, at.table) for card in trick.cards]
    return sorted([*at.aside, *tricks, *(card for hand in at.hands for card in hand)])


def played(seed: int, rules: Rules) -> list[SobePosition]:
    """All positions of a whole match, everything decided at random.

    Half of the time who may stay out does: among few players scores go down on the whole.
    """
    random = Random(seed)
    positions = [SOBE.deal(random, rules, seed % 4)]
    while not (positions[-1].over and SOBE.match_over(positions[-1])):
        at = positions[-1]
        if at.over:
            positions.append(SOBE.next_deal(at, random))
        else:
            actions = SOBE.actions(at)
            out = {"go": False} in actions and random.random() < 0.5
            positions.append(SOBE.act(at, {"go": False} if out else random.choice(actions)))
        assert len(positions) < 5_000
    return positions


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_every_match_ends_and_no_card_is_ever_lost_or_there_twice(seed, second):
    positions = played(seed, PRESET if second else RULES)
    for at in positions:
        assert everywhere(at) == list(SHORT.cards)
    for at, following in pairwise(positions):
        if at.over:
            assert SOBE.payoff(at).riscos == (0, 0, 0, 0)
            assert following.dealer == (at.dealer + 1) % 4
            assert following.scores == SOBE.payoff(at).points
    paid = SOBE.payoff(positions[-1])
    assert sum(paid.riscos) == 0
    assert paid.points[paid.riscos.index(max(paid.riscos))] == min(paid.points) <= 0
    assert {len(at.hands[seat]) for at in positions for seat in SUITS if at.phase == "go"} == {5}

"""The rules of Sobe e Desce, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trunfo.engine.cards import COPAS, ESPADAS, OUROS, PAUS, SHORT, cards_of, word_of
from trunfo.engine.document.document import read as read_document
from trunfo.engine.game import Rules
from trunfo.engine.registry import games
from trunfo.engine.rules.sobe_e_desce import SobePosition
from trunfo.engine.rules.sobe_e_desce.duties import reason_message
from trunfo.engine.rules.sobe_e_desce.scores import match_winner, settlement
from trunfo.engine.state import Decision, Fact, State
from trunfo.engine.text.notation import parse, read
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.views import open_view, view

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


# -- going, staying out, exchanging ---------------------------------------------------------------


def to_decide(trump: int, rules: Rules = RULES, seed: int = 1, **given: object) -> SobePosition:
    """Seat 0 has chosen the trump and is to decide."""
    at = SOBE.deal(Random(seed), rules, 3, **given)
    return SOBE.act(at, {"trump": "COEP"[trump]})


def test_going_is_decided_in_turn_from_the_chooser_with_every_exchange_there_is():
    at = to_decide(OUROS)
    assert len(SOBE.actions(at)) == 32  # the chooser must go
    at = does(at, {"go": True, "discard": []})
    for seat in (1, 2, 3):
        assert (at.phase, at.turn) == ("go", seat)
        actions = SOBE.actions(at)
        assert len(actions) == len({str(action) for action in actions}) == 33
        at = does(at, {"go": False} if seat == 2 else actions[-1])
    assert at.decisions == (IN, Decision(True, 5), OUT, Decision(True, 5))
    assert (at.phase, at.turn, at.playing) == ("play", 0, (0, 1, 3))


def test_cards_thrown_away_are_replaced_from_the_top_and_not_dealt_again():
    at = to_decide(OUROS)
    thrown = sorted(at.hands[0])[:2]
    after = does(at, {"go": True, "discard": [SHORT.token(card) for card in thrown]})
    assert after.hands[0] == at.hands[0] - set(thrown) | set(at.undealt[:2])
    assert after.undealt == at.undealt[2:]
    assert after.discarded[0] == tuple(thrown)


@pytest.mark.parametrize(
    "action",
    [
        {"play": "AC"}, {"go": 1}, {"go": None}, {"go": False, "discard": ["2C"]}, {},
        {"go": True, "discard": "2C"}, {"go": True, "discard": ["8C"]}, {"trump": "P"},
        {"go": True, "discard": [1]}, {"go": True, "play": "AC"}, {"go": True, "discard": None},
    ],
    ids=str,
)
def test_what_is_no_decision_is_refused(action):
    with pytest.raises(ValueError, match=r"\w"):
        SOBE.act(to_decide(OUROS), action)


def test_only_own_cards_can_be_thrown_away_and_each_once():
    at = to_decide(OUROS)
    mine, other = SHORT.token(min(at.hands[0])), SHORT.token(min(at.hands[1]))
    for cards_named in ([other], [mine, mine]):
        with pytest.raises(ValueError, match="in the hand"):
            SOBE.act(at, {"go": True, "discard": cards_named})


FORCED = [
    (COPAS, 2, {"absences": (0, 0, 1, 0)}, ("hearts",)),  # who stayed out once too
    (OUROS, 2, {"absences": (0, 0, 1, 0)}, ()),
    (OUROS, 2, {"absences": (0, 0, 2, 0)}, ("absences",)),
    (OUROS, 0, {}, ("chooser",)),
    (OUROS, 1, {"scores": (20, 5, 6, 20)}, ("five",)),
    (OUROS, 2, {"scores": (20, 5, 6, 20)}, ()),
    (COPAS, 0, {"scores": (5, 9, 9, 9), "absences": (2, 0, 0, 0)},
     ("hearts", "chooser", "five", "absences")),
]


@pytest.mark.parametrize(("trump", "seat", "given", "reasons"), FORCED)
def test_who_must_go_and_why(trump, seat, given, reasons):
    at = to_decide(trump, **given)
    assert SOBE.forced_to_go(at, seat) == reasons
    second = tuple(reason for reason in reasons if reason in ("hearts", "absences"))
    assert SOBE.forced_to_go(replace(at, rules=PRESET), seat) == second
    assert SOBE.forced_to_go(replace(at, rules=SOBE.rules({"must_go": ()})), seat) == ()
    for _ in range(seat):
        at = does(at, {"go": True})
    assert ({"go": False} in SOBE.actions(at)) == (not reasons)
    if reasons:
        with pytest.raises(ValueError, match=", ".join(reasons)):
            SOBE.act(at, {"go": False})
    assert all(reason_message(reason).text() for reason in reasons)


def test_who_must_go_may_still_exchange():
    at = to_decide(COPAS)
    assert len(SOBE.actions(at)) == 32


def test_where_the_chooser_stays_out_the_first_after_him_who_goes_leads():
    at = decided(to_decide(OUROS, PRESET), False, False, True, True)
    assert (at.turn, at.playing) == (2, (2, 3))


def test_who_turned_up_the_trump_may_throw_it_away():
    at = does(SOBE.deal(Random(2), RULES, 3), {"trump": "turn"})
    turned = at.trump.card
    after = does(at, {"go": True, "discard": [SHORT.token(turned)]})
    assert turned not in after.hands[0]
    after = decided(after, True, True, True) if not SOBE.forced_to_go(after, 1) else after
    for seat in (1, 2, 3):
        seen = view(SOBE, after, seat)
        known = SOBE.knowledge(seen)
        may_hold = {
            holder.seat if holder.seat is not None else holder.name
            for holder in known.holders if holder.allowed >> turned & 1
        }
        assert may_hold == {0, "out"}
    mine = SOBE.knowledge(view(SOBE, after, 0))
    assert [holder.name for holder in mine.holders if holder.allowed >> turned & 1] == ["out"]


@pytest.mark.parametrize(("thrown", "where"), [(0, {0}), (5, {"out"})])
def test_a_turned_up_card_is_kept_after_no_exchange_and_gone_after_five(thrown, where):
    at = does(SOBE.deal(Random(2), RULES, 3), {"trump": "turn"})
    hand = [SHORT.token(card) for card in sorted(at.hands[0])]
    after = does(at, {"go": True, "discard": hand[:thrown]})
    known = SOBE.knowledge(view(SOBE, after, 1))
    holds = {
        holder.seat if holder.seat is not None else holder.name
        for holder in known.holders if holder.allowed >> at.trump.card & 1
    }
    assert holds == where
    assert known.pinned == ((at.trump.card, 0) if thrown == 0 else None)


# -- scores ---------------------------------------------------------------------------------------


def finished(winners: str, trump: int = OUROS, **given: object) -> SobePosition:
    """A deal that is over, the winner of each trick by seat: he leads and nobody follows."""
    given.setdefault("decisions", (IN,) * 4)
    given.setdefault("rules", RULES)
    low = iter(card for card in SHORT.cards if card // 16 != trump)
    tops = iter([card for card in SHORT.cards if card // 16 == trump][::-1])
    seats = [seat for seat in range(4) if given["decisions"][seat].goes]
    tricks = [
        Trick(int(seat), (next(tops), *(next(low) for _ in seats[1:]))) for seat in winners
    ]
    return SobePosition(
        trump=Trump(trump, chooser=0), hands=(frozenset(),) * 4, tricks=tuple(tricks),
        table=Trick(0), dealer=3, **given,
    )


def test_each_trick_takes_a_point_away_and_none_costs_five():
    at = finished("00112", scores=(20, 12, 7, 9))
    assert at.over
    assert SOBE.payoff(at).points == (18, 10, 6, 14)
    assert SOBE.payoff(at).riscos == (0, 0, 0, 0)


def test_with_clubs_for_trump_everything_counts_double():
    assert SOBE.payoff(finished("00112", PAUS)).points == (16, 16, 18, 30)


def test_who_stayed_out_is_unchanged_and_counts_an_absence_which_going_ends():
    at = finished("00122", decisions=(IN, IN, IN, OUT), absences=(2, 0, 1, 1))
    assert SOBE.payoff(at).points == (18, 19, 18, 20)
    assert SOBE.absences_after(at) == (0, 0, 0, 2)


@pytest.mark.parametrize(("trump", "worth"), [(OUROS, 5), (PAUS, 10)])
def test_a_lone_player_is_paid_for_all_five_tricks_without_play(trump, worth):
    at = to_decide(trump)
    at = decided(at, True, False, False, False)
    assert at.over
    assert SOBE.payoff(at).points == (20 - worth, 20, 20, 20)
    assert SOBE.absences_after(at) == (0, 1, 1, 1)
    for seat in range(4):
        assert SOBE.knowledge(view(SOBE, at, seat)).over


def test_if_nobody_goes_nothing_is_scored_and_all_absences_rise():
    at = decided(to_decide(OUROS, PRESET), False, False, False, False)
    assert at.over
    assert SOBE.payoff(at).points == (20, 20, 20, 20)
    assert SOBE.absences_after(at) == (1, 1, 1, 1)
    following = SOBE.next_deal(at, Random(1))
    assert (following.dealer, following.absences) == (0, (1, 1, 1, 1))


def test_the_winner_gets_what_the_others_have_left():
    assert settlement((0, 11, 2, 5), 0) == (18, -11, -2, -5)
    assert settlement((-1, -3, 4, 0), 1) == (0, 4, -4, 0)
    at = finished("00011", scores=(3, 13, 1, 0), decisions=(IN, IN, OUT, OUT))
    at = replace(at, scores=(3, 13, 2, 5))
    assert SOBE.payoff(at).points == (0, 11, 2, 5)
    assert SOBE.payoff(at).riscos == (18, -11, -2, -5)
    with pytest.raises(ValueError, match="match is over"):
        SOBE.next_deal(at, Random(1))


@pytest.mark.parametrize(
    ("before", "winners", "lowest", "first"),
    [
        ((1, 9, 3, 9), "02220", 0, 0),     # -1 and 0
        ((2, 1, 9, 9), "10000", 0, 1),     # -2 and 0, the second was there first
        ((1, 9, 2, 9), "22200", 0, 2),     # both at -1: the chooser is first in order
        ((2, 3, 9, 9), "11100", 0, 1),     # both at 0
    ],
)
def test_multiplayer_at_or_below_zero(before, winners, lowest, first):
    at = finished(winners, scores=before)
    assert max(SOBE.payoff(at).riscos) == SOBE.payoff(at).riscos[lowest] > 0
    at = replace(at, rules=SOBE.rules({"match_end": "first_reached"}))
    assert max(SOBE.payoff(at).riscos) == SOBE.payoff(at).riscos[first] > 0
    assert sum(SOBE.payoff(at).riscos) == 0


def test_of_two_at_minus_one_and_minus_three_the_lower_wins_and_the_other_pays_nothing():
    at = finished("00011", PAUS, scores=(3, 3, 9, 8), decisions=(IN, IN, OUT, OUT))
    assert SOBE.payoff(at).points == (-3, -1, 9, 8)
    assert SOBE.payoff(at).riscos == (17, 0, -9, -8)


def test_equal_scores_are_decided_in_order_of_play_from_the_chooser():
    for chooser, winner in ((0, 1), (1, 1), (2, 3), (3, 3)):
        assert match_winner((1, 1, 1, 1), (1, 0, 1, 0), (1, 3), chooser, OUROS, RULES) == winner


# -- what a state says ----------------------------------------------------------------------------

CHOOSING = (
    "sobe-desce; mão A♠ R♠ 4♥; dá esquerda; pontuação eu 9 direita 6 frente 17 esquerda 20"
)
GOING = (
    "sobe-desce; trunfo ♣ escolheu esquerda; trocas esquerda 2; mão 7♣ R♥ 6♦ 4♠ 2♠;"
    " pontuação eu 11 direita 6 frente 17 esquerda 20; faltas eu 1 frente 2"
)


def test_three_cards_and_no_trump_ask_for_the_trump():
    state = parse(CHOOSING).state
    assert state.phase == "trump"
    known = SOBE.knowledge(state)
    assert (known.turn, known.over) == (0, False)
    assert [(holder.seat, holder.size) for holder in known.holders] == [
        (1, 3), (2, 3), (3, 3), (None, 28)
    ]
    assert SOBE.actions_for(state)[-1] == {"trump": "turn"}


def test_a_trump_and_no_decision_of_mine_ask_whether_to_go():
    state = parse(GOING).state
    assert state.phase == "go"
    known = SOBE.knowledge(state)
    assert (known.turn, known.trump, known.points) == (0, PAUS, (11, 6, 17, 20))
    assert [(holder.seat, holder.size) for holder in known.holders] == [
        (1, 5), (2, 5), (3, 5), (None, 20)
    ]
    at = SOBE.partial_position(state)
    assert SOBE.forced_to_go(at, 0) == ()
    assert SOBE.forced_to_go(at, 2) == ("absences",)
    assert len(SOBE.actions(at)) == 33


def test_the_phase_is_said_where_the_rest_does_not_tell_it():
    played_on = parse(GOING + "; ficaram eu; foram direita frente").state
    assert played_on.phase == "play"
    assert "fase" not in str(played_on)
    asked = replace(played_on, phase="go")
    assert "fase ir" in str(asked)
    assert read(str(asked)).state.phase == "go"


BASE = (
    "sobe-desce; trunfo ♦ escolheu eu; trocas eu 2 direita 1; ficaram frente esquerda;"
    " pontuação eu 20 direita 20 frente 20 esquerda 20; faltas eu 0; "
)
ALONE = (
    "sobe-desce; trunfo ♦ escolheu eu; trocas eu 2; ficaram direita frente esquerda;"
    " mão 7♣ R♥ 6♦ 4♠ 2♠; "
)
WRONG = {
    # state: (code, where)
    CHOOSING.replace("eu 9", "eu 0"): ("match_over", "/scores/0"),
    CHOOSING + "; faltas frente 3": ("too_many_absences", "/absences/2"),
    CHOOSING.replace(" 4♥", ""): ("hand_size", "/hand"),
    CHOOSING + "; foram eu": ("too_early", "/decisions/0"),
    CHOOSING + "; mesa eu: 2♥": ("missing_key", ""),
    CHOOSING + "; fase ir": ("missing_key", ""),
    CHOOSING + "; trunfo ♣; fase trunfo": ("trump_known", "/trump"),
    CHOOSING + "; trunfo ♣ escolheu direita": ("wrong_chooser", "/trump/chooser"),
    GOING.replace(" 2♠", ""): ("hand_size", "/hand"),
    GOING + "; fase ir; saíram A♥": ("too_early", "/played"),
    GOING + "; foram frente": ("out_of_turn", "/decisions/2"),
    GOING.replace("2;", "6;"): ("too_many_exchanged", "/decisions/3"),
    GOING.replace("trocas esquerda 2", "ficaram esquerda"): ("must_go", "/decisions/3"),
    GOING.replace(" escolheu esquerda", ""): ("chooser_missing", "/trump"),
    GOING + "; deitei fora A♣": ("too_many_discarded", "/discarded"),
    GOING.replace("♣ escolheu", "2♠ virada escolheu"): ("turned_elsewhere", "/hand/4"),
    GOING.replace("trunfo ♣", "trunfo ♣ virada"): ("turned_missing", "/trump/turned"),
    GOING.replace("trunfo ♣", "trunfo ♣ direita"): ("trump_holder", "/trump/holder"),
    GOING.replace("trunfo ♣", "trunfo A♣ direita"): ("trump_holder", "/trump/holder"),
    GOING.replace("trunfo ♣", "regras turn_up=não; trunfo A♣"): ("no_turning_up", "/trump/card"),
    GOING + "; ficaram eu; foram direita frente; fase ir": ("all_decided", "/phase"),
    GOING + "; mesa esquerda A♣": ("decision_missing", "/decisions/0"),
    BASE + "mão 7♣ R♥ 6♦ 4♠ 2♠; vazas 1. frente: 3♣ 4♣": ("leader_out", "/tricks/0/leader"),
    BASE + "mão 7♣ R♥ 6♦ 4♠; vazas 1. eu: 3♣ 4♣ 5♣": ("trick_size", "/tricks/0/cards"),
    BASE + "mão 7♣ R♥ 6♦ 4♠; vazas 1. direita: 3♣ 4♣": ("wrong_leader", "/tricks/0/leader"),
    BASE + "mão 7♣ R♥ 6♦ 4♠; vazas 1. eu: 3♣ 4♣; sai eu": ("wrong_leader", "/table/leader"),
    BASE + "mão 7♣ R♥ 6♦ 4♠; vazas 1. eu: 3♣ 4♣; saíram 2♥": ("too_many_gone", "/played"),
    BASE + "mão 7♣ R♥ 6♦ 4♠; vazas 1. eu: 3♣ 2♣ 2. 5♥ 6♥": ("too_many_gone", "/tricks/1"),
    BASE + "mão -; mesa direita 7♦": ("table_too_late", "/table/cards"),
    BASE + "mão A♦ R♥ 6♦ 4♠; vazas 1. eu: 7♣ 2♣": ("duty", "/tricks/0/cards/0"),
    BASE + "mão R♥ 6♦; vazas 1. eu: 7♣ 2♣ 2. 3♣ 4♣ 3. direita: 5♣ 4♠": (
        "duty", "/tricks/2/cards/1"),
    BASE + "mão 7♣ 6♦ R♥; vazas 1. eu: 3♣ 4♣ 2. direita: 5♣ 4♠": (
        "revoke", "/tricks/1/cards/1"),
    BASE + "mão 7♣ R♥ 6♦ 4♠ 2♠; tem direita A♥ R♣ 2♣ 3♣ 4♣ 5♣": ("said_too_many", "/known/0"),
    BASE + "mão 7♣ R♥ 6♦ 4♠ 2♠; tem eu A♥": ("has_not", "/known/0/has/0"),
    BASE + "mão 7♣ R♥ 6♦ 4♠ 2♠; deitei fora A♥ 2♥ 3♥": ("too_many_discarded", "/discarded"),
    BASE + "mão 7♣ R♥ 6♦ 4♠ 2♠; deitei fora R♥": ("card_twice", "/discarded/0"),
    ALONE + "saíram 2♥": ("nobody_plays", "/played"),
    ALONE + "mesa eu: 2♥": ("nobody_plays", "/table/cards"),
}


@pytest.mark.parametrize("text", WRONG)
def test_the_first_thing_that_cannot_be_right_is_named_with_its_place(text):
    problem = read(text).state.problems()[0]
    assert (problem.message.code, problem.where) == WRONG[text]
    assert "{" not in problem.message.text()


# -- what follows from the play -------------------------------------------------------------------

PLAYED = (
    "sobe-desce; {rules}trunfo ♦ escolheu esquerda; foram eu direita frente esquerda;"
    " mão 7♣ R♥ 6♠ 4♠ 2♠; {play}"
)


def may_hold(play: str, seat: int, suit: int, rules: str = "") -> str:
    """The cards of a suit that a seat may hold after some play, seat 3 having led first."""
    state = parse(PLAYED.format(play=play, rules=rules)).state
    holders = {holder.seat: holder.allowed for holder in SOBE.knowledge(state).holders}
    suited = [card for card in cards_of(holders[seat]) if card // 16 == suit]
    return " ".join(map(SHORT.token, suited))


def test_a_leader_who_did_not_lead_the_ace_of_trump_does_not_hold_it():
    assert may_hold("mesa esquerda: 3♣", 3, OUROS) == "2O 3O 4O 5O 6O DO VO RO 7O"
    assert may_hold("mesa esquerda: 3♣", 1, OUROS).endswith("7O AO")


SHOWN = [
    # played after 3C 5O is led and ruffed: what the last may still hold of trump, by options
    ("6♥", "2O 3O 4O", "2O 3O 4O", ""),     # no trump: none higher, or none at all
    ("2♦", "3O 4O", "3O 4O", "3O 4O"),      # a low one: none higher
    ("6♦", "2O 3O 4O DO VO RO 7O AO",) + ("2O 3O 4O DO VO RO 7O AO",) * 2,
]


@pytest.mark.parametrize(("card", "free", "always", "forced"), SHOWN)
def test_who_is_void_and_does_not_overtrump_holds_no_trump_that_would_have(
    card, free, always, forced
):
    state = (
        "sobe-desce; {rules}trunfo ♦ escolheu direita; foram eu direita frente esquerda;"
        f" mão 7♣ R♥ 6♠ 4♠ 2♠; mesa direita: 3♣ 5♦ {card}"
    )
    for rules, left in (
        ("", free), ("regras beat=always; ", always), ("regras undertrump=forced; ", forced)
    ):
        known = SOBE.knowledge(parse(state.format(rules=rules)).state)
        allowed = next(holder.allowed for holder in known.holders if holder.seat == 3)
        trumps = [card for card in cards_of(allowed) if card // 16 == OUROS]
        assert " ".join(map(SHORT.token, trumps)) == left
        assert known.voids[3] == (1 << PAUS | (1 << OUROS if not left else 0))
        assert known.voids[2] == 1 << PAUS


def test_who_is_void_and_plays_no_trump_where_none_is_out_has_none():
    assert may_hold("mesa esquerda: 3♣", 3, PAUS) == "2P 4P 5P 6P DP VP RP AP"
    state = parse(
        "sobe-desce; trunfo ♦ escolheu direita; foram eu direita frente esquerda;"
        " mão 7♣ R♥ 6♠ 4♠ 2♠; mesa direita: 3♣ 6♥ 4♣"
    ).state
    assert SOBE.knowledge(state).voids == (0, 0, 1 << PAUS | 1 << OUROS, 0)


def test_who_follows_low_shows_something_only_where_he_must_beat():
    state = (
        "sobe-desce; {rules}trunfo ♦ escolheu direita; foram eu direita frente esquerda;"
        " mão 7♣ R♥ 6♠ 4♠ 2♠; mesa direita: 5♣ 3♣ V♣"
    )
    for rules, left in (("", "2P 4P 6P DP RP AP"), ("regras beat=always; ", "2P 4P")):
        known = SOBE.knowledge(parse(state.format(rules=rules)).state)
        allowed = next(holder.allowed for holder in known.holders if holder.seat == 2)
        clubs = [card for card in cards_of(allowed) if card // 16 == PAUS]
        assert " ".join(map(SHORT.token, clubs)) == left


def test_own_discards_and_those_who_stayed_out_are_out_of_play():
    state = parse(
        "sobe-desce; trunfo ♦ escolheu eu; trocas eu 2 direita 1; ficaram frente esquerda;"
        " mão 7♣ R♥ 6♠ 4♠ 2♠; deitei fora A♥ 2♥; tem frente 3♥; sai eu"
    ).state
    known = SOBE.knowledge(state)
    right, out = known.holders
    assert (right.seat, right.size) == (1, 5)
    assert (out.name, out.size) == ("out", 30)
    gone = word_of(cards("AC 2C 3C"))
    assert right.allowed & gone == 0
    assert out.allowed & gone == gone
    assert known.playing == (0, 1)


def test_a_history_in_part_leaves_cards_forgotten_and_tricks_unknown():
    text = BASE + "mão R♥ 6♠ 4♠; vazas 1. eu: 3♣ 4♣"
    known = SOBE.knowledge(parse(text + "; sai direita").state)
    assert [(holder.name, holder.size) for holder in known.holders] == [
        ("seat", 3), ("out", 30), ("gone", 2)
    ]
    assert known.taken == ()
    codes = {note.code for note in known.notes}
    assert codes == {"gone_unknown", "takers_unknown"}
    whole = parse(text + " 2. 2♣ 5♥; sai direita").state
    assert SOBE.knowledge(whole).taken == (0, 2, 0, 0)


def test_a_played_list_without_order_is_gone_but_nobodys():
    state = parse(BASE + "mão R♥ 6♦ 4♠ 2♠; saíram 3♣ 4♣; sai direita").state
    known = SOBE.knowledge(state)
    assert [holder.name for holder in known.holders] == ["seat", "out"]
    assert all(holder.allowed & word_of(cards("3P 4P")) == 0 for holder in known.holders)


def test_where_nothing_says_how_the_match_stands_there_are_notes():
    codes = [note.code for note in SOBE.knowledge(parse("sobe-desce; mão A♠ R♠ 4♥").state).notes]
    assert codes == ["chooser_assumed", "scores_unknown"]
    codes = [note.code for note in SOBE.knowledge(parse(CHOOSING).state).notes]
    assert codes == ["absences_assumed"]


def test_in_play_whoever_must_go_has_gone_though_nobody_says_so():
    text = "sobe-desce; trunfo ♥ escolheu eu; mão 7♣ R♥ 6♦ 4♠ 2♠; sai eu"
    known = SOBE.knowledge(parse(text).state)
    assert known.playing == (0, 1, 2, 3)
    assert [holder.size for holder in known.holders] == [5, 5, 5, 20]


# -- whole matches --------------------------------------------------------------------------------


def everywhere(at: SobePosition) -> list[int]:
    tricks = [card for trick in (*at.tricks, at.table) for card in trick.cards]
    return sorted([*at.aside, *tricks, *(card for hand in at.hands for card in hand)])


def played(seed: int, rules: Rules, deals: int = 1000) -> list[SobePosition]:
    """All positions of a match, up to so many deals, everything decided at random.

    Half of the time who may stay out does: among few players scores go down on the whole.
    """
    random = Random(seed)
    positions = [SOBE.deal(random, rules, seed % 4)]
    while True:
        at = positions[-1]
        if at.over:
            deals -= 1
            if not deals or SOBE.match_over(at):
                return positions
            positions.append(SOBE.next_deal(at, random))
        else:
            actions = SOBE.actions(at)
            out = {"go": False} in actions and random.random() < 0.5
            positions.append(SOBE.act(at, {"go": False} if out else random.choice(actions)))


VARIANTS = st.sampled_from(
    [
        RULES, PRESET, SOBE.rules({"beat": "always"}), SOBE.rules({"undertrump": "forced"}),
        SOBE.rules({"must_go": (), "match_end": "first_reached"}),
    ]
)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_every_match_ends_and_no_card_is_ever_lost_or_there_twice(seed, second):
    positions = played(seed, PRESET if second else RULES)
    for at in positions:
        assert everywhere(at) == list(SHORT.cards)
        assert {len(hand) for hand in at.hands} == {3} or at.phase != "trump"
        assert {len(hand) for hand in at.hands} == {5} or at.phase != "go"
    for at, following in pairwise(positions):
        if at.over:
            assert SOBE.payoff(at).riscos == (0, 0, 0, 0)
            assert following.dealer == (at.dealer + 1) % 4
            assert following.scores == SOBE.payoff(at).points
            assert following.absences == SOBE.absences_after(at)
    assert SOBE.match_over(positions[-1])
    paid = SOBE.payoff(positions[-1])
    assert sum(paid.riscos) == 0
    assert paid.points[paid.riscos.index(max(paid.riscos))] == min(paid.points) <= 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), VARIANTS)
def test_every_view_is_without_problems_reads_back_and_allows_what_is_true(seed, rules):
    for number, at in enumerate(played(seed, rules, deals=2)):
        everything = open_view(SOBE, at)
        assert everything.problems() == []
        seen = view(SOBE, at, number % 4)
        assert seen.problems() == []
        check_knowledge(at, seen)
        if number % 3 == 0:
            assert read(str(everything)).state == everything
            assert read(str(seen)).state == seen
            assert read_document(seen.to_dict()) == seen


def check_knowledge(at: SobePosition, seen: State) -> None:
    """What the state tells is true of the deal it was seen in."""
    known = SOBE.knowledge(seen)
    assert known.over == at.over
    assert known.over or known.turn == at.turn
    assert known.playing == at.playing
    assert known.voids is not None
    out = word_of(at.aside)
    for seat, hand in enumerate(at.hands):
        if seat not in at.playing and seat != seen.me:
            out |= word_of(hand)
    for holder in known.holders:
        cards_there = out if holder.seat is None else word_of(at.hands[holder.seat])
        assert cards_there & ~holder.allowed == 0
        assert cards_there.bit_count() == holder.size
    if not at.over and seen.me == at.turn:
        assert SOBE.actions_for(replace(seen)) == SOBE.actions(at)


def test_a_seat_sees_its_own_discards_only():
    at = to_decide(COPAS)
    for seat in range(4):
        at = does(at, {"go": True, "discard": [SHORT.token(min(at.hands[seat]))]})
    for seat in range(4):
        assert view(SOBE, at, seat).discarded == at.discarded[seat]
    assert open_view(SOBE, at).discarded == ()


def test_a_fact_about_a_seat_narrows_what_it_may_hold():
    state = replace(parse(GOING).state, known=(Fact(2, lacks=cards("AP"), void=(ESPADAS,)),))
    known = SOBE.knowledge(state)
    allowed = next(holder.allowed for holder in known.holders if holder.seat == 2)
    assert not allowed & (word_of(cards("AP AE 3E")))

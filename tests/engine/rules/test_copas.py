"""The rules of Copas, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trunfo.engine.cards import LONG, LONG_QUEEN
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.rules.copas.passing import step
from trunfo.engine.trick import Trick

COPAS = games()["copas"]
TWO, QUEEN = LONG.card("2P"), LONG.card("DE")


def cards(text: str) -> tuple[int, ...]:
    return tuple(LONG.card(token) for token in text.split())


def dealt(seed: int, number: int = 3, **options: object) -> Position:
    return COPAS.deal(Random(seed), COPAS.rules(options), number=number)


def passed(at: Position, random: Random) -> Position:
    while at.phase == "pass":
        at = COPAS.act(at, random.choice(COPAS.actions(at)))
    return at


def played_out(seed: int, number: int = 3, **options: object) -> list[Position]:
    random = Random(seed)
    positions = [passed(dealt(seed, number, **options), random)]
    while not positions[-1].over:
        at = positions[-1]
        positions.append(COPAS.play(at, random.choice(sorted(COPAS.legal(at)))))
    return positions


def holding(hands: tuple[str, str, str, str], leader: int = 0, **given: object) -> Position:
    """A position with these hands, in which `leader` is to lead."""
    held = tuple(frozenset(cards(hand)) for hand in hands)
    return replace(dealt(1), hands=held, table=Trick(leader), **given)


# -- tricks ---------------------------------------------------------------------------------------


def test_three_spades_beat_the_queen_and_the_jack_takes_her_for_13_points():
    trick = Trick(0, cards("10E DE VE 9E"))
    assert COPAS.winner(trick, None) == 2
    assert LONG.worth_of(trick.cards) == 13


def test_in_the_international_order_the_queen_beats_the_jack():
    trick = Trick(0, tuple(map(LONG_QUEEN.card, ("10E", "DE", "VE", "9E"))))
    assert COPAS.winner(trick, None) == 1
    assert LONG_QUEEN.worth_of(trick.cards) == 13


@pytest.mark.parametrize(("table", "winner"), [("2O AC AE AP", 0), ("2O AC 3O RO", 3)])
def test_only_the_suit_led_takes_the_trick(table, winner):
    assert COPAS.winner(Trick(0, cards(table)), None) == winner


def test_each_heart_counts_1_and_the_queen_of_spades_13():
    assert LONG.worth_of(LONG.cards) == 26
    assert LONG.worth_of(cards("2C AC DC")) == 3
    assert LONG.worth_of(cards("DE")) == 13


# -- the deal and the pass ------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(9))
def test_thirteen_cards_each_every_card_once_and_rounds_come_again_after_four(number):
    at = dealt(number, number)
    assert [len(hand) for hand in at.hands] == [13] * 4
    assert frozenset().union(*at.hands) == frozenset(LONG.cards)
    assert at.round == number % 4 + 1
    assert at.phase == ("play" if number % 4 == 3 else "pass")


@pytest.mark.parametrize(
    ("direction", "ahead"), [("left", (1, 3, 2, 0)), ("right", (3, 1, 2, 0))]
)
def test_cards_go_left_then_right_then_across_then_nowhere_as_people_sit(direction, ahead):
    rules = COPAS.rules({"direction": direction})
    words = COPAS.seat_words(rules)
    named = [words[step(rules, number)] for number in (1, 2, 3)]
    assert named == ["left", "right", "across"]
    assert tuple(step(rules, number) for number in range(1, 5)) == ahead
    assert tuple(step(rules, number) for number in range(5, 9)) == ahead


def test_there_are_286_passes_and_the_cards_change_hands_when_all_have_chosen():
    before = at = dealt(5, 0)
    for seat in range(4):
        assert (at.turn, at.phase) == (seat, "pass")
        assert at.hands == before.hands
        assert len(COPAS.actions(at)) == 286
        assert COPAS.legal(at) == frozenset()
        at = COPAS.act(at, {"pass": [LONG.token(card) for card in sorted(at.hands[seat])[:3]]})
    given = [frozenset(sorted(hand)[:3]) for hand in before.hands]
    assert at.phase == "play"
    for seat in range(4):
        assert at.hands[seat] == before.hands[seat] - given[seat] | given[seat - 1]


@pytest.mark.parametrize(
    "action",
    [
        {"play": "2P"}, {"pass": ["2P", "3P"]}, {"pass": ["2P", "2P", "3P"]}, {"pass": "2P"},
        {"pass": ["AC", "RC", "VC"]}, {"pass": ["2P", "3P", "4P", "5P"]}, {"pass": [1, 2, 3]},
        {"pass": ["2P", "3P", None]}, {"pass": None}, {}, {"pass": ["2P", "3P", "11P"]},
    ],
    ids=str,
)
def test_what_is_no_pass_of_three_own_cards_is_refused(action):
    clubs = "2P 3P 4P 5P 6P 7P 8P 9P 10P DP VP RP AP"
    at = holding((clubs, "AC RC VC", "", ""), passed=(None,) * 4, round=1)
    with pytest.raises(ValueError, match="pass"):
        COPAS.act(at, action)


def test_a_card_cannot_be_passed_once_play_has_begun():
    with pytest.raises(ValueError, match="card"):
        COPAS.act(dealt(3), {"pass": ["2P", "3P", "4P"]})


def test_who_receives_the_two_of_clubs_leads():
    at = dealt(2, 0)
    owner = next(seat for seat in range(4) if TWO in at.hands[seat])
    while at.phase == "pass":
        rest = sorted(at.hands[at.turn] - {TWO})
        chosen = [TWO, *rest[:2]] if at.turn == owner else rest[:3]
        at = COPAS.act(at, {"pass": list(map(LONG.token, chosen))})
    assert at.turn == (owner + 1) % 4
    assert COPAS.legal(at) == {TWO}


# -- what may be played ---------------------------------------------------------------------------

DIAMONDS = "2O 3O 4O 5O 6O 7O 8O 9O 10O DO VO RO AO"
HEARTS = "2C 3C 4C 5C 6C 7C 8C 9C 10C DC VC RC"


def test_the_first_lead_is_the_two_of_clubs_or_without_the_rule_any_card_without_points():
    hand = "2P 3P AC DE AE 2O 3O 4O 5O 6O 7O 8O 9O"
    at = holding((hand, DIAMONDS, "", ""))
    assert COPAS.legal(at) == {TWO}
    free = replace(at, rules=COPAS.rules({"must_lead_two_of_clubs": False}))
    assert COPAS.legal(free) == set(cards(hand)) - set(cards("AC DE"))


def test_no_points_on_the_first_trick_by_who_cannot_follow():
    at = holding(("", "DE AC 2O 3O 4O 5O 6O 7O 8O 9O 10O DO VO", "", ""))
    at = replace(at, table=Trick(0, cards("2P")))
    assert COPAS.legal(at) == at.hands[1] - set(cards("DE AC"))
    later = replace(at, hands=("", at.hands[1] - set(cards("2O")), "", ""))
    assert COPAS.legal(later) == later.hands[1]


def test_twelve_hearts_and_the_queen_may_all_be_played_to_the_first_trick():
    at = holding(("", f"{HEARTS} DE", "", ""))
    at = replace(at, table=Trick(0, cards("2P")))
    assert COPAS.legal(at) == at.hands[1]


def test_suit_must_be_followed_in_the_first_trick_too():
    at = holding(("", f"{HEARTS} DE", "", ""), rules=COPAS.rules({"must_lead_two_of_clubs": False}))
    at = replace(at, table=Trick(0, cards("AE")))
    assert COPAS.legal(at) == set(cards("DE"))
    clubs = holding(("", "DP DE AC RC VC DC 2O 3O 4O 5O 6O 7O 8O", "", ""))
    assert COPAS.legal(replace(clubs, table=Trick(0, cards("2P")))) == set(cards("DP"))


def test_hearts_may_be_led_at_any_time():
    at = holding(("AC 2O", "RC 3O", "VC 4O", "DC 5O"))
    assert COPAS.legal(at) == at.hands[0]


def test_where_hearts_must_be_broken_only_a_heart_played_earlier_frees_them():
    rules = COPAS.rules({"hearts_must_be_broken": True})
    at = holding(("AC 2O", "RC 3O", "VC 4O", "5C 5O"), rules=rules)
    assert COPAS.legal(at) == set(cards("2O"))
    for card in cards("2O 3O 4O 5O"):
        at = COPAS.play(at, card)
    assert COPAS.legal(at) == set(cards("5C"))  # nothing but hearts
    queen = holding(("AC DE", "RC 3O", "VC 4O", "5C 5O"), rules=rules)
    assert COPAS.legal(queen) == set(cards("DE"))
    for card in cards("DE RC VC 5C"):
        queen = COPAS.play(queen, card)
    assert queen.broken
    broken = replace(at, hands=(frozenset(cards("AC 2O")),) * 4, broken=True)
    assert COPAS.legal(broken) == set(cards("AC 2O"))


def test_the_queen_of_spades_does_not_break_hearts():
    rules = COPAS.rules({"hearts_must_be_broken": True})
    at = holding(("AO AC", "3O 2O", "DE 4O", "5O 5C"), rules=rules)
    for card in cards("AO 2O 4O 5O"):
        at = COPAS.play(at, card)
    assert not at.broken
    dumped = holding(("AO AC 2P", "3O 2O 3P", "DE VE 4P", "5O 5C 5P"), rules=rules)
    for card in cards("AO 3O DE 5O"):
        dumped = COPAS.play(dumped, card)
    assert COPAS.legal(dumped) == set(cards("2P"))


def test_the_last_card_may_be_the_queen():
    at = holding(("DE", "2E", "3E", "4E"))
    for card in cards("DE 2E 3E 4E"):
        at = COPAS.play(at, card)
    assert at.over
    assert COPAS.payoff(at).points == (13, 0, 0, 0)


def test_every_deal_is_played_to_its_last_card_though_all_points_are_gone():
    assert all(len(played_out(seed)) == 53 for seed in range(5))


# -- what it pays ---------------------------------------------------------------------------------


def finished(*tricks: str, leaders: tuple[int, ...]) -> Position:
    """A deal that is over, of which these tricks are all that counts."""
    played = tuple(Trick(who, cards(t)) for who, t in zip(leaders, tricks, strict=True))
    return replace(dealt(1), hands=(frozenset(),) * 4, tricks=played, table=Trick(0))


SHARES = {
    (2, 0, 13, 11): (24, 26, 13, 15), (16, 9, 0, 1): (10, 17, 26, 25),
    (13, 13, 0, 0): (13, 13, 26, 26), (26, 0, 0, 0): (104, 0, 0, 0), (0, 0, 26, 0): (0, 0, 104, 0),
    (25, 1, 0, 0): (1, 25, 26, 26), (0, 0, 0, 26): (0, 0, 0, 104),
}


@pytest.mark.parametrize(("taken", "paid"), SHARES.items(), ids=str)
def test_everybody_gets_26_less_what_he_took_or_one_104_for_all_26(taken, paid):
    hearts = [card for card in LONG.cards if card < 16]
    blanks = [card for card in LONG.cards if 16 <= card < 32]
    tricks = []
    queen = True
    for seat, points in enumerate(taken):
        share = []
        if points >= 13 and queen:
            share, points, queen = [QUEEN], points - 13, False
        share += [hearts.pop() for _ in range(points)]
        for card in share:  # led by a club that nobody follows
            tricks.append(Trick(seat, (TWO, card, blanks[0], blanks[1])))
    at = replace(dealt(1), hands=(frozenset(),) * 4, tricks=tuple(tricks), table=Trick(0))
    payoff = COPAS.payoff(at)
    assert payoff.riscos == paid
    if 104 in paid:
        assert payoff.points == tuple(0 if share == 26 else 26 for share in taken)
    else:
        assert payoff.points == taken


def test_thirteen_hearts_without_the_queen_are_no_moon():
    hearts = finished(
        "AC RC VC DC", "10C 9C 8C 7C", "6C 5C 4C 3C", "2C 2O 3O 4O", "DE 5O 6O 7O",
        leaders=(1, 1, 1, 1, 2),
    )
    payoff = COPAS.payoff(hearts)
    assert payoff.points == (0, 13, 13, 0)
    assert payoff.riscos == (26, 13, 13, 26)


@given(st.integers(0, 2**32), st.integers(0, 3), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_card_is_played_once_and_26_points_are_taken(seed, number, two, broken, queen):
    options = {
        "must_lead_two_of_clubs": two, "hearts_must_be_broken": broken, "queen_above_jack": queen,
    }
    at = played_out(seed, number, **options)[-1]
    played = [card for trick in at.tricks for card in trick.cards]
    assert sorted(played) == list(COPAS.pack(at.rules).cards)
    payoff = COPAS.payoff(at)
    assert sum(payoff.points) in (26, 78)
    assert sum(payoff.riscos) == (104 if 104 in payoff.riscos else 78)
    assert all(riscos == 104 or 0 <= riscos <= 26 for riscos in payoff.riscos)
    if two:  # without that rule a spade may be led, and the queen has to follow
        assert COPAS.pack(at.rules).worth_of(at.tricks[0].cards) == 0

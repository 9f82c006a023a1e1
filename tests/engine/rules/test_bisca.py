"""The rules of Bisca, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trunfo
from trunfo.engine.cards import OUROS, PAUS, SHORT, word_of
from trunfo.engine.position import Payoff, Position
from trunfo.engine.registry import games
from trunfo.engine.state import Fact, State
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.views import open_view, view

BISCA = games()["bisca"]
RULES = BISCA.rules()
SIZES = (3, 5, 7, 9, 11)
EXAMPLE = (
    "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥;"
    " saíram A♠ 3♠ R♣ 7♣ 2♥ V♥; pontos 14 14"
)


def cards(text: str) -> tuple[int, ...]:
    return tuple(SHORT.card(token) for token in text.split())


def state(**given: object) -> State:
    defaults = {"game": BISCA, "rules": RULES, "me": 0, "trump": Trump(PAUS)}
    return State(**{**defaults, **given})  # type: ignore[arg-type]


def first_problem(**given: object) -> tuple[str, str]:
    problem = state(**given).problems()[0]
    return problem.message.code, problem.where


def played_out(seed: int, rules: object = RULES) -> list[Position]:
    random = Random(seed)
    positions = [BISCA.deal(random, rules, seed % 2)]
    while not positions[-1].over:
        at = positions[-1]
        positions.append(BISCA.play(at, random.choice(sorted(BISCA.legal(at)))))
    return positions


def last_draw(hands: tuple[str, str], stock: str, *, rules: object = RULES) -> Position:
    """Seat 0 to lead, the stock's last card turned up."""
    cards_left = cards(stock)
    return Position(
        rules=rules,
        trump=Trump(cards_left[-1] // 16, cards_left[-1], STOCK),
        hands=(frozenset(cards(hands[0])), frozenset(cards(hands[1]))),
        tricks=(),
        table=Trick(0),
        stock=cards_left,
    )


def follow_up(at: Position, text: str) -> Position:
    for card in cards(text):
        at = BISCA.play(at, card)
    return at


def paid(points: int, lost_tricks: int) -> Payoff:
    """The payoff of a deal in which seat 0 took these points and lost so many tricks."""
    from trunfo.engine.scoring import riscos

    won = riscos(points, lost_tricks, 20 - lost_tricks, RULES)
    return Payoff((points, 120 - points), (float(won), float(-won)))


# -- the deal and the stock -----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_turned_up_card_is_the_last_of_an_even_stock_and_names_the_trump(size):
    at = BISCA.deal(Random(1), BISCA.rules({"hand_size": size}), dealer=1)
    assert [len(hand) for hand in at.hands] == [size, size]
    assert len(at.stock) == 40 - 2 * size
    assert at.trump == Trump(at.stock[-1] // 16, at.stock[-1], STOCK)
    assert at.hands[0] | at.hands[1] | set(at.stock) == set(SHORT.cards)


def test_the_dealer_leads():
    assert BISCA.deal(Random(1), RULES, dealer=1).turn == 1


def test_any_card_may_be_played_while_the_stock_lasts():
    at = last_draw(("AC 2O 3E", "7C 4O 5E"), "2P 6P")
    after = BISCA.play(at, cards("AC")[0])
    assert BISCA.legal(after) == after.hands[1]


def test_the_winner_draws_first_and_the_other_takes_the_next_card():
    at = last_draw(("AC 2O 3E", "7C 4O 5E"), "2E 3P 4P 6P")
    after = follow_up(at, "AC 7C")
    assert set(cards("2E")) <= after.hands[0]
    assert set(cards("3P")) <= after.hands[1]
    assert after.stock == cards("4P 6P")
    assert after.turn == 0


def test_the_loser_of_the_last_trick_with_stock_draws_the_turned_up_trump():
    for play, drawer in (("AC 7C", 1), ("2O 4O", 0)):
        after = follow_up(last_draw(("AC 2O 3E", "7C 4O 5E"), "2P 6P"), play)
        assert cards("6P")[0] in after.hands[drawer]
        assert cards("2P")[0] in after.hands[1 - drawer]
        assert after.trump.holder == drawer
        assert after.turn == 1 - drawer
        assert after.stock == ()


def test_suit_must_be_followed_in_the_first_trick_without_stock():
    after = follow_up(last_draw(("AC RC 3E", "7C DC 5E"), "2P 6P"), "AC 7C RC")
    assert BISCA.legal(after) == set(cards("DC"))
    with pytest.raises(ValueError, match="may not be played"):
        BISCA.play(after, cards("6P")[0])


def test_a_void_seat_may_play_anything_and_need_not_trump():
    after = follow_up(last_draw(("AC RC 3E", "7C DO 5E"), "2P 6P"), "AC 7C RC")
    assert BISCA.legal(after) == set(cards("DO 5E 6P"))


def test_with_the_option_off_suit_need_never_be_followed():
    rules = BISCA.rules({"follow_when_stock_empty": False})
    after = follow_up(last_draw(("AC RC 3E", "7C DC 5E"), "2P 6P", rules=rules), "AC 7C RC")
    assert BISCA.legal(after) == set(cards("DC 5E 6P"))
    for seat in (0, 1):
        assert not BISCA.knowledge(view(BISCA, played_out(1, rules)[-2], seat)).must_follow


def test_a_trump_takes_what_a_higher_card_of_another_suit_cannot():
    assert BISCA.winner(Trick(0, cards("AC 2P")), PAUS) == 1
    assert BISCA.winner(Trick(0, cards("2C AO")), PAUS) == 0
    assert BISCA.winner(Trick(1, cards("DC VC")), PAUS) == 0


# -- scoring --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "lost", "won"),
    [(60, 5, 0), (61, 5, 1), (90, 2, 1), (91, 2, 2), (119, 1, 2), (120, 1, 2), (120, 0, 4)],
)
def test_riscos_by_points_and_tricks_lost(points, lost, won):
    assert paid(points, lost).riscos == (won, -won)


def test_all_120_points_with_a_trick_lost_pay_2_and_with_every_trick_4():
    trump = Trump(PAUS)
    full = [SHORT.cards[index : index + 2] for index in range(0, 40, 2)]
    for lost, expected in ((None, 4.0), (0, 2.0)):
        tricks = []
        for number, pair in enumerate(full):
            best = max(pair)  # neighbours are of one suit, so the higher wins
            tricks.append(Trick(1 if number == lost else 0, (best, min(pair))))
        at = Position(RULES, trump, (frozenset(), frozenset()), tuple(tricks), Trick(0))
        assert SHORT.worth_of(full[0]) == 0
        assert BISCA.payoff(at) == Payoff((120, 0), (expected, -expected))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SIZES), st.booleans())
def test_every_deal_has_40_cards_120_points_and_pays_nothing_in_sum(seed, size, follow):
    rules = BISCA.rules({"hand_size": size, "follow_when_stock_empty": follow})
    for at in (positions := played_out(seed, rules)):
        played = [card for trick in at.tricks for card in trick.cards] + list(at.table.cards)
        everywhere = [*at.hands[0], *at.hands[1], *at.stock, *played]
        assert sorted(everywhere) == list(SHORT.cards)
    payoff = BISCA.payoff(positions[-1])
    assert sum(payoff.points) == 120
    assert sum(payoff.riscos) == 0
    assert len(positions[-1].tricks) == 20


# -- what a state says ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_view_of_a_real_deal_is_without_problems_and_allows_the_real_cards(size):
    rules = BISCA.rules({"hand_size": size})
    for seed in range(8):
        for at in played_out(seed, rules):
            assert open_view(BISCA, at).problems() == []
            for seat in (0, 1):
                seen = view(BISCA, at, seat)
                assert seen.problems() == []
                places = {"seat": word_of(at.hands[1 - seat]), "stock": word_of(at.stock)}
                for holder in BISCA.knowledge(seen).holders:
                    assert places[holder.name] & ~holder.allowed == 0
                    assert holder.size == places[holder.name].bit_count()


def test_states_are_read_back_as_they_are_written():
    for at in played_out(4)[::7]:
        for seen in (view(BISCA, at, 0), view(BISCA, at, 1), open_view(BISCA, at)):
            assert State.from_json(seen.to_json()) == seen
            assert trunfo.parse(str(seen)) == seen


def test_the_example_of_the_interface_is_counted_to_the_card():
    known = BISCA.knowledge(trunfo.parse(EXAMPLE))
    assert [(h.name, h.size) for h in known.holders] == [("seat", 2), ("stock", 28)]
    assert known.points == (14, 14)
    assert known.turned == cards("6O")[0]
    assert known.turn == known.me == 0
    assert not known.must_follow


def test_a_state_with_more_cards_than_40_is_named():
    text = EXAMPLE.replace("monte 28", "monte 30")
    with pytest.raises(trunfo.ImpossiblePosition, match="42: the pack has 40"):
        trunfo.parse(text)
    assert first_problem(
        hand=cards("7C DO 4E"), stock=34, trump=Trump(OUROS, *cards("6O"), STOCK),
        played=cards("2C"),
    ) == ("too_many_cards", "/stock")


def test_a_hand_too_small_for_the_stock_is_named():
    trump = Trump(OUROS, *cards("6O"), STOCK)
    assert first_problem(hand=cards("7C DO"), stock=2, trump=trump) == (
        "hand_too_small", "/stock",
    )


def test_the_stock_is_always_even():
    trump = Trump(OUROS, *cards("6O"), STOCK)
    assert first_problem(hand=cards("7C DO 4E"), stock=3, trump=trump) == ("stock_odd", "/stock")


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"hand": cards("6O DO 4E")}, "/hand/0"),
        ({"played": cards("AC 6O")}, "/played/1"),
        ({"known": (Fact(1, has=cards("6O")),)}, "/known/0/has/0"),
        ({"trump": Trump(OUROS, *cards("6O"), 1)}, "/trump/holder"),
        ({"table": Trick(1, cards("6O"))}, "/table/cards/0"),
    ],
)
def test_the_turned_up_card_is_nowhere_but_under_the_stock_while_it_lasts(given, where):
    values = {"hand": cards("7C DO 4E"), "stock": 4, "trump": Trump(OUROS, *cards("6O"), STOCK)}
    assert first_problem(**{**values, **given}) == ("turned_elsewhere", where)


def test_while_the_stock_lasts_the_turned_up_card_must_be_named():
    assert first_problem(hand=cards("7C DO 4E"), stock=4) == ("turned_missing", "/trump")


def test_the_last_card_of_a_known_stock_is_the_one_turned_up():
    at = last_draw(("AC 2O 3E", "7C 4O 5E"), "2P 6P")
    wrong = replace(open_view(BISCA, at), stock=None, stock_cards=cards("6P 2P"))
    assert wrong.problems()[0].message.code == "stock_last"


def test_free_plays_show_no_void_and_make_no_revoke():
    at = next(
        at for at in played_out(2)
        if at.stock and at.tricks and any(t.cards[0] // 16 != t.cards[1] // 16 for t in at.tricks)
    )
    assert BISCA.knowledge(view(BISCA, at, 0)).voids == (0, 0)


def revoked(free: bool) -> State:
    """What the leader knows after a trick in which the other held the suit led and threw off."""
    for seed in range(100):
        for at in played_out(seed):
            if at.table.cards or len(at.hands[0]) < 2 or free != bool(at.stock):
                continue
            for led in sorted(at.hands[at.turn]):
                other = sorted(at.hands[1 - at.turn])
                held = [card for card in other if card // 16 == led // 16]
                off = [card for card in other if card // 16 not in (led // 16, at.trump.suit)]
                if held and off:
                    seen = view(BISCA, at, at.turn)
                    hand = tuple(card for card in seen.hand if card != led)
                    hand += at.stock[:1]
                    return replace(
                        seen, tricks=(*at.tricks, Trick(at.turn, (led, off[0]))), hand=hand,
                        table=Trick(at.turn), stock=max(0, seen.stock - 2),
                        known=(Fact(1 - at.turn, has=(held[0],)),),
                    )
    raise AssertionError("no such deal")


def test_a_revoke_after_the_last_draw_is_named_at_the_card_that_did_not_follow():
    late = revoked(free=False)
    problem = late.problems()[0]
    assert problem.message.code == "revoke"
    assert problem.where == f"/tricks/{len(late.tricks) - 1}/cards/1"


def test_the_same_play_with_cards_in_the_stock_is_no_revoke():
    assert revoked(free=True).problems() == []


def test_the_holder_of_the_turned_up_card_follows_from_the_last_draw_and_is_checked():
    at = next(at for at in played_out(6) if len(at.tricks) == 17 and not at.table.cards)
    loser = 1 - at.turn
    for seat in (0, 1):
        seen = view(BISCA, at, seat)
        untold = replace(seen, trump=replace(at.trump, holder=STOCK))
        assert BISCA.knowledge(untold).pinned == (at.trump.card, loser)
        wrong = replace(seen, trump=replace(at.trump, holder=1 - loser))
        assert wrong.problems()[0].message.code == "trump_holder"


def test_once_the_stock_is_empty_both_hands_are_known_by_counting_and_a_note_says_so():
    at = next(at for at in played_out(6) if len(at.tricks) == 17 and not at.table.cards)
    known = BISCA.knowledge(view(BISCA, at, 0))
    (other,) = known.holders
    assert other.allowed == word_of(at.hands[1])
    assert other.size == other.allowed.bit_count()
    assert "stock_empty" in {note.code for note in known.notes}


def test_without_stock_in_the_state_it_is_what_the_cards_leave_over_and_a_note_says_so():
    known = BISCA.knowledge(trunfo.parse(EXAMPLE.replace("monte 28; ", "")))
    assert known.stock == 28
    assert "stock_assumed" in {note.code for note in known.notes}


def test_cards_gone_that_are_not_named_form_a_pile_that_the_points_bind():
    text = "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; sai eu; saíram A♠ 3♠; pontos 11 4"
    known = BISCA.knowledge(trunfo.parse(text))
    assert [(h.name, h.size) for h in known.holders] == [("seat", 3), ("stock", 28), ("gone", 4)]
    assert (known.pile.total, known.pile.share) == (4, 11)


def test_a_deal_that_is_over_is_known_to_be():
    at = played_out(9)[-1]
    assert BISCA.knowledge(view(BISCA, at, 0)).over

"""Sobe e Desce in the kernel: the cards, and whole deals by the rule policies."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from sobe import (
    KERNEL,
    MULTIPLAYER,
    MaxN,
    at_decision,
    at_trump,
    both_rules,
    deal_payoffs,
    final_hands,
    for_kernel,
    game,
    mask_of,
    random_payoffs,
    random_play,
    replayed,
    row_of,
    searched,
    simulated,
)

from trunfo.engine.cards import SHORT, word_of
from trunfo.ext.kernel import Root
from trunfo.ext.rules.sobe_e_desce import COLUMNS, go_results, simulate, trump_results

SHORT_PACK = 0x03FF03FF03FF03FF


@pytest.mark.parametrize("preset", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_allows_what_the_engine_allows(players, preset):
    random, rules = Random(players), both_rules()[preset]
    for _ in range(150):
        at = random_play(random, rules, players, random.randrange(1, 5 * players + 1))
        root, hands = for_kernel(at)
        assert KERNEL.legal(root, hands) == word_of(game().legal(at))
        assert list(at.playing)[root.turn] == at.turn


@pytest.mark.parametrize(("values", "players"), [(2, 2), (9, 2), (2, 3), (9, 3), (2, 4), (9, 4)])
def test_search_equals_trying_everything_in_the_engine(values, players):
    random = Random(values * players)
    for index in range(24):
        at = random_play(random, both_rules()[index % 2], players, random.randrange(1, 11))
        payoffs = random_payoffs(random, players, values)
        assert searched(at, payoffs) == MaxN(at, payoffs).results()


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_search_of_whole_hands_equals_trying_everything(players, lowest):
    random = Random(players)
    for index in range(6):
        at = random_play(random, both_rules()[index % 2], players, 5 * players - index // 2)
        payoffs = random_payoffs(random, players, 2 + index)
        root, hands = for_kernel(at)
        found = MULTIPLAYER.oracle(root, hands, payoffs, lowest=lowest)
        assert searched(at, payoffs, lowest=lowest) == found


def test_a_search_of_many_worlds_is_that_of_each():
    random = Random(5)
    at = random_play(random, game().rules(), 4, 20)
    root, hands = for_kernel(at)
    worlds = np.stack([np.roll(hands, shift) for shift in range(4)])
    payoffs = random_payoffs(random, 4, 6)
    results, one = np.empty((4, 64, 4), np.int8), np.empty((1, 64, 4), np.int8)
    assert MULTIPLAYER.search(root, worlds, results, payoffs) == 4
    for world, row in zip(worlds, results, strict=True):
        MULTIPLAYER.search(root, world[None], one, payoffs)
        assert np.array_equal(one[0], row)
    assert MULTIPLAYER.search(root, worlds, results, payoffs, node_limit=10) == 0
    assert (results == -128).all()


def test_playouts_end_the_deal_after_each_legal_card():
    random = Random(6)
    for index in range(60):
        players = 2 + index % 3
        at = random_play(random, both_rules()[index % 2], players, random.randrange(1, 16))
        root, hands = for_kernel(at)
        gone = word_of(card for trick in at.tricks for card in trick.cards)
        results = np.empty((1, 64, players), np.int8)
        assert MULTIPLAYER.playouts(root, hands[None], results, gone=gone) == 1
        played = results[0, :, 0] != -128
        assert set(np.flatnonzero(played).tolist()) == game().legal(at)
        assert (results[0, played].sum(axis=1) == 5).all()
        choice = KERNEL.choose(root, int(hands[root.turn]), gone)
        assert choice in game().legal(at)


@pytest.mark.parametrize("preset", [0, 1])
def test_simulated_deals_are_lawful_and_scored_as_by_the_engine(preset):
    rules = both_rules()[preset]
    deals = simulated(
        150, forced=1 - preset, always_beat=bool(preset), force_undertrump=bool(preset),
        turn_up=not preset,
    )
    for index in range(150):
        before, after = replayed(deals, index, rules)
        assert after.over
        change = np.subtract(game().scores_after(after), before.scores)
        assert change.tolist() == deals.change[index].tolist()


def test_a_deal_is_the_same_wherever_it_stands_in_a_call():
    whole, part = simulated(500), simulated(200, first=300)
    for name in ("results", "hands", "cards"):
        assert np.array_equal(getattr(whole, name)[300:], getattr(part, name))
    assert not np.array_equal(simulated(200, seed=2).hands, simulated(200).hands)


def test_hands_of_five_are_dealt_from_one_pack_and_the_turned_card_is_the_choosers():
    deals = simulated(2000)
    hands = deals.hands[:, :4]
    assert (np.bitwise_count(hands) == 5).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(hands, axis=1)) == 20).all()
    assert not (hands & ~np.uint64(SHORT_PACK)).any()
    up = deals.turned >= 0
    assert 0 < up.mean() < 1
    assert (hands[up, 0] >> deals.turned[up].astype(np.uint64) & np.uint64(1)).all()
    assert (deals.turned[up] >> 4 == deals.trump[up]).all()
    assert (simulated(2000, turn_up=False).turned == -1).all()


def test_hearts_make_everybody_go_and_so_do_the_forced_seats():
    deals = simulated(2000, break_even=0.0, forced=0b0101)
    hearts = deals.trump == 0
    assert hearts.any()
    assert (deals.went[hearts] == 0b1111).all()
    assert (deals.went & 0b0101 == 0b0101).all()
    assert (deals.went != 0b1111).any()
    free = simulated(2000, break_even=0.0, forced=0, hearts=False)
    assert (free.went[free.trump == 0] != 0b1111).any()


def test_who_is_alone_takes_all_and_where_nobody_goes_nothing_is_scored():
    alone = simulated(100, orders=(3, -2, 4, -2, -2))
    assert (alone.change == (0, -10, 0, 0)).all()
    assert (alone.exchanged == (0, 1, 0, 0)).all()
    nobody = simulated(100, orders=(0, -2, -2, -2, -2))
    assert not nobody.went.any()
    assert not nobody.change.any()
    assert (alone.cards == -1).all()


def test_bolder_seats_go_more_often():
    levels = (0.0, 0.1, 0.3, 1.0)
    shares = [simulated(2000, break_even=level).is_in[:, 1:].mean() for level in levels]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1


def test_the_policy_keeps_the_ace_of_trump_and_no_small_side_card():
    deals = simulated(3000)
    aces = np.uint64(1) << (16 * deals.trump.astype(np.uint64) + np.uint64(9))
    trumps = np.uint64(0xFFFF) << (16 * deals.trump.astype(np.uint64))
    high = np.uint64(0x0300030003000300)
    hands, thrown = deals.hands[:, :4], deals.hands[:, 4:]
    assert not (thrown & aces[:, None]).any()
    small = hands & ~thrown & ~trumps[:, None] & ~high
    assert not small[deals.is_in].any()
    assert (thrown & high).any()


def test_who_goes_has_the_better_hand_and_takes_more_the_more_he_keeps():
    deals = simulated(20000, forced=1)
    free = (deals.trump != 0)[:, None] & (np.arange(4) > 0)
    trumps = np.bitwise_count(
        deals.hands[:, :4] & (np.uint64(0xFFFF) << (16 * deals.trump.astype(np.uint64)))[:, None]
    )
    assert trumps[free & deals.is_in].mean() > trumps[free & ~deals.is_in].mean()
    none = [
        (deals.tricks[free & deals.is_in & (deals.exchanged == number)] == 0).mean()
        for number in range(1, 5)
    ]
    assert none == sorted(none)


def test_tricks_are_five_and_clubs_count_twice():
    deals = simulated(3000)
    assert (deals.tricks.sum(axis=1) == 5).all()
    assert not deals.tricks[~deals.is_in].any()
    worth = np.where(deals.trump == 3, 2, 1)[:, None]
    right = np.where(deals.tricks > 0, -worth * deals.tricks, 5 * worth) * deals.is_in
    assert np.array_equal(deals.change, right)
    assert set(deals.change[deals.trump == 3].flat) == {-10, -8, -6, -4, -2, 0, 10}


def test_orders_are_carried_out():
    deals = simulated(500, orders=(3, 0b00000, -2, 0b10011, 0b11111))
    assert (deals.trump == 3).all()
    assert (deals.went == 0b1101).all()
    assert (deals.exchanged == (0, 0, 3, 5)).all()
    thrown = deals.hands[:, 4:]
    assert (thrown[:, :2] == 0).all()
    assert np.array_equal(thrown[:, 3], deals.hands[:, 3])
    lowest_two = deals.hands[:, 2]
    for _ in range(2):
        lowest_two = lowest_two & (lowest_two - np.uint64(1))
    highest = lowest_two & (lowest_two - np.uint64(1))
    highest &= highest - np.uint64(1)
    assert np.array_equal(thrown[:, 2], (deals.hands[:, 2] ^ lowest_two) | highest)
    assert (simulated(200, orders=(4, -1, -1, -1, -1)).turned >= 0).all()


@pytest.mark.parametrize("orders", [(5, 0, 0, 0, 0), (-2, 0, 0, 0, 0), (0, 32, 0, 0, 0)])
def test_an_order_that_does_not_exist_is_refused(orders):
    with pytest.raises(ValueError, match="orders"):
        simulated(1, orders=orders)


def test_nobody_turns_up_where_that_is_not_allowed():
    with pytest.raises(ValueError, match="orders"):
        simulated(1, orders=(4, 0, 0, 0, 0), turn_up=False)


def test_arrays_of_the_wrong_shape_are_refused():
    forced, free = np.ones(3, np.uint8), np.zeros((3, 4), np.float32)
    good = np.empty((3, COLUMNS), np.int8)
    with pytest.raises(ValueError, match="results"):
        simulate(1, 0, forced, free, good[:2])
    with pytest.raises(ValueError, match="break-even"):
        simulate(1, 0, forced, free[:2], good)
    with pytest.raises(ValueError, match="orders"):
        simulate(1, 0, forced, free, good, orders=np.zeros((3, 4), np.int8))
    with pytest.raises(ValueError, match="hands"):
        simulate(1, 0, forced, free, good, hands=np.empty((3, 4), np.uint64))
    with pytest.raises(ValueError, match="cards"):
        simulate(1, 0, forced, free, good, cards=np.empty((2, 20), np.int8))


FREE = np.full(4, -1, np.float32)


def played_on(deals, index, seat, payoffs=None):
    """What `go_results` says of the action that a seat took in a simulated deal."""
    hand, thrown = int(deals.hands[index, seat]), int(deals.hands[index, 4 + seat])
    action = mask_of(hand, thrown) if deals.is_in[index, seat] else -2
    world = at_decision(deals, index, seat)
    results = np.empty((1, 1, 4), np.int8)
    before = deals.exchanged[index, :seat].sum()
    assert go_results(
        world[None, : 4 + -(-(20 - before) // 8)], np.array([action], np.int8), results, FREE,
        seat=seat, trump=int(deals.trump[index]), went=int(deals.went[index]) & ((1 << seat) - 1),
        stock=20 - int(before), payoffs=payoffs,
    ) == 1
    return results[0, 0]


def test_a_deal_goes_on_from_going_or_staying_as_it_was_simulated():
    deals = simulated(100)
    for index in range(100):
        right = np.where(deals.is_in[index], deals.tricks[index], -1)
        assert np.array_equal(played_on(deals, index, index % 4), right)


def test_a_deal_goes_on_from_its_trump_as_it_was_simulated():
    deals = simulated(100)
    worlds = np.stack([at_trump(deals, index) for index in range(100)])
    results = np.empty((100, 5, 4), np.int8)
    assert trump_results(worlds, results, FREE) == 100
    action = np.where(deals.turned >= 0, 4, deals.trump)
    right = np.where(deals.is_in, deals.tricks, -1)
    assert np.array_equal(results[np.arange(100), action], right)
    assert trump_results(worlds, results, FREE, turn_up=False) == 100
    assert (results[:, 4] == -128).all()


def test_after_a_decision_cards_are_played_by_max_n_where_payoffs_are_given():
    random, deals = Random(8), simulated(60)
    payoffs = deal_payoffs(random)
    for index in range(60):
        seats, me = np.flatnonzero(deals.is_in[index]).tolist(), index % 4
        found = played_on(deals, index, me, payoffs)
        assert found[seats].sum() == 5
        if len(seats) < 2:
            continue
        hands = final_hands(deals, index)
        worth = payoffs[int(deals.trump[index] == 3), deals.went[index]]
        table = np.zeros((216, len(seats)), np.float32)
        for result in np.ndindex((6,) * len(seats)):
            if sum(result) == 5:
                tricks = [0] * 4
                for seat, number in zip(seats, result, strict=True):
                    tricks[seat] = number
                table[row_of(result)] = worth[row_of(tricks)][seats]
        root = Root(
            KERNEL, pack=SHORT.word, sides=range(len(seats)), leader=0, trump=deals.trump[index]
        )
        words = np.array([word_of(hands[seat]) for seat in seats], np.uint64)
        results = np.empty((1, 64, len(seats)), np.int8)
        MULTIPLAYER.search(root, words[None], results, table)
        after = [row for row in results[0].tolist() if row[0] != -128]
        assert found[seats].tolist() == max(after, key=lambda row: table[row_of(row)][0])


def test_all_actions_draw_from_the_same_stock():
    deals = simulated(40)
    actions = np.array([-2, *range(32)], np.int8)
    worlds = np.stack([at_decision(deals, index, 0) for index in range(40)])
    results = np.empty((40, 33, 4), np.int8)
    rest = {"seat": 0, "trump": 1, "forced": 0}
    assert go_results(worlds, actions, results, FREE, **rest) == 40
    assert (results[:, 0, 0] == -1).all()
    assert (results[:, 1:, 0] >= 0).all()
    for column in (0, 7, 32):
        one = np.empty((40, 1, 4), np.int8)
        go_results(worlds, actions[column : column + 1], one, FREE, **rest)
        assert np.array_equal(one[:, 0], results[:, column])
    stop = np.ones(1, np.int32)
    assert go_results(worlds, actions, results, FREE, **rest, stop=stop) == 0


def test_worlds_that_cannot_be_are_refused():
    deals = simulated(1)
    good, results = at_decision(deals, 0, 0)[None], np.empty((1, 1, 4), np.int8)
    stay, rest = np.array([-2], np.int8), {"seat": 0, "trump": 1}
    twice, small = good.copy(), good.copy()
    twice[0, 1] = twice[0, 0]
    small[0, 1] &= small[0, 1] - np.uint64(1)
    for world, words in ((twice, "two hands"), (small, "5 cards"), (good[:, :6], "stock")):
        with pytest.raises(ValueError, match=words):
            go_results(np.ascontiguousarray(world), stay, results, FREE, **rest)
    with pytest.raises(ValueError, match="actions"):
        go_results(good, np.array([-1], np.int8), results, FREE, **rest)
    with pytest.raises(ValueError, match="went"):
        go_results(good, stay, results, FREE, **rest, went=1)
    with pytest.raises(ValueError, match="payoffs"):
        go_results(good, stay, results, FREE, **rest, payoffs=np.zeros((1, 16, 216, 4), "f4"))
    with pytest.raises(ValueError, match="break-even"):
        go_results(good, stay, results, FREE[:3], **rest)

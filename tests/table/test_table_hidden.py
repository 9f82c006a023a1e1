"""A deal that is followed from one seat, beside the same deal with every card known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import pytest
from table_proofs import follow, refuses_by_name
from tables import (
    GAMES,
    as_seen,
    draws,
    followed,
    game_named,
    hidden_from,
    played,
    position_of,
    random_rules,
    replayed,
    token,
    until,
)

from trunfo.engine.cards import card_message, cards_of
from trunfo.engine.errors import ImpossiblePosition
from trunfo.engine.knowledge import Holder
from trunfo.engine.position import Position
from trunfo.table.acts import Act
from trunfo.table.deals import DRAW
from trunfo.table.stream import parse_record
from trunfo.table.table import Table

BY_GAME = pytest.mark.parametrize("name", GAMES)


@BY_GAME
def test_a_deal_followed_from_one_seat_is_what_that_seat_sees_and_never_refused(name):
    random = Random(name)
    game = game_named(name)
    for number in range(25):
        table = played(random, name, number, random_rules(random, game))
        followed = follow(table, random.randrange(game.seats), check_legal=number < 3)
        while followed.acts:
            followed.undo()
        assert followed.record() == hidden_from(table.record(), followed.me)


@BY_GAME
def test_what_cannot_be_is_refused_by_name_whoever_sees_it(name):
    random, game, refused = Random(name), game_named(name), 0
    for number in range(3):
        seen = followed(played(random, name, number, random_rules(random, game)).record(),
                        random.randrange(game.seats))
        refused += sum(refuses_by_name(random, seen) for _ in range(5))
    assert refused >= 7


def worlds(table: Table) -> Iterator[Position]:
    """Every deal that fits all that is known at a table of one seat in play."""
    game, state = table.game, table.state()
    known = game.knowledge(state)
    at = game.partial_position(state)
    rest = sorted({card for holder in known.holders for card in cards_of(holder.allowed)})

    def placed(holders: list[Holder], cards: list[int]) -> Iterator[dict[int, frozenset[int]]]:
        if not holders:
            yield {}
            return
        first, *others = holders
        free = [card for card in cards if first.allowed >> card & 1]
        for hand in combinations(free, first.size):
            left = [card for card in cards if card not in hand]
            for found in placed(others, left):
                yield found if first.seat is None else {**found, first.seat: frozenset(hand)}

    for found in placed(list(known.holders), rest):
        hands = tuple(found.get(seat, hand) for seat, hand in enumerate(at.hands))
        yield replace(at, hands=hands)


def count(holders: Sequence[Holder]) -> int:
    """How many deals there are at most."""
    free, ways = sum(holder.size for holder in holders), 1
    for holder in holders:
        ways *= comb(free, holder.size)
        free -= holder.size
    return ways


@BY_GAME
def test_a_card_of_a_hidden_hand_is_legal_if_some_deal_that_fits_allows_it(name):
    random, game, asked = Random(name), game_named(name), 0
    for number in range(8):
        record = played(random, name, number, random_rules(random, game)).record()
        cards = [number for number, act in enumerate(record.acts) if "play" in act]
        me = random.randrange(game.seats)
        for place in cards[-6:]:
            act = record.acts[place]
            if act.seat == me:
                continue
            table = followed(until(record, place), me)
            if count(game.knowledge(table.state()).holders) > 3000:
                continue
            pack = game.pack(table.rules)
            allowed = {pack.token(card) for at in worlds(table) for card in game.legal(at)}
            assert {each["play"] for each in table.legal()} == allowed
            asked += 1
            for card in pack.cards:
                if pack.token(card) not in allowed:
                    with pytest.raises(ImpossiblePosition) as wrong:
                        table.play({"seat": act.seat, "play": pack.token(card)})
                    assert str(card_message(pack, card)) in wrong.value.message.text()
    assert asked >= 8


@BY_GAME
def test_a_seat_whose_hand_is_hidden_has_no_state_and_cards_that_are_due_must_be_said(name):
    random, game = Random(5), game_named(name)
    record = played(random, name, 2, {}).record()
    table = Table.of(hidden_from(record, 1))
    with pytest.raises(ImpossiblePosition) as hidden:
        table.state(0)
    assert hidden.value.code == "hand_hidden"
    for whole, act in replayed(record):
        before, after = position_of(whole), game.act(position_of(whole), act.action)
        table.play(as_seen(act, 1))
        if table.phase == DRAW:
            with pytest.raises(ImpossiblePosition) as due:
                table.state(1)
            assert due.value.code == "draw_due"
            with pytest.raises(ImpossiblePosition):
                table.play({"play": "AC"})
        for draw in draws(table, before, after, 1):
            held = game.pack(table.rules).token(max(before.hands[1]))
            if "got" in draw:
                with pytest.raises(ImpossiblePosition):
                    table.play({"seat": 1, "got": [held]})
                assert {token for each in table.legal() for token in each["got"]} >= set(
                    draw["got"]
                )
            table.play(draw)


@BY_GAME
def test_cards_that_come_may_be_said_one_by_one(name):
    record = played(Random(6), name, 2, {}).record()
    whole = followed(record, 2 % game_named(name).seats)
    singly = []
    for act in whole.acts:
        parts = [{**act, "got": (card,)} for card in act["got"]] if "got" in act else [act]
        singly += map(Act.of, parts)
    table = Table.of(replace(whole.record(), acts=tuple(singly), result=None))
    assert table.state() == whole.state()
    assert table.result == whole.result


def test_before_anybody_has_led_in_copas_the_leader_is_whoever_leads_the_two_of_clubs():
    hidden = 0
    for number in range(3, 43, 4):
        whole = Table.deal("copas", seed=2, number=number)
        leader = whole.seat
        for me in range(4):
            table = Table.of(hidden_from(whole.record(), me))
            if me == leader:
                assert table.seat == me
                continue
            hidden += 1
            assert table.seat is None
            assert whole.state(me).table is None
            assert {(act["seat"], act["play"]) for act in table.legal()} == {
                (seat, "2P") for seat in range(4) if seat != me
            }
            with pytest.raises(ImpossiblePosition):
                table.play("2♣")
            table.play({"seat": leader, "play": "2P"})
            assert table.seat == (leader + 1) % 4
    assert hidden == 30


def test_a_hand_with_all_five_cards_of_sobe_e_desce_needs_no_draws_said():
    random = Random(7)
    for number in range(12):
        record = played(random, "sobe-e-desce", number, {}).record()
        me = number % 4
        hands = tuple(
            hand if seat == me else None for seat, hand in enumerate(record.dealt.hands)
        )
        head = replace(record, me=me, dealt=replace(record.dealt, hands=hands, stock=None))
        table = Table.of(replace(head, acts=(), result=None))
        for whole, act in replayed(record):
            before = position_of(whole)
            after = whole.game.act(before, act.action)
            table.play(as_seen(act, me))
            for draw in draws(table, before, after, me):
                assert "turned" in draw or act.get("discard")
                table.play(draw)
        assert table.result == record.result


def test_a_table_from_all_hands_before_play_is_told_what_is_dealt_and_exchanged():
    random, game = Random(8), game_named("sobe-e-desce")
    exchanged = 0
    for number in range(25):
        record = played(random, game.name, number, random_rules(random, game)).record()
        begin = random.randrange(3)
        whole = Table.of(until(record, begin))
        if whole.phase == "play":
            continue
        table = Table(whole.state())
        assert table.me is None
        for act in record.acts[begin:]:
            assert (table.seat, table.phase) == (whole.seat, whole.phase)
            before = position_of(whole)
            if "trump" in act or not exchanged:
                assert Act.of(act.action) in [Act.of(each) for each in table.legal()] or (
                    "discard" in act)
            whole.play(act)
            table.play(act)
            after = position_of(whole)
            if after.trump is not None and before.trump is None and after.trump.card is not None:
                table.play({"turned": token(whole, after.trump.card)})
            while table.phase == DRAW:
                seat = table.seat
                had = before.hands[seat] | {after.trump.card}
                came = sorted(after.hands[seat] - had)
                table.play({"seat": seat, "got": [token(whole, card) for card in came]})
                exchanged += "go" in act
            for seat in range(4):
                assert table.state(seat).hand == whole.state(seat).hand
                assert set(table.state(seat).discarded) <= set(whole.state(seat).discarded)
                if not begin:
                    assert sorted(table.state(seat).discarded) == sorted(
                        whole.state(seat).discarded)
        assert table.over
        assert table.result == whole.result
        assert parse_record(str(table.record())) == table.record()
    assert exchanged > 10


def test_a_table_from_all_hands_before_play_needs_to_know_who_chooses():
    hands = "eu: A♠ R♠ 4♥, direita: 2♣ 3♣ 4♣, frente: 5♦ 6♦ 7♦, esquerda: R♥ D♥ V♥"
    with pytest.raises(ImpossiblePosition):
        Table(f"sobe-desce; fase trunfo; mãos {hands}")

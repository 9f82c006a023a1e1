"""Tables to test with: random play, and the same deal as one seat follows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from trunfo.engine.game import Option, Rules
from trunfo.engine.position import Position
from trunfo.engine.registry import games, playable
from trunfo.engine.trick_game import TrickGame
from trunfo.table.acts import Act
from trunfo.table.deals import DRAW
from trunfo.table.opened import OpenDeal
from trunfo.table.record import Record
from trunfo.table.table import Table

GAMES = tuple(game.name for game in playable())


def random_rules(random: Random, game: TrickGame) -> dict[str, Any]:
    """Options at random: a preset, or every option with one of its values."""
    if game.presets and random.random() < 0.3:
        return {"preset": random.choice(sorted(game.presets))}
    return {option.name: random_value(random, option) for option in game.options}


def random_value(random: Random, option: Option) -> Any:
    """A value of an option; of words any set of them."""
    if isinstance(option.default, tuple):
        return [word for word in option.choices if random.random() < 0.5]
    return random.choice(option.choices) if option.choices else random.choice((0, 4))


def random_act(random: Random, table: Table) -> Mapping[str, Any]:
    """A legal act of the seat to act; who may stay out does so more often than by chance."""
    legal = table.legal()
    if {"go": False} in legal and random.random() < 0.3:
        return {"go": False}
    return random.choice(legal)


def played(random: Random, name: str, number: int, rules: Mapping[str, Any]) -> Table:
    """A table after a random deal."""
    table = Table.deal(name, seed=11, number=number, rules=rules)
    while not table.over:
        table.play(random_act(random, table))
    return table


def hidden_from(record: Record, me: int) -> Record:
    """The record of the same deal before its first act, as one seat sees it."""
    dealt = record.dealt
    assert dealt is not None
    first = record.game.first_size(record.rules)
    hands = tuple(
        hand[:first] if seat == me and hand is not None else None
        for seat, hand in enumerate(dealt.hands)
    )
    stock = None if dealt.stock else dealt.stock
    return replace(
        record, me=me, dealt=replace(dealt, hands=hands, stock=stock), acts=(), result=None
    )


def as_seen(act: Act, me: int) -> Act:
    """An act as a seat sees it that is not, or is, the one that acts."""
    if act.seat == me:
        return act
    if "pass" in act:
        return Act.of({"seat": act.seat, "pass": None})
    if "discard" in act:
        return Act.of({"seat": act.seat, "go": True, "exchanged": len(act["discard"])})
    return act


def draws(table: Table, before: Position, after: Position, me: int) -> Iterator[Act]:
    """What has to be said at a table of one seat after an act: what chance gave to it."""
    turned = after.trump.card if after.trump is not None and before.trump is None else None
    if turned is not None:
        yield Act.of({"turned": token(table, turned)})
    if table.phase == DRAW:
        gained = sorted(after.hands[me] - before.hands[me] - {turned})
        yield Act.of({"seat": me, "got": [token(table, card) for card in gained]})


def token(table: Table, card: int) -> str:
    """A card's token."""
    return table.game.pack(table.rules).token(card)


def replayed(record: Record) -> Iterator[tuple[Table, Act]]:
    """A table before each act of a record of a deal of which all is known, and the act."""
    table = Table.of(replace(record, acts=(), result=None))
    for act in record.acts:
        yield table, act
        table.play(act)


def position_of(table: Table) -> Position:
    """The position of a table of which all is known."""
    deal = table._deals[-1]
    while not isinstance(deal, OpenDeal):
        deal = deal.before  # type: ignore[attr-defined]
    return deal.position


def rules_of(name: str, rules: Mapping[str, Any]) -> Rules:
    """The rules of a game."""
    return Table.deal(name, rules=rules).rules


def game_named(name: str) -> TrickGame:
    """A game."""
    return games()[name]


def followed(record: Record, me: int) -> Table:
    """The table of one seat that has followed a deal of which all is known."""
    seen = Table.of(hidden_from(record, me))
    for whole, act in replayed(record):
        before = position_of(whole)
        after = OpenDeal(whole.game, before).after(act).position if kept(act) else before
        seen.play(as_seen(act, me))
        for draw in draws(seen, before, after, me):
            seen.play(draw)
    return seen


def kept(act: Act) -> bool:
    """Whether a deal goes on after an act."""
    return not {"redeal", "leave", "revoke"} & set(act)


def until(record: Record, count: int) -> Record:
    """The beginning of a record: its first acts."""
    return replace(record, acts=record.acts[:count], result=None)


def swapped(record: Record, me: int, one: str, other: str) -> Record:
    """The record of a deal in which two cards that a seat has not seen are exchanged."""
    dealt, pack = record.dealt, record.pack
    assert dealt is not None
    cards = {pack.card(one): pack.card(other), pack.card(other): pack.card(one)}
    tokens = {one: other, other: one}

    def other_cards(hand: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return None if hand is None else tuple(cards.get(card, card) for card in hand)

    def other_act(act: Act) -> Act:
        return Act.of({
            key: tuple(tokens.get(token, token) for token in value)
            if key in ("pass", "discard") and value is not None else value
            for key, value in act.items()
        })

    hands = tuple(
        hand if seat == me else other_cards(hand) for seat, hand in enumerate(dealt.hands)
    )
    stock = other_cards(dealt.stock)
    acts = tuple(act if act.seat == me else other_act(act) for act in record.acts)
    return replace(record, dealt=replace(dealt, hands=hands, stock=stock), acts=acts)


def hidden_cards(record: Record, me: int) -> list[str]:
    """The cards that a seat has not seen when a record ends."""
    table = Table.of(record)
    at, state = position_of(table), table.seen_by(me)
    seen = set(state.hand or ()) | set(state.discarded)
    seen |= {card for trick in (*at.tricks, at.table) for card in trick.cards}
    for gift in (state.passed, state.received):
        seen |= set(gift.cards) if gift is not None else set()
    if at.trump is not None and at.trump.card is not None:
        seen.add(at.trump.card)
    return [table.game.pack(table.rules).token(card) for card in record.pack.cards
            if card not in seen]

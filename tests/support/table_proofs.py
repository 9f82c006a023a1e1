"""What is proved of tables: the tests do it with few deals, `bench/proofs` with many."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from random import Random

import pytest
from tables import (
    as_seen,
    draws,
    hidden_cards,
    hidden_from,
    position_of,
    replayed,
    swapped,
    until,
)

from trunfo.engine.cards import card_message
from trunfo.engine.errors import ImpossiblePosition
from trunfo.engine.views import view
from trunfo.table.acts import Act
from trunfo.table.record import Record
from trunfo.table.review import Review
from trunfo.table.table import Table


def is_what_the_plain_rules_make_of_it(table: Table) -> None:
    """Legal acts, turns, views and the result of a deal, and undo back to its beginning."""
    record, game = table.record(), table.game
    at = position_of(Table.of(until(record, 0)))
    for now, act in replayed(record):
        if now.phase == "play" and "redeal" in act:
            break
        assert [each for each in now.legal() if "redeal" not in each] == list(game.actions(at))
        assert now.seat == at.turn == act.seat
        assert now.phase == at.phase
        assert now.state(act.seat) == view(game, at, act.seat)
        at = game.act(at, act.action)
    else:
        assert at.over
        assert table.result is not None
        assert table.result.points == game.payoff(at).points
    back = Table.of(record)
    while back.acts:
        back.undo()
    assert back.record() == until(record, 0)


def looks_the_same_from(random: Random, record: Record) -> bool:
    """Whether another deal was found that agrees in all that a seat has seen.

    What that seat knows must be equal then.
    """
    record = until(record, random.randrange(len(record.acts)))
    me = random.randrange(record.game.seats)
    hidden = hidden_cards(record, me)
    if len(hidden) < 2:
        return False
    try:
        table = Table.of(swapped(record, me, *random.sample(hidden, 2)))
    except ImpossiblePosition:
        return False  # there it could not have been played so
    assert table.state(me) == Table.of(record).state(me)
    return True


def follow(open_table: Table, me: int, *, check_legal: bool) -> Table:
    """Follow a deal from one seat; at every moment it is what that seat sees of the deal."""
    record = open_table.record()
    table = Table.of(hidden_from(record, me))
    whole = Table.of(replace(record, acts=(), result=None))
    for act in record.acts:
        assert table.state(me) == whole.state(me)
        assert table.seat in (whole.seat, None)
        assert table.phase == whole.phase
        seen = as_seen(act, me)
        if check_legal:
            legal = {Act.of(each).action for each in table.legal()}
            assert seen.action in legal
        before = position_of(whole)
        whole.play(act)
        table.play(seen)
        for draw in draws(table, before, position_of(whole), me):
            table.play(draw)
    assert table.over == whole.over
    assert table.result == whole.result
    return table


def refuses_by_name(random: Random, followed: Table) -> bool:
    """Whether a card was found that cannot be played at some moment of a deal seen by one seat.

    It must be refused, by its name, and change nothing.
    """
    record = followed.record()
    table = Table.of(until(record, random.randrange(len(record.acts))))
    if table.phase != "play" or table.seat is None:
        return False
    pack = record.pack
    legal = {each.get("play") for each in table.legal()}
    impossible = [card for card in pack.cards if pack.token(card) not in legal]
    card, before = random.choice(impossible), table.record()
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play({"seat": table.seat, "play": pack.token(card)})
    assert str(card_message(pack, card)) in wrong.value.message.text()
    assert table.record() == before
    return True


def adds_up(found: Review) -> None:
    """The result is par and the changes since; nothing is won in hindsight."""
    assert found.decisions[-1].after == found.record.result
    if found.start is None:  # there is nothing to solve in a deal in which no card was led
        assert not any("play" in act for act in found.record.acts)
        assert all(each.hindsight is None for each in found.decisions)
        assert all(each.after is None for each in found.decisions[:-1])
        return
    value = found.par
    for each in found.decisions[found.start - 1 :]:
        assert each.after is not None
        assert value is not None
        for key in ("points", "riscos"):
            before, after = getattr(value, key), getattr(each.after, key)
            change = [one - other for one, other in zip(after, before, strict=True)]
            if each.hindsight is not None and each.seat is not None:
                lost = getattr(each.hindsight, key)[0]
                sign = -1 if key == "points" and found.record.game.fewer_points else 1
                assert isclose(lost, -sign * change[each.seat], abs_tol=1e-9)
                assert key == "points" or lost >= -1e-9
        value = each.after
    result = found.record.result
    assert result is not None
    assert value is not None
    assert value.points == result.points
    for one, other in zip(value.riscos, result.riscos, strict=True):
        assert isclose(one, other, abs_tol=1e-9)
    assert all(each.after is None for each in found.decisions[: found.start - 1])

"""A deal that is followed from one seat, beside the same deal with every card known."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tables import GAMES, as_seen, draws, game_named, hidden_from, played, position_of, random_rules

from trunfo.table.acts import Act
from trunfo.table.table import Table

BY_GAME = pytest.mark.parametrize("name", GAMES)


def follow(open_table: Table, me: int, *, check_legal: bool) -> Table:
    """Follow a deal from one seat; at every moment it is what that seat sees of the deal."""
    record = open_table.record()
    table = hidden_from(record, me).table()
    whole = replace(record, acts=(), result=None).table()
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

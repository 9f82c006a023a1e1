"""The test game, advised on, solved and played in matches by its own few files alone."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from command_line import advise as asked
from command_line import run
from games import Oracle, random_position

from trunfo import advise, solve
from trunfo.engine.cards import SHORT
from trunfo.engine.registry import games
from trunfo.engine.views import open_view, view

PAIRS = games()["bisca4"]


def position(left: int, seed: int = 3):
    """A position with so many cards left in the hands, drawn and to be drawn."""
    random = Random(seed)
    at = random_position(PAIRS, random, 12)
    while sum(map(len, at.hands)) + len(at.stock) > left:
        at = PAIRS.play(at, random.choice(sorted(PAIRS.legal(at))))
    return at


@pytest.mark.parametrize("left", [40, 30, 17, 12, 10, 5])
def test_every_legal_card_gets_advice(left):
    at = position(left)
    state = view(PAIRS, at, at.turn)
    advice = advise(state, worlds=40, jobs=1)
    offered = [SHORT.card(option.action["play"]) for option in advice.options]
    assert sorted(offered) == sorted(PAIRS.legal(at))
    for option in () if advice.forced else advice.options:
        assert sum(option.outcomes.values()) == pytest.approx(1)
        assert 0 <= option.points.mean <= 120
    assert advice == replace(advise(state, worlds=40, jobs=2), elapsed_s=advice.elapsed_s)


def test_while_there_is_a_stock_no_world_is_searched():
    before, after = position(20), position(12)
    assert advise(view(PAIRS, before, before.turn), worlds=10, method="pimc").method == "playout"
    assert advise(view(PAIRS, after, after.turn), worlds=10, method="pimc").method == "pimc"


def test_endings_are_solved_as_the_engine_finds():
    for left in range(3, 10):
        at = position(left, seed=left)
        solution = solve(open_view(PAIRS, at))
        for column in ("points", "riscos"):
            expected = Oracle(PAIRS, column).card_values(at)
            found = {SHORT.card(o.action["play"]): getattr(o, column) for o in solution.options}
            assert found == expected


def test_with_a_stock_there_is_no_exact_value():
    with pytest.raises(ValueError, match="out of reach"):
        solve(open_view(PAIRS, position(16)))


def test_a_deal_that_is_over_is_answered_with_its_result():
    at = position(0)
    result, paid = advise(view(PAIRS, at, 0)).result, PAIRS.payoff(at)
    assert (result.points, result.riscos) == (paid.points[0], paid.riscos[0])


def matched(player: str, deals: int) -> dict[str, object]:
    """The result of a match against random play."""
    options = ("--game", "bisca4", "--deals", str(deals), "--jobs", "1", "--json")
    code, out, _ = run("match", player, "random", *options)
    assert code == 0, out
    return json.loads(out)


def test_advice_on_the_command_line():
    text = "bisca4; trunfo 6♦ monte; mão 7♥ D♦ 4♠; mesa direita R♥"
    answer = asked(text)
    assert (answer["game"], answer["me"], len(answer["options"])) == ("bisca4", 0, 3)


def test_the_rule_player_beats_random_play():
    assert matched("rules", 20)["riscos"]["mean"] > 0


@pytest.mark.parametrize("player", ["greedy", "pimc:worlds=5", "cheat"])
def test_players_of_every_kind_play_it(player):
    assert matched(player, 2)["deals"] == 2

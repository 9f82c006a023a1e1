"""Exact solutions: of cards that are equal for who plays them the lowest is played."""

from random import Random

import pytest
from games import cards_left, random_position

from trunfo import solve
from trunfo.engine.registry import playable
from trunfo.engine.views import open_view

ALONE = [game for game in playable() if len(set(game.sides())) > 2]


def endings(game, count):
    """Endings in which somebody has a choice."""
    random, found = Random(12), 0
    while found < count:
        at = random_position(game, random, random.randrange(5, 17))
        if at.over or cards_left(at) < 2 or len(at.playing) < 2:
            continue
        found += 1
        yield at


@pytest.mark.parametrize("game", ALONE, ids=lambda game: game.name)
def test_the_value_after_the_best_act_is_the_value_before_for_every_seat(game):
    for at in endings(game, 40):
        while not at.over:
            best = solve(open_view(game, at)).options[0]
            at = game.act(at, best.action)
            after = solve(open_view(game, at))
            if after.options:
                assert after.options[0].points == best.points
                assert after.options[0].riscos == best.riscos
            elif after.result is not None and after.result.riscos is not None:
                assert after.result.points == best.points
                assert after.result.riscos == pytest.approx(best.riscos)


@pytest.mark.parametrize("game", ALONE, ids=lambda game: game.name)
def test_of_equal_cards_the_lowest_is_best(game):
    for at in endings(game, 40):
        solution = solve(open_view(game, at))
        mine = [option.riscos[at.turn] for option in solution.options]
        tokens = [option.action["play"] for option in solution.options]
        cards = [game.pack(at.rules).card(token) for token in tokens]
        assert mine == sorted(mine, reverse=True)
        equal = [card for card, paid in zip(cards, mine, strict=True) if paid == mine[0]]
        assert cards[0] == min(equal)

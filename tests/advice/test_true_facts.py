"""Whatever true facts of a real deal are told, there is an answer, within its budget."""

from __future__ import annotations

from random import Random

import pytest
from truths import true_state

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.trick_game import TrickGame

DEALS = {"sueca": 12, "bisca": 20, "copas": 8, "sobe-e-desce": 80}


@pytest.mark.parametrize("name", DEALS)
def test_a_state_that_tells_the_truth_is_answered(name: str) -> None:
    """Four worlds, and a time too short for more than the fewest that make sense."""
    game = games()[name]
    assert isinstance(game, TrickGame)
    for number in range(DEALS[name]):
        state = true_state(game, Random(f"{name} {number}"))
        for budget in ({"worlds": 4}, {"time": 0.02}):
            advice = advise(state, jobs=1, **budget)
            assert advice.options, (number, state.to_json())

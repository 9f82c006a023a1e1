"""The search of the kernel against the plain Python engine, which tries everything.

All of it: `python bench/proofs/prove.py`; here a fixed part.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from games import Oracle, for_kernel, random_position

from trunfo.engine.registry import games
from trunfo.ext.kernel import NONE
from trunfo.ext.solver import Solver

SUECA = games()["sueca"]
OPTIONS = [{}, {"sweep": "points"}, {"double_at": 90}]


@pytest.mark.parametrize("objective", ["points", "riscos"])
@pytest.mark.parametrize("given", OPTIONS, ids=["default", "sweep_points", "double_at_90"])
def test_every_card_of_random_endings_is_worth_what_the_engine_finds(objective, given):
    rules = SUECA.rules(given)
    random = Random(5)
    solver = Solver("sueca")
    for left in [*range(1, 13)] * 8:  # one to three cards a hand, in mid-trick too
        at = random_position(SUECA, random, left, rules)
        if at.over:
            continue
        root, hands = for_kernel(SUECA, at)
        values = np.empty((1, 64), dtype=np.int16)
        assert solver.solve(root, hands[None], values, objective) == 1
        found = {card: int(values[0, card]) for card in range(64) if values[0, card] != NONE}
        assert found == Oracle(SUECA, objective).card_values(at)


def test_sweeps_still_open_are_paid_as_the_engine_pays_them():
    random = Random(6)
    solver = Solver("sueca")
    found = 0
    while found < 12:
        at = random_position(SUECA, random, 8)
        won = {SUECA.winner(trick, at.trump.suit) % 2 for trick in at.tricks}
        if len(won) == 1:
            found += 1
            root, hands = for_kernel(SUECA, at)
            values = np.empty((1, 64), dtype=np.int16)
            solver.solve(root, hands[None], values, "riscos")
            expected = Oracle(SUECA, "riscos").card_values(at)
            assert {card: int(values[0, card]) for card in expected} == expected

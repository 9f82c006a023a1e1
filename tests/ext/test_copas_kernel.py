"""Copas: the kernel allows and brings what the plain engine does (all of it: bench/proofs)."""

from random import Random

import copas
from games import random_position


def test_positions_under_any_options():
    random = Random(11)
    for _ in range(100):
        rules = copas.some_rules(random)
        copas.compare_legal(random_position(copas.game(), random, random.randrange(1, 53), rules))
        copas.compare_ending(random_position(copas.game(), random, random.randrange(1, 9), rules))


def test_whole_deals_with_passes_under_any_options():
    random = Random(12)
    for _ in range(20):
        copas.compare_game(random)

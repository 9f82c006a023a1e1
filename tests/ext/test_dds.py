"""The number of tricks against DDS, the bridge solver, through endplay."""

from __future__ import annotations

from random import Random

from solving import (
    best,
    dds_best,
    dds_deal,
    dds_tricks,
    filed_deals,
    legal_values,
    random_ending,
    solved,
)

from trunfo.ext.solver import Solver


def test_the_tricks_of_300_deals_are_those_that_dds_finds():
    solver = Solver("tricks")
    for at, _ in filed_deals():
        assert best(solver, at, "tricks") == dds_best(dds_deal(at))


def test_the_tricks_after_every_card_of_300_endings_are_those_that_dds_finds():
    random, solver, compared = Random(4), Solver("sueca"), 0
    while compared < 300:
        at = random_ending(random, 7)
        if not at.table or not at.hands[at.root.turn]:
            continue
        compared += 1
        won = solved(solver, at, "tricks")
        assert {card: value - at.taken for card, value in legal_values(won).items()} == dds_tricks(
            at
        )

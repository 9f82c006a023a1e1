"""Copas against OpenSpiel's `hearts`; `python bench/proofs/prove.py openspiel` plays more games."""

from __future__ import annotations

from random import Random

from referee import compare


def test_openspiel_agrees_on_who_plays_what_may_be_played_and_who_takes_what():
    paid = [sum(compare(Random(number), number).riscos) for number in range(300)]
    assert set(paid) == {78, 104}  # ordinary deals and a moon: both were compared

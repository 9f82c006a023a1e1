"""Shuffling as Python does, and what the kernel's own players refuse to play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trunfo.engine.registry import playable
from trunfo.ext.random import mix
from trunfo.ext.selfplay import CHAIRS, mix_each, shuffled
from trunfo.games.base import advisor_of

SEEDS = st.integers(0, 2**64 - 1) | st.integers(0, 2**33)


@given(
    st.lists(SEEDS, min_size=1, max_size=4), st.integers(0, 64),
    st.lists(st.integers(1, 2**30), max_size=8),
)
def test_packs_are_shuffled_as_python_shuffles_them(seeds, size, bounds):
    packs = np.tile(np.arange(size, dtype=np.int8), (len(seeds), 1))
    drawn = np.empty((len(seeds), len(bounds)), np.int32)
    done = shuffled(np.array(seeds, np.uint64), packs, np.array(bounds, np.int32), drawn)
    assert done == len(seeds)
    for row, seed in enumerate(seeds):
        random, cards = Random(seed), list(range(size))
        assert drawn[row].tolist() == [random.randrange(bound) for bound in bounds]
        random.shuffle(cards)
        assert packs[row].tolist() == cards


def test_the_stream_goes_on_beyond_its_first_624_words():
    bounds = np.full(2000, 2**30, np.int32)
    drawn = np.empty((1, 2000), np.int32)
    shuffled(np.array([5], np.uint64), np.empty((1, 0), np.int8), bounds, drawn)
    random = Random(5)
    assert drawn[0].tolist() == [random.randrange(2**30) for _ in range(2000)]


@given(st.lists(st.tuples(SEEDS, SEEDS), min_size=1, max_size=5))
def test_many_keys_are_mixed_as_one_is(pairs):
    keys, counters = np.array(pairs, np.uint64).T.copy()
    found = np.empty(len(pairs), np.uint64)
    mix_each(keys, counters, found)
    assert found.tolist() == [mix(key, counter) for key, counter in pairs]


def arrays(game):
    """One deal of a game, as its part of the kernel wants it."""
    playing = advisor_of(game).self_play(game.rules())
    numbers = np.zeros(1, np.int64)
    packs, drawn = playing.deal(np.zeros(1, np.uint64), playing.drawn)
    at = playing.first(numbers, drawn)
    pack = playing.pack
    return playing.kernel, {
        "pack": pack.word, "worth": pack.worth, "sides": game.sides(), "law": playing.law(),
        "packs": packs, "which": np.zeros(1, np.int32), "dealers": np.zeros(1, np.int8),
        "starts": playing.starts(at), "keys": np.zeros(1, np.uint64),
        "chairs": np.zeros((1, game.seats), np.int8),
        "acts": np.empty((1, playing.kernel.acts), np.uint64), "made": np.empty(1, np.int16),
        "results": np.empty((1, game.seats, playing.kernel.columns), np.int16),
    }


def twice(packs):
    """The packs, with a card in the place of another."""
    packs = packs.copy()
    packs[0, 0] = packs[0, 1]
    return packs


@pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
def test_what_would_crash_is_refused(game):
    kernel, right = arrays(game)
    assert kernel.play(**right) == 1
    wrong = {
        "packs": twice(right["packs"]), "which": np.ones(1, np.int32),
        "dealers": np.full(1, game.seats, np.int8), "starts": np.zeros((1, 30)),
        "keys": np.zeros(2, np.uint64), "chairs": np.full((1, game.seats), len(CHAIRS), np.int8),
        "acts": np.empty((1, 1), np.uint64), "made": np.empty(0, np.int16),
        "results": np.empty((1, game.seats, 1), np.int16), "law": {"no_such": 1},
        "sides": (0,),
    }
    for name, value in wrong.items():
        with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
            kernel.play(**right | {name: value})

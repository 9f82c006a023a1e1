"""Derived seeds against SplitMix64, written down once more and as published."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trunfo.ext.random import mix

WORD = (1 << 64) - 1


def splitmix(seed: int, output: int) -> int:
    z = seed + 0x9E3779B97F4A7C15 * (output + 1) & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def test_mix_gives_the_published_outputs_of_splitmix64() -> None:
    # The first five for the seed 1234567, as printed in many implementations' tests.
    assert [mix(1234567, output) for output in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_mix_folds_its_counters_one_by_one() -> None:
    assert mix(7) == 7
    assert mix(7, 3, 0, 12) == mix(mix(mix(7, 3), 0), 12)
    assert mix(7, 3, 0) != mix(7, 0, 3)
    assert mix(WORD, WORD) == splitmix(WORD, WORD)


@given(st.integers(0, WORD), st.integers(0, WORD))
def test_mix_is_splitmix64(seed: int, counter: int) -> None:
    assert mix(seed, counter) == splitmix(seed, counter)


@pytest.mark.parametrize("numbers", [(-1,), (1 << 64,), (1, -1), (1, 2, 1 << 64)])
def test_mix_refuses_what_is_no_word(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"2\*\*64"):
        mix(*numbers)

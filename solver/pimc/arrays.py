"""Arrays of worlds and of values, named by their shapes, and where worlds come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
"""Worlds as sets of cards: `[world, seat]`, and after the hands the stock, if there is one."""

ActionValues = NDArray[Any]
"""What every action brings the seat advised: `[world, action]`."""

SeatValues = NDArray[Any]
"""With what each seat ends, or what that is worth to it: `[world, action, seat]`."""

Raw = dict[str, NDArray[Any]]
"""What a valuer finds, by name: each array has a row for every world, then actions."""

Columns = dict[str, ActionValues]
"""What is told of the actions, by name: `riscos`, `points`, and what a game adds."""


class Limits(NamedTuple):
    """When to stop valuing worlds.

    Parameters
    ----------
    deadline : float
        A `time.monotonic()`.
    stop : int32[1]
        Another thread sets it to 1 to stop the work at once.
    """

    deadline: float
    stop: NDArray[np.int32]

    @classmethod
    def none(cls) -> Limits:
        """However long it takes."""
        return cls(float("inf"), np.zeros(1, dtype=np.int32))


class WorldSource(ABC):
    """A numbered sequence of worlds: number i is the same however many are asked for at once.

    Attributes
    ----------
    exhaustive : bool
        Whether the sequence is all worlds, each once. They come in random order, so
        that a part of them is a fair sample.
    count : int or None
        Length of the sequence; None if it has no end.
    """

    exhaustive: bool = False
    count: int | None = None

    @abstractmethod
    def chunk(self, first: int, size: int, limits: Limits | None = None) -> Words:
        """Worlds `first` to `first + size`, fewer where the sequence ends or time is up.

        Rows are hands, one a seat, then the stock in drawing order, eight cards to a word.
        """


def rows(values: Mapping[str, NDArray[Any]]) -> int:
    """The number of worlds valued: that of the longest array."""
    return max(map(len, values.values()), default=0)


def joined(parts: Iterable[Raw]) -> Raw:
    """Arrays one below the other."""
    lots = [part for part in parts if part]
    return {name: np.concatenate([lot[name] for lot in lots]) for name in lots[0]} if lots else {}


def only(values: Raw, actions: list[int]) -> Raw:
    """The values of some of the actions, in that order."""
    return {name: lots[:, actions] for name, lots in values.items()}


def wide(columns: Columns) -> Columns:
    """Whole numbers with room for sums and differences, those of an action side by side."""
    return {
        name: lots if lots.dtype.kind == "f" else lots.astype(np.int64, order="F")
        for name, lots in columns.items()
    }


def share(hits: NDArray[np.bool_]) -> float:
    """The share of worlds in which something holds."""
    return int(np.count_nonzero(hits)) / len(hits)

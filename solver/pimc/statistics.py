"""Means over worlds with their intervals, paired where actions are compared."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Estimate

Numbers = NDArray[Any]
"""Values of one action, one a world: whole numbers, or real ones (a match value)."""

Z95 = 1.959963984540054
"""Quantile of the normal distribution for a two-sided 95% interval."""


def total(values: Numbers) -> float:
    """The exact sum, rounded once if it is a real number: in any order the same."""
    if values.dtype.kind == "f":
        return math.fsum(values.tolist())
    return int(values.sum(dtype=np.int64))


def estimate(values: Numbers, *, exact: bool, of: int | None = None) -> Estimate:
    """The mean of some values, one a world, with its 95% interval.

    Parameters
    ----------
    values : int or float[n]
        n may be 0.
    exact : bool
        Whether the values are those of all worlds: there is then no interval.
    of : int or None
        Number of worlds of the option; if these are fewer it is said.
    """
    n = len(values)
    worlds = n if of is not None and of != n else None
    if n == 0:
        return Estimate(None, None, worlds)
    mean = total(values) / n
    if exact or n == 1:
        return Estimate(mean, None, worlds)
    return Estimate(mean, Z95 * standard_error(values), worlds)


def standard_error(values: Numbers) -> float:
    """Standard error of the mean of two or more values.

    Sums are exact, so that it depends on nothing but the values.
    """
    n = len(values)
    if values.dtype.kind == "f":
        return math.sqrt(total((values - total(values) / n) ** 2) / (n * (n - 1)))
    values = values.astype(np.int64, copy=False)
    whole, squares = total(values), int(values @ values)
    return math.sqrt((n * squares - whole * whole) / (n * n * (n - 1)))


def clear_leader(values: Numbers, best: int, *, z: float, negligible: float) -> bool:
    """Whether every other action is worse than `best` beyond doubt, or by a negligible margin.

    Parameters
    ----------
    values : int or float[n, actions]
        Value of each action in each world, n at least 2.
    z : float
        Standard errors of the paired difference that count as beyond doubt.
    negligible : float
        A difference, in the unit of the values, that nobody minds: an action whose
        difference is within it by `z` standard errors need not be told apart.
    """
    for action in range(values.shape[1]):
        gap = values[:, best] - values[:, action]
        mean, error = total(gap) / len(gap), standard_error(gap)
        if mean <= z * error and mean + z * error > negligible:
            return False
    return True


def difference(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two means over worlds that have nothing to do with each other."""
    if one.mean is None or other.mean is None:
        return Estimate(None)
    if one is other:
        return Estimate(0.0)
    spread = [e.ci95 for e in (one, other) if e.ci95 is not None]
    return Estimate(one.mean - other.mean, math.hypot(*spread) if spread else None)

"""Means over worlds with their intervals, paired where actions are compared."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Estimate

Z95 = 1.959963984540054
"""Quantile of the normal distribution for a two-sided 95% interval."""


def estimate(values: NDArray[np.int64], *, exact: bool, of: int | None = None) -> Estimate:
    """The mean of whole-numbered values, one a world, with its 95% interval.

    Parameters
    ----------
    values : int64[n]
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
    total = int(values.sum())
    if exact or n == 1:
        return Estimate(total / n, None, worlds)
    return Estimate(total / n, Z95 * standard_error(values), worlds)


def standard_error(values: NDArray[np.int64]) -> float:
    """Standard error of the mean of two or more whole numbers.

    Sums are taken in whole numbers, so that it depends on nothing but the values.
    """
    n = len(values)
    total, squares = int(values.sum()), int((values.astype(np.int64) ** 2).sum())
    return math.sqrt((n * squares - total * total) / (n * n * (n - 1)))


def clear_leader(values: NDArray[np.int64], best: int, *, z: float, negligible: float) -> bool:
    """Whether every other action is worse than `best` beyond doubt, or by a negligible margin.

    Parameters
    ----------
    values : int64[n, actions]
        Value of each action in each world, n at least 2.
    z : float
        Standard errors of the paired difference that count as beyond doubt.
    negligible : float
        A difference, in the unit of the values, that nobody minds: an action whose
        difference is within it by `z` standard errors need not be told apart.
    """
    for action in range(values.shape[1]):
        gap = values[:, best] - values[:, action]
        mean, error = int(gap.sum()) / len(gap), standard_error(gap)
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

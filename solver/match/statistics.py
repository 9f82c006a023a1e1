"""How sure a mean is: intervals, and the sequential test that ends a match early."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from trunfo.advice import Estimate

Z = 1.959963984540054
"""97.5% quantile of the normal distribution."""

BOUND = math.log(0.95 / 0.05)
"""2.944: where Wald's test stops for error rates of 5% either way."""

FEWEST = 200
"""Deals before the sequential test may stop: its SD has to be known (SCIENCE, section 5)."""


@dataclass
class Running:
    """Mean and spread of values that come one at a time, in flat memory.

    The sums are kept exactly, as fractions where they are not whole: the spread is 0 exactly
    where all values are equal, and nothing depends on the order of the values.
    """

    count: int = 0
    total: int | Fraction = 0
    squares: int | Fraction = 0

    def add(self, value: float) -> None:
        """Take in a value."""
        exact = int(value) if value == int(value) else Fraction(value)
        self.count += 1
        self.total += exact
        self.squares += exact * exact

    @property
    def mean(self) -> float | None:
        """Of the values; None if there are none."""
        return float(Fraction(self.total) / self.count) if self.count else None

    @property
    def variance(self) -> float | None:
        """Of the values, with n - 1; None for fewer than two."""
        if self.count < 2:
            return None
        spread = self.squares - Fraction(self.total) ** 2 / self.count
        return float(spread / (self.count - 1))

    @property
    def estimate(self) -> Estimate:
        """The mean with the half-width of its 95% interval, where there is one."""
        return Estimate(self.mean, ci95(self.count, self.variance))


def ci95(count: int, variance: float | None) -> float | None:
    """Half-width of the 95% interval of a mean, by Student's t.

    Returns
    -------
    float or None
        None for fewer than three values, or where all are equal: the spread
        is not known then, and an interval of width 0 would claim that it is.
    """
    if count < 3 or not variance:
        return None
    return student(count - 1) * math.sqrt(variance / count)


@lru_cache(maxsize=4096)
def student(freedom: int) -> float:
    """97.5% quantile of Student's t.

    Up to 30 degrees of freedom by bisection of the finite series of the distribution
    (Abramowitz & Stegun 26.7.3 and 26.7.4), above by the first terms of the expansion of the
    quantile in 1/freedom (26.7.5), which is right to 1e-6 there.
    """
    if freedom > 30:
        first = (Z**3 + Z) / 4
        second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
        third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
        return Z + (first + (second + third / freedom) / freedom) / freedom
    low, high = Z, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        if _within(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The probability that Student's t lies between -t and t."""
    angle = math.atan(t / math.sqrt(freedom))
    odd = freedom % 2
    term = math.sin(angle) * (math.cos(angle) if odd else 1.0)
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom, 2):
        term *= (k - 1) / k * math.cos(angle) ** 2
        total += term
    return 2 / math.pi * (angle + total) if odd else total


@dataclass(frozen=True)
class Sprt:
    """Sequential test whether the mean difference is `d1` rather than `d0`, RISCOS per deal.

    Wald's test with the log likelihood ratio of a normal mean, the variance as
    estimated from the deals so far (SCIENCE, section 5).
    """

    d0: float
    d1: float

    def llr(self, seen: Running) -> float | None:
        """Log likelihood ratio of `d1` against `d0`; None where no spread has been seen."""
        mean, variance = seen.mean, seen.variance
        if mean is None or not variance:
            return None
        return seen.count * (self.d1 - self.d0) * (mean - (self.d0 + self.d1) / 2) / variance

    def verdict(self, seen: Running) -> str:
        """`d1`, `d0`, or `open` while the deals so far cannot tell.

        Where all deals are equal the ratio has no bounds: the nearer of the two is told, and
        `d0` if none is nearer.
        """
        mean, llr = seen.mean, self.llr(seen)
        if seen.count < FEWEST or mean is None:
            return "open"
        if llr is None:
            return "d1" if mean > (self.d0 + self.d1) / 2 else "d0"
        if abs(llr) < BOUND:
            return "open"
        return "d1" if llr > 0 else "d0"

    def bounds(self, seen: Running) -> tuple[float, float] | None:
        """Means below and above which the test would end; None where no spread has been seen."""
        if not seen.variance:
            return None
        half = BOUND * seen.variance / (seen.count * (self.d1 - self.d0))
        middle = (self.d0 + self.d1) / 2
        return middle - half, middle + half

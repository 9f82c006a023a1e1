"""What worlds say of the actions: from what each has brought, or in sums if they are too many."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

from trunfo.advice import Estimate
from trunfo.pimc.arrays import Columns
from trunfo.pimc.decision import Payoffs
from trunfo.pimc.statistics import Z95, Numbers, estimate, total


class Told(Protocol):
    """What some worlds say of the actions; `name` is `riscos` or `points`."""

    def count(self, name: str) -> int:
        """In how many worlds it is known."""

    def total(self, name: str, action: int) -> float:
        """What an action brings in all of them together."""

    def mean(self, name: str, action: int, of: int) -> Estimate:
        """What it brings on average; `of` is the number of worlds of the option."""

    def gap(self, name: str, one: int, other: int) -> Estimate:
        """How much more than another it brings, over the same worlds."""

    def outcomes(self, action: int) -> Mapping[str, float] | None:
        """As `Payoffs.outcomes`."""

    def chances(self, action: int) -> Mapping[str, float]:
        """As `Payoffs.chances`."""

    def plan(self, action: int) -> str | None:
        """As `Payoffs.plan`."""


@dataclass(frozen=True)
class Each:
    """What every world has brought.

    Parameters
    ----------
    columns : Columns
        By action, whole numbers with room for sums.
    payoffs : Payoffs
        How they are read.
    exact : bool
        Whether the worlds are all there are.
    """

    columns: Columns
    payoffs: Payoffs
    exact: bool

    def count(self, name: str) -> int:
        """In how many worlds it is known."""
        return len(self.columns[name])

    def total(self, name: str, action: int) -> float:
        """What an action brings in all of them together."""
        return total(self.columns[name][:, action])

    def mean(self, name: str, action: int, of: int) -> Estimate:
        """What it brings on average."""
        return estimate(self.columns[name][:, action], exact=self.exact, of=of)

    def gap(self, name: str, one: int, other: int) -> Estimate:
        """How much more than another it brings."""
        lots = self.columns[name]
        return estimate(lots[:, one] - lots[:, other], exact=self.exact)

    def outcomes(self, action: int) -> Mapping[str, float] | None:
        """As `Payoffs.outcomes`."""
        return self.payoffs.outcomes(self.columns, action)

    def chances(self, action: int) -> Mapping[str, float]:
        """As `Payoffs.chances`."""
        return self.payoffs.chances(self.columns, action)

    def plan(self, action: int) -> str | None:
        """As `Payoffs.plan`."""
        return self.payoffs.plan(self.columns, action)


@dataclass(frozen=True)
class Moments:
    """Some values: how many, their sum, and the sum of the squares of what is left of each.

    Two lots are put together after Chan, Golub and LeVeque (1983): each lot's squares are about
    its own mean, so that no digits are lost.
    """

    count: int
    sum: float
    squares: float

    @classmethod
    def of(cls, values: Numbers) -> Moments:
        """Those of some values."""
        count = len(values)
        if not count:
            return cls(0, 0.0, 0.0)
        rest = values - total(values) / count
        return cls(count, total(values), float(rest @ rest))

    def and_then(self, other: Moments) -> Moments:
        """Those of both."""
        if not self.count or not other.count:
            return other if other.count else self
        count = self.count + other.count
        gap = other.sum / other.count - self.sum / self.count
        squares = self.squares + other.squares + gap * gap * self.count * other.count / count
        return Moments(count, self.sum + other.sum, squares)

    def reversed(self) -> Moments:
        """Those of the values with the other sign."""
        return replace(self, sum=-self.sum)

    def estimate(self, of: int | None = None) -> Estimate:
        """Their mean with its 95% interval; `of` is the number of worlds of the option."""
        count = self.count
        worlds = count if of is not None and of != count else None
        if not count:
            return Estimate(None, None, worlds)
        error = math.sqrt(self.squares / (count * (count - 1))) if count > 1 else None
        return Estimate(self.sum / count, None if error is None else Z95 * error, worlds)


@dataclass(frozen=True)
class Block:
    """What a number of worlds say of every action.

    Parameters
    ----------
    worlds : int
        How many there are: rows of the column that most were valued for.
    by_action : mapping
        `riscos` and `points`: a `Moments` for every action.
    gaps : mapping
        The same of the differences of two actions, the first with the lower number.
    results, odds, plans : sequence
        By action, as `Payoffs` reads outcomes, chances and plans.
    """

    worlds: int
    by_action: Mapping[str, tuple[Moments, ...]]
    gaps: Mapping[str, Mapping[tuple[int, int], Moments]]
    results: tuple[Mapping[str, float] | None, ...]
    odds: tuple[Mapping[str, float], ...]
    plans: tuple[str | None, ...]

    @classmethod
    def of(cls, columns: Columns, payoffs: Payoffs) -> Block:
        """From what every world has brought."""
        told = {name: columns[name] for name in ("riscos", "points")}
        actions = range(columns["riscos"].shape[1])
        return cls(
            max(map(len, told.values())),
            {name: tuple(map(Moments.of, lots.T)) for name, lots in told.items()},
            {
                name: {
                    pair: Moments.of(lots[:, pair[0]] - lots[:, pair[1]])
                    for pair in combinations(actions, 2)
                }
                for name, lots in told.items()
            },
            tuple(payoffs.outcomes(columns, action) for action in actions),
            tuple(payoffs.chances(columns, action) for action in actions),
            tuple(payoffs.plan(columns, action) for action in actions),
        )

    def and_then(self, other: Block) -> Block:
        """What both say."""
        shares = self.worlds, other.worlds
        return Block(
            sum(shares),
            {
                name: tuple(map(Moments.and_then, mine, other.by_action[name]))
                for name, mine in self.by_action.items()
            },
            {
                name: {pair: gap.and_then(other.gaps[name][pair]) for pair, gap in mine.items()}
                for name, mine in self.gaps.items()
            },
            tuple(
                one if two is None else two if one is None else _mixed((one, two), shares)
                for one, two in zip(self.results, other.results, strict=True)
            ),
            tuple(
                _mixed(pair, shares) for pair in zip(self.odds, other.odds, strict=True)
            ),
            self.plans,
        )

    def count(self, name: str) -> int:
        """In how many worlds it is known."""
        return self.by_action[name][0].count

    def total(self, name: str, action: int) -> float:
        """What an action brings in all of them together."""
        return self.by_action[name][action].sum

    def mean(self, name: str, action: int, of: int) -> Estimate:
        """What it brings on average."""
        return self.by_action[name][action].estimate(of)

    def gap(self, name: str, one: int, other: int) -> Estimate:
        """How much more than another it brings."""
        if one == other:
            return Moments(self.count(name), 0, 0.0).estimate()
        low, high = sorted((one, other))
        found = self.gaps[name][low, high]
        return (found if one == low else found.reversed()).estimate()

    def outcomes(self, action: int) -> Mapping[str, float] | None:
        """As `Payoffs.outcomes`."""
        return self.results[action]

    def chances(self, action: int) -> Mapping[str, float]:
        """As `Payoffs.chances`."""
        return self.odds[action]

    def plan(self, action: int) -> str | None:
        """As `Payoffs.plan`, of the first block."""
        return self.plans[action]


def _mixed(
    found: Sequence[Mapping[str, float]], weights: Sequence[int]
) -> dict[str, float]:
    """Means of shares, by the worlds of each; what only one of them has is that one's."""
    names = dict.fromkeys(name for each in found for name in each)
    mixed = {}
    for name in names:
        pairs = [(each[name], w) for each, w in zip(found, weights, strict=True) if name in each]
        mixed[name] = sum(p * w for p, w in pairs) / sum(w for _, w in pairs)
    return mixed

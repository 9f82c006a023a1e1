"""From the values of actions in worlds to choices in order, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from trunfo.advice import Choice, Estimate
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.games import ExtraAction
from trunfo.pimc.encode import play_actions
from trunfo.pimc.stakes import TWO_SIDES, Columns, Stakes
from trunfo.pimc.statistics import clear_leader, difference, estimate, total

CLEAR_Z = 3.0
"""Until clear: three standard errors of the paired difference (SCIENCE section 2)."""


def choices_of(
    state: State,
    cards: Sequence[int],
    columns: Columns,
    objective: str,
    *,
    exact: bool,
    riscos_known: bool,
    extras: Sequence[ExtraAction] = (),
    stakes: Stakes = TWO_SIDES,
) -> tuple[Choice, ...]:
    """Every legal card with its estimates, best first.

    Parameters
    ----------
    cards : sequence of int
        The legal cards, in the order of the columns.
    columns : Columns
        At least one world.
    exact : bool
        Whether the worlds are all there are.
    riscos_known : bool
        Whether RISCOS mean anything: it is known what was won so far.
    extras : sequence of ExtraAction
        Actions that were valued otherwise.
    stakes : Stakes
        How the values are read.
    """
    columns = wide(columns)
    order = ranking(state, cards, columns, objective, stakes)
    actions = play_actions(state, cards)
    ranked = listed(actions, order, columns, objective, exact, stakes, riscos_known=riscos_known)
    if extras:
        ranked = _with_extras(ranked, extras, objective, stakes)
    return tuple(ranked)


def wide(columns: Columns) -> Columns:
    """Whole numbers with room for sums and differences, those of an action side by side."""
    return {
        name: lots if lots.dtype.kind == "f" else lots.astype(np.int64, order="F")
        for name, lots in columns.items()
    }


def counted(columns: Columns) -> Columns:
    """Each world as often as the column `weight`, if there is one, says it counts."""
    if "weight" not in columns:
        return columns
    weights = columns["weight"][:, 0]
    return {
        name: np.repeat(lots, weights, axis=0)
        for name, lots in columns.items() if name != "weight"
    }


def ranking(
    state: State, cards: Sequence[int], columns: Columns, objective: str,
    stakes: Stakes = TWO_SIDES,
) -> list[int]:
    """Columns, best first: by objective, then the other one, then as a careful player would."""
    other = "points" if objective == "riscos" else "riscos"
    totals = {
        name: [stakes.sign[name] * total(lots) for lots in columns[name].T]
        for name in (objective, other)
    }

    def key(action: int) -> tuple[float, ...]:
        first, second = -totals[objective][action], -totals[other][action]
        return (first, second, *stakes.careful(state, cards[action]))

    return sorted(range(len(cards)), key=key)


def is_clear(columns: Columns, objective: str, stakes: Stakes = TWO_SIDES) -> bool:
    """Whether the best action stands out, or the others are as good."""
    values = stakes.sign[objective] * wide(columns)[objective]
    sums = [total(lots) for lots in values.T]
    best = sums.index(max(sums))
    return clear_leader(values, best, z=CLEAR_Z, negligible=stakes.negligible[objective])


def listed(
    actions: Sequence[Action], order: Sequence[int], columns: Columns, objective: str,
    exact: bool, stakes: Stakes, *, riscos_known: bool = True,
) -> list[Choice]:
    """Actions in an order that has been decided, each compared with the first.

    Parameters
    ----------
    actions : sequence of Action
        In the order of the columns.
    order : sequence of int
        Which of them, the best first.
    """
    best = order[0]
    return [
        _choice(actions[action], columns, action, best, objective, exact, riscos_known, stakes)
        for action in order
    ]


def _choice(
    action: Action, columns: Columns, place: int, best: int, objective: str, exact: bool,
    riscos_known: bool, stakes: Stakes,
) -> Choice:
    main = columns[objective]
    worlds = len(main)
    riscos = estimate(columns["riscos"][:, place], exact=exact, of=worlds)
    return Choice(
        action=action,
        riscos=riscos if riscos_known else None,
        points=estimate(columns["points"][:, place], exact=exact, of=worlds),
        delta=estimate(main[:, place] - main[:, best], exact=exact),
        outcomes=stakes.outcomes(columns, place) if riscos_known else None,
        chances=stakes.chances(columns, place),
        plan=stakes.plan(columns, place),
        worlds=worlds,
    )


def _with_extras(
    ranked: Sequence[Choice], extras: Sequence[ExtraAction], objective: str, stakes: Stakes
) -> list[Choice]:
    """The choices with further ones among them, all compared with the best again.

    Extra actions are valued in worlds of their own, so nothing can be paired.
    """
    everyone = [*ranked]
    everyone += [
        Choice(extra.action, extra.riscos, extra.points, Estimate(0.0), extra.outcomes)
        for extra in extras
    ]

    def main(choice: Choice) -> Estimate:
        wanted = choice.riscos if objective == "riscos" else choice.points
        return wanted or Estimate(None)

    everyone.sort(key=lambda choice: -stakes.sign[objective] * (main(choice).mean or 0.0))
    best = everyone[0]
    return [
        choice
        if best is ranked[0] and choice.worlds
        else replace(choice, delta=difference(main(choice), main(best)))
        for choice in everyone
    ]

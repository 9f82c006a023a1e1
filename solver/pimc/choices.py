"""From the values of actions in worlds to choices in order, best first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from trunfo.advice import GRAVE, MISTAKE, SAME, SLIGHT, Choice, Estimate
from trunfo.engine.game import Game
from trunfo.engine.position import Action
from trunfo.pimc.arrays import Columns, wide
from trunfo.pimc.blocks import Told
from trunfo.pimc.decision import Payoffs
from trunfo.pimc.statistics import clear_leader, total

OBJECTIVES = ("riscos", "points")

CLEAR_Z = 3.0
"""Until clear: three standard errors of the paired difference (SCIENCE section 2)."""


def sign(game: Game, objective: str) -> int:
    """1 if more of an objective is better, -1 if less is."""
    return -1 if objective == "points" and game.fewer_points else 1


def totals(game: Game, told: Told, objective: str, actions: int) -> list[float]:
    """What each action brings over all worlds: more is better."""
    better = sign(game, objective)
    return [better * told.total(objective, action) for action in range(actions)]


def ranking(
    game: Game, told: Told, objective: str, thrift: Sequence[tuple[int, ...]]
) -> list[int]:
    """Actions, best first: by the objective, then the other one, then by thrift.

    Parameters
    ----------
    thrift : sequence of tuple of int
        By action; of two actions that bring the same the lower one comes first.
    """
    other = "points" if objective == "riscos" else "riscos"
    first, second = (totals(game, told, name, len(thrift)) for name in (objective, other))
    return sorted(
        range(len(first)), key=lambda action: (-first[action], -second[action], *thrift[action])
    )


def is_clear(game: Game, columns: Columns, objective: str, payoffs: Payoffs) -> bool:
    """Whether the best action stands out, or the others are as good."""
    columns = wide(columns)
    better = sign(game, objective) * columns[objective]
    sums = [total(lots) for lots in better.T]
    return clear_leader(
        better, sums.index(max(sums)), z=CLEAR_Z, negligible=payoffs.negligible[objective]
    )


def is_better(gap: Estimate, *, exact: bool) -> bool:
    """Whether a gap, in whatever objective, from the better action is more than chance."""
    width = gap.ci95
    if width is None:
        width = 0.0 if exact else math.inf
    return abs(gap.mean or 0.0) > width


def listed(
    actions: Sequence[Action], order: Sequence[int], told: Told, objective: str, *, scored: bool
) -> tuple[Choice, ...]:
    """Actions in an order that has been decided, each compared with the first.

    Parameters
    ----------
    actions : sequence of Action
        In the order in which they were valued.
    order : sequence of int
        Which of them, the best first.
    scored : bool
        Whether RISCOS mean anything: it is known what was won so far.
    """
    best, worlds = order[0], told.count(objective)

    def choice(action: int) -> Choice:
        return Choice(
            action=actions[action],
            riscos=told.mean("riscos", action, worlds) if scored else Estimate(None),
            points=told.mean("points", action, worlds),
            delta=told.gap(objective, action, best),
            outcomes=told.outcomes(action) if scored else None,
            chances=told.chances(action),
            plan=told.plan(action),
            worlds=worlds,
            scored=scored,
            loss=told.gap("riscos", best, action),
        )

    return tuple(map(choice, order))


def judged(
    choices: Sequence[Choice], limits: tuple[float, float], *, exact: bool
) -> tuple[Choice, ...]:
    """The choices with their verdicts.

    Parameters
    ----------
    choices : sequence of Choice
        The best first.
    limits : (float, float)
        RISCOS from which a loss is a mistake, and a grave one.
    exact : bool
        Whether losses are those over all worlds: none is then by chance.
    """
    return tuple(
        replace(choice, verdict=_verdict(choice, limits, exact=exact) if place else
                SAME if choice.scored else None)
        for place, choice in enumerate(choices)
    )


def _verdict(choice: Choice, limits: tuple[float, float], *, exact: bool) -> str | None:
    """How bad an action is by its loss in RISCOS: `same` where it may be chance."""
    if not choice.scored:
        return None
    loss = choice.loss.mean
    if loss is None or loss <= 0 or not is_better(choice.loss, exact=exact):
        return SAME
    mistake, grave = limits
    return SLIGHT if loss < mistake else MISTAKE if loss < grave else GRAVE

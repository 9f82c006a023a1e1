"""From the values of actions in worlds to choices in order, best first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from trunfo.advice import GRAVE, MISTAKE, SAME, SLIGHT, Choice, Estimate
from trunfo.engine.game import Game
from trunfo.engine.position import Action
from trunfo.pimc.arrays import Columns, wide
from trunfo.pimc.decision import Payoffs
from trunfo.pimc.statistics import clear_leader, estimate, total

OBJECTIVES = ("riscos", "points")

CLEAR_Z = 3.0
"""Until clear: three standard errors of the paired difference (SCIENCE section 2)."""


def sign(game: Game, objective: str) -> int:
    """1 if more of an objective is better, -1 if less is."""
    return -1 if objective == "points" and game.fewer_points else 1


def totals(game: Game, columns: Columns, objective: str) -> list[float]:
    """What each action brings over all worlds: more is better."""
    return [sign(game, objective) * total(lots) for lots in columns[objective].T]


def ranking(
    game: Game, columns: Columns, objective: str, thrift: Sequence[tuple[int, ...]]
) -> list[int]:
    """Actions, best first: by the objective, then the other one, then by thrift.

    Parameters
    ----------
    thrift : sequence of tuple of int
        By action; of two actions that bring the same the lower one comes first.
    """
    other = "points" if objective == "riscos" else "riscos"
    first, second = (totals(game, columns, name) for name in (objective, other))
    return sorted(
        range(len(first)), key=lambda action: (-first[action], -second[action], *thrift[action])
    )


def is_clear(game: Game, columns: Columns, objective: str, payoffs: Payoffs) -> bool:
    """Whether the best action stands out, or the others are as good."""
    columns = wide(columns)
    sums = totals(game, columns, objective)
    return clear_leader(
        sign(game, objective) * columns[objective], sums.index(max(sums)),
        z=CLEAR_Z, negligible=payoffs.negligible[objective],
    )


def listed(
    actions: Sequence[Action], order: Sequence[int], columns: Columns, objective: str,
    payoffs: Payoffs, *, exact: bool, scored: bool,
) -> tuple[Choice, ...]:
    """Actions in an order that has been decided, each compared with the first.

    Parameters
    ----------
    actions : sequence of Action
        In the order of the columns.
    order : sequence of int
        Which of them, the best first.
    exact : bool
        Whether the worlds are all there are.
    scored : bool
        Whether RISCOS mean anything: it is known what was won so far.
    """
    main, best = columns[objective], order[0]
    worlds = len(main)

    def choice(action: int) -> Choice:
        riscos = estimate(columns["riscos"][:, action], exact=exact, of=worlds)
        return Choice(
            action=actions[action],
            riscos=riscos if scored else Estimate(None),
            points=estimate(columns["points"][:, action], exact=exact, of=worlds),
            delta=estimate(main[:, action] - main[:, best], exact=exact),
            outcomes=payoffs.outcomes(columns, action) if scored else None,
            chances=payoffs.chances(columns, action),
            plan=payoffs.plan(columns, action),
            worlds=worlds,
            scored=scored,
            loss=estimate(columns["riscos"][:, best] - columns["riscos"][:, action], exact=exact),
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
    loss, width = choice.loss.mean, choice.loss.ci95
    if width is None:
        width = 0.0 if exact else math.inf
    if loss is None or loss <= width:
        return SAME
    mistake, grave = limits
    return SLIGHT if loss < mistake else MISTAKE if loss < grave else GRAVE

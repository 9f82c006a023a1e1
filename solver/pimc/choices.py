"""From the values of actions in worlds to choices in order, best first."""

from __future__ import annotations

from collections.abc import Sequence

from trunfo.advice import Choice
from trunfo.engine.game import Game
from trunfo.engine.position import Action
from trunfo.pimc.payoffs import Payoffs, sign, totals
from trunfo.pimc.statistics import clear_leader, estimate
from trunfo.pimc.values import Columns, wide

CLEAR_Z = 3.0
"""Until clear: three standard errors of the paired difference (SCIENCE section 2)."""


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
            riscos=riscos if scored else None,
            points=estimate(columns["points"][:, action], exact=exact, of=worlds),
            delta=estimate(main[:, action] - main[:, best], exact=exact),
            outcomes=payoffs.outcomes(columns, action) if scored else None,
            chances=payoffs.chances(columns, action),
            plan=payoffs.plan(columns, action),
            worlds=worlds,
        )

    return tuple(map(choice, order))

"""From the values of actions in worlds to choices in order, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from trunfo.advice import Choice, Estimate
from trunfo.bridge import play_actions
from trunfo.budget import Columns
from trunfo.decisions import ExtraAction
from trunfo.engine.cards import suit_of
from trunfo.engine.state import State
from trunfo.statistics import clear_leader, difference, estimate

OUTCOMES = {
    -4: "lose_sweep", -2: "lose_double", -1: "lose", 0: "draw",
    1: "win", 2: "win_double", 4: "win_sweep",
}
"""Names of the RISCOS of a deal of two sides."""

CLEAR_Z = 3.0
NEGLIGIBLE = {"riscos": 0.01, "points": 0.1}
# Until clear: three standard errors of the paired difference (SCIENCE section 2).


def choices_of(
    state: State,
    cards: Sequence[int],
    columns: Columns,
    objective: str,
    *,
    exact: bool,
    riscos_known: bool,
    extras: Sequence[ExtraAction] = (),
) -> tuple[Choice, ...]:
    """Every legal action with its estimates, best first.

    Parameters
    ----------
    cards : sequence of int
        The legal cards, in the order of the columns.
    columns : dict
        By objective `int16[world, action]`; at least one world.
    exact : bool
        Whether the worlds are all there are.
    riscos_known : bool
        Whether RISCOS mean anything: it is known what was won so far.
    extras : sequence of ExtraAction
        Actions that were valued otherwise.
    """
    values = {name: lots.astype(np.int64) for name, lots in columns.items()}
    order = ranking(state, cards, values, objective)
    ranked = [
        _card_choice(state, cards, values, action, order[0], objective, exact, riscos_known)
        for action in order
    ]
    if extras:
        ranked = _with_extras(ranked, extras, objective)
    return tuple(ranked)


def ranking(
    state: State, cards: Sequence[int], values: Mapping[str, np.ndarray], objective: str
) -> list[int]:
    """Columns, best first: by objective, then the other one, then as a careful player would.

    Of equal cards he keeps trumps and points and plays the lowest (and of two equally
    low ones the first suit).
    """
    trump = state.trump.suit if state.trump else None
    other = "points" if objective == "riscos" else "riscos"
    totals = {name: lots.sum(axis=0) for name, lots in values.items()}

    def key(action: int) -> tuple[int, ...]:
        card = cards[action]
        return (
            -int(totals[objective][action]),
            -int(totals[other][action]),
            suit_of(card) == trump,
            state.pack.worth[card],
            card % 16,
            card,
        )

    return sorted(range(len(cards)), key=key)


def is_clear(columns: Columns, objective: str) -> bool:
    """Whether the best action stands out, or the others are as good."""
    values = columns[objective].astype(np.int64)
    best = int(values.sum(axis=0).argmax())
    return clear_leader(values, best, z=CLEAR_Z, negligible=NEGLIGIBLE[objective])


def _card_choice(
    state: State, cards: Sequence[int], values: Mapping[str, np.ndarray], action: int, best: int,
    objective: str, exact: bool, riscos_known: bool,
) -> Choice:
    worlds = len(values[objective])
    main = values[objective]
    riscos = estimate(values["riscos"][:, action], exact=exact, of=worlds)
    return Choice(
        action=play_actions(state, [cards[action]])[0],
        riscos=riscos if riscos_known else None,
        points=estimate(values["points"][:, action], exact=exact, of=worlds),
        delta=estimate(main[:, action] - main[:, best], exact=exact),
        outcomes=_outcomes(values["riscos"][:, action]) if riscos_known else None,
        worlds=worlds,
    )


def _outcomes(riscos: np.ndarray) -> dict[str, float] | None:
    if not len(riscos):
        return None
    return {name: int((riscos == paid).sum()) / len(riscos) for paid, name in OUTCOMES.items()}


def _with_extras(
    ranked: Sequence[Choice], extras: Sequence[ExtraAction], objective: str
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

    everyone.sort(key=lambda choice: -(main(choice).mean or 0.0))
    best = everyone[0]
    return [
        choice
        if best is ranked[0] and choice.worlds
        else replace(choice, delta=difference(main(choice), main(best)))
        for choice in everyone
    ]

"""What cards bring in worlds of a game of two sides: searched, or played out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import cards_of
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.engine.trick import follow
from trunfo.ext.kernel import Root
from trunfo.ext.solver import Solver
from trunfo.pimc.arrays import Columns, Limits, Raw
from trunfo.pimc.arrays import Words as Worded
from trunfo.pimc.encode import kernel_of, public_of

EVERY = 1 << 62
"""A number of worlds that is never reached."""

_idle: dict[str, list[Solver]] = {}
# Solvers nobody uses just now, by game: each keeps its table, so none is made anew for a decision.


@contextmanager
def solver_for(game: str) -> Iterator[Solver]:
    """A solver that nobody else uses meanwhile."""
    idle = _idle.setdefault(game, [])
    try:
        solver = idle.pop()
    except IndexError:
        solver = Solver(game)
    yield solver
    idle.append(solver)


@dataclass(frozen=True)
class Valuer:
    """What the legal cards bring in worlds: the side's points and RISCOS.

    Parameters
    ----------
    state, known : State, Knowledge
        The position.
    root : Root
        The same for the kernel.
    cards : tuple of int
        The legal cards, the actions in the order of their columns.
    method : str
        `pimc`: exact search of each world; `playout`: the rule player plays it out;
        `nested`: the last draws from a stock, each decision on its own information.
    main : str
        The objective, `riscos` or `points`, that covers all worlds.
    prefix : int
        How many of the first worlds the other one covers, where it is dearer.
    open : bool
        Whether all players see every card, the order of a stock too.
    lead_weight : int
        If above 1, for `nested` with a card on the table: there is a further column `weight`,
        `[world, 1]`, of so much in worlds in which the leader would have led that card.
    """

    state: State
    known: Knowledge
    root: Root
    cards: tuple[int, ...]
    method: str
    main: str
    prefix: int = EVERY
    open: bool = False
    lead_weight: int = 1

    def __call__(self, first: int, worlds: Worded, limits: Limits) -> Raw:
        """Values for both objectives of the worlds that were finished in time, in order."""
        if self.method == "playout":
            return self._played_out(worlds, limits)
        if self.method == "nested":
            return self._nested(worlds, limits)
        other = "points" if self.main == "riscos" else "riscos"
        covered = max(0, min(len(worlds), self.prefix - first))
        values = {self.main: self._searched(worlds, self.main, limits)}
        values[other] = self._searched(worlds[:covered], other, limits)
        return values

    @property
    def _game(self) -> str:
        return kernel_of(self.state.game).game

    def _searched(self, worlds: Worded, objective: str, limits: Limits) -> NDArray[np.int16]:
        values = np.empty((len(worlds), 64), dtype=np.int16)
        with solver_for(self._game) as solver:
            finished = solver.solve(
                self.root, worlds, values, objective, deadline=limits.deadline, stop=limits.stop
            )
        return values[:finished, self.cards]

    def _nested(self, worlds: Worded, limits: Limits) -> Raw:
        leads = np.empty((len(worlds), 2), dtype=np.int8) if self.lead_weight > 1 else None
        points = np.empty((len(worlds), 64), dtype=np.int16)
        paid = np.empty_like(points)
        with solver_for(self._game) as solver:
            finished = solver.nested(
                self.root, worlds, points, paid,
                open=self.open, leads=leads, deadline=limits.deadline, stop=limits.stop,
            )
        found: Raw = {
            "points": points[:finished, self.cards], "riscos": paid[:finished, self.cards]
        }
        if leads is not None:  # he is taken to play for the same objective
            led = leads[:finished, 1:] if self.main == "riscos" else leads[:finished, :1]
            found["weight"] = np.where(led == self.known.table[0], self.lead_weight, 1)
        return found

    def _played_out(self, worlds: Worded, limits: Limits) -> Raw:
        points = np.empty((len(worlds), 64), dtype=np.int16)
        paid = np.empty_like(points)
        finished = kernel_of(self.state.game).playouts(
            self.root, worlds, points, paid,
            **public_of(self.state, self.known),
            deadline=limits.deadline, stop=limits.stop,
        )
        return {"points": points[:finished, self.cards], "riscos": paid[:finished, self.cards]}


def counted(columns: Columns) -> Columns:
    """Each world as often as the column `weight`, if there is one, says it counts."""
    if "weight" not in columns:
        return columns
    weights = columns["weight"][:, 0]
    return {
        name: np.repeat(lots, weights, axis=0)
        for name, lots in columns.items() if name != "weight"
    }


def cards_to_play(known: Knowledge) -> tuple[int, ...]:
    """The cards that may be played, lowest number first."""
    hand = frozenset(cards_of(known.hand))
    return tuple(sorted(follow(hand, known.table) if known.must_follow else hand))


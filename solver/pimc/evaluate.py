"""What every action brings in every world: by search to the end, or by a playout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.ext.solver import Solver
from trunfo.pimc.encode import Words, kernel_of, root_of, several_of, told
from trunfo.pimc.stakes import Columns

Values = NDArray[np.int16]
"""Value of each action in each world: `[world, action]`."""

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


class Valuer(Protocol):
    """Values the actions of one decision in chunks of worlds; safe to call from several threads.

    Attributes
    ----------
    method : str
        How; chunks of a method have a size of their own.
    deadline : float
        Monotonic time at which to stop.
    stop : int32[1]
        Another thread sets it to 1 to stop the work at once.
    """

    @property
    def method(self) -> str: ...  # noqa: D102
    @property
    def deadline(self) -> float: ...  # noqa: D102
    @property
    def stop(self) -> NDArray[np.int32]: ...  # noqa: D102

    def __call__(self, first: int, worlds: Words) -> Columns:
        """Arrays, by name, with a row for each world that was finished in time, in order.

        Parameters
        ----------
        first : int
            The number of the first of `worlds`.
        worlds : uint64[n, width]
            Hands, and the stock if there is one.
        """


@dataclass(frozen=True)
class Evaluator:
    """A `Valuer` for games of two sides: the side's points and RISCOS.

    Parameters
    ----------
    state, known : State, Knowledge
        The position.
    cards : tuple of int
        The legal cards, the actions in the order of their columns.
    method : str
        `pimc`: exact search of each world; `playout`: the rule player plays it out;
        `nested`: the last draws from a stock, each decision on its own information.
    second : str
        The objective, `riscos` or `points`, that may cover only a prefix of the worlds
        because it is dearer.
    prefix : int
        Number of that prefix's worlds.
    deadline : float
        Monotonic time at which to stop.
    stop : int32[1]
        Another thread sets it to 1 to stop the search at once.
    open : bool
        Whether both players see every card, the order of a stock too.
    lead_weight : int
        If above 1, for `nested` with a card on the table: there is a further column `weight`,
        `[world, 1]`, of so much in worlds in which the leader would have led that card.
    """

    state: State
    known: Knowledge
    cards: tuple[int, ...]
    method: str
    second: str
    prefix: int
    deadline: float
    stop: NDArray[np.int32]
    open: bool = False
    lead_weight: int = 1

    def __call__(self, first: int, worlds: Words) -> Columns:
        """Values for both objectives of the worlds that were finished in time, in order."""
        if self.method == "playout":
            return self._played_out(worlds)
        if self.method == "nested":
            return self._nested(worlds)
        main = "points" if self.second == "riscos" else "riscos"
        rows = max(0, min(len(worlds), self.prefix - first))
        values: Columns = {main: self._searched(worlds, main)}
        values[self.second] = self._searched(worlds[:rows], self.second)
        return values

    def _searched(self, worlds: Words, objective: str) -> Values:
        values = np.empty((len(worlds), 64), dtype=np.int16)
        with solver_for(kernel_of(self.state.game).game) as solver:
            finished = solver.solve(
                root_of(self.state, self.known), worlds, values, objective,
                deadline=self.deadline, stop=self.stop,
            )
        return values[:finished, self.cards]

    def _nested(self, worlds: Words) -> Columns:
        leads = np.empty((len(worlds), 2), dtype=np.int8) if self.lead_weight > 1 else None
        points = np.empty((len(worlds), 64), dtype=np.int16)
        riscos = np.empty_like(points)
        with solver_for(kernel_of(self.state.game).game) as solver:
            finished = solver.nested(
                root_of(self.state, self.known), worlds, points, riscos,
                open=self.open, leads=leads, deadline=self.deadline, stop=self.stop,
            )
        found: Columns = {
            "points": points[:finished, self.cards], "riscos": riscos[:finished, self.cards]
        }
        if leads is not None:  # he is taken to play for the same objective
            led = leads[:finished, 1:] if self.second == "points" else leads[:finished, :1]
            found["weight"] = np.where(led == self.known.table[0], self.lead_weight, 1)
        return found

    def _played_out(self, worlds: Words) -> Columns:
        points = np.empty((len(worlds), 64), dtype=np.int16)
        riscos = np.empty_like(points)
        finished = kernel_of(self.state.game).playouts(
            root_of(self.state, self.known), worlds, points, riscos,
            voids=self.known.voids, pinned=self.known.pinned, deadline=self.deadline,
        )
        return {"points": points[:finished, self.cards], "riscos": riscos[:finished, self.cards]}


@dataclass(frozen=True)
class SeveralEvaluator:
    """A `Valuer` for games in which every seat plays for itself: with what each seat ends.

    Parameters
    ----------
    state, known : State, Knowledge
        The position.
    cards : tuple of int
        The legal cards, the actions in the order of their columns.
    method : str
        `pimc`: exact search of each world; `playout`: the rule player plays it out.
        The search is max^n: each seat takes what is best for itself. A paranoid search, all
        others against one, would be wrong: the game is not zero-sum, and nobody pays to hurt
        one of the others.
    plans : tuple of str
        How the seat goes on after the card; `""` is plain play, and stands first.
        Only playouts know others.
    payoffs : float32 array or None
        What an end is worth to each seat, if the kernel does not know it.
    without : int or sequence of int
        Rules that the rule player leaves out, a bit each, or so by seat: none except in
        measurements.
    deadline : float
        Monotonic time at which to stop.
    stop : int32[1]
        Another thread sets it to 1 to stop the search at once.
    """

    state: State
    known: Knowledge
    cards: tuple[int, ...]
    method: str
    plans: tuple[str, ...]
    payoffs: NDArray[np.float32] | None
    without: Sequence[int] | int
    deadline: float
    stop: NDArray[np.int32]

    def __call__(self, first: int, worlds: Words) -> Columns:
        """Results by plan, `[world, action, seat]`, of the worlds finished under every plan."""
        if self.method == "pimc":
            return {"": self._searched(worlds)}
        ends = {plan: self._played_out(worlds, plan) for plan in self.plans}
        finished = min(map(len, ends.values()))
        return {plan: ends[plan][:finished] for plan in ends}

    def _searched(self, worlds: Words) -> NDArray[np.int8]:
        results = self._room(worlds)
        finished = several_of(self.state.game).search(
            root_of(self.state, self.known), worlds, results, self.payoffs,
            deadline=self.deadline, stop=self.stop,
        )
        return results[:finished, self.cards]

    def _played_out(self, worlds: Words, plan: str) -> NDArray[np.int8]:
        results = self._room(worlds)
        finished = several_of(self.state.game).playouts(
            root_of(self.state, self.known), worlds, results,
            **told(self.state, self.known), plan=plan, without=self.without,
            deadline=self.deadline,
        )
        return results[:finished, self.cards]

    def _room(self, worlds: Words) -> NDArray[np.int8]:
        return np.empty((len(worlds), 64, worlds.shape[1]), dtype=np.int8)

"""What is asked for advice: everything that the answer depends on."""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.advice import Advice
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.pimc.budget import Budget


@dataclass(frozen=True)
class Question:
    """A position and the options of `trunfo.advise`.

    Parameters
    ----------
    blank : Advice
        The answer as far as it is known: state, objective, seed, notes.
    known : Knowledge
        What follows from the state.
    budget : Budget
        What may be spent.
    method : str
        `auto`, `pimc` or `playout`, as asked for.
    jobs : int
        Threads.
    both : bool
        Whether the objective not asked for is to be found too.
    without : frozenset of str
        Parts that are left out, for measurements.
    started : float
        Monotonic time when it was asked.
    """

    blank: Advice
    known: Knowledge
    budget: Budget
    method: str
    jobs: int
    both: bool
    without: frozenset[str]
    started: float

    @property
    def state(self) -> State:
        """The position."""
        return self.blank.state

    @property
    def deadline(self) -> float:
        """Monotonic time at which the budget ends; infinite if it is no time."""
        return self.budget.deadline(self.started)

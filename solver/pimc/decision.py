"""What is asked, and what a decision brings: its actions, their values, how these are read."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Certainty, Choice, Estimate, NextCards
from trunfo.engine.errors import Message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick_game import game_of
from trunfo.pimc.arrays import Columns, Limits, Raw, Words, WorldSource
from trunfo.pimc.budget import CHUNK, Budget

EXPLAINING = 0.1
"""Share of a time that is kept for saying why (`bench/measure/why.py`)."""

LEAST_WORLDS = 16
"""Worlds to play out where the time is too short to search one."""

TIME_SHORT = Message(
    "time_short",
    "The time was too short to search a single deal: a few were played out instead.",
)

BATCH = 16
"""Worlds from one question whether the best is clear to the next (SCIENCE section 2)."""


@dataclass(frozen=True)
class Question:
    """A position and the options of `trunfo.advise`.

    Parameters
    ----------
    state, known : State, Knowledge
        The position, and what follows from it.
    budget : Budget
        What may be spent.
    objective : str
        `riscos` or `points`.
    method : str
        `auto`, `pimc` or `playout`, as asked for.
    seed : int
        World i is drawn from the stream (seed, i).
    jobs : int
        Threads.
    both : bool
        Whether the objective not asked for is to be found too.
    without : frozenset of str
        Parts of the method that are left out, for measurements.
    started : float
        Monotonic time when it was asked.
    stop : threading.Event, optional
        Set by another thread to have the answer at once, from the worlds finished.
    every : float, optional
        Seconds from one answer to the next; None for the last one only.
    versus : Action, optional
        A legal action that is to be listed in any case.
    why, beliefs : bool
        Whether to say why, and where the hidden cards are.
    samples : int
        How many worlds to show as examples.
    """

    state: State
    known: Knowledge
    budget: Budget
    objective: str
    method: str
    seed: int
    jobs: int
    both: bool
    without: frozenset[str]
    started: float
    stop: threading.Event | None = field(default=None, compare=False)
    every: float | None = None
    versus: Action | None = field(default=None, compare=False)
    why: bool = False
    beliefs: bool = False
    samples: int = 0

    @property
    def explained(self) -> bool:
        """Whether more is asked for than what to expect of each action."""
        return self.why or self.beliefs or self.samples > 0

    @property
    def deadline(self) -> float:
        """Monotonic time at which worlds are no more valued; infinite if the budget is no time."""
        kept = EXPLAINING * (self.budget.time or 0.0) if self.explained else 0.0
        return self.budget.deadline(self.started) - kept

    @property
    def scored(self) -> bool:
        """Whether RISCOS mean anything: it is known what was won so far."""
        return self.known.points is not None


class Payoffs(ABC):
    """Readings of the values of actions.

    Attributes
    ----------
    negligible : mapping
        By objective a difference that nobody minds (SCIENCE section 2).
    verdict_limits : (float, float)
        RISCOS from which a loss is a mistake, and a grave one (docs/answers.md).
    """

    negligible: Mapping[str, float] = {"riscos": 0.01, "points": 0.1}
    verdict_limits: tuple[float, float] = (0.1, 0.5)

    @abstractmethod
    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """Probabilities that add up to 1, by name; None where there is no world."""

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """What else is worth knowing."""
        return {}

    def plan(self, columns: Columns, action: int) -> str | None:
        """How it is to go on after the action, if that is not plain."""
        return None

    def reached(self, columns: Columns) -> Sequence[tuple[str, NDArray[np.bool_]]]:
        """Outcomes worth being sure of, the least first, and where they are reached at least.

        `[world, action]`, by the names that `Certainty.outcome` has.
        """
        return ()

    @abstractmethod
    def thrift(self, state: State, card: int) -> tuple[int, ...]:
        """What playing a card costs apart from its value: of equal cards the least is played."""


class Round(NamedTuple):
    """A round of choosing among many actions.

    Parameters
    ----------
    last : int or None
        The number of worlds met by its end, from the first round on; None: as time allows.
    deadline : float
        When it ends.
    keep : int
        How many actions are left after it.
    """

    last: int | None
    deadline: float
    keep: int


class Held(NamedTuple):
    """Who holds what in some worlds.

    Parameters
    ----------
    hands : uint64[world, seat]
        Sets of cards; of a seat that has no part in the play none.
    stock : uint64[world, word] or None
        The stock in drawing order, eight cards to a word, if there is one.
    size : int
        Cards in it.
    """

    hands: Words
    stock: Words | None = None
    size: int = 0


class Certain(NamedTuple):
    """An answer for which no world has to be tried out.

    Parameters
    ----------
    columns : Columns
        One row, or none where nobody knows the values.
    forced : str or None
        Why there was nothing to choose, as in `Advice`.
    exhaustive : bool
        Whether the row is the whole truth about a choice that is to be made.
    notes : tuple of Message
        What is to be said of it.
    """

    columns: Columns
    forced: str | None
    exhaustive: bool = False
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Decision(ABC):
    """A card to be played, cards to be passed, a trump, going or staying out.

    Parameters
    ----------
    question : Question
        What is asked.
    actions : tuple of Action
        What may be done, in the order of the values.
    method : str
        How worlds are valued: `pimc`, `playout` or `nested`.
    payoffs : Payoffs
        How values are read.
    notes : tuple of Message
        What is to be said where worlds are tried out.
    guest : bool
        Whether the last of the actions is there only because it was asked about: it is valued and
        listed like the others, but never chosen.
    rule : Action or None
        What the rule player does, if it is kept unless something else is clearly better.
    """

    question: Question
    actions: tuple[Action, ...]
    method: str
    payoffs: Payoffs
    notes: tuple[Message, ...] = ()
    guest: bool = False
    rule: Action | None = None

    batch: ClassVar[int] = BATCH
    """Worlds after which it is asked again whether the best is clear."""
    enough: ClassVar[int | None] = None
    """Worlds after which time is not spent on more."""
    least: ClassVar[int] = LEAST_WORLDS
    """Worlds that are played out where the time is too short for any."""
    short: ClassVar[Message | None] = TIME_SHORT
    """What is said then."""
    choosing_from: ClassVar[int] = 0
    """The number of the first world by which is chosen among many actions."""

    @property
    def fewest(self) -> int:
        """Worlds that are tried at least where a number of them is asked for."""
        return 1

    @property
    def chunk(self) -> int:
        """Worlds that a thread takes at a time."""
        return CHUNK[self.method]

    @abstractmethod
    def worlds(self) -> WorldSource:
        """The worlds of the decision.

        Raises
        ------
        ImpossiblePosition
            If there are none.
        """

    @abstractmethod
    def value(self, first: int, worlds: Words, limits: Limits) -> Raw:
        """Value every action in a chunk of worlds; safe to call from several threads.

        Parameters
        ----------
        first : int
            The number of the first of `worlds`.
        worlds : uint64[n, width]
            Hands, and the stock if there is one.
        limits : Limits
            When to stop.

        Returns
        -------
        Raw
            A row for each world that was finished in time, in order.
        """

    def held(self, worlds: Words) -> Held:
        """Who holds what in some worlds."""
        seats, stock = list(self.dealt_to), self.question.known.stock
        hands = np.zeros((len(worlds), self.question.state.game.seats), dtype=np.uint64)
        hands[:, seats] = worlds[:, : len(seats)]
        return Held(hands, worlds[:, len(seats) :] if stock else None, stock)

    @property
    def dealt_to(self) -> Sequence[int]:
        """The seats that have a hand in a world."""
        return game_of(self.question.state).playing(self.question.state)

    def next_cards(
        self, advice: Advice, held: Held, weights: NDArray[np.int64]
    ) -> tuple[NextCards, ...] | None:
        """What the others play to the trick after the best card, in some worlds."""
        return None

    def proved(self, advice: Advice) -> Certainty | None:
        """What is certain however the others play, if that can be seen."""
        return None

    def reasons(self, options: Sequence[Choice], versus: Action) -> Iterable[Message]:
        """What speaks for the best option against another, by facts that everybody can check.

        `{best}` and `{other}` stand for the two.
        """
        return ()

    def read(self, raw: Raw, *, exact: bool) -> Columns:
        """What the values are to the seat advised; `exact` if the worlds are all there are."""
        return raw

    def certain(self) -> Certain | None:
        """The answer, if no world has to be tried out for it."""
        return None

    def played_out(self) -> Decision:
        """The same decision, valued by the quickest method."""
        return self

    @property
    def asked(self) -> int | None:
        """The place of the action that was asked about; None if none was, or it is not here."""
        return self.place(self.question.versus)

    def place(self, action: Action | None) -> int | None:
        """The place of an action; None if it is not here."""
        if action is None:
            return None
        return next((i for i, mine in enumerate(self.actions) if alike(mine, action)), None)

    def remarks(self, raw: Raw) -> tuple[Message, ...]:
        """What is to be said of values that were found."""
        return ()

    # --- choosing among many actions before their values are reported ---

    def rounds(self, worlds: WorldSource) -> Sequence[Round]:
        """How some actions are chosen out of many; nothing where all are reported."""
        return ()

    def only(self, places: list[int]) -> Decision:
        """The same with some of the actions."""
        raise NotImplementedError

    def kept(self, order: list[int], keep: int) -> list[int]:
        """The actions that are left after a round, given all of them, best first."""
        return order[:keep]

    def report_from(self, worlds: WorldSource, done: int) -> int | None:
        """The number of the first world from which is reported, `done` being the next one.

        None to report from the worlds that were chosen by.
        """
        return 0

    def chosen(self, raw: Raw) -> Decision:
        """The decision as it is reported, after the last round."""
        return self

    # --- from values to choices ---

    def weighed(self, columns: Columns) -> Columns:
        """The columns in which every world counts as often as it should."""
        return columns

    def thrift(self) -> list[tuple[int, ...]]:
        """By action, what it costs apart from its value."""
        return [(place,) for place in range(len(self.actions))]

    def chosen_before(self) -> int | None:
        """The place of the action that other worlds have chosen; None where values choose."""
        return None

    def completed(self, choices: tuple[Choice, ...], columns: Columns) -> tuple[Choice, ...]:
        """The choices as they are told, given those of all actions.

        Where worlds were too many to keep them all there are no columns.
        """
        return choices


def alike(one: Action, other: Action) -> bool:
    """Whether two actions are the same, in whatever order their cards stand."""

    def plain(action: Action) -> dict[str, Any]:
        return {
            key: sorted(value) if isinstance(value, list | tuple) else value
            for key, value in action.items()
        }

    return plain(one) == plain(other)


class ExtraAction(NamedTuple):
    """Something that may be done besides, valued in worlds of its own."""

    action: Action
    riscos: Estimate
    points: Estimate
    outcomes: dict[str, float]
    note: Message

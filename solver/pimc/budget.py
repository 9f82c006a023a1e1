"""How many worlds to value, on how many threads, and when to stop."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import numpy as np

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.pimc.evaluate import Valuer
from trunfo.pimc.stakes import Columns
from trunfo.pimc.worlds import Worlds

MOST_ENUMERATED = 2_000
"""All worlds are taken where they are at most so many, unless a number of worlds is asked for."""

CHUNK = {"pimc": 8, "playout": 256, "nested": 2_000}
"""Worlds a thread takes at a time: few enough to stop soon, many enough to hide the hand-over;
all of them where the worlds share the work."""

SPARE, SPARE_SHARE, MOST_SPARE = 0.02, 0.05, 0.1
"""What is kept of a time for what comes after the worlds: so many seconds (threads that wait for
a core, modules loaded at the first decision) and this share (adding up: 50 ns for a world of
three cards, of which Bisca's last playouts make 860,000 a second); this share at most."""

LEAST_WORLDS = 16
"""Worlds to play out where the time is too short to search one."""

TIME_SHORT = Message(
    "time_short",
    "The time was too short to search a single deal: a few were played out instead.",
)

BATCH, LEAST, MOST_UNTIL_CLEAR = 16, 32, 4_096
# Until clear: batches of 16, at least 32 (SCIENCE section 2).


@dataclass(frozen=True)
class Budget:
    """How much work to do: a time, a number of worlds, or until clear.

    A time and until clear may go together: whichever comes first ends the work.

    Raises
    ------
    UnreadableInput
        If it is none of them, a number of worlds beside another, or one that makes no sense.
    """

    time: float | None = None
    worlds: int | None = None
    until_clear: bool = False

    def __post_init__(self) -> None:
        other = self.time is not None or self.until_clear
        if other == (self.worlds is not None):
            text = "Give one budget: a number of worlds, or a time, until clear, or both of these."
            raise UnreadableInput(Message("bad_option", text))
        if self.time is not None and not 0 < self.time < math.inf:
            text = "A time must be a number of seconds above 0, not {value}."
            raise UnreadableInput(Message("bad_option", text, {"value": self.time}))
        if self.worlds is not None and self.worlds < 1:
            text = "The number of worlds must be 1 or more, not {value}."
            raise UnreadableInput(Message("bad_option", text, {"value": self.worlds}))

    @property
    def most_enumerated(self) -> int:
        """All worlds are taken where they are at most so many."""
        return MOST_ENUMERATED if self.worlds is None else self.worlds

    def deadline(self, started: float) -> float:
        """The monotonic time at which to stop valuing worlds, so that all is done in time."""
        if self.time is None:
            return math.inf
        spare = min(SPARE + SPARE_SHARE * self.time, MOST_SPARE * self.time)
        return started + self.time - spare


def collect(
    evaluate: Valuer,
    worlds: Worlds,
    budget: Budget,
    jobs: int,
    is_clear: Callable[[Columns], bool],
    most: int | None = None,
) -> Columns:
    """Value worlds until the budget is spent.

    Parameters
    ----------
    evaluate : Evaluator
        Values a chunk of worlds.
    jobs : int
        Threads.
    is_clear : callable
        Given the values so far, whether to stop (asked only with an until-clear budget).
    most : int, optional
        Worlds that are enough for any time.

    Returns
    -------
    dict
        By objective: values `[world, action]`, in the order of the worlds.
    """
    if budget.until_clear and not worlds.exhaustive:
        return _until_clear(evaluate, worlds, jobs, is_clear)
    last = worlds.count if worlds.exhaustive else budget.worlds or most
    chunks = ranges(0, last, CHUNK[evaluate.method], evaluate.deadline)
    return joined(valued(evaluate, worlds, chunks, jobs))


def _until_clear(
    evaluate: Valuer, worlds: Worlds, jobs: int, is_clear: Callable[[Columns], bool]
) -> Columns:
    parts: list[Columns] = []
    for first in range(0, MOST_UNTIL_CLEAR, BATCH):
        chunks = ranges(first, first + BATCH, max(1, BATCH // jobs), evaluate.deadline)
        parts += valued(evaluate, worlds, chunks, jobs)
        if clock.monotonic() >= evaluate.deadline:
            break
        if first + BATCH >= LEAST:
            parts = [joined(parts)]
            if is_clear(parts[0]):
                break
    return joined(parts)


def ranges(
    first: int, last: int | None, size: int, deadline: float
) -> Iterator[tuple[int, int]]:
    """First world and number of worlds of each chunk, until `last` or the deadline."""
    while (last is None or first < last) and clock.monotonic() < deadline:
        count = size if last is None else min(size, last - first)
        yield first, count
        first += count


def valued(
    evaluate: Valuer, worlds: Worlds, chunks: Iterator[tuple[int, int]], jobs: int
) -> list[Columns]:
    """What `evaluate` finds in each chunk of worlds, in order, on so many threads.

    Each thread fetches its next chunk itself. To hand every chunk over from one that waits for
    results costs, with all cores busy, more than a chunk of playouts does.
    """
    found: dict[int, Columns] = {}
    one_at_a_time = Lock()

    def work() -> None:
        with _stopped_on_error(evaluate):
            while not evaluate.stop[0]:
                with one_at_a_time:
                    chunk = next(chunks, None)
                if chunk is None:
                    return
                found[chunk[0]] = evaluate(chunk[0], worlds.chunk(*chunk))

    if jobs == 1:
        work()
    else:
        with ThreadPoolExecutor(jobs) as threads, _stopped_on_error(evaluate):
            for working in [threads.submit(work) for _ in range(jobs)]:
                working.result()
    return [found[first] for first in sorted(found)]


def joined(parts: Iterable[Columns]) -> Columns:
    """Chunks of columns one below the other."""
    lots = list(parts)
    return {name: np.concatenate([lot[name] for lot in lots]) for name in lots[0]} if lots else {}


@contextmanager
def _stopped_on_error(evaluate: Valuer) -> Iterator[None]:
    """Stops the work of all threads when one fails or the caller is interrupted, by Ctrl-C say."""
    try:
        yield
    except BaseException:
        evaluate.stop[0] = 1
        raise

"""Valuing worlds on threads, chunk by chunk, until the budget is spent."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass

from trunfo.pimc.arrays import Limits, Raw, Words, WorldSource, joined

LEAST, MOST_UNTIL_CLEAR = 32, 4_096
"""Until clear: so many worlds at least (SCIENCE section 2), and at most."""

POLL = 0.05
"""Seconds after which it is seen that somebody else asks to stop."""

Value = Callable[[int, Words, Limits], Raw]
"""Values a chunk of worlds, given the number of the first; see `Decision.value`."""


@dataclass(frozen=True)
class Task:
    """Worlds that are to be valued, and by what.

    Parameters
    ----------
    value : callable
        Values a chunk of worlds.
    worlds : WorldSource
        Which.
    chunk : int
        Worlds that a thread takes at a time.
    limits : Limits
        When to stop.
    jobs : int
        Threads.
    stop : threading.Event, optional
        Set by another thread to stop soon.
    every : float, optional
        Seconds from one interim result to the next; None for none.
    """

    value: Value
    worlds: WorldSource
    chunk: int
    limits: Limits
    jobs: int
    stop: threading.Event | None = None
    every: float | None = None

    @property
    def stopped(self) -> bool:
        """Whether somebody asked to stop, or time is up."""
        asked = self.stop is not None and self.stop.is_set()
        return asked or clock.monotonic() >= self.limits.deadline

    def valued(self, first: int, last: int | None) -> Iterator[Raw]:
        """Values of the worlds from `first` to `last`, or as time allows.

        Interim results are those of the first worlds without a gap; the last result is the
        values of all that were finished, in order.
        """
        done = _Done(self, _ranges(first, last, self.chunk, self.limits.deadline))
        if self.jobs == 1 and self.stop is None and self.every is None:
            done.work()
        else:
            yield from self._in_threads(done)
        yield done.all()

    def _in_threads(self, done: _Done) -> Iterator[Raw]:
        step = POLL if self.every is None else min(POLL, self.every)
        shown = clock.monotonic()
        with ThreadPoolExecutor(self.jobs) as threads, stopped_on_error(self.limits):
            working = [threads.submit(done.work) for _ in range(self.jobs)]
            while wait(working, step).not_done:
                if self.stop is not None and self.stop.is_set():
                    self.limits.stop[0] = 1
                elif self.every is not None and clock.monotonic() >= shown + self.every:
                    so_far = done.without_gap()
                    if so_far:
                        yield so_far
                        shown = clock.monotonic()
            for worker in working:
                worker.result()


class _Done:
    """Chunks of worlds as threads finish them.

    Each thread fetches its next chunk itself. To hand every chunk over from one that waits for
    results costs, with all cores busy, more than a chunk of playouts does.
    """

    def __init__(self, task: Task, chunks: Iterator[tuple[int, int]]) -> None:
        self._task = task
        self._chunks = chunks
        self._one_at_a_time = threading.Lock()
        self._order: list[int] = []
        self._found: dict[int, Raw] = {}

    def work(self) -> None:
        """Value chunk after chunk, until there is none or it is time to stop."""
        task = self._task
        with stopped_on_error(task.limits):
            while not task.limits.stop[0]:
                with self._one_at_a_time:
                    chunk = next(self._chunks, None)
                    if chunk is None:
                        return
                    self._order.append(chunk[0])
                worlds = task.worlds.chunk(*chunk, task.limits)
                if len(worlds):
                    self._found[chunk[0]] = task.value(chunk[0], worlds, task.limits)

    def all(self) -> Raw:
        """Every world that was finished."""
        return joined(self._found[first] for first in self._order if first in self._found)

    def without_gap(self) -> Raw:
        """The first worlds, up to the first chunk that is not finished."""
        parts = []
        for first in list(self._order):
            if first not in self._found:
                break
            parts.append(self._found[first])
        return joined(parts)


def collected(
    task: Task, first: int, last: int | None, *, until: Callable[[Raw], bool] | None = None,
    batch: int = 1,
) -> Iterator[Raw]:
    """Values of worlds, growing; the last are those of all.

    Parameters
    ----------
    first, last : int
        Numbers of the first world and of the one after the last; None: as time allows.
    until : callable, optional
        Given the values so far, whether they are enough; asked after each batch.
    batch : int
        Worlds of a batch.
    """
    if until is None:
        yield from task.valued(first, last)
        return
    found: Raw = {}
    for start in range(first, first + MOST_UNTIL_CLEAR, batch):
        *_, part = task.valued(start, start + batch)
        found = joined([found, part])
        if task.stopped or (start + batch >= first + LEAST and found and until(found)):
            break
        if task.every is not None:
            yield found
    yield found


def _ranges(
    first: int, last: int | None, size: int, deadline: float
) -> Iterator[tuple[int, int]]:
    """First world and number of worlds of each chunk, until `last` or the deadline."""
    while (last is None or first < last) and clock.monotonic() < deadline:
        count = size if last is None else min(size, last - first)
        yield first, count
        first += count


@contextmanager
def stopped_on_error(limits: Limits) -> Iterator[None]:
    """Stops the work of all threads when one fails or the caller is interrupted, by Ctrl-C say."""
    try:
        yield
    except BaseException:
        limits.stop[0] = 1
        raise

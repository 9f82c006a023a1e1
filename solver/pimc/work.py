"""Valuing worlds on threads, chunk by chunk, until the budget is spent."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from trunfo.pimc.arrays import Limits, Raw, Words, WorldSource, joined, rows
from trunfo.pimc.blocks import Block

LEAST, MOST_UNTIL_CLEAR = 32, 4_096
"""Until clear: so many worlds at least (SCIENCE section 2), and at most."""

POLL = 0.05
"""Seconds after which it is seen that somebody else asks to stop."""

BLOCK = 1 << 13
"""Worlds whose values are kept; when there are so many they are summed up, and only the first so
many are kept: any number of worlds takes the same memory. As many as are explained by; of eight
actions, all pairs compared, they take 0.05 s, for which whoever asks to stop has to wait."""

Value = Callable[[int, Words, Limits], Raw]
"""Values a chunk of worlds, given the number of the first; see `Decision.value`."""


@dataclass(frozen=True)
class Found:
    """What was found in the worlds so far.

    Parameters
    ----------
    raw : Raw
        Values of worlds that have not been summed up, in order.
    sums : Block or None
        Those that were summed up before, if there are so many.
    head : Raw
        The values of the first worlds: of the first block, or `raw` if none was summed up.
    words : Words or None
        The first of these worlds, a row for each of the first rows of `head`, if they are kept.
    last : bool
        Whether this is all that will be found.
    """

    raw: Raw = field(default_factory=dict)
    sums: Block | None = None
    head: Raw = field(default_factory=dict)
    words: Words | None = None
    last: bool = False

    @property
    def worlds(self) -> int:
        """How many there are."""
        return rows(self.raw) + (self.sums.worlds if self.sums else 0)


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
    fold : callable, optional
        Sums up the values of a block of worlds; without it all are kept.
    keep : int
        How many of the first worlds are kept themselves.
    """

    value: Value
    worlds: WorldSource
    chunk: int
    limits: Limits
    jobs: int
    stop: threading.Event | None = None
    every: float | None = None
    fold: Callable[[Raw], Block] | None = None
    keep: int = 0

    @property
    def stopped(self) -> bool:
        """Whether somebody asked to stop, or time is up."""
        asked = self.stop is not None and self.stop.is_set()
        return asked or clock.monotonic() >= self.limits.deadline

    def valued(self, first: int, last: int | None) -> Iterator[Found]:
        """Values of the worlds from `first` to `last`, or as time allows.

        Interim results are those of the first worlds without a gap; the last result is the
        values of all that were finished, in order.
        """
        chunks = _ranges(first, last, self.chunk, self.limits.deadline)
        done = _Done(self, chunks, first + self.keep)
        if self.jobs == 1 and self.stop is None and self.every is None:
            done.work()
        else:
            yield from self._in_threads(done)
        yield done.all()

    def _in_threads(self, done: _Done) -> Iterator[Found]:
        from concurrent.futures import ThreadPoolExecutor, wait  # here: it takes long to load

        step = POLL if self.every is None else min(POLL, self.every)
        shown = clock.monotonic()
        if self.stop is not None and self.stop.is_set():  # else a whole step would pass before
            self.limits.stop[0] = 1
        with ThreadPoolExecutor(self.jobs) as threads, stopped_on_error(self.limits):
            working = [threads.submit(done.work) for _ in range(self.jobs)]
            while wait(working, step).not_done:
                if self.stop is not None and self.stop.is_set():
                    self.limits.stop[0] = 1
                elif self.every is not None and clock.monotonic() >= shown + self.every:
                    so_far = done.without_gap()
                    if so_far.worlds:
                        yield so_far
                        shown = clock.monotonic()
            for worker in working:
                worker.result()


class _Done:
    """Chunks of worlds as threads finish them.

    Each thread fetches its next chunk itself. To hand every chunk over from one that waits for
    results costs, with all cores busy, more than a chunk of playouts does.
    """

    def __init__(self, task: Task, chunks: Iterator[tuple[int, int]], keep: int) -> None:
        self._task = task
        self._chunks = chunks
        self._keep = keep
        self._one_at_a_time = threading.Lock()
        self._summing_up = threading.Lock()
        self._order: list[int] = []
        self._found: dict[int, Raw] = {}
        self._words: dict[int, Words] = {}
        self._sums: Block | None = None
        self._head: Raw = {}

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
                if not len(worlds):
                    continue
                values = task.value(chunk[0], worlds, task.limits)
                if chunk[0] < self._keep:
                    self._words[chunk[0]] = worlds[: rows(values)]
                self._found[chunk[0]] = values
                if task.fold is not None and len(self._found) * task.chunk >= BLOCK:
                    self._sum_up()

    def _sum_up(self) -> None:
        """Sum up the first block of worlds, if all of it is there.

        Blocks are the same whoever finishes first, so that sums are.
        """
        fold, count = self._task.fold, -(-BLOCK // self._task.chunk)
        assert fold is not None
        with self._summing_up:
            block = self._order[:count]
            if len(block) < count or any(first not in self._found for first in block):
                return
            raw = joined(self._found[first] for first in block)
            if rows(raw) < count * self._task.chunk:
                return  # time was up in one of them: nothing follows
            for first in block:
                del self._found[first]
            del self._order[:count]
            new = fold(raw)
            if self._sums is None:
                self._sums, self._head = new, raw
            else:
                self._sums = self._sums.and_then(new)

    def all(self) -> Found:
        """Every world that was finished."""
        return self._told(self._order, last=True)

    def without_gap(self) -> Found:
        """The first worlds, up to the first chunk that is not finished."""
        with self._summing_up:
            done = []
            for first in list(self._order):
                if first not in self._found:
                    break
                done.append(first)
            return self._told(done, last=False)

    def _told(self, order: list[int], *, last: bool) -> Found:
        raw = joined(self._found[first] for first in order if first in self._found)
        words = [self._words[first] for first in sorted(self._words)] if last else []
        return Found(
            raw, self._sums, self._head or raw, np.concatenate(words) if words else None, last
        )


def collected(
    task: Task, first: int, last: int | None, *, until: Callable[[Raw], bool] | None = None,
    batch: int = 1,
) -> Iterator[Found]:
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
    raw: Raw = {}
    words: list[Words] = []
    for start in range(first, first + MOST_UNTIL_CLEAR, batch):
        *_, part = replace(task, keep=max(0, first + task.keep - start)).valued(
            start, start + batch
        )
        raw = joined([raw, part.raw])
        words += [] if part.words is None else [part.words]
        if task.stopped or (start + batch >= first + LEAST and raw and until(raw)):
            break
        if task.every is not None:
            yield Found(raw, head=raw)
    yield Found(raw, head=raw, words=np.concatenate(words) if words else None, last=True)


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

"""Deals spread over processes, and their results in order, as they come.

`stream` knows no backend: a `Pool` takes chunks of deals and gives back futures of
the standard library, whether they are played by processes here or on a Dask
cluster (`trunfo.match.cluster`). It survives workers that die or hang. As a deal depends
on nothing but the match and its number, it can be played again, anywhere.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from multiprocessing.util import Finalize
from uuid import uuid4

from joblib import wrap_non_picklable_objects

from trunfo.engine.errors import Message
from trunfo.match.base import MatchFailed
from trunfo.match.deal import Match, Played
from trunfo.match.kernel_deals import AT_ONCE, play_in_kernel, self_play_of
from trunfo.match.program import RUN, end_all, end_marked
from trunfo.match.series import close_players, play_deals
from trunfo.match.signals import Stop, blocked

CHUNK_S = 1.0
"""Seconds that a chunk should take: long beside the cost of sending it, short to wait for."""

LARGEST = 1000
"""Deals in a chunk at most."""

ATTEMPTS = 3
"""How often a chunk is tried on workers that die or hang."""

AHEAD = 8
"""Chunks per worker that may be finished while an earlier one is not: bounds the memory."""

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""What tells the libraries in a worker that the other cores are taken."""

TICK_S = 0.1
"""Seconds between looks at the wish to stop and at the time limit."""


class WorkerLost(Exception):
    """The worker that had a chunk is gone."""


class Pool(ABC):
    """Something that plays chunks of deals."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks can be played at once, at the moment."""

    @abstractmethod
    def submit(self, match: Match, first: int, count: int) -> Future[list[Played]]:
        """Start a chunk; the future fails with `WorkerLost` if its worker is gone."""

    @abstractmethod
    def give_up(self, future: Future[list[Played]]) -> None:
        """Get rid of the worker that hangs in this chunk; others may be lost with it."""

    @abstractmethod
    def close(self) -> None:
        """End all workers, whatever they are doing."""


class ProcessPool(Pool):
    """Processes on this machine, one thread each.

    Parameters
    ----------
    jobs : int
        How many.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._run = uuid4().hex
        self._executor: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()
        self._call: tuple[Match, Callable[[int, int], list[Played]]] | None = None
        self._given: list[Future[list[Played]]] = []  # to workers, as far as not finished

    @property
    def workers(self) -> int:
        """As many as were asked for."""
        return self._jobs

    def submit(self, match: Match, first: int, count: int) -> Future[list[Played]]:
        """Start a chunk; processes are started when they are first needed."""
        ensure_running()  # multiprocessing's tracker: to start it unblocks the signals we block
        with blocked(), self._starting():
            if self._executor is None:
                # Not `fork`: this process may have threads.
                self._executor = ProcessPoolExecutor(
                    self._jobs, get_context("spawn"), initializer=_end_with,
                    initargs=(os.getpid(),),
                )
            try:
                future = self._executor.submit(self._player_of(match), first, count)
            except BrokenExecutor:
                self.close()
                future = Future()
                future.set_exception(WorkerLost())
        self._given = [*(given for given in self._given if not given.done()), future]
        return future

    def _player_of(self, match: Match) -> Callable[[int, int], list[Played]]:
        """Plays deals of a match in a worker, even if a player's class is known only here."""
        if self._call is None or self._call[0] != match:
            self._call = match, wrap_non_picklable_objects(partial(play_chunk, match))
        return self._call[1]

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """While workers may be started: their environment, and which they are."""
        before, wanted = set(active_children()), {**ONE_THREAD, RUN: self._run}
        kept = {name: os.environ.get(name) for name in wanted}
        os.environ.update(wanted)
        try:
            yield
        finally:
            for name, value in kept.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
            self._processes |= set(active_children()) - before

    def give_up(self, future: Future[list[Played]]) -> None:
        """Kill all of them: which one has the chunk is not told."""
        self.close()

    def close(self) -> None:
        """End the processes, by force where one is still at work, and what they have started."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        if not all(given.done() for given in self._given):
            for process in self._processes:
                process.kill()
        executor.shutdown(wait=True)
        self._processes, self._given = set(), []
        end_marked(self._run)


def play_chunk(match: Match, first: int, count: int) -> list[Played]:
    """Play some deals in a row, in the kernel where it can: what a worker is sent."""
    playing = self_play_of(match)
    if playing is None:
        return play_deals(match, first, count)
    return play_in_kernel(match, playing, first, count)


def _end_with(parent: int) -> None:
    """End this worker when the process that started it has ended, even by SIGKILL."""
    Finalize(None, close_players, exitpriority=1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be blocked
    tick = threading.Event()

    def watch() -> None:
        while os.getppid() == parent:
            tick.wait(1.0)
        end_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@dataclass
class _Chunk:
    """Deals that are being played together."""

    first: int
    count: int
    attempts: int = 1
    started: float = 0.0


def stream(
    match: Match, deals: range, pool: Pool | None, stop: Stop, limit: float
) -> Iterator[list[Played]]:
    """Play deals; batches of finished ones in order, until all are or `stop` is requested.

    Parameters
    ----------
    match : Match
        What is played.
    deals : range
        Numbers of the deals, in steps of 1.
    pool : Pool or None
        Who plays them; None for this process itself, one deal at a time.
    stop : Stop
        Asked between deals, or every tenth of a second.
    limit : float
        Seconds that a chunk may take before its worker is given up.

    Raises
    ------
    MatchFailed
        If a chunk fails again and again.
    """
    if pool is None:
        yield from _alone(match, deals, stop)
    else:
        yield from _Stream(match, deals, pool, stop, limit).batches()


def _alone(match: Match, deals: range, stop: Stop) -> Iterator[list[Played]]:
    try:
        size = 1 if self_play_of(match) is None else AT_ONCE
        for first in range(deals.start, deals.stop, size):
            with stop.interruptible():
                played = play_chunk(match, first, min(size, deals.stop - first))
            yield played
    except KeyboardInterrupt:
        return
    finally:
        close_players()


class _Stream:
    """The deals under way: those still to start, those with a worker, those out of order."""

    def __init__(
        self, match: Match, deals: range, pool: Pool, stop: Stop, limit: float
    ) -> None:
        self._match = match
        self._pool = pool
        self._stop = stop
        self._limit = limit
        self._next = deals.start  # the next deal to start
        self._due = deals.start  # the next deal to hand out
        self._end = deals.stop
        self._size = 1
        self._again: list[_Chunk] = []
        self._running: dict[Future[list[Played]], _Chunk] = {}
        self._early: dict[int, list[Played]] = {}
        self._failure: MatchFailed | None = None

    def batches(self) -> Iterator[list[Played]]:
        """Keep every worker busy with one chunk, and hand out what is due."""
        self._fill()
        while self._due < self._end and not self._stop.requested:
            done, _ = wait(self._running, timeout=TICK_S, return_when=FIRST_COMPLETED)
            for future in done:
                self._collect(future, self._running.pop(future))
            self._look_for_hung()
            self._fill()  # before the results are written: no worker waits for that
            while batch := self._early.pop(self._due, None):
                self._due += len(batch)
                yield batch
            if self._failure:
                raise self._failure

    def _fill(self) -> None:
        """No more chunks than workers: each starts at once, so its time can be limited."""
        while len(self._running) < self._pool.workers:
            if self._again:
                chunk = min(self._again, key=lambda chunk: chunk.first)
                self._again.remove(chunk)
            elif self._next < self._end and len(self._early) < AHEAD * self._pool.workers:
                chunk = _Chunk(self._next, min(self._size, self._end - self._next))
                self._next += chunk.count
            else:
                return
            chunk.started = time.monotonic()
            self._running[self._pool.submit(self._match, chunk.first, chunk.count)] = chunk

    def _collect(self, future: Future[list[Played]], chunk: _Chunk) -> None:
        try:
            self._early[chunk.first] = future.result()
        except (BrokenExecutor, WorkerLost, CancelledError):
            self._retry(chunk, "its worker died")
            return
        took = max(time.monotonic() - chunk.started, 1e-3)
        wanted = int(chunk.count * CHUNK_S / took)
        self._size = max(1, min(wanted, 2 * chunk.count, LARGEST))

    def _retry(self, chunk: _Chunk, why: str) -> None:
        if chunk.attempts == ATTEMPTS:
            values = {
                "first": chunk.first, "last": chunk.first + chunk.count - 1,
                "attempts": ATTEMPTS, "why": why,
            }
            template = "Deals {first} to {last} were tried {attempts} times, the last time {why}."
            # Raised when what is finished and due has been handed out.
            self._failure = MatchFailed(Message("chunk_failed", template, values))
            return
        chunk.attempts += 1
        self._again.append(chunk)

    def _look_for_hung(self) -> None:
        now = time.monotonic()
        for future, chunk in list(self._running.items()):
            if now - chunk.started > self._limit and not future.done():
                del self._running[future]
                self._pool.give_up(future)
                self._retry(chunk, "it took longer than the time limit of a chunk")

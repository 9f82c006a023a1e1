"""Deals spread over workers, and their results in order, as they come.

A `Pool` takes chunks of deals and gives back futures of the standard library, whether they are
played by processes here (`trunfo.match.processes`) or on a Dask cluster (`trunfo.match.cluster`).
It survives workers that die or hang. As a deal depends on nothing but the match and its number,
it can be played again, anywhere.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass

from trunfo.engine.errors import Message
from trunfo.match.base import MatchFailed
from trunfo.match.deal import Match, Played
from trunfo.match.signals import Stop

CHUNK_S = 1.0
"""Seconds that a chunk should take: long beside the cost of sending it, short to wait for."""

LARGEST = 1000
"""Deals in a chunk at most."""

ATTEMPTS = 3
"""How often a chunk is tried on workers that die or hang."""

AHEAD = 8
"""Chunks per worker that may be finished while an earlier one is not: bounds the memory."""

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

    def batches(
        self, match: Match, deals: range, stop: Stop, limit: float
    ) -> Iterator[list[Played]]:
        """Play deals; batches of finished ones in order, until all are or `stop` is requested.

        Parameters
        ----------
        match : Match
            What is played.
        deals : range
            Numbers of the deals, in steps of 1.
        stop : Stop
            Asked between deals, or every tenth of a second.
        limit : float
            Seconds that a chunk may take before its worker is given up.

        Raises
        ------
        MatchFailed
            If a chunk fails again and again.
        """
        yield from _Stream(match, deals, self, stop, limit).batches()


@dataclass
class _Chunk:
    """Deals that are being played together."""

    first: int
    count: int
    attempts: int = 1
    started: float = 0.0


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

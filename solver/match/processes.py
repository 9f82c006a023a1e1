"""Deals played on this machine: by processes, or by this one."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from multiprocessing.util import Finalize
from types import FrameType
from typing import Any
from uuid import uuid4

from joblib import wrap_non_picklable_objects

from trunfo.match.deal import Match, Played
from trunfo.match.kernel_deals import AT_ONCE, play_in_kernel, self_play_of
from trunfo.match.playing import close_players, play_deals
from trunfo.match.pool import Pool, WorkerLost
from trunfo.match.program import QUIT_S, RUN, end_all, end_marked
from trunfo.match.signals import SIGNALS, Stop, blocked

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""What tells the libraries in a worker that the other cores are taken."""

PARTING_S = 2 * QUIT_S + 1.0
"""Seconds that a worker has to tell the programs of both players to quit."""


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
                self._end()
                future = Future()
                future.set_exception(WorkerLost())
        self._given = [*(given for given in self._given if not given.done()), future]
        return future

    def _player_of(self, match: Match) -> Callable[[int, int], list[Played]]:
        """Plays deals of a match in a worker, even if a player's class is known only here."""
        if self._call is None or self._call[0] is not match:
            self._call = match, wrap_non_picklable_objects(partial(play_chunk, match))
        return self._call[1]

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """While workers may be started: their environment, and which they are."""
        before, wanted = set(active_children()), {**ONE_THREAD, RUN: self._run}
        kept = {name: os.environ.get(name) for name in wanted}
        os.environ.update(wanted)
        try:
            with _script_hidden():
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
        self._end()

    def close(self) -> None:
        """End the processes, by force where one is still at work, and what they have started."""
        players = () if self._call is None else self._call[0].players
        if self._at_work and any(spec.runs_programs for spec in players):
            self._ask_to_end()
        self._end()

    @property
    def _at_work(self) -> bool:
        return not all(given.done() for given in self._given)

    def _ask_to_end(self) -> None:
        """Give the processes time to tell their programs to quit, and these time to do so."""
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + PARTING_S
        for process in self._processes:
            process.join(max(0.0, until - time.monotonic()))

    def _end(self) -> None:
        executor, self._executor = self._executor, None
        if executor is None:
            return
        if self._at_work:
            for process in self._processes:
                process.kill()
            # A worker that dies while it sends leaves half a message, and who reads waits for the
            # rest as long as somebody could write it: nobody may but us.
            results: Any = executor
            with suppress(AttributeError, OSError):
                results._result_queue._writer.close()
        executor.shutdown(wait=True)
        self._processes, self._given = set(), []
        end_marked(self._run)


class Here(Pool):
    """The process that asks, one deal at a time."""

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def submit(self, match: Match, first: int, count: int) -> Future[list[Played]]:
        """Play a chunk at once."""
        future: Future[list[Played]] = Future()
        future.set_result(play_chunk(match, first, count))
        return future

    def give_up(self, future: Future[list[Played]]) -> None:
        """Nobody can hang but this process."""

    def close(self) -> None:
        """End what the players of this thread hold."""
        close_players()

    def batches(
        self, match: Match, deals: range, stop: Stop, limit: float
    ) -> Iterator[list[Played]]:
        """Play deals one by one, or as many as the kernel plays at once."""
        size = 1 if self_play_of(match) is None else AT_ONCE
        try:
            for first in range(deals.start, deals.stop, size):
                with stop.interruptible():
                    played = play_chunk(match, first, min(size, deals.stop - first))
                yield played
        except KeyboardInterrupt:
            return
        finally:
            self.close()


def pool_of(jobs: int) -> Pool:
    """So many processes; the one that asks, where one is enough."""
    return Here() if jobs == 1 else ProcessPool(jobs)


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
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _part)
    tick = threading.Event()

    def watch() -> None:
        while os.getppid() == parent:
            tick.wait(1.0)
        end_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _part(number: int, frame: FrameType | None) -> None:
    """Told to end in the middle of a deal: the programs are told to quit."""
    close_players()
    os._exit(1)


@contextmanager
def _script_hidden() -> Iterator[None]:
    """While workers are started: they shall not run the user's script again.

    `multiprocessing` has every new process import the main module, which in a script that does
    not guard its last lines starts the match again. What is needed of it is sent by value.
    """
    main = sys.modules["__main__"]
    kept: dict[str, Any] = {
        name: vars(main)[name] for name in ("__file__", "__spec__") if name in vars(main)
    }
    vars(main).update(dict.fromkeys(kept))
    try:
        yield
    finally:
        vars(main).update(kept)

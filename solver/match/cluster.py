"""Deals on a Dask cluster (extra `trunfo[dask]`).

The workers need this package, in the same version. A worker that dies is Dask's affair: the
scheduler gives its chunk to another. Results are the same bytes as on one machine.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from threading import get_ident
from typing import Any
from uuid import uuid4

from trunfo.match.base import Player
from trunfo.match.deal import Match, Played
from trunfo.match.playing import close_players, players_of
from trunfo.match.pool import Pool, WorkerLost
from trunfo.match.processes import play_chunk
from trunfo.scheduler import client_of, threads_of


class DaskPool(Pool):
    """The workers of a scheduler, one chunk per thread of theirs.

    Parameters
    ----------
    address : str
        Of the scheduler: `tcp://host:8786`.
    jobs : int or None
        How many chunks at once, if not as many as there are threads.

    Raises
    ------
    UnreadableInput
        If Dask is not installed, nobody answers at the address, or a worker has another version.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._jobs = jobs
        self._client = client_of(address)
        self._remote: dict[Future[list[Played]], Any] = {}
        self._run = uuid4().hex
        self._programs = False

    @property
    def workers(self) -> int:
        """Threads of all workers that are there now, as far as wanted, at least 1."""
        return threads_of(self._client, self._jobs)

    def submit(self, match: Match, first: int, count: int) -> Future[list[Played]]:
        """Start a chunk; the name of the task is never that of an earlier one."""
        if any(spec.runs_programs for spec in match.players):
            self._programs = True
        remote = self._client.submit(_play, self._run, match, first, count, pure=False)
        future: Future[list[Played]] = Future()
        self._remote[future] = remote
        remote.add_done_callback(lambda _: self._pass_on(remote, future))
        return future

    def _pass_on(self, remote: Any, future: Future[list[Played]]) -> None:
        """Copy what became of the task; called by Dask in a thread of its own."""
        from distributed.scheduler import KilledWorker

        self._remote.pop(future, None)
        if future.done():
            return
        try:
            future.set_result(remote.result())
        except KilledWorker:
            future.set_exception(WorkerLost())
        except Exception as error:
            lost = remote.cancelled() or remote.status == "lost"
            future.set_exception(WorkerLost() if lost else error)

    def give_up(self, future: Future[list[Played]]) -> None:
        """Restart the worker that has the chunk, where a nanny watches it."""
        remote = self._remote.pop(future, None)
        if remote is None:
            return
        workers = [
            worker for worker, keys in self._client.processing().items() if remote.key in keys
        ]
        remote.cancel(force=True)
        if workers:
            with suppress(ValueError, TimeoutError, OSError):
                self._client.restart_workers(workers, timeout=30, raise_for_error=False)

    def close(self) -> None:
        """Take back what is under way; the cluster stays, but none of the programs there."""
        for remote in list(self._remote.values()):
            remote.cancel(force=True)
        if self._programs:
            with suppress(TimeoutError, OSError):
                self._client.run(_part, self._run, on_error="ignore")
        self._client.close()


# --- in a worker -----------------------------------------------------------------------

_players: dict[str, dict[int, list[Player]]] = {}
"""Those of a match that run programs, by its run and the thread that plays it."""


def _play(run: str, match: Match, first: int, count: int) -> list[Played]:
    """Play a chunk of the deals of a run."""
    if not any(spec.runs_programs for spec in match.players):
        return play_chunk(match, first, count)
    _players.setdefault(run, {})[get_ident()] = players_of(match.players)
    try:
        return play_chunk(match, first, count)
    finally:
        if run not in _players:  # broken off: a chunk cannot be stopped, and may have gone on
            close_players()


def _part(run: str) -> None:
    """A match is over, or broken off: its programs are told to quit."""
    for players in _players.pop(run, {}).values():
        for player in players:
            player.close()

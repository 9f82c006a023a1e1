"""A scheduler of a Dask cluster (extra `trunfo[dask]`) that matches and advice in bulk use."""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from trunfo.engine.errors import Message, SystemFault, UnreadableInput
from trunfo.version import version

CONNECT_S = 5
"""Seconds that a scheduler has to answer."""


def client_of(address: str) -> Any:
    """A client of a scheduler, whose workers have our version.

    Workers of another version might answer differently, and nobody would notice.

    Raises
    ------
    UnreadableInput
        If Dask is not installed, nobody answers at the address, or a worker has another version.
    """
    try:
        from distributed import Client
    except ImportError:
        text = "Dask is not installed: pip install 'trunfo[dask]'."
        raise UnreadableInput(Message("no_dask", text)) from None
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        values = {"address": address, "why": str(error)}
        template = "No Dask scheduler answers at `{address}`: {why}."
        raise UnreadableInput(Message("no_scheduler", template, values)) from None
    ours = version()
    for worker, theirs in client.run(version).items():
        if theirs != ours:
            client.close()
            values = {"worker": worker, "theirs": theirs, "ours": ours}
            template = "Worker {worker} has trunfo {theirs}, this is {ours}."
            raise UnreadableInput(Message("other_version", template, values))
    return client


def threads_of(client: Any, jobs: int | None) -> int:
    """Threads of all workers that are there now, as far as wanted, at least 1.

    Raises
    ------
    SystemFault
        If the scheduler is gone.
    """
    try:
        threads: int = sum(client.nthreads().values())
    except OSError:
        text = "The Dask scheduler does not answer any more."
        raise SystemFault(Message("scheduler_lost", text)) from None
    return max(1, threads if jobs is None else min(threads, jobs))


def answer_of(future: Any) -> Any:
    """What a task has brought.

    Raises
    ------
    SystemFault
        If workers that had it have died, again and again.
    """
    from distributed.scheduler import KilledWorker

    with suppress(KilledWorker, CancelledError):
        return future.result()
    raise workers_end()


def workers_end() -> SystemFault:
    """Processes that answer are ended from outside, again and again."""
    text = (
        "A process that was to answer was ended from outside, several times: is there too little"
        " memory? What was answered before is kept."
    )
    return SystemFault(Message("workers_end", text))

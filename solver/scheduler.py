"""A scheduler of a Dask cluster (extra `trunfo[dask]`) that matches and advice in bulk use."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError
from typing import Any

from trunfo.engine.errors import Message, SystemFault, UnreadableInput
from trunfo.version import version

CONNECT_S = 5
"""Seconds that a scheduler has to answer."""

POLL_S = 1.0
"""Seconds between looks at the tasks that are under way."""


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
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        text = "Dask is not installed: pip install 'trunfo[dask]'."
        raise UnreadableInput(Message("no_dask", text)) from None
    try:
        get_address_host_port(address)  # else a client that was never one fails at its end, too
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


def first_answer(under_way: Sequence[Any]) -> Any:
    """What the first of some tasks has brought, once it is finished.

    If another one has failed meanwhile that is told: workers that all die of it would never answer.

    Raises
    ------
    SystemFault
        If workers that had a task have died, again and again.
    """
    from distributed.scheduler import KilledWorker

    while True:
        failed = (task for task in under_way if task.status in ("error", "cancelled"))
        task = under_way[0] if under_way[0].done() else next(failed, under_way[0])
        try:
            return task.result(timeout=POLL_S)
        except TimeoutError:
            continue
        except (KilledWorker, CancelledError):
            raise workers_end() from None


def workers_end() -> SystemFault:
    """Processes that answer are ended from outside, again and again."""
    text = (
        "A process that was to answer was ended from outside, several times: is there too little"
        " memory? What was answered before is kept."
    )
    return SystemFault(Message("workers_end", text))

"""A Dask cluster of three worker processes, for the tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matches

CLUSTER = """
import os, sys
from distributed import Client, LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None,
        host="127.0.0.1",
    ) as cluster, Client(cluster) as client:
        pids = client.run(os.getpid)
        print(cluster.scheduler_address, *pids.values(), flush=True)
        sys.stdin.read()
"""


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """The address of its scheduler, and the process ids of its workers at first."""
    source = folder / "cluster.py"
    source.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(source)], env=matches.ENVIRONMENT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin
        assert process.stdout
        address, *pids = process.stdout.readline().split()
        yield address, [int(pid) for pid in pids]
        process.stdin.close()

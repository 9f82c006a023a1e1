"""Ctrl-C for the tests."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def interrupted_soon() -> Iterator[None]:
    """The block must end with the KeyboardInterrupt that comes after a twentieth of a second.

    A process that was started in the background may ignore Ctrl-C: not here.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


def processor(pid: int) -> float:
    """Seconds of the processor of a process, all its threads and those that have ended."""
    return time.clock_gettime(~pid << 3 | 2)  # the clock that clock_getcpuclockid(3) gives


def processor_of_children() -> float:
    """The same of all the processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def after_ctrl_c(text: str, options: list[str], moment: float) -> tuple[float | None, str]:
    """Interrupt `trunfo advise` on a text when it has had so many seconds of the processor.

    Returns
    -------
    tuple
        Seconds of the processor from the signal to its end, None if it had ended before; and what
        is wrong with how it ended, or nothing.
    """
    command = [sys.executable, "-m", "trunfo", "advise", "-", "--jobs", "2", *options]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile("w+") as told:
        given.write(text.encode())
        given.seek(0)
        process = subprocess.Popen(
            command, stdin=given, stdout=told, stderr=subprocess.STDOUT,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        before = 0.0
        try:
            while process.poll() is None and (before := processor(process.pid)) < moment:
                time.sleep(0.001)
        except OSError:  # it has just ended
            before = moment
        ended = process.poll() is not None
        process.send_signal(signal.SIGINT)
        others = processor_of_children()
        code = process.wait()
        told.seek(0)
        said = told.read()
    spent = processor_of_children() - others
    wrong = ""
    if "Traceback" in said:
        wrong = "a traceback"
    elif code not in (0, 130, -signal.SIGINT):  # the signal itself, which a shell shows as 130
        wrong = f"exit {code}"
    return None if ended else spent - before, f"{wrong}: {said[-300:]}" if wrong else ""

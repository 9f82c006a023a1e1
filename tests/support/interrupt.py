"""Ctrl-C for the tests."""

import os
import signal
import threading
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

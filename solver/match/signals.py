"""Ctrl-C, SIGTERM and a hang-up as a wish to stop, noticed where it does no harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))


class Stop:
    """Whether somebody has asked the program to end, while it is used as a context.

    Outside `interruptible` a signal only sets `requested`, so that nothing is left
    half written. Off the main thread, where Python allows no handlers, it does nothing.
    """

    def __init__(self) -> None:
        self.requested = False
        self._raise = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._ask) for number in SIGNALS}
        return self

    def __exit__(self, *raised: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        if self._raise:
            self._raise = False
            raise KeyboardInterrupt

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal end what is done here at once, with KeyboardInterrupt."""
        self._raise = True
        try:
            if self.requested:
                raise KeyboardInterrupt
            yield
        finally:
            self._raise = False


@contextmanager
def first_asks(stop: threading.Event) -> Iterator[None]:
    """Let the first Ctrl-C set `stop`; the next one interrupts as usual.

    Off the main thread, where Python allows no handlers, it does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and a hang-up end the program as Ctrl-C does, so that it cleans up behind itself.

    Not a signal that is ignored (`nohup`), or that has a handler already.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    mine = [number for number in SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else end)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def blocked() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started here never get it.

    A blocked signal stays blocked across fork and exec, from the first instruction
    on: a child has no moment at its start in which Ctrl-C makes it print a traceback.
    Ours is delivered at the end of the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

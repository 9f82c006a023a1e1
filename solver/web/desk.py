"""Who thinks: as many at once as there are cores, a few waiting, the rest sent away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

WAITING = 16
"""How many may wait for a core."""


class Busy(Exception):
    """As many are waiting as may."""


class Desk:
    """Threads that think, and the line before them.

    Parameters
    ----------
    places : int
        How many think at once.
    waiting : int
        How many may wait.
    """

    def __init__(self, places: int, waiting: int = WAITING) -> None:
        self.places = places
        self.most = places + waiting
        self.taken = 0
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="trunfo-web")
        self._one_at_a_time = threading.Lock()
        self._stops: set[threading.Event] = set()

    async def think(
        self,
        work: Callable[[threading.Event], Iterator[str]],
        seconds: float,
        partial: Callable[[str], Awaitable[None]] | None = None,
    ) -> str:
        """The last text that some work brings; the ones before it go to `partial`.

        Whoever waits for it may be cancelled: what has not begun does not begin, and what has is
        told to stop. A reader that is slow gets the newest text and misses those before it.

        Parameters
        ----------
        work : callable
            Given an event that tells it to stop, yields texts.
        seconds : float
            After so many seconds of work it is told to stop.

        Raises
        ------
        Busy
            If too many are waiting.
        """
        with self._one_at_a_time:
            if self.taken >= self.most:
                raise Busy
            self.taken += 1
        stop, loop, fresh = threading.Event(), asyncio.get_running_loop(), asyncio.Event()
        texts: list[str] = []

        def put(text: str) -> None:
            texts[:] = [text]
            fresh.set()

        def run() -> str:
            timer = threading.Timer(seconds, stop.set)
            timer.daemon = True
            timer.start()
            text = ""
            try:
                for text in work(stop):
                    if partial is not None:
                        loop.call_soon_threadsafe(put, text)
            finally:
                timer.cancel()
            return text

        self._stops.add(stop)
        future = self._threads.submit(run)
        future.add_done_callback(lambda done: self._free(done, stop))
        done = asyncio.wrap_future(future)
        done.add_done_callback(lambda _: fresh.set())
        try:
            while partial is not None and not done.done():
                await fresh.wait()
                fresh.clear()
                if texts and not done.done():
                    await partial(texts.pop())
            return await done
        finally:
            stop.set()
            future.cancel()

    def _free(self, done: Future[str], stop: threading.Event) -> None:
        with self._one_at_a_time:
            self.taken -= 1
        self._stops.discard(stop)

    def close(self) -> None:
        """Tell all to stop, and let nobody wait any longer."""
        for stop in list(self._stops):
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

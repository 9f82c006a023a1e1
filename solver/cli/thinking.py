"""Advice thought about while a person thinks: in the background, the last answer always there."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event, Thread
from typing import Any

from trunfo.advice import Advice
from trunfo.advise import BATCH_SECONDS, advise_iter
from trunfo.engine.errors import TrunfoError
from trunfo.engine.state import State


class Thinking:
    """Thinks about one position at a time.

    Attributes
    ----------
    advice : Advice or None
        The last answer; whoever shows it looks at it again and again.
    """

    def __init__(self) -> None:
        self.advice: Advice | None = None
        self.state: State | None = None
        self._stop = Event()
        self._thread: Thread | None = None

    def about(self, state: State, budget: Mapping[str, Any]) -> bool:
        """Begin to think about a position; False if that is what it thinks about already."""
        if state == self.state:
            return False
        self.stop()
        self.state, self.advice, self._stop = state, None, Event()
        self._thread = Thread(target=self._think, args=(state, dict(budget), self._stop))
        self._thread.start()
        return True

    def _think(self, state: State, budget: Mapping[str, Any], stop: Event) -> None:
        try:
            for advice in advise_iter(state, stop=stop, every=BATCH_SECONDS, **budget):
                if stop.is_set():
                    return
                self.advice = advice
        except TrunfoError:  # asked for in words, the same error is told in words
            return

    @property
    def thinks(self) -> bool:
        """Whether it has not come to an end."""
        return self._thread is not None and self._thread.is_alive()

    def wait(self) -> Advice | None:
        """The last answer, when it is there."""
        if self._thread is not None:
            self._thread.join()
        return self.advice

    def stop(self) -> None:
        """Think no more, and forget what was thought."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = self.advice = self.state = None

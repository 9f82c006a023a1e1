"""What may be spent on a decision: a time, a number of worlds, until it is clear."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from trunfo.engine.errors import Message, UnreadableInput

MOST_ENUMERATED = 2_000
"""All worlds are taken where they are at most so many, unless a number of worlds is asked for."""

MOST_AT_ALL = 20_000
"""The same whatever number is asked for: each is kept in memory until it has been valued."""

CHUNK = {"pimc": 8, "playout": 256, "nested": 2_000}
"""Worlds a thread takes at a time: few enough to stop soon, many enough to hide the hand-over;
all of them where the worlds share the work."""

SPARE, SPARE_SHARE, MOST_SPARE = 0.02, 0.05, 0.1
"""What is kept of a time for what comes after the worlds: so many seconds (threads that wait for
a core, modules loaded at the first decision) and this share (adding up: 50 ns for a world of
three cards, of which Bisca's last playouts make 860,000 a second); this share at most."""

WORLD_SECONDS = 0.001
"""What a world is taken to cost where a budget is given in worlds."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Budget:
    """How much work to do: a time, a number of worlds, or until clear.

    A time and until clear may go together: whichever comes first ends the work.

    Raises
    ------
    UnreadableInput
        If it is none of them, a number of worlds beside another, or one that makes no sense.
    """

    time: float | None = None
    worlds: int | None = None
    until_clear: bool = False

    def __post_init__(self) -> None:
        other = self.time is not None or self.until_clear
        if other == (self.worlds is not None):
            text = "Give one budget: a number of worlds, or a time, until clear, or both of these."
            raise UnreadableInput(Message("bad_option", text))
        if self.time is not None and not 0 < self.time < math.inf:
            text = "A time must be a number of seconds above 0, not {value}."
            raise UnreadableInput(Message("bad_option", text, {"value": self.time}))
        if self.worlds is not None and self.worlds < 1:
            text = "The number of worlds must be 1 or more, not {value}."
            raise UnreadableInput(Message("bad_option", text, {"value": self.worlds}))

    @property
    def most_enumerated(self) -> int:
        """All worlds are taken where they are at most so many."""
        return MOST_ENUMERATED if self.worlds is None else min(self.worlds, MOST_AT_ALL)

    @property
    def seconds(self) -> float:
        """About how long it may take: a number of worlds at what a world is taken to cost."""
        if self.time is not None:
            return self.time
        return 1.0 if self.worlds is None else WORLD_SECONDS * self.worlds

    def deadline(self, started: float) -> float:
        """The monotonic time at which to stop valuing worlds, so that all is done in time."""
        if self.time is None:
            return math.inf
        spare = min(SPARE + SPARE_SHARE * self.time, MOST_SPARE * self.time)
        return started + self.time - spare

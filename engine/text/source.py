"""Where in a text something is wrong, shown so that a person sees it at once."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from trunfo.engine.errors import Message, UnreadableInput

Span = tuple[int, int]
"""Offsets in a text: the first character and the one after the last."""

BEFORE, BEHIND = 40, 36
"""How many characters of a long line are shown before and from the caret on."""
LONGEST_SHOWN = 40
"""How many characters of what is wrong are repeated in a sentence."""
CUT = "..."


@dataclass(frozen=True)
class Source:
    """A text, and what can be said about places in it."""

    text: str

    def error(self, message: Message, span: Span) -> UnreadableInput:
        """The error that shows this place."""
        return UnreadableInput(message, span[0], self.excerpt(span))

    def excerpt(self, span: Span) -> str:
        """The line of a place, cut short around it, and carets below on a second line."""
        start, end = span
        first = max(self.text.rfind("\n", 0, start), self.text.rfind("\r", 0, start)) + 1
        ends = (self.text.find(mark, start) for mark in "\r\n")
        last = min((place for place in ends if place >= 0), default=len(self.text))
        left, right = max(first, start - BEFORE), min(last, start + BEHIND)
        while left > max(first, start - 2 * BEFORE) and unicodedata.combining(self.text[left]):
            left -= 1  # not between a letter and its accent
        before, behind = (CUT if left > first else ""), (CUT if right < last else "")
        margin = len(before) + columns(self.text[left:start])
        carets = max(1, columns(self.text[start : min(end, right)]))
        line = before + visible(self.text[left:right]) + behind
        return f"{line}\n{' ' * margin}{'^' * carets}"


def visible(text: str) -> str:
    """A text without anything that moves the cursor: what cannot be printed becomes `?`."""
    return "".join(
        " " if char.isspace() else char if char.isprintable() else "?" for char in text
    )


def columns(text: str) -> int:
    """How wide `visible(text)` is on a terminal."""
    return sum(map(_width, visible(text)))


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shown(text: str) -> str:
    """A piece of somebody's input as it is repeated in a sentence."""
    return visible(text[:LONGEST_SHOWN]) + (CUT if len(text) > LONGEST_SHOWN else "")

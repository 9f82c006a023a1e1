"""A document under construction, with the place in the text of each of its parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from trunfo.engine.errors import ImpossiblePosition, Message, TrunfoError, UnreadableInput
from trunfo.engine.text.cards import Cards
from trunfo.engine.text.source import Source, Span, shown
from trunfo.engine.text.tokens import Token


@dataclass(frozen=True)
class Entry:
    """One entry of a text.

    Parameters
    ----------
    name : str
        The English word of its key; `row` for a trick.
    key : Token
        The key as it was written.
    subjects : tuple of (int, Token)
        The seats that stand before it, as in `direita não tem ♥`, or that the word means (`saio`).
    """

    name: str
    key: Token
    subjects: tuple[tuple[int, Token], ...] = ()


@dataclass(frozen=True)
class Draft:
    """A document, and where in the text its parts stand, by JSON pointer."""

    source: Source
    document: dict[str, Any] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)

    def at(self, pointer: str) -> Any:
        """The value at a pointer."""
        target: Any = self.document
        for step in pointer.split("/")[1:]:
            target = target[int(step) if isinstance(target, list) else step]
        return target

    def put(self, pointer: str, value: object, span: Span | None) -> None:
        """Set a member of an object."""
        parent, _, name = pointer.rpartition("/")
        self.at(parent)[name] = value
        if span is not None:
            self.spans[pointer] = span

    def say(self, pointer: str, value: object, span: Span) -> None:
        """Set a member of an object; said again it must be the same."""
        parent, _, name = pointer.rpartition("/")
        if pointer in self.spans and name in self.at(parent) and self.at(pointer) != value:
            template = "{token} contradicts what was said before."
            token = shown(self.source.text[slice(*span)])
            raise self.fail("value_twice", template, span, token=token)
        self.put(pointer, value, span)

    def add(self, pointer: str, value: object, span: Span) -> None:
        """Add to a list."""
        items = self.at(pointer)
        items.append(value)
        self.spans[f"{pointer}/{len(items) - 1}"] = span

    def append(self, pointer: str, value: object, span: Span) -> None:
        """Add to a list that may not be there yet."""
        parent, _, name = pointer.rpartition("/")
        if name not in self.at(parent):
            self.put(pointer, [], span)
        self.add(pointer, value, span)

    def put_cards(self, pointer: str, found: Cards, span: Span) -> None:
        """Set a list of cards as a member of an object."""
        self.put(pointer, [card for card, _ in found.cards], span)
        for index, (_, place) in enumerate(found.cards):
            self.spans[f"{pointer}/{index}"] = place

    def fail(self, code: str, template: str, span: Span, **values: object) -> UnreadableInput:
        """An error at a place of the text."""
        return self.source.error(Message(code, template, values), span)

    def impossible(self, message: Message, span: Span) -> ImpossiblePosition:
        """The error that something at a place of the text cannot be."""
        return ImpossiblePosition(message, span[0], self.source.excerpt(span))

    def placed(self, error: TrunfoError) -> TrunfoError:
        """An error about the document as one about the text.

        It is shown at the value its pointer leads to, or at the smallest thing around
        that value that has a place; what concerns the whole has none.
        """
        pointer = error.where if isinstance(error.where, str) else ""
        while pointer and pointer not in self.spans:
            pointer = pointer.rpartition("/")[0]
        if not pointer:
            return type(error)(error.message, 0)
        span = self.spans[pointer]
        return type(error)(error.message, span[0], self.source.excerpt(span))

"""What can go wrong, said so that a person knows what to do and a script knows which kind it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

Checked = TypeVar("Checked")


class Translate(Protocol):
    """From English texts of the catalogue to a language, as `gettext` and `ngettext` do it."""

    def __call__(self, text: str, plural: str = "", count: int = 1, /) -> str:
        """The translation of a text, or for a count of the singular or plural of two."""


def as_written(text: str, plural: str = "", count: int = 1, /) -> str:
    """Leave an English template as it is: the translation into English."""
    return plural if plural and count != 1 else text


@dataclass(frozen=True)
class Message:
    """A sentence that is put into words only when the reader's language is known.

    Parameters
    ----------
    code : str
        A stable word for scripts.
    template : str
        The English sentence, the key of the catalogue, with `{name}` where values go; its
        plural, if there is `one`.
    values : mapping
        Strings, numbers, or further messages (a seat's name, a card), by name.
    one : str
        Its singular, where the value `count` decides between them; empty if that is the same.
    """

    code: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    one: str = ""

    def text(self, translate: Translate = as_written) -> str:
        """The sentence in the language of `translate`."""
        words = {
            name: value.text(translate) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        if self.one:
            return translate(self.one, self.template, self.values["count"]).format(**words)
        return translate(self.template).format(**words)

    def __str__(self) -> str:
        return self.text()


def listing(items: list[Message]) -> Message:
    """Messages as one, separated by commas."""
    names = [f"item{index}" for index in range(len(items))]
    template = ", ".join(f"{{{name}}}" for name in names)
    return Message("list", template, dict(zip(names, items, strict=True)))


@dataclass(frozen=True)
class Problem:
    """One thing about a position that cannot be right.

    Parameters
    ----------
    message : Message
        What, and what would be right.
    where : str
        JSON pointer of the value in the state's document, `""` for the whole.
    """

    message: Message
    where: str = ""


def first_kind(
    checks: Iterable[Callable[[Checked], Iterable[Problem]]], checked: Checked
) -> Iterator[Problem]:
    """The problems that the first check to find any has found; later ones rely on earlier ones."""
    for check in checks:
        found = list(check(checked))
        if found:
            yield from found
            return


class TrunfoError(ValueError):
    """Base of all errors that a caller can cause.

    Attributes
    ----------
    message : Message
        The sentence, to be had in any language.
    where : str or int or None
        JSON pointer in a document, or offset in a text, of what is wrong.
    excerpt : str or None
        The line of the text, with carets under what is wrong on a second line.
    exit_code : int
        The exit code of the command line.
    """

    exit_code = 2

    def __init__(
        self, message: Message, where: str | int | None = None, excerpt: str | None = None
    ) -> None:
        super().__init__(message, where, excerpt)
        self.message = message
        self.where = where
        self.excerpt = excerpt

    @property
    def code(self) -> str:
        """A stable word for the kind of error."""
        return self.message.code

    def __str__(self) -> str:
        text = self.message.text()
        if isinstance(self.where, str) and self.where:
            text += f" ({self.where})"
        return f"{text}\n{self.excerpt}" if self.excerpt else text


class UnreadableInput(TrunfoError):
    """The input is no position: a token that is no card, an unknown game, key or option."""


class ImpossiblePosition(TrunfoError):
    """The input can be read, but no deal of the game can look like that."""

    exit_code = 3


class SystemFault(TrunfoError):
    """The system refuses: a full disk, a closed stream, a file that cannot be written."""

    exit_code = 1


def unwritable(path: object, error: OSError) -> SystemFault:
    """That a file, or a stream that has a name, cannot be written."""
    values = {"path": str(path), "why": error.strerror or str(error)}
    return SystemFault(Message("file_unwritable", "`{path}` cannot be written: {why}.", values))

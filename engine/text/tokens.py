"""The pieces of a text, and a cursor on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from trunfo.engine.text.source import Source, Span
from trunfo.engine.text.vocabulary import NONE, fold

LONGEST_ENTRY = 2000
"""The most pieces of an entry that are told apart; the rest of a longer one is a single piece."""
MOST_ENTRIES = 2000

_ENTRY = re.compile(r"#[^\n\r]*|[^\s;|#][^;|#\n\r]*")
_PIECE = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|[,:"()\[\]?!=]|[^\s,:"()\[\]?!=]+')
_QUOTES = {'"': '"', "“": "”", "«": "»"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
_JOINED_NUMBERS = re.compile(r"[0-9]{1,4}(?:[-–—/][0-9]{1,4})+")  # noqa: RUF001
_PARTS = re.compile(r"[-–—/]|[^-–—/]+")  # noqa: RUF001
_WORDS = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)+")
"""Words joined by hyphens: `sobe-e-desce`."""
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
END = ""


@dataclass(frozen=True)
class Token:
    """A piece of text: `start` is its offset. The end of an entry is an empty piece."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.start + len(self.text)

    @cached_property
    def folded(self) -> str:
        """The word in lower case and without accents."""
        return fold(self.text)

    @cached_property
    def plain(self) -> str:
        """The text with characters of double width as usual ones."""
        return self.text if self.text.isascii() else self.text.translate(_FULL_WIDTH)

    @property
    def quoted(self) -> bool:
        """Whether it is a name in quotation marks."""
        return len(self.text) > 1 and _QUOTES.get(self.text[0]) == self.text[-1]

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number."""
        return _NUMBER.fullmatch(self.plain) is not None

    @property
    def is_dash(self) -> bool:
        """Whether it is a dash."""
        return self.text in NONE


def tokens_of(source: Source) -> list[Token]:
    """The pieces of all entries, an empty one behind each entry."""
    found: list[Token] = []
    entries = (match for match in _ENTRY.finditer(source.text) if match.group()[0] != "#")
    for match in islice(entries, MOST_ENTRIES):
        found += _pieces(source.text, match.span())
        found.append(Token(END, match.end()))
    return found


def too_many(source: Source) -> bool:
    """Whether there are more entries than are read."""
    entries = (match for match in _ENTRY.finditer(source.text) if match.group()[0] != "#")
    return next(islice(entries, MOST_ENTRIES, None), None) is not None


def _pieces(text: str, span: Span) -> Iterator[Token]:
    count = 0
    for match in _PIECE.finditer(text, *span):
        count += 1
        if count > LONGEST_ENTRY:
            yield Token(text[match.start() : span[1]], match.start())
            return
        piece, start = match.group(), match.start()
        if len(piece) == 1 or piece[0] in _QUOTES:
            yield Token(piece, start)
            continue
        word = piece.rstrip(".")
        stops = piece[len(word) :]
        if word:
            yield from _word(word, start)
        if stops:
            yield Token(stops, start + len(word))


def _word(word: str, start: int) -> Iterator[Token]:
    """A word, or what is joined by dashes and slashes: `40-50`, `AC-7C`, `♦-`."""
    joined = "-" in word or "–" in word or "—" in word or "/" in word  # noqa: RUF001
    whole = len(word) > 100 or _NUMBER.fullmatch(word) or _WORDS.fullmatch(word)
    slash = "/" in word and not _JOINED_NUMBERS.fullmatch(word)
    if not joined or whole or slash:
        yield Token(word, start)
    else:
        for part in _PARTS.finditer(word):
            yield Token(part.group(), start + part.start())


class Cursor:
    """A place among the pieces of a text; `None` is read at the end of an entry."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.index = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The next piece of the entry, or one further ahead."""
        index = self.index + ahead
        if index >= len(self.tokens):
            return None
        if ahead and any(not self.tokens[i].text for i in range(self.index, index)):
            return None
        return self.tokens[index] if self.tokens[index].text else None

    def step(self, count: int = 1) -> None:
        """Go on."""
        self.index += count

    @property
    def last(self) -> Token:
        """The piece before."""
        return self.tokens[self.index - 1]

    def accept(self, *texts: str) -> bool:
        """Step over a piece if it is one of these."""
        token = self.peek()
        if token is None or token.text not in texts:
            return False
        self.index += 1
        return True

    def accept_dash(self) -> bool:
        """Step over a dash."""
        return self.accept(*NONE)

    def match(self, words: Mapping[str, str], longest: int, ahead: int = 0) -> tuple[str, int]:
        """What the longest phrase that comes next stands for, and its number of pieces."""
        phrase, found = "", ("", 0)
        index = self.index + ahead
        for count in range(1, longest + 1):
            if index >= len(self.tokens) or not self.tokens[index].text:
                break
            word = self.tokens[index].folded
            phrase = f"{phrase} {word}" if phrase else word
            index += 1
            if phrase in words:
                found = words[phrase], count
        return found

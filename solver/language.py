"""The reader's language, and what his terminal can show of it."""

from __future__ import annotations

import codecs
import gettext
import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import IO

from trunfo.engine.cards import SUIT_LETTERS, SUIT_SYMBOLS
from trunfo.engine.errors import Translate, as_written

DOMAIN = "trunfo"
"""The name of the catalogues: locale/<language>/LC_MESSAGES/trunfo.mo."""

_LETTERS = {"pt": SUIT_LETTERS, "en": "HDSC"}
_SIGNS = {
    "±": "+/-", "…": "...", "«": '"', "»": '"', "·": ".",
    "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{NO-BREAK SPACE}": " ",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
}


@dataclass(frozen=True)
class Language:
    """A language that the program speaks.

    Parameters
    ----------
    code : str
        `pt` or `en`.
    translate : Translate
        From the English text to this language, by number where there are two texts.
    decimal : str
        The decimal mark.
    """

    code: str
    translate: Translate
    decimal: str


ENGLISH = Language("en", as_written, ".")
LANGUAGES = ("pt", "en")


@cache
def language(code: str) -> Language:
    """The language with a code, `pt` or `en`, its catalogue loaded."""
    if code == "en":
        return ENGLISH
    with as_file(files(__package__) / "locale") as folder:
        catalogue = gettext.translation(DOMAIN, folder, [code])

    def translate(text: str, plural: str = "", count: int = 1, /) -> str:
        if plural:
            return catalogue.ngettext(text, plural, count)
        return catalogue.gettext(text) if text else ""  # "" is the key of the header

    return Language(code, translate, ",")


def preferred(environment: Mapping[str, str]) -> str:
    """The code of the language that the locale in some environment variables asks for."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "pt" if value.lower().startswith("pt") else "en"
    return "en"


def fallback(code: str) -> str:
    """The name of the error handler for what a stream in a language cannot hold."""
    return f"{DOMAIN}-{code}"


def fit(text: str, encoding: str, code: str) -> str:
    """A text as a terminal with an encoding can show it: suits as a language's letters, say."""
    return text.encode(encoding, fallback(code)).decode(encoding)


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.category(char) in ("Mn", "Me")
        else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def live(stream: IO[str]) -> bool:
    """Whether a stream is a terminal on which lines may be drawn anew and coloured.

    Not where TERM is `dumb`, nor in continuous integration (CI), whose logs are read later.
    """
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("CI", "") not in ("", "0", "false")
    return stream.isatty() and not plain


def _plain(char: str, suits: Mapping[str, str]) -> str:
    """What stands in ASCII for a character; a question mark where nothing does."""
    if char in suits:
        return suits[char]
    if char in _SIGNS:
        return _SIGNS[char]
    if not width(char):
        return ""
    decomposed = unicodedata.normalize("NFKD", char)
    base = "".join(part for part in decomposed if not unicodedata.combining(part))
    return base if len(base) == 1 and base.isascii() else "?" * width(char)


def _register(code: str) -> None:
    """Make the fallback of a language known to Python's codecs."""
    suits = dict(zip(SUIT_SYMBOLS + "♡♢♤♧", _LETTERS[code] * 2, strict=True))

    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        failed = error.object[error.start : error.end]
        return "".join(_plain(char, suits) for char in failed), error.end

    codecs.register_error(fallback(code), handle)


for _code in LANGUAGES:
    _register(_code)

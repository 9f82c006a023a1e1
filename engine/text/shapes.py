"""What a single piece of text is as cards: a suit, ranks, or cards of one suit or several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from trunfo.engine.cards import SUIT_LETTERS
from trunfo.engine.text.source import Span
from trunfo.engine.text.vocabulary import OF_TRUMP, RANKS, SMALL, SUIT_SIGNS, SUITS, fold

LONGEST_CARDS = 256
"""The longest piece that is looked at as cards: a whole pack is shorter."""

Rank = tuple[str, Span]
"""A rank's name, and where it stands in its piece."""


@dataclass(frozen=True)
class Group:
    """Cards of one suit as they stand in a piece; a part that is not there is empty."""

    suit: str
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class Shape:
    """What a piece is in one language.

    Parameters
    ----------
    kind : str
        `ranks` (no suit), `suit` and `suits` (no rank), `cards` (with their suits).
    groups : tuple of Group
        One, or with the signs of suits several.
    word : bool
        Whether it is a word: `rei`, `copas`.
    sign : bool
        Whether its suits are signs: ♥.
    before : bool
        Of cards: whether the suits stand before the ranks.
    """

    kind: str
    groups: tuple[Group, ...]
    word: bool = False
    sign: bool = False
    before: bool = False


def _both_cases(letters: str, meanings: str) -> dict[str, str]:
    pairs = list(zip(letters, meanings, strict=True))
    return {form: meaning for letter, meaning in pairs for form in (letter, letter.lower())}


_DIGITS = {digit: digit for digit in "23456789"} | {"10": "10", "T": "10", "t": "10"}
RANK_LETTERS: Mapping[str, Mapping[str, str]] = {
    "pt": _DIGITS | _both_cases("ARVDBM", "ARVD77"),
    "en": _DIGITS | _both_cases("AKJQ", "ARVD"),
}
EVERY_RANK: Mapping[str, str] = {**RANK_LETTERS["pt"], **RANK_LETTERS["en"]}
"""Beside the sign of a suit, or its word, the letters of both languages are read in any text."""
SUIT_MARKS: Mapping[str, Mapping[str, str]] = {
    "pt": _both_cases("COUEP", "COOEP"),
    "en": _both_cases("HDSC", "COEP"),
}
_SIGNS = {sign: SUIT_LETTERS[suit] for sign, suit in SUIT_SIGNS.items()}
_ATOM = re.compile("10|.[\ufe0e\ufe0f]?", re.DOTALL)


@lru_cache(4096)
def look(text: str, language: str) -> Shape | None:
    """What a piece of cards, ranks or suits is in a language; None if it is nothing.

    Letters that make a word are a word: `do` is no ten of diamonds, `as` no ace.
    """
    if not text or len(text) > LONGEST_CARDS:
        return None
    word = fold(text)
    if word in RANKS[language] and word != "as":
        return Shape("ranks", (Group("", ((RANKS[language][word], (0, len(text))),)),), word=True)
    if word == "as" and text.casefold() not in ("as", "às", "a\u0300s") and language == "pt":
        return Shape("ranks", (Group("", (("A", (0, len(text))),)),), word=True)
    suit = SUITS[language].get(word) or OF_TRUMP[language].get(word)
    if suit:
        return Shape("suit", (Group(suit, ()),), word=True)
    small = word in SMALL[language]
    if small and (not text.isupper() or text == "I"):
        return None
    return _letters(text, language)


def _letters(text: str, language: str) -> Shape | None:
    sign = any(atom[0] in _SIGNS for atom in text)
    ranks = EVERY_RANK if sign else RANK_LETTERS[language]
    parts: list[str | Rank] = []  # suits and ranks
    letters = foreign = False
    for match in _ATOM.finditer(text):
        atom = match.group()
        if atom[0] in _SIGNS:
            parts.append(_SIGNS[atom[0]])
        elif atom in ranks:
            parts.append((ranks[atom], match.span()))
        elif atom in SUIT_MARKS[language] and not sign:
            parts.append(SUIT_MARKS[language][atom])
            letters = True
        elif atom in EVERY_RANK:
            parts.append((EVERY_RANK[atom], match.span()))
            foreign = True
        else:
            return None
    if letters and foreign:
        return None  # letters of two languages in one piece
    return _grouped(parts, text, sign, letters)


def _grouped(parts: list[str | Rank], text: str, sign: bool, letters: bool) -> Shape | None:
    """Ranks with the suits before or after them, the same way throughout."""
    first, last = isinstance(parts[0], str), isinstance(parts[-1], str)
    if all(isinstance(part, str) for part in parts):
        suits = tuple(Group(str(part), ()) for part in parts)
        if len(suits) > 1 and not sign:
            return None  # a word
        return Shape("suit" if len(suits) == 1 else "suits", suits, sign=sign)
    if first == last:
        ranks = tuple(part for part in parts if not isinstance(part, str))
        return Shape("ranks", (Group("", ranks),)) if len(ranks) == len(parts) else None
    groups: list[Group] = []
    for part in parts if first else reversed(parts):
        if isinstance(part, str):
            groups.append(Group(part, ()))
        else:
            held = (*groups[-1].ranks, part) if first else (part, *groups[-1].ranks)
            groups[-1] = Group(groups[-1].suit, held)
    if not all(group.ranks for group in groups):
        return None
    several = len(parts) > 2
    if letters and (len(groups) > 1 or (several and text.isalpha())):
        return None  # `carta` is no ace, king, ten, ace of hearts
    return Shape("cards", tuple(groups if first else groups[::-1]), sign=sign, before=first)

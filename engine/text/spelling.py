"""One slip in a key word is taken for the word, and a note says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trunfo.engine.errors import Message
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Token

SHORTEST, LONGEST = 5, 20
"""Lengths of words in which a slip is taken: in shorter ones it may be another word."""


@dataclass(frozen=True)
class Slip:
    """What a misspelt word is taken for."""

    meaning: str
    note: Message


def slip(token: Token, words: Mapping[str, str]) -> Slip | None:
    """The only word from which one slip leads to a piece; None if there is none, or another near.

    Parameters
    ----------
    token : Token
        What was typed.
    words : mapping
        Folded words, each with its meaning; words of one meaning are the same word.
    """
    typed = token.folded
    if not SHORTEST <= len(typed) <= LONGEST or not typed.isalpha():
        return None
    near = {word: distance(typed, word) for word in words if abs(len(word) - len(typed)) <= 2}
    best = [word for word, steps in near.items() if steps == 1]
    others = {words[word] for word, steps in near.items() if steps <= 2}
    if not best or len(others) > 1:
        return None
    template = "{typed} was taken for {word}."
    note = Message("spelling", template, {"typed": shown(token.text), "word": best[0]})
    return Slip(words[best[0]], note)


def distance(typed: str, word: str) -> int:
    """How many letters must be added, left out, changed, or swapped with the next."""
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, letter in enumerate(typed, 1):
        row, before, last = [i], row, before
        for j, other in enumerate(word, 1):
            steps = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == other:
                steps = min(steps, last[j - 2] + 1)
            row.append(steps)
    return row[-1]



"""Every message about a position, by an example, in both languages, as a file people can read.

    python tests/support/write_messages.py

writes `tests/data/messages.txt` from `tests/data/wrong.txt` (a position a line) and the positions
of `tests/data/phrases.jsonl` that must be refused: for each kind of error the first example; and
for each kind of note the first among `tests/data/noted.txt` and the positions that are read.
`tests/engine/test_messages.py` compares: read what has changed before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from phrases import READ, REFUSED

from trunfo.engine.cards import SHORT
from trunfo.engine.errors import Message, TrunfoError
from trunfo.engine.text import notation, tokens
from trunfo.language import language

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
WRONG = DATA / "wrong.txt"
LONG = 300
NOTED = DATA / "noted.txt"
MESSAGES = DATA / "messages.txt"
_CODE = re.compile(r'(?:Message|fail|error|refuse)\(\s*"([a-z_]+)"')


ELSEWHERE = {"file_unwritable"}
"""Codes that say nothing of a position."""


def examples() -> Iterator[str]:
    """Positions that are refused."""
    for line in WRONG.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.replace("\\u200b", "\u200b")
    for entry in REFUSED:
        yield entry["text"]
    yield "sueca" + "; sai eu" * tokens.MOST_ENTRIES


def codes() -> set[str]:
    """Every kind of error that the engine has."""
    found: set[str] = set()
    for path in sorted((ROOT / "engine").rglob("*.py")):
        found |= set(_CODE.findall(path.read_text(encoding="utf-8")))
    return found - {"seat", "card", "list", "rank", "suit", "language"} - ELSEWHERE


def refusals() -> dict[str, tuple[str, TrunfoError]]:
    """The first example of each kind of error."""
    found: dict[str, tuple[str, TrunfoError]] = {}
    for text in examples():
        try:
            notation.parse(text)
        except TrunfoError as error:
            if error.code != "unknown_game":  # lists whatever games there are
                found.setdefault(error.code, (text, error))
    hands = "mãos eu: 7♥, direita: 6♥, frente: 5♥, esquerda: 4♥"
    state = notation.parse(f"sueca; trunfo ♣; {hands}; sai eu").state
    try:  # no document says both, a program may
        replace(state, me=0, hand=(state.hands or ())[1]).check()
    except TrunfoError as error:
        found[error.code] = "Python: replace(state, me=0, hand=state.hands[1]).check()", error
    return dict(sorted(found.items()))


def notes() -> dict[str, tuple[str, Message]]:
    """The first example of each kind of note: what had to be assumed."""
    found: dict[str, tuple[str, Message]] = {}
    lines = NOTED.read_text(encoding="utf-8").splitlines()
    cards = "7C ♥A"  # no whole position is without words that tell the language
    found["language_assumed"] = cards, notation.read_cards(cards, SHORT)[1][0]
    for text in (*filter(lambda line: line[:1] not in ("", "#"), lines),
                 *(entry["text"] for entry in READ)):
        parsed = notation.parse(text)
        state = parsed.state
        known = state.game.knowledge(replace(state, me=None) if state.hands else state)
        for note in (*parsed.notes, *known.notes):
            found.setdefault(note.code, (text, note))
    return dict(sorted(found.items()))


def without_example() -> set[str]:
    """Every kind of message that none of the examples shows."""
    return codes() - set(refusals()) - set(notes())


def written() -> str:
    """The file."""
    portuguese, english = language("pt").translate, language("en").translate
    lines = []
    shown = [(f"{code} ({error.exit_code})", text, error.message)
             for code, (text, error) in refusals().items()]
    shown += [(f"{code} (note)", text, note) for code, (text, note) in notes().items()]
    for title, text, message in shown:
        lines += [
            title, f"    {text if len(text) < LONG else text[:LONG] + '…'}",
            f"    pt: {message.text(portuguese)}", f"    en: {message.text(english)}", "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    MESSAGES.write_text(written(), encoding="utf-8")
    print("without an example:", ", ".join(sorted(without_example())))

"""Every error about a position, by an example, in both languages, as a file that people can read.

    python tests/support/write_messages.py

writes `tests/data/messages.txt` from `tests/data/wrong.txt` (a position a line) and the positions
of `tests/data/phrases.jsonl` that must be refused: for each kind of error the first example.
`tests/engine/test_messages.py` compares: read what has changed before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from phrases import REFUSED

from trunfo.engine.errors import TrunfoError
from trunfo.engine.text import notation
from trunfo.language import language

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
WRONG = DATA / "wrong.txt"
MESSAGES = DATA / "messages.txt"
_CODE = re.compile(r'(?:Message|fail|error|refuse)\(\s*"([a-z_]+)"')


NO_ERRORS = {
    "absences_assumed", "broken_assumed", "chooser_assumed", "gone_unknown", "language_assumed",
    "leader_assumed", "order_unknown", "points_sum", "points_unknown", "scores_unknown", "spelling",
    "stock_assumed", "stock_empty", "sweep_assumed", "takers_unknown",
}
"""What stands in notes, and refuses nothing."""

NOT_OF_TEXT = {"file_unwritable", "two_hands"}
"""Errors that no position as text or JSON has: of files, of states made in Python."""


def examples() -> Iterator[str]:
    """Positions that are refused."""
    yield ""
    yield "sueca; " * 9_000
    for line in WRONG.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.replace("\\u200b", "\u200b")
    for entry in REFUSED:
        yield entry["text"]


def codes() -> set[str]:
    """Every kind of error that the engine has."""
    found: set[str] = set()
    for path in sorted((ROOT / "engine").rglob("*.py")):
        found |= set(_CODE.findall(path.read_text(encoding="utf-8")))
    return found - {"seat", "card", "list", "rank", "suit", "language"}


def refusals() -> dict[str, tuple[str, TrunfoError]]:
    """The first example of each kind of error."""
    found: dict[str, tuple[str, TrunfoError]] = {}
    for text in examples():
        try:
            notation.parse(text)
        except TrunfoError as error:
            if error.code != "unknown_game":  # lists whatever games there are
                found.setdefault(error.code, (text, error))
    return dict(sorted(found.items()))


def missing() -> set[str]:
    """Kinds of errors without an example."""
    return codes() - set(refusals()) - NO_ERRORS - NOT_OF_TEXT


def written() -> str:
    """The file."""
    portuguese, english = language("pt").translate, language("en").translate
    lines = []
    found = refusals()
    for code, (text, error) in found.items():
        lines += [
            f"{code} ({error.exit_code})", f"    {text[:400]}".rstrip(),
            f"    pt: {error.message.text(portuguese)}", f"    en: {error.message.text(english)}",
            "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    MESSAGES.write_text(written(), encoding="utf-8")
    print("without an example:", ", ".join(sorted(missing())) or "none")

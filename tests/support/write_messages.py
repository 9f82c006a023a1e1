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


def examples() -> Iterator[str]:
    """Positions that are refused."""
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


def written() -> str:
    """The file."""
    portuguese, english = language("pt").translate, language("en").translate
    lines = []
    found = refusals()
    for code, (text, error) in found.items():
        lines += [
            f"{code} ({error.exit_code})", f"    {text}",
            f"    pt: {error.message.text(portuguese)}", f"    en: {error.message.text(english)}",
            "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    MESSAGES.write_text(written(), encoding="utf-8")
    print("without an example:", ", ".join(sorted(codes() - set(refusals()))))

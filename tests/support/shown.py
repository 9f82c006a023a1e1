"""What documents show of the command line: commands in `console` blocks, with their answers.

Run as a program it writes them anew: ``.venv/bin/python tests/support/shown.py [DOCUMENT …]``.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from command_line import run

TOP = Path(__file__).parents[2]
PAGES = [
    *TOP.glob("README*.md"), TOP / "docs" / "start.md", TOP / "docs" / "decides.md",
    TOP / "docs" / "sure.md", TOP / "docs" / "pt" / "comecar.md",
    *sorted(TOP.glob("docs/tutorials/*.md")), *sorted(TOP.glob("docs/pt/tutoriais/*.md")),
]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ trunfo "
LEFT_OUT = "...\n"
TIMED = re.compile(r"^(?:Method|Método): [\s\S]*?\d s\.$\n", re.MULTILINE)
"""The line of an answer that says how long it took."""


def answers(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block, and the passages of its answer, whose order counts."""
    for part in block.split(PROMPT)[1:]:
        command, _, answer = part.partition("\n")
        yield command, [each.strip("\n") for each in answer.split(LEFT_OUT) if each.strip()]


def answered(block: str) -> str:
    """The same block with the answers that the commands give now."""
    parts = []
    for command, _passages in answers(block):
        code, out, err = run(*shlex.split(command))
        assert code == 0, (command, err)
        parts.append(f"{PROMPT}{command}\n{TIMED.sub(LEFT_OUT, out)}")
    return "\n".join(parts)


def rewrite(page: Path) -> None:
    """Write the answers of a document anew."""
    text = page.read_text("utf-8")
    new = CONSOLE.sub(lambda found: f"```console\n{answered(found[1])}```", text)
    page.write_text(new, "utf-8")


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]) if sys.argv[1:] else PAGES:
        rewrite(each)

"""Make the pictures of the documents: ``.venv/bin/python bench/pictures.py``.

An answer in a terminal, in both languages, a chart of a match and a page of a review, from fixed
seeds. Needs the extra `plots`.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import tempfile
from html import escape
from pathlib import Path

from trunfo.cli import main

STATIC = Path(__file__).parents[1] / "docs" / "_static"
ADVICE = {
    "advice.svg": 'advise "bisca 3; trump 6♦ stock; stock 28; hand 7♥ Q♦ 4♠; table opponent K♥;'
    ' played A♠ 3♠ K♣ 7♣ 2♥ J♥; points me 14 opponent 14"'
    " --worlds 2000 --lang en",
    "conselho.svg": 'aconselhar "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥;'
    ' saíram A♠ 3♠ R♣ 7♣ 2♥ V♥; pontos eu 14 ele 14"'
    " --worlds 2000 --lang pt",
}
LINE, COLUMN, MARGIN = 18, 8.43, 16
"""Pixels from line to line and from column to column, and around."""
NO_BREAK = "\N{NO-BREAK SPACE}"  # others are drawn as one where they stand in a row


def answer(command: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(shlex.split(command))
    assert code == 0, command
    return out.getvalue()


def terminal(command: str) -> str:
    """A command and its answer as a picture of a terminal."""
    shown = command.replace(" --lang en", "").replace(" --lang pt", "")
    text, _, _ = answer(command).partition("\n- ")
    lines = [*_folded(f"$ trunfo {shown}"), "", *text.splitlines()[:-1]]
    width = round(2 * MARGIN + COLUMN * max(map(len, lines)))
    height = 2 * MARGIN + LINE * len(lines)
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (place + 1) - 5}">'
        f'{escape(line).replace(" ", NO_BREAK)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="#1b1f24"/>\n'
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"'
        f' fill="#e6e6e6">\n{rows}\n</g>\n</svg>\n'
    )


def _folded(command: str) -> list[str]:
    """A long command in lines that end where its entries do."""
    lines = [""]
    for part in command.split("; "):
        if len(lines[-1]) + len(part) > 70:
            lines.append("    ")
        lines[-1] += f"{part}; "
    return [line.rstrip() for line in "".join(f"{line}\n" for line in lines)[:-3].split("\n")]


def pictures() -> None:
    """Write all of them."""
    STATIC.mkdir(exist_ok=True)
    for name, command in ADVICE.items():
        (STATIC / name).write_text(terminal(command), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        match, chart = Path(folder) / "match.jsonl", STATIC / "match.svg"
        answer(f"match rules greedy --deals 400 --jobs 1 --seed 1 --out {match}")
        answer(f"match --report {match} --plot {chart}")
        lines = [line.rstrip() for line in chart.read_text("utf-8").splitlines()]
        chart.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    pictures()

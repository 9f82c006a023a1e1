"""The answers in the pages about why are those that the commands give."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from command_line import run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "why.md", DOCS / "pt" / "porque.md")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sessions():
    """Each command of the pages, and the passages of its answer."""
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text("utf-8")):
            for part in block.split("$ trunfo ")[1:]:
                command, _, answer = part.partition("\n")
                passages = [each.strip("\n") for each in answer.split("...\n") if each.strip()]
                yield pytest.param(command, passages, id=f"{page.name}: {command}")


@pytest.mark.parametrize(("command", "passages"), list(sessions()))
def test_a_command_answers_as_the_page_says(command, passages):
    assert passages
    code, out, err = run(*shlex.split(command))
    assert (code, err) == (0, "")
    for passage in passages:
        assert passage in out

"""The answers that the documents for beginners show are those that the commands give."""

from __future__ import annotations

import re
import shlex

import pytest
from command_line import run
from shown import CONSOLE, PAGES, TOP, answers

import trunfo

SHOWN = [
    pytest.param(command, passages, id=f"{page.name}: {command}")
    for page in PAGES
    for block in CONSOLE.findall(page.read_text("utf-8"))
    for command, passages in answers(block)
]


@pytest.mark.parametrize(("command", "passages"), SHOWN)
def test_a_command_answers_as_the_document_says(command, passages):
    assert passages
    code, out, err = run(*shlex.split(command))
    assert (code, err) == (0, "")
    at = 0
    for passage in passages:
        at = out.find(passage, at)
        assert at >= 0, passage
        at += len(passage)


def test_every_game_has_its_page_in_both_languages():
    names = {page.parent.name: set() for page in PAGES}
    for page in PAGES:
        names[page.parent.name].add(page.stem)
    games = {"sueca", "bisca", "copas", "sobe-e-desce"}
    assert names["tutorials"] == names["tutoriais"] == games


def test_the_reference_has_every_public_name():
    text = (TOP / "docs" / "api.md").read_text("utf-8")
    found = re.findall(r"^\.\. auto\w+:: trunfo\.(\w+)$", text, re.MULTILINE)
    assert sorted(found) == sorted(trunfo.__all__)

"""`trunfo table` on a terminal: whole games, completion, wrong lines, undo, Ctrl-C, resume."""

from __future__ import annotations

import io
import json
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from command_line import EXAMPLE
from tables import GAMES, game_named, random_act
from terminal import Terminal

from trunfo.cli.prompt import Lines, _toolkit, completed
from trunfo.language import language
from trunfo.match.records import records
from trunfo.table.actions import write_action
from trunfo.table.acts import Act
from trunfo.table.table import Table

TURN, OVER = "Your turn.", "The deal is over."


def at_table(path: Path) -> Table:
    """The table as the program has kept it in its file."""
    *_, last = records(path)
    return Table.of(last)


def line_of(table: Table, random: Random, me: int) -> str:
    """Something that may be typed now."""
    return write_action(Act.of(random_act(random, table)), table, "en", me)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_on_a_terminal_interrupted_and_gone_on_with(name, tmp_path):
    path, random, seats = tmp_path / "evening.jsonl", Random(name), game_named(name).seats
    arguments = ["table", name, "--lang", "en", "--record", str(path), "--hints", "never",
                 "--seat", "me", *["--seat", "greedy"] * (seats - 1)]
    with Terminal(*arguments) as terminal:
        terminal.until(TURN)
        for _ in range(2):
            terminal.type(line_of(at_table(path), random, 0) + "\r")
            terminal.until(TURN)
        before = at_table(path).record()
        terminal.type("7 of stones\r")
        terminal.until("7 of stones\n", "means")
        terminal.type(line_of(at_table(path), random, 0) + "\r")
        terminal.until(TURN, OVER)
        terminal.type("undo\r")
        terminal.until("Taken back.")
        assert at_table(path).record().acts == before.acts
        terminal.until(TURN)
        terminal.until(">")
        terminal.type("\x03")
        code, _ = terminal.end()
        assert code == 130
    assert at_table(path).record() == before
    with Terminal(*arguments) as terminal:
        terminal.until(TURN)
        while not at_table(path).over:
            terminal.type(line_of(at_table(path), random, 0) + "\r")
            terminal.until(TURN, OVER)
        said = terminal.until("RISCOS of the evening")
        terminal.type("quit\r")
        assert terminal.end()[0] == 0
    assert "Points: " in said
    assert [record.result is not None for record in records(path)] == [True]


@pytest.mark.parametrize("columns", [80, 40])
def test_the_table_is_drawn_and_fits(columns):
    arguments = ["table", EXAMPLE, "--lang", "en", "--hints", "never"]
    with Terminal(*arguments, columns=columns) as terminal:
        said = terminal.until(TURN)
        for text in ("partner", "7♦", "left", "right", "*me", "Hand: ♣ 7JQ63, ♥ J", "Trump: A♣",
                     "Trumps still out: 4: ♣ AK52", "Points still out: 40"):
            assert text in said
        assert max(map(len, said.splitlines())) <= columns
        assert said.index("partner") < said.index("*me")
        terminal.type("quit\r")
        assert terminal.end()[0] == 0


@pytest.mark.parametrize(("hints", "typed"), [("always", ""), ("asked", "advice\r")])
def test_advice_is_thought_in_the_background_and_shown_below(hints, typed):
    arguments = ["table", EXAMPLE, "--lang", "en", "--hints", hints, "--worlds", "40"]
    with Terminal(*arguments) as terminal:
        terminal.until(TURN)
        terminal.type(typed)
        terminal.until("Deals tried out: ")
        terminal.type("advice\r")
        terminal.until("Method: ")
        terminal.type("J♥\r")
        terminal.until("It is the turn of right.")
        terminal.until(">")  # before that it would be lost
        terminal.type("\x04")
        assert terminal.end()[0] == 0


def test_legal_acts_are_completed():
    with Terminal("table", EXAMPLE, "--lang", "en", "--hints", "never") as terminal:
        terminal.until(TURN)
        for typed, whole, then in (
            ("7", "7♣", "It is the turn of right."), ("und", "undo", "Taken back."),
        ):
            terminal.until(">")
            terminal.type(typed)
            terminal.until(whole)  # in the menu
            terminal.type("\t")
            terminal.until(whole[-1])  # the rest of the line
            terminal.type("\r")
            terminal.until(then)
        terminal.type("quit\r")
        assert terminal.end()[0] == 0


def test_completion_takes_letters_for_suits_and_no_accents():
    assert list(completed("v", ["V♣", "V♥", "7♣", "vou"], "pt")) == ["V♣", "V♥", "vou"]
    assert list(completed("vc", ["V♣", "V♥"], "pt")) == ["V♥"]
    assert list(completed("porque", ["porquê"], "pt")) == ["porquê"]


@pytest.mark.parametrize("settings", [{"TERM": "dumb"}, {"CI": "true"}])
def test_where_nothing_can_be_drawn_anew_lines_are_plain(settings, tmp_path):
    path = tmp_path / "evening.jsonl"
    arguments = ["table", "bisca", "--lang", "en", "--record", str(path), "--seat", "me",
                 "--seat", "rules", "--worlds", "3"]
    with Terminal(*arguments, **settings) as terminal:
        terminal.until("> ")
        terminal.type("advice\n")
        terminal.until("Method: ", "Nothing else")
        terminal.until("> ")
        assert "\x1b" not in terminal.raw
        terminal.type("\x03")
        with suppress(OSError):  # it may have ended; else it may not have begun to read yet
            terminal.type("\n")
        assert terminal.end()[0] == 130
    assert json.loads(path.read_text("utf-8"))["result"] is None


def test_without_the_extra_lines_are_plain(monkeypatch):
    lines = Lines(language("en"))
    assert _toolkit(lines) is not None
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    assert _toolkit(lines) is None
    monkeypatch.setattr(sys, "stdin", io.StringIO("7♣\n\nundo"))
    assert list(lines) == ["7♣", "", "undo"]

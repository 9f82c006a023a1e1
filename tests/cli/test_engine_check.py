"""`trunfo engine-check`: nothing wrong with the examples, and each kind of fault is named."""

from __future__ import annotations

import json

import engines
import pytest
from click.testing import CliRunner

from trunfo.cli import group
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.registry import playable
from trunfo.language import ENGLISH


def check(command, *words):
    return CliRunner().invoke(
        group(ENGLISH), ["engine-check", command, *map(str, words)], standalone_mode=False
    )


@pytest.mark.parametrize("command", [engines.PYTHON_EXAMPLE, engines.NODE_EXAMPLE])
def test_nothing_is_wrong_with_the_examples(command):
    result = check(command, "--deals", 3, "--json")
    assert result.return_value == 0, result.output
    found = json.loads(result.stdout)
    assert found["ok"] is True
    assert found["quits"] is True
    assert found["engine"]["name"].startswith("example")
    assert [game["game"] for game in found["games"]] == [game.name for game in playable()]
    for game, told in zip(playable(), found["games"], strict=True):
        assert set(told["questions"]) == set(game.phases)
        assert told["repeatable"] is True
        assert told["faults"] == []
    assert "Nothing is wrong." in check(command, "--deals", 1, "--game", "sueca").stdout


@pytest.mark.parametrize("kind", engines.BROKEN)
def test_each_kind_of_fault_is_named_and_nothing_is_left(tmp_path, kind):
    parts, why = engines.BROKEN[kind]
    command = engines.engine(tmp_path, **parts)
    patience = ("--timeout", 0.4) if why == "late" else ("--timeout", 100)
    start = ("--start", 0.6 if "start" in kind else 100)
    result = check(command, "--game", "sueca", "--deals", 2, *patience, *start, "--json")
    assert result.return_value == 1, result.output
    found = json.loads(result.stdout)
    assert found["ok"] is False
    faults = [found["fault"]] if found["fault"] else found["games"][0]["faults"]
    assert {fault["why"] for fault in faults} == {why}
    assert engines.survivors(tmp_path) == []


def test_a_fault_is_told_with_the_question(tmp_path):
    command = engines.engine(tmp_path, ask="action = {'play': '9C'}")
    shown = check(command, "--game", "sueca", "--deals", 1).stdout
    assert 'Fault: illegal. {"play": "9C"}' in shown
    assert '"legal": [{"play": ' in shown
    assert "It does something wrong." in shown


def test_one_that_is_not_there_any_more_is_not_said_not_to_quit(tmp_path):
    command = engines.engine(tmp_path, ask="sys.exit()")
    shown = check(command, "--game", "copas", "--deals", 1).stdout
    assert shown.count("Fault: ended.\n") == 5  # of the eight seatings
    assert "told to quit" not in shown


def test_a_program_that_does_not_repeat_itself_or_quit_is_noted(tmp_path):
    command = engines.engine(
        tmp_path, before="import random", ask="action = random.choice(legal)",
        other="'quit' in said and time.sleep(1000)",
    )
    result = check(command, "--game", "sueca", "--deals", 1)
    assert result.return_value == 0
    assert "did something else" in result.stdout
    assert "did not end within two seconds" in result.stdout
    assert engines.survivors(tmp_path) == []


@pytest.mark.parametrize("command", ["", "no-such-program-here", "'"])
def test_what_is_no_command_is_refused(command):
    failed = check(command).exception
    assert isinstance(failed, UnreadableInput)

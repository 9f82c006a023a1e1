"""Manners at a terminal: what is drawn, what is not, and what Ctrl-C leaves."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from command_line import EXAMPLE, QUICK, run, surroundings

import trunfo
from trunfo.advise import advise_iter
from trunfo.cli import advise as cli_advise
from trunfo.cli.progress import QUIET_S, Progress
from trunfo.language import language, live

OPENING = "sueca; trunfo ♠; sai eu; mão A♥ 7♥ R♥ V♥ D♥ A♦ 7♦ R♦ V♦ D♦; pontos nós 0 eles 0"


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_terminal(*arguments: str, **environment: str) -> bytes:
    """What the program writes to a terminal."""
    here, end = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "trunfo", *arguments], stdout=end, stderr=end,
        env=surroundings({"TERM": "xterm", "CI": "", **environment}),
    ) as program:
        os.close(end)
        written = b""
        try:
            while part := os.read(here, 1 << 16):
                written += part
        except OSError:  # how the end of a terminal looks
            pass
    os.close(here)
    assert program.returncode == 0
    return written.replace(b"\r\n", b"\n")


# --- Ctrl-C ---


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl-C after the first batch of deals."""
    def fake(state, **options):
        for number, advice in enumerate(advise_iter(state, **{**options, "every": 0.001})):
            yield advice
            if number == 0:
                os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(cli_advise, "advise_iter", fake)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_in_advise_shows_what_was_finished(interrupted):
    code, out, err = run("advise", OPENING, "--worlds", "1000000000", "--method", "playout")
    assert (code, err) == (130, "")
    assert len(out.split("\n\n")[2].splitlines()) == 1 + 10  # titles, a row for each card
    assert "- Interrupted: only what was finished by then." in out


def test_ctrl_c_in_advise_leaves_json_that_says_so(interrupted):
    code, out, err = run(
        "advise", OPENING, "--worlds", "1000000000", "--method", "playout", "--json"
    )
    answer = json.loads(out)
    assert (code, err) == (130, "")
    assert 0 < answer["worlds"] < 10**9
    assert answer["notes"][-1]["code"] == "interrupted"


# --- Drawing ---


@pytest.mark.parametrize(
    ("environment", "drawn"),
    [
        ({}, True), ({"CI": "0"}, True), ({"CI": "true"}, False), ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "CI": "1"}, False),
    ],
)
def test_a_terminal_is_drawn_on_unless_it_is_dumb_or_read_later(environment, drawn, monkeypatch):
    for name, value in {"TERM": "xterm", "CI": "", **environment}.items():
        monkeypatch.setenv(name, value)
    assert live(Terminal()) == drawn
    assert not live(io.StringIO())


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"CI": "true"}])
def test_no_escapes_and_no_carriage_returns_where_nothing_is_drawn(environment):
    written = on_terminal("advise", QUICK, "--worlds", "3", **environment)
    assert b"Play " in written
    assert b"\x1b" not in written
    assert b"\r" not in written
    assert b"\x1b" in on_terminal("advise", QUICK, "--worlds", "3")


def test_on_a_terminal_a_position_has_a_line_for_each_fact():
    lines = on_terminal("advise", QUICK, "--worlds", "3", TERM="dumb").decode().splitlines()
    assert lines[0] == "Sueca"
    assert [line.split("  ")[1] for line in lines[1:5]] == ["to act", "trump", "hand", "points"]


def test_progress_is_shown_when_it_takes_long_and_taken_away(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("CI", "")
    advice = trunfo.advise(EXAMPLE, worlds=4)
    stream = Terminal()
    with Progress(stream, language("en")) as progress:
        progress(replace(advice, elapsed_s=QUIET_S / 2))
        assert stream.getvalue() == ""
        progress(replace(advice, elapsed_s=2 * QUIET_S, worlds=1234))
        assert stream.getvalue().startswith("\r3 s, 1234 deals, best so far: ")
    assert stream.getvalue().endswith("\r\x1b[K")


def test_progress_is_shown_on_nothing_but_a_terminal(monkeypatch):
    advice = replace(trunfo.advise(EXAMPLE, worlds=4), elapsed_s=2 * QUIET_S)
    monkeypatch.setenv("TERM", "dumb")
    for stream in (io.StringIO(), Terminal()):
        with Progress(stream, language("en")) as progress:
            progress(advice)
        assert stream.getvalue() == ""

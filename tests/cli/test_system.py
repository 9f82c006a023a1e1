"""What is the user's or the system's is told in a line of its own, never as an internal error."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import engines
import pytest
from command_line import QUICK, process, run, surroundings

ADVISE = f"advise {shlex.quote(QUICK)} --worlds 2"
MATCH = "match random greedy --deals 2 --jobs 1"


def shell(arguments: str, redirections: str, folder: Path, given: bytes = b""):
    """Run the program with its standard streams as a shell redirects them."""
    line = f"{shlex.quote(sys.executable)} -m trunfo {arguments} {redirections}"
    return subprocess.run(
        ["sh", "-c", line], input=given, capture_output=True, cwd=folder, env=surroundings({}),
        check=False,
    )


@pytest.mark.parametrize("arguments", [
    ADVISE, f"{ADVISE} --json", "--version", f"{MATCH} --json",
    "advise --lines positions.txt --jobs 1 --worlds 2",
])
def test_standard_output_that_takes_nothing_is_told(tmp_path, arguments):
    (tmp_path / "positions.txt").write_text(QUICK)
    full = arguments.startswith(("advise", "match"))
    ended = shell(arguments, ">/dev/full" if full else ">&-", tmp_path)
    assert ended.returncode == 1
    told = ended.stderr.decode().splitlines()
    why = "No space left on device" if full else "Bad file descriptor"
    assert told[-1] == f"Error: Standard output cannot be written: {why}."
    assert "Traceback" not in ended.stderr.decode()


@pytest.mark.parametrize("arguments", ["advise -", "advise --lines - --jobs 1", "table sueca"])
def test_standard_input_that_is_closed_is_told(tmp_path, arguments):
    ended = shell(arguments, "<&-", tmp_path)
    assert ended.returncode == 1
    told = ended.stderr.decode().splitlines()[-1]
    assert told == "Error: The system refuses to read or write: Bad file descriptor."


@pytest.mark.parametrize("redirections", ["2>/dev/full", "2>&-"])
def test_a_match_goes_on_where_nobody_hears_of_its_progress(tmp_path, redirections):
    ended = shell(f"{MATCH} --out run.jsonl", redirections, tmp_path)
    assert ended.returncode == 0
    assert b"2 deals" in ended.stdout
    assert (tmp_path / "run.jsonl").read_bytes().count(b"\n") == 3


def test_with_all_streams_closed_nothing_gets_into_a_file_that_is_opened(tmp_path):
    assert shell(f"{MATCH} --out one.jsonl", "", tmp_path).returncode == 0
    assert shell(f"{MATCH} --out two.jsonl", "<&- >&- 2>&-", tmp_path).returncode == 1
    one, two = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("arguments", [
    "advise --lines positions.txt --jobs 1 --worlds 2 --out /dev/full",
    f"{MATCH} --out run.jsonl --csv /dev/full",
    f"{MATCH} --out nowhere/run.jsonl",
    "advise --lines positions.txt --jobs 1 --worlds 2 --out nowhere/out",
    "match random greedy rules --deals 1 --jobs 1 --out nowhere/folder",
    "table sueca --record nowhere/evening.jsonl",
])
def test_a_file_that_cannot_be_written_is_named(tmp_path, monkeypatch, arguments):
    (tmp_path / "positions.txt").write_text(QUICK)
    monkeypatch.chdir(tmp_path)
    code, _, told = run(*arguments.split(), given=b"fim\n")
    assert code == 1
    name = arguments.split()[-1]
    assert f"Error: `{name}` cannot be written: " in told.splitlines()[-1]


def test_a_match_whose_times_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "run.jsonl.times").mkdir()
    path = tmp_path / "run.jsonl"
    for _ in range(2):  # the second time it does not exist either
        code, _, told = run(*MATCH.split(), "--out", str(path))
        assert code == 1
        assert told == f"Error: `{path}.times` cannot be written: Is a directory.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["run.jsonl.times"]


def test_a_record_kept_in_a_pipe_or_behind_a_link_leaves_pipe_and_link(tmp_path):
    pipe, link, kept = tmp_path / "pipe", tmp_path / "link", tmp_path / "kept.jsonl"
    os.mkfifo(pipe)
    link.symlink_to(kept)
    with open(os.open(pipe, os.O_RDWR), "rb"):  # somebody reads
        assert run("table", "sueca", "--record", str(pipe), given=b"fim\n")[0] == 0
    assert pipe.is_fifo()
    assert run("table", "sueca", "--record", str(link), given=b"fim\n")[0] == 0
    assert link.is_symlink()
    assert kept.read_bytes().startswith(b"{")


@pytest.mark.parametrize("words", [["--resume"], ["--report"], ["--show", "--deal", "0"]])
@pytest.mark.parametrize("kind", ["device", "CR LF", "pipe"])
def test_a_match_file_that_is_none_is_refused(tmp_path, words, kind):
    path = tmp_path / "run.jsonl"
    if kind == "CR LF":
        assert run(*MATCH.split(), "--out", str(path))[0] == 0
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path = Path("/dev/zero")  # without an end
    code, _, told = run("match", words[0], str(path), *words[1:])
    assert code == 2
    assert f"`{path}`, line 1: " in told
    assert ("CR LF" if kind == "CR LF" else "this is no regular file") in told


def test_a_record_without_an_end_is_refused():
    code, _, told = run("review", "/dev/zero")
    assert code == 2
    assert "that is no record" in told


def test_a_match_file_that_vanishes_is_missed(tmp_path):
    path = tmp_path / "run.jsonl"
    command = engines.engine(tmp_path, path, ask="Path(sys.argv[1]).unlink(missing_ok=True)")
    ended = process("match", f"external:command={command}", "random", "--deals", "2", "--jobs",
                    "1", "--out", str(path))
    assert ended.returncode == 1
    told = ended.stderr.decode().splitlines()[-1]
    assert told == (
        f"Error: `{path}` was removed or replaced while it was written: its deals are lost."
    )


LOADING = """
import os, signal, sys
def kill(event, arguments, left=[int(sys.argv.pop(1))]):
    if event == "import":
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.argv[0] = "/usr/bin/trunfo"
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(kill)
from trunfo.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("number", [30, 100, 200])
def test_ctrl_c_while_modules_are_loaded_leaves_no_traceback(number):
    ended = subprocess.run(
        [sys.executable, "-c", LOADING, str(number), "advise", QUICK, "--worlds", "2"],
        capture_output=True, check=False, env=surroundings({}),
    )
    assert ended.returncode in (-signal.SIGINT, 130)
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_whatever_ends_a_table_ends_the_programs_at_it_and_their_children(tmp_path, number):
    """The program's child is in its group; it would outlive a program that is killed alone."""
    child = tmp_path / "child"
    ask = (
        "import subprocess; child = subprocess.Popen(['sleep', '1000']);"
        " Path(sys.argv[1]).write_text(str(child.pid))"
    )
    command = engines.engine(tmp_path, child, ask=ask)
    player = f"external:command={command}"
    words = ["table", "sueca", "--seat", player, "--seat", "me", *["--seat", "rules"] * 2]
    with subprocess.Popen(
        [sys.executable, "-m", "trunfo", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=surroundings({}), text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # not ignored, as under nohup
    ) as program:
        assert program.stdout is not None
        while not program.stdout.readline().startswith("Your turn"):
            pass
        program.send_signal(number)
        program.wait()
    assert program.returncode == 130
    stat = Path("/proc", child.read_text(), "stat")
    assert not stat.exists() or ") Z " in stat.read_text()


def test_as_json_too():
    code, out, _ = run("match", "random", "greedy", "--deals", "1", "--out", "/nowhere/x", "--json")
    assert code == 1
    assert json.loads(out)["error"]["code"] == "file_unwritable"

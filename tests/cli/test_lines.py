"""`advise --lines` and `advise_many`: every line its answer, in order, the same as one by one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from dask_cluster import dask_cluster

import trunfo
from trunfo.bulk import ordered
from trunfo.cli import group
from trunfo.language import ENGLISH

SUECA = "sueca; trunfo ♣; sai eu; mão A♣ 7♥ 2♥; pontos nós 50 eles 40"
BISCA = "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥; saíram A♠ 3♠ R♣ 7♣ 2♥ V♥; pontos 14 14"  # noqa: E501
FORCED = "sueca; trunfo ♣; sai eu; mão A♣; pontos nós 50 eles 40"
COPAS = "copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82"
AS_JSON = trunfo.parse(BISCA).to_json()
LINES = [SUECA, "nonsense here", "", AS_JSON, BISCA + "; pontos 99 99", COPAS, "sueca; mão 9♥"]
WORLDS = {"worlds": 20, "seed": 3}


def invoke(*words, text=None):
    return CliRunner().invoke(
        group(ENGLISH), ["advise", *map(str, words)], standalone_mode=False, input=text
    )


def without_time(line):
    found = json.loads(line)
    found.pop("elapsed_s", None)
    return found


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("".join(f"{line}\n" for line in LINES))
    return path


def answers(*words):
    result = invoke("--lines", *words, "--worlds", 20, "--seed", 3)
    assert result.exception is None, result.output
    return result


class TestLines:
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_each_is_answered_as_if_it_had_been_asked_alone(self, source, tmp_path, jobs):
        out = tmp_path / "advice.jsonl"
        result = answers(source, "--jobs", jobs, "--out", out)
        assert "7 lines answered, 4 of them with an error." in result.stderr
        found = [without_time(line) for line in out.read_text().splitlines()]
        assert [line["line"] for line in found] == list(range(1, len(LINES) + 1))
        for number, (text, told) in enumerate(zip(LINES, found, strict=True), 1):
            if number in (1, 4, 6):
                alone = trunfo.advise(text, **WORLDS)
                assert told == {"line": number, **without_time(alone.to_json())}
                continue
            with pytest.raises(trunfo.TrunfoError) as failed:
                trunfo.advise(text, **WORLDS)
            assert told["error"]["code"] == failed.value.code
            assert told["error"]["message"]

    @pytest.mark.parametrize("torn", [0, 1, 2, 5, 7])
    def test_what_is_there_is_gone_on_with(self, source, tmp_path, torn):
        whole, out = tmp_path / "whole.jsonl", tmp_path / "advice.jsonl"
        answers(source, "--jobs", 1, "--out", whole)
        lines = whole.read_text().splitlines(keepends=True)
        out.write_text("".join(lines[:torn]) + "".join(lines[torn : torn + 1])[:20])
        answers(source, "--jobs", 1, "--out", out)
        kept = out.read_text().splitlines(keepends=True)
        assert kept[:torn] == lines[:torn]
        assert [without_time(line) for line in kept] == [without_time(line) for line in lines]

    def test_a_file_of_something_else_is_not_touched(self, source, tmp_path):
        out = tmp_path / "other"
        out.write_text("my notes\n")
        failed = invoke("--lines", source, "--out", out).exception
        assert failed.exit_code == 2
        assert out.read_text() == "my notes\n"

    def test_from_a_pipe_answers_come_on_standard_output(self):
        result = invoke("--lines", "-", "--worlds", 5, "--jobs", 1, text=SUECA + "\r\n" + BISCA)
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert [line["game"] for line in found] == ["sueca", "bisca"]

    def test_bytes_that_are_no_text_and_endless_lines_are_told_in_their_place(self, tmp_path):
        path = tmp_path / "bytes"
        path.write_bytes(b"\xff\n" + b"x" * 3_000_000 + b"\n" + SUECA.encode())
        result = answers(path, "--jobs", 1)
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert [line.get("error", {}).get("code") for line in found] == [
            "encoding", "too_long", None
        ]

    @pytest.mark.parametrize("words", [
        ["sueca", "--lines", "x"], ["--lines", "no-such-file"], ["--out", "x", SUECA],
        ["--lines", "-", "--backend", "dask"], ["--lines", "-", "--scheduler", "x"],
    ])
    def test_what_makes_no_sense_is_refused(self, words):
        assert invoke(*words).exception.exit_code == 2


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as (address, pids):
        yield address, pids


class TestDask:
    def test_a_cluster_that_loses_a_worker_answers_the_same(self, source, tmp_path, cluster):
        address, pids = cluster
        path, here, there = tmp_path / "many", tmp_path / "here", tmp_path / "there"
        path.write_text(10 * source.read_text())
        answers(path, "--jobs", 1, "--out", here)
        lines = here.read_text().splitlines(keepends=True)
        there.write_text("".join(lines[:5]))  # and goes on with what is there
        os.kill(pids[0], signal.SIGKILL)
        answers(path, "--backend", "dask", "--scheduler", address, "--out", there)
        found = there.read_text().splitlines()
        assert len(found) == len(lines)
        for one, other in zip(lines, found, strict=True):
            assert without_time(one) == without_time(other)


def deadly():
    """A function that one item ends, whoever tries it; sent by value, as workers know no tests."""

    def ended_at_five(number):
        if number == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    return ended_at_five


def ended_once():
    """The same, but that it ends only who first tries the item."""

    def once(given):
        number, mark = given
        if number == 5 and not Path(mark).exists():
            Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    return once


class TestProcesses:
    def test_what_a_process_had_that_dies_is_asked_again(self, tmp_path):
        items = [(number, str(tmp_path / "mark")) for number in range(20)]
        assert list(ordered(ended_once(), items, 2)) == list(range(20))
        assert (tmp_path / "mark").exists()

    def test_what_ends_them_again_and_again_is_told(self):
        answered = ordered(deadly(), range(10), 2)
        with pytest.raises(trunfo.TrunfoError, match="was ended from outside") as failed:
            list(answered)
        assert failed.value.exit_code == 1


class TestMany:
    def test_answers_come_in_order_and_errors_in_their_place(self):
        states = [trunfo.parse(SUECA), "nonsense here", json.loads(AS_JSON), COPAS]
        found = list(trunfo.advise_many(states, jobs=2, **WORLDS))
        assert isinstance(found[1], trunfo.UnreadableInput)
        for given, told in zip((SUECA, BISCA, COPAS), (found[0], *found[2:]), strict=True):
            alone = trunfo.advise(given, **WORLDS)
            assert told.options == alone.options

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_it_reads_only_a_little_ahead(self, jobs):
        numbers = count()
        endless = (SUECA for _ in numbers)
        answers = trunfo.advise_many(endless, jobs=jobs, worlds=1)
        assert len(list(islice(answers, 10))) == 10
        answers.close()
        assert next(numbers) < 200


def test_the_memory_is_flat_over_many_lines():
    """What Python holds after the first lines is what it holds after four times as many."""
    source = (
        "import gc, tracemalloc\n"
        "import trunfo\n"
        f"states = ({FORCED!r} for _ in range(1000))\n"
        "tracemalloc.start()\n"
        "held = []\n"
        "for number, answer in enumerate(trunfo.advise_many(states, jobs=1, worlds=1)):\n"
        "    if number in (250, 999):\n"
        "        gc.collect()\n"
        "        held.append(tracemalloc.get_traced_memory()[0])\n"
        "print(held[1] - held[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 200_000

"""Matches in processes: whoever plays the deals, dies or is interrupted, the bytes are the same."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import Future
from pathlib import Path

import engines
import matches
import pytest
from dask_cluster import dask_cluster

from trunfo.engine.registry import games
from trunfo.match import pool as pool_module
from trunfo.match.deal import Match
from trunfo.match.file import Header, Writer, times_path
from trunfo.match.playing import play_deals
from trunfo.match.pool import AHEAD, ATTEMPTS, MatchFailed, Pool, WorkerLost
from trunfo.match.processes import ProcessPool
from trunfo.match.run import run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse

DEALS = 50
PLAYERS = ("pimc:worlds=1,method=playout", "random")
"""Not both of the kernel, which would be through before anybody could disturb them."""

SUECA = games()["sueca"]


def header(deals=20, players=PLAYERS):
    first, second = map(parse, players)
    return Header(Match(SUECA, SUECA.rules(), (first, second), 1), deals)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a match played by one process that nobody has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    ended = matches.match(*PLAYERS, "--deals", DEALS, "--jobs", 1, "--out", path)
    assert ended.returncode == 0, ended.stderr
    return path.read_bytes()


def program(folder: Path, ask: str, *words: object) -> str:
    """An external player that does the first legal thing after `ask` has been run."""
    return "command=" + engines.engine(folder, *words, ask=ask)


HANGS_ONCE = (
    "mark = Path(sys.argv[1]); len(state['hand']) == 7 and not mark.exists()"
    " and (mark.touch(), sys.stdin.read())"
)
"""In the first deal that gets there; it ends with the process that asks it."""


class TestProcesses:
    def test_the_number_of_processes_changes_nothing(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        ended = matches.match(*PLAYERS, "--deals", DEALS, "--jobs", 3, "--out", path)
        assert ended.returncode == 0, ended.stderr
        assert path.read_bytes() == whole
        assert len(times_path(path).read_text().splitlines()) == DEALS

    @pytest.mark.parametrize(
        ("jobs", "number"), [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)]
    )
    def test_interrupted_it_ends_cleanly_and_says_how_to_go_on(
        self, tmp_path, whole, jobs, number
    ):
        path = tmp_path / "run.jsonl"
        process = matches.started(*PLAYERS, "--deals", DEALS, "--jobs", jobs, "--out", path)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does: everybody gets it
        else:
            process.send_signal(number)
        stdout, stderr = process.communicate()
        assert process.returncode == 130, stderr
        assert "Traceback" not in stderr
        assert f"of {DEALS} deals" in stdout  # the result so far
        assert whole.startswith(path.read_bytes())
        done = path.read_bytes().count(b"\n") - 1
        assert DEALS // 10 <= done < DEALS
        again = matches.resumed(stderr)
        assert again.returncode == 0, again.stderr
        assert path.read_bytes() == whole

    def test_killed_it_can_be_resumed(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        process = matches.started(*PLAYERS, "--deals", DEALS, "--jobs", 2, "--out", path)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        kept = path.read_bytes()
        assert whole.startswith(kept)
        assert kept.count(b"\n") > DEALS // 10
        path.write_bytes(kept + whole[len(kept) : len(kept) + 50])  # torn in the next line
        again = matches.match("--resume", path, "--jobs", 2)
        assert again.returncode == 0, again.stderr
        assert path.read_bytes() == whole

    def test_without_a_file_the_result_so_far_is_shown_all_the_same(self):
        process = matches.started(*PLAYERS, "--deals", DEALS, "--jobs", 1, "--json")
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate()
        assert process.returncode == 130, stderr
        assert DEALS // 10 <= json.loads(stdout)["deals"] < DEALS
        assert "--out FILE" in stderr


class TestOutside:
    def test_on_a_terminal_one_line_is_redrawn_and_taken_away(self):
        written = matches.on_terminal(*PLAYERS, "--deals", 60, "--jobs", 1)
        drawings = written.split("\r")
        assert len(drawings) >= 3
        assert "\n" not in written
        assert all(len(line.removesuffix("\x1b[K")) < 60 for line in drawings)
        assert "/60 deals  RISCOS " in drawings[1]
        assert drawings[-1] == "\x1b[K"

    def test_other_packages_add_players_by_an_entry_point(self, tmp_path):
        (tmp_path / "others.py").write_text(
            "from dataclasses import dataclass\n"
            "from trunfo.match.players import Player, legal, option, play_of, whole\n"
            "@dataclass(frozen=True)\n"
            "class Lowest(Player):\n"
            "    skip: int = option(1, whole)\n"
            "    def play(self, state, seed):\n"
            "        return play_of(state, legal(state)[0])\n"
        )
        folder = tmp_path / "others-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
        (folder / "entry_points.txt").write_text("[trunfo.players]\nlowest = others:Lowest\n")
        ended = matches.match(
            "lowest:skip=2", "greedy", "--deals", 4, "--jobs", 2, "--json",
            PYTHONPATH=str(tmp_path),
        )
        assert ended.returncode == 0, ended.stderr
        assert json.loads(ended.stdout)["players"] == ["lowest:skip=2", "greedy"]


class TestTroubleWithWorkers:
    def test_a_worker_that_dies_is_replaced(self, tmp_path):
        lethal = (
            "mark = Path(sys.argv[1]); len(state['hand']) == 7 and not mark.exists()"
            " and (mark.touch(), os.kill(os.getppid(), signal.SIGKILL))"
        )
        mark = tmp_path / "mark"
        player = "external:timeout=100," + program(tmp_path, lethal, mark)
        first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
        ended = matches.match(player, "greedy", "--deals", 8, "--jobs", 2, "--out", first)
        assert ended.returncode == 0, ended.stderr
        assert mark.exists()
        ended = matches.match(player, "greedy", "--deals", 8, "--jobs", 1, "--out", second)
        assert first.read_bytes() == second.read_bytes()

    def test_workers_that_always_die_end_the_match_and_keep_what_is_finished(self, tmp_path):
        lethal = "state['hand'][0] == sys.argv[1] and os.kill(os.getppid(), signal.SIGKILL)"
        # The lowest card of a hand of deal 0: whoever plays a later deal may finish it before.
        first = json.loads(play_deals(header().match, 0, 1)[0].line)["hands"][1][0]
        path = tmp_path / "run.jsonl"
        player = "external:timeout=100," + program(tmp_path, lethal, first)
        ended = matches.match(player, "greedy", "--deals", 8, "--jobs", 2, "--out", path)
        assert ended.returncode == 1
        assert f"tried {ATTEMPTS} times" in ended.stderr
        assert "Go on with: " in ended.stderr
        assert "Traceback" not in ended.stderr
        assert path.read_bytes().count(b"\n") == 1  # the header: deal 0 is the first to fail

    def test_a_hung_worker_is_given_up_and_its_deals_played_again(self, tmp_path):
        mark = tmp_path / "mark"
        player = "external:timeout=1000," + program(tmp_path, HANGS_ONCE, mark)
        path = tmp_path / "run.jsonl"
        ended = matches.match(
            player, "greedy", "--deals", 4, "--jobs", 2, "--chunk-time", 8, "--out", path
        )
        assert ended.returncode == 0, ended.stderr
        assert mark.exists()
        assert [json.loads(line)["deal"] for line in path.read_text().splitlines()[1:]] == [
            0, 1, 2, 3
        ]


def test_processes_can_be_ended_while_chunks_are_on_their_way_to_them():
    """A thread of the pool that dies of it is an error of this test."""
    pool = ProcessPool(2)
    for number in range(3):
        futures = [pool.submit(header().match, number, 10) for _ in range(2)]
        pool.close()
        assert all(future.done() for future in futures)


class Unreliable(Pool):
    """Plays at once, but some chunks get lost or never end, as often as `trouble` says."""

    workers = 3

    def __init__(self, trouble):
        self.trouble = dict(trouble)
        self.hung = []
        self.given_up = []

    def submit(self, match, first, count):
        future = Future()
        what, times = self.trouble.get(first, ("", 0))
        if times:
            self.trouble[first] = (what, times - 1)
        if times and what == "hangs":
            self.hung.append(future)
        elif times and what == "dies":
            future.set_exception(WorkerLost())
        else:
            future.set_result(play_deals(match, first, count))
        return future

    def give_up(self, future):
        self.given_up.append(future)

    def close(self):
        pass


class TestStream:
    @pytest.mark.parametrize("trouble", [
        {}, {0: ("dies", ATTEMPTS - 1)}, {0: ("hangs", ATTEMPTS - 1), 1: ("hangs", 1)},
    ])
    def test_deals_come_in_order_whatever_happens_to_chunks(self, trouble):
        pool, lines = Unreliable(trouble), []

        class Kept:
            def append(self, batch):
                lines.extend(played.line for played in batch)

        run(Score(header()), Kept(), pool, Stop(), limit=0.0)
        assert lines == [played.line for played in play_deals(header().match, 0, 20)]
        assert pool.given_up == pool.hung

    def test_a_chunk_that_has_taken_exactly_its_time_is_not_given_up(self, monkeypatch):
        monkeypatch.setattr(pool_module.time, "monotonic", lambda: 100.0)

        class Looks(Stop):
            left = 3

            @property
            def requested(self):
                self.left -= 1
                return self.left < 0

            @requested.setter
            def requested(self, value):
                pass

        pool = Unreliable({0: ("hangs", 1)})
        run(Score(header(1)), None, pool, Looks(), limit=0.0)
        assert pool.hung
        assert pool.given_up == []

    @pytest.mark.parametrize("what", ["dies", "hangs"])
    def test_a_chunk_that_always_fails_is_named(self, what):
        score = Score(header())
        with pytest.raises(MatchFailed, match="Deals 0 to 0"):
            run(score, None, Unreliable({0: (what, ATTEMPTS)}), Stop(), limit=0.0)
        assert score.deals == 0

    def test_what_is_finished_before_a_chunk_that_fails_is_kept(self):
        score = Score(header())
        with pytest.raises(MatchFailed, match="Deals 2 to 2"):
            run(score, None, Unreliable({2: ("dies", ATTEMPTS)}), Stop())
        assert score.deals == 2

    def test_memory_is_bounded_while_an_early_chunk_is_late(self):
        pool = Unreliable({0: ("hangs", 1)})
        started = []
        submit = pool.submit
        pool.submit = lambda match, first, count: started.append(first) or submit(
            match, first, count
        )
        stop = Stop()
        pool.give_up = lambda future: setattr(stop, "requested", True)
        run(Score(header(10**6)), None, pool, stop, limit=0.5)
        assert len(started) <= (AHEAD + 1) * pool.workers + 1

    def test_memory_is_flat_over_100_000_fast_deals(self, tmp_path):
        played = play_deals(header().match, 0, 1)[0]

        class Fast(Unreliable):
            def submit(self, match, first, count):
                future = Future()
                future.set_result([played._replace(deal=first + step) for step in range(count)])
                return future

        held = {}

        def progress(score):
            tenth = 10 * score.deals // 100_000
            if tenth not in held:
                held[tenth] = sys.getallocatedblocks()

        score = Score(header(100_000))
        with Writer(tmp_path / "run.jsonl", score.header) as writer:
            run(score, writer, Fast({}), Stop(), progress=progress)
        assert score.deals == 100_000
        # What is held swings with the chunks under way, but by less than one object a deal.
        assert held[10] - held[1] < 45_000

    def test_an_error_of_a_player_is_no_trouble_with_workers(self):
        class Broken(Unreliable):
            def submit(self, match, first, count):
                future = Future()
                future.set_exception(ZeroDivisionError("a bug"))
                return future

        with pytest.raises(ZeroDivisionError):
            run(Score(header()), None, Broken({}), Stop())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Of a Dask cluster: its address, and the process ids of its workers at first."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


class TestDask:
    def test_a_cluster_that_loses_a_worker_ends_in_the_same_bytes(self, tmp_path, whole, cluster):
        address, pids = cluster
        path = tmp_path / "run.jsonl"
        process = matches.started(
            *PLAYERS, "--deals", DEALS, "--out", path, "--backend", "dask", "--scheduler", address
        )
        os.kill(pids[0], signal.SIGKILL)
        _, stderr = process.communicate()
        assert process.returncode == 0, stderr
        assert path.read_bytes() == whole

    def test_interrupted_it_says_how_to_go_on(self, tmp_path, whole, cluster):
        address, _ = cluster
        path = tmp_path / "run.jsonl"
        process = matches.started(
            *PLAYERS, "--deals", DEALS, "--out", path, "--backend", "dask", "--scheduler", address
        )
        os.killpg(process.pid, signal.SIGINT)
        _, stderr = process.communicate()
        assert process.returncode == 130, stderr
        assert "Traceback" not in stderr
        assert f"--backend dask --scheduler {address}" in stderr
        again = matches.resumed(stderr)
        assert again.returncode == 0, again.stderr
        assert path.read_bytes() == whole

    def test_a_hung_worker_is_restarted_and_its_deals_played_again(self, tmp_path, cluster):
        address, _ = cluster
        mark = tmp_path / "mark"
        player = "external:timeout=1000," + program(tmp_path, HANGS_ONCE, mark)
        first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
        ended = matches.match(
            player, "greedy", "--deals", 4, "--backend", "dask", "--scheduler", address,
            "--chunk-time", 8, "--out", first,
        )
        assert ended.returncode == 0, ended.stderr
        assert mark.exists()
        assert matches.match(
            player, "greedy", "--deals", 4, "--jobs", 1, "--out", second
        ).returncode == 0
        assert first.read_bytes() == second.read_bytes()

    def test_programs_are_told_to_quit_there_too(self, tmp_path, cluster):
        address, _ = cluster
        last = tmp_path / "last"
        tidy = "'quit' in said and (Path(sys.argv[1]).open('a').write('tidy'), sys.exit())"
        player = "command=" + engines.engine(tmp_path, last, other=tidy)
        ended = matches.match(
            f"external:timeout=100,{player}", "greedy", "--deals", 4, "--backend", "dask",
            "--scheduler", address,
        )
        assert ended.returncode == 0, ended.stderr
        assert "tidy" in last.read_text()
        assert engines.survivors(tmp_path) == []

    def test_a_scheduler_that_is_not_there_is_named(self):
        ended = matches.match(
            *PLAYERS, "--deals", 1, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"
        )
        assert ended.returncode == 2
        assert "tcp://127.0.0.1:1" in ended.stderr

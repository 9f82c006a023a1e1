"""The file of a match: the same bytes however it was made, and nothing finished is lost."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

import engines
import matches
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trunfo.cli import group
from trunfo.engine.errors import SystemFault, UnreadableInput
from trunfo.engine.registry import games, playable
from trunfo.language import ENGLISH
from trunfo.match.deal import Match, line_of, outcome
from trunfo.match.file import Header, Writer, read_deals, read_header, sealed, times_path
from trunfo.match.players import RandomPlayer
from trunfo.match.plot import plot, running
from trunfo.match.processes import Here
from trunfo.match.report import match_json
from trunfo.match.run import read_score, run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse
from trunfo.match.statistics import FEWEST, Running, Sprt

SUECA = games()["sueca"]


def header(deals=6, sprt=None, players=("random", "greedy"), seed=1):
    first, second = map(parse, players)
    return Header(Match(SUECA, SUECA.rules(), (first, second), seed), deals, sprt)


@pytest.fixture(autouse=True, scope="module")
def decision_by_decision():
    """Nobody is a player of the kernel: deals come one by one, with their times."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RandomPlayer, "chair", None)
        yield


def play(path: Path, head: Header, *, append=False, stop_after=None) -> Score:
    """Play a match into a file in this process."""
    stop = Stop()

    def progress(score):
        stop.requested = stop_after is not None and score.deals >= stop_after

    with Writer(path, head, append=append) as writer:
        score = read_score(path, head)
        run(score, writer, Here(), stop, progress=progress)
    return score


def invoke(*words):
    result = CliRunner().invoke(
        group(ENGLISH), ["match", *map(str, words)], standalone_mode=False
    )
    return result


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a match that nobody has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    play(path, header())
    return path.read_bytes()


class TestFile:
    def test_the_header_says_what_is_played_and_nothing_else(self, whole):
        first = json.loads(whole.splitlines()[0])
        assert list(first) == [
            "schema", "version", "game", "rules", "players", "seed", "deals", "sprt", "crc"
        ]
        assert first["players"] == ["random", "greedy"]
        assert first["rules"]["double_at"] == 91

    def test_every_deal_stands_on_a_line_in_order(self, whole):
        records = [json.loads(line) for line in whole.splitlines()[1:]]
        assert [record["deal"] for record in records] == list(range(6))
        assert whole.endswith(b"\n")

    def test_header_and_deals_are_read_back(self, tmp_path):
        path = tmp_path / "run.jsonl"
        head = header(sprt=Sprt(-0.5, 0.25), players=("pimc:worlds=3", "greedy"))
        Writer(path, head).close()
        assert read_header(path) == head
        assert list(read_deals(path)) == []

    def test_times_stand_beside_it(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        score = play(path, header())
        assert path.read_bytes() == whole
        lines = [json.loads(line) for line in times_path(path).read_text().splitlines()]
        assert [line["deal"] for line in lines] == list(range(6))
        assert [spent.decisions for spent in score.spent] == [40 * 6, 40 * 6]
        assert sum(line["spent"][1][0] for line in lines) == pytest.approx(
            score.spent[1].seconds, abs=1e-5
        )

    def test_the_file_that_exists_is_not_overwritten(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        play(path, header())
        with pytest.raises(UnreadableInput, match="--resume"):
            Writer(path, header())
        assert path.read_bytes() == whole

    def test_two_matches_cannot_write_one_file(self, tmp_path):
        path = tmp_path / "run.jsonl"
        with Writer(path, header()), pytest.raises(UnreadableInput) as refused:
            Writer(path, header(), append=True)
        assert refused.value.code == "file_in_use"


class TestResume:
    @pytest.mark.parametrize("deals", range(7))
    def test_interrupted_anywhere_it_ends_in_the_same_bytes(self, tmp_path, whole, deals):
        path = tmp_path / "run.jsonl"
        if deals:
            score = play(path, header(), stop_after=deals)
            assert score.deals == deals
        else:
            Writer(path, header()).close()
        play(path, header(), append=True)
        assert path.read_bytes() == whole

    @settings(max_examples=25, deadline=None,
              suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_torn_anywhere_it_ends_in_the_same_bytes(self, tmp_path, whole, data):
        head = whole.index(b"\n") + 1
        cut = data.draw(st.integers(head, len(whole)))
        rubbish = data.draw(st.sampled_from([b"", b"\0" * 30, b'{"deal":', b"\xff\n", b"{}\n"]))
        path = tmp_path / "run.jsonl"
        path.write_bytes(whole[:cut] + rubbish)
        times_path(path).unlink(missing_ok=True)
        finished = whole[:cut].count(b"\n") - 1
        score = read_score(path, header())
        # A line whose end alone is torn off becomes whole again if the rubbish ends it.
        assert finished <= score.deals <= finished + 1
        play(path, header(), append=True)
        assert path.read_bytes() == whole

    @pytest.mark.parametrize("line", [1, 3, 5])
    def test_a_bad_line_in_the_middle_is_named_not_mended(self, tmp_path, whole, line):
        path = tmp_path / "run.jsonl"
        lines = whole.splitlines(keepends=True)
        lines[line] = lines[line].replace(b'"deal":', b'"deel":', 1)
        path.write_bytes(b"".join(lines))
        with pytest.raises(UnreadableInput, match=f"line {line + 1}"):
            Writer(path, header(), append=True)
        assert path.read_bytes() == b"".join(lines)

    @pytest.mark.parametrize(
        ("text", "line"),
        [("", 1), ("{", 1), ("{}\n", 1), ("[]\n", 1), ("nonsense\n", 1),
         ('{"schema":"trunfo.deals/2"}\n', 1), ('{"schema":"trunfo.deals/1"}\n', 1)],
    )
    def test_what_is_no_match_is_refused(self, tmp_path, text, line):
        path = tmp_path / "run.jsonl"
        path.write_text(text)
        with pytest.raises(UnreadableInput, match=f"line {line}"):
            read_header(path)

    @pytest.mark.parametrize("bounds", [
        "[NaN,1]", "[0,NaN]", "[-Infinity,Infinity]", "[1,0]", "[0]", '["0","x"]', "7", "{}",
    ])
    def test_a_sequential_test_of_a_header_has_two_finite_bounds(self, tmp_path, whole, bounds):
        """Under a checksum that is right."""
        path = tmp_path / "run.jsonl"
        head = json.loads(whole.partition(b"\n")[0])
        del head["crc"]
        plain = line_of(head)
        assert '"sprt":null' in plain
        for text, known in ((plain, True), (plain.replace("null", bounds, 1), False)):
            path.write_bytes(sealed(text).encode() + b"\n")
            if known:
                assert read_header(path).sprt is None
            else:
                with pytest.raises(UnreadableInput, match="line 1"):
                    read_header(path)

    def test_lost_times_do_not_matter(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        play(path, header(), stop_after=4)
        times = times_path(path)
        lines = times.read_text().splitlines(keepends=True)
        times.write_text(lines[0] + lines[2] + "{torn")
        score = play(path, header(), append=True)
        assert path.read_bytes() == whole
        assert [spent.decisions for spent in score.spent] == [40 * 4, 40 * 4]
        known = [json.loads(line)["deal"] for line in times.read_text().splitlines()]
        assert known == [0, 2, 4, 5]

    def test_options_may_be_repeated_and_must_agree(self, tmp_path):
        path = tmp_path / "run.jsonl"
        play(path, header(players=("pimc:worlds=1,method=playout", "greedy"), deals=1))
        agree = ["pimc:method=playout", "greedy", "--worlds", "1", "--game", "Sueca",
                 "--deals", "1", "--seed", "1", "--rules", "double_at=91", "--jobs", "1"]
        result = invoke("--resume", path, *agree)
        assert result.exception is None
        assert result.return_value == 0
        for other in (["greedy", "greedy"], ["--seed", "2"], ["--sprt", "0,1"],
                      ["--by", "points"], ["--seatings", "pairs"],
                      ["--rules", "double_at=90"], ["--worlds", "2"], ["--time", "1"]):
            result = invoke("--resume", path, *other)
            assert isinstance(result.exception, UnreadableInput), other
            assert result.exception.code == "resume_differs"
            assert result.exception.exit_code == 2


class TestGoingOn:
    @pytest.mark.parametrize("played", [0, 2, 4])
    def test_with_more_deals_it_ends_as_if_begun_with_them(self, tmp_path, whole, played):
        path = tmp_path / "run.jsonl"
        if played:
            play(path, header(deals=4), stop_after=played)
        else:
            Writer(path, header(deals=4)).close()
        result = invoke("--resume", path, "--deals", 6, "--jobs", 1)
        assert result.return_value == 0, result.output
        assert path.read_bytes() == whole
        assert [name.name for name in tmp_path.iterdir() if name.suffix == ".new"] == []

    def test_fewer_deals_than_it_has_are_refused(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        path.write_bytes(whole)
        failed = invoke("--resume", path, "--deals", 5).exception
        assert failed.code == "resume_differs"
        assert path.read_bytes() == whole

    def test_a_changed_byte_is_noticed_anywhere(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        line = whole.index(b"\n") + 1
        for place in (whole.index(b"sueca"), line + 40, whole.index(b'"crc"', line) + 8):
            changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
            path.write_bytes(changed)
            failed = invoke("--report", path).exception
            assert isinstance(failed, UnreadableInput), place
            assert failed.code == "bad_match_file"

    def test_a_program_of_a_file_is_run_only_if_the_command_line_names_it(self, tmp_path):
        mark, path = tmp_path / "mark", tmp_path / "run.jsonl"
        command = engines.engine(tmp_path, mark, before="Path(sys.argv[1]).touch()")
        player = f"external:name=Mine,command={command}"
        Writer(path, header(deals=2, players=(player, "greedy"))).close()
        failed = invoke("--resume", path).exception
        assert failed.code == "program_in_file"
        assert failed.exit_code == 2
        assert str(path) in str(failed)
        assert not mark.exists()
        for words in (["--report", path], ["--resume", path, "--seed", 1]):
            invoke(*words)
            assert not mark.exists()
        assert "A (Mine) against B (greedy)" in invoke("--report", path).stdout
        result = invoke(player, "greedy", "--resume", path, "--jobs", 1)
        assert result.return_value == 0, result.output
        assert mark.exists()

    def test_a_broken_player_of_another_package_breaks_nothing_else(self, tmp_path):
        (tmp_path / "broken_players.py").write_text("raise RuntimeError('not today')")
        folder = tmp_path / "broken_players-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-players\n")
        (folder / "entry_points.txt").write_text(
            "[trunfo.players]\nbad = broken_players:Bad\nworse = json:loads\n"
        )
        for words, code in ((["random", "greedy"], 0), (["bad", "random"], 2), (["worse", "x"], 2)):
            ended = matches.match(*words, "--deals", 1, "--jobs", 1, PYTHONPATH=str(tmp_path))
            assert ended.returncode == code, ended.stderr
            if "bad" in words:
                assert "broken-players" in ended.stderr
                assert "not today" in ended.stderr
        listed = matches.match("nobody", "random", PYTHONPATH=str(tmp_path)).stderr
        assert "bad, worse" in listed


class TestOneDeal:
    def test_it_is_the_deal_of_that_number(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        result = invoke("random", "greedy", "--deal", 4, "--jobs", 1, "--out", path)
        assert result.return_value == 0, result.output
        assert path.read_bytes().splitlines()[1] == whole.splitlines()[5]
        assert json.loads(invoke("--report", path, "--json").stdout)["deals"] == 1
        assert invoke("--resume", path).return_value == 0

    @pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
    def test_it_is_shown_as_it_was_played(self, tmp_path, game):
        path = tmp_path / "run.jsonl"
        invoke("random", "greedy", "--game", game.name, "--deals", 2, "--jobs", 1, "--out", path)
        record = list(read_deals(path))[1].record
        shown = invoke("--show", path, "--deal", 1, "--seating", 0).stdout
        cards = [act for act in record["seatings"][0]["plays"] if isinstance(act, str)]
        assert shown.count("Deal 1, seating") == 1
        assert "A (random)" in shown
        assert len(re.findall(r"\b[0-3]: ", "\n".join(
            line for line in shown.splitlines() if re.match(r" +\d+\. ", line)
        ))) == len(cards)
        everything = invoke("--show", path, "--deal", 1).stdout
        assert everything.count("Deal 1, seating") == len(record["seatings"])

    def test_a_whole_match_is_shown_deal_by_deal(self, tmp_path):
        path = tmp_path / "run.jsonl"
        invoke("random", "greedy", "--game", "sobe-desce", "--whole", "--deals", 1, "--jobs", 1,
               "--out", path)
        plays = next(read_deals(path)).record["seatings"][2]["plays"]
        shown = invoke("--show", path, "--deal", 0, "--seating", 2).stdout
        assert shown.count("Sobe e Desce") == len(plays)

    @pytest.mark.parametrize("words", [
        ["--deal", "9"], ["--deal", "1", "--seating", "2"], [], ["--deal", "0", "--deals", "3"],
    ])
    def test_what_is_not_there_is_refused(self, tmp_path, whole, words):
        path = tmp_path / "run.jsonl"
        path.write_bytes(whole)
        mode = [] if "--deals" in words else ["--show"]
        assert invoke(*mode, path, *words).exception.exit_code == 2


class TestSequentialMatch:
    def test_by_points_it_ends_by_points(self, tmp_path):
        path = tmp_path / "run.jsonl"
        result = invoke(
            "random", "greedy", "--by", "points", "--sprt=-30,-15", "--deals", 400, "--jobs", 1,
            "--out", path, "--json",
        )
        found = json.loads(result.stdout)
        assert found["by"] == "points"
        assert found["deals"] < 400
        assert found["sprt"]["verdict"] in ("d0", "d1")
        shown = invoke("--report", path).stdout
        assert "points a deal (95% interval)" in shown
        assert "points a deal is accepted" in shown
        assert "RISCOS a deal (95% interval)" in invoke("--report", path, "--by", "riscos").stdout

    def test_it_ends_where_all_deals_are_equal(self):
        result = invoke("greedy", "greedy", "--sprt", "0,1", "--deals", 400, "--jobs", 1, "--json")
        found = json.loads(result.stdout)
        assert found["deals"] == 200
        assert found["sprt"] == {"llr": None, "verdict": "d0"}

    def test_where_no_spread_was_seen_the_ratio_is_said_to_be_unknown(self):
        shown = invoke("greedy", "greedy", "--sprt=-1,1", "--deals", 400, "--jobs", 1).stdout
        assert "a difference of -1 RISCOS a deal is accepted" in shown
        assert "(LLR n/a, bound -" in shown

    def test_it_ends_after_the_deal_that_decides(self, tmp_path):
        path = tmp_path / "run.jsonl"
        head = header(deals=400, sprt=Sprt(-1.5, -1.0))
        score = play(path, head)
        assert score.complete
        assert score.verdict in ("d0", "d1")
        assert 200 <= score.deals < 400
        before = Score(head)
        for finished in list(read_deals(path))[:-1]:
            before.add(finished.outcome, None)
        assert before.deals == 200 - 1 or before.verdict == "open"
        assert json.loads(match_json(score))["sprt"]["verdict"] == score.verdict


class TestReport:
    def test_the_table_of_a_file_is_that_of_the_match(self, tmp_path):
        path = tmp_path / "run.jsonl"
        ended = invoke("random", "greedy", "--deals", 6, "--jobs", 1, "--out", path, "--json")
        told = invoke("--report", path, "--json")
        first, second = (json.loads(result.stdout) for result in (ended, told))
        for document in (first, second):
            assert all(time > 0 for time in document.pop("time_per_move_s"))
            assert all(time >= 0 for time in document.pop("cpu_per_move_s"))
        assert first == second
        assert list(first) == [
            "schema", "version", "game", "players", "deals", "seed", "riscos", "points", "differ",
            "sprt", "by", "wins", "share_won", "left", "without_left",
        ]
        assert first["schema"] == "trunfo.match/1"

    def test_a_report_needs_no_players(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        others = b'["gone:a=1","external:command=x"]'
        head, rest = whole.split(b"\n", 1)
        plain = head.rpartition(b',"crc":')[0].replace(b'["random","greedy"]', others) + b"}"
        path.write_bytes(sealed(plain.decode()).encode() + b"\n" + rest)
        assert "A (gone:a=1) against B (external:command=x)" in invoke("--report", path).stdout
        assert invoke("--resume", path).exception.exit_code == 2

    def test_csv_has_the_difference_of_every_deal(self, tmp_path, whole):
        path, table = tmp_path / "run.jsonl", tmp_path / "run.csv"
        path.write_bytes(whole)
        assert invoke("--report", path, "--csv", table).exception is None
        rows = list(csv.DictReader(table.read_text().splitlines()))
        records = [json.loads(line) for line in whole.splitlines()[1:]]
        assert [float(row["riscos"]) for row in rows] == [outcome(r).riscos for r in records]
        assert [float(row["points"]) for row in rows] == [outcome(r).points for r in records]

    def test_csv_has_standard_output_for_itself(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        path.write_bytes(whole)
        result = invoke("--report", path, "--csv", "-")
        assert [line.split(",")[:2] for line in result.stdout.splitlines()] == [
            ["file", "deal"], *(["run.jsonl", str(deal)] for deal in range(6))
        ]
        assert "A (random) against B (greedy)" in result.stderr

    @pytest.mark.parametrize("deals", [0, 1, 2, 6])
    def test_few_deals_are_shown_without_nan(self, tmp_path, whole, deals):
        path = tmp_path / "run.jsonl"
        path.write_bytes(b"".join(whole.splitlines(keepends=True)[: deals + 1]))
        text = invoke("--report", path).stdout
        found = json.loads(invoke("--report", path, "--json").stdout)
        assert "nan" not in text.lower()
        assert ("n/a" in text) == (deals < 6 or found["time_per_move_s"] == [None, None])
        assert found["deals"] == deals
        assert (found["riscos"]["mean"] is None) == (deals == 0)
        assert (found["riscos"]["ci95"] is None) == (deals < 3)
        assert found["time_per_move_s"] == [None, None]

    def test_the_picture_is_drawn_from_the_file(self, tmp_path, whole):
        path, picture = tmp_path / "run.jsonl", tmp_path / "run.png"
        path.write_bytes(whole)
        plot([path], picture)
        assert picture.read_bytes().startswith(b"\x89PNG")
        with pytest.raises(SystemFault, match="nowhere"):
            plot([path], tmp_path / "nowhere" / "run.png")

    def test_a_picture_without_an_ending_is_not_written_to_another_file(self, tmp_path, whole):
        path = tmp_path / "run.jsonl"
        path.write_bytes(whole)
        with pytest.raises(UnreadableInput, match=r"picture` has no ending .* such as \.png"):
            plot([path], tmp_path / "picture")
        assert os.listdir(tmp_path) == ["run.jsonl"]

    def test_its_curve_is_the_running_mean(self):
        curve = running([1.0, 3.0, 5.0])
        assert curve.deals.tolist() == [1, 2, 3]
        assert curve.mean.tolist() == [1.0, 2.0, 3.0]
        assert [bool(value > 0) for value in curve.width] == [False, False, True]

    def test_its_bounds_are_those_of_the_test_from_where_it_may_end(self):
        test = Sprt(0.0, 1.0)
        curve = running([0.0, 1.0] * FEWEST, test)
        assert np.isnan(curve.bounds[: FEWEST - 1]).all()
        seen = Running()
        for value in [0.0, 1.0] * (FEWEST // 2):
            seen.add(value)
        assert curve.bounds[FEWEST - 1].tolist() == list(test.bounds(seen))

    @pytest.mark.parametrize("deals", [0, 1, 2, 6])
    def test_few_deals_make_a_picture_too(self, tmp_path, whole, deals):
        path, picture = tmp_path / "run.jsonl", tmp_path / "run.png"
        path.write_bytes(b"".join(whole.splitlines(keepends=True)[: deals + 1]))
        plot([path], picture)
        assert picture.read_bytes().startswith(b"\x89PNG")


class TestWords:
    def test_what_is_established_is_said(self):
        clear = invoke("greedy", "random", "--deals", 60, "--jobs", 1).stdout
        assert "A (greedy) is stronger than B (random): +1." in clear
        assert "RISCOS a deal (95% interval)." in clear
        reverse = invoke("random", "greedy", "--deals", 60, "--jobs", 1).stdout
        assert "B (greedy) is stronger than A (random): +1." in reverse
        same = invoke("greedy", "greedy", "--deals", 5, "--jobs", 1).stdout
        assert "Not established" in same
        assert "0.000 ± n/a" in same

    def test_no_terminal_no_redrawn_lines_and_one_after_the_first_deals_and_every_tenth(self):
        result = invoke("random", "greedy", "--deals", 45, "--jobs", 1)
        lines = result.stderr.splitlines()
        assert 10 <= len(lines) <= 11
        assert not set("\r\x1b") & set(result.output)

    @pytest.mark.parametrize(
        "words",
        [
            [], ["random"], ["--report"], ["random", "greedy", "x"],
            ["random", "random", "--backend", "dask"], ["random", "random", "--scheduler", "x"],
            ["pimc", "random", "--worlds", "5", "--time", "1"], ["random", "random", "--sprt", "1"],
            ["random", "random", "--sprt", "nan,1"], ["random", "random", "--csv", "x.csv"],
            ["random", "random", "--deals", "0"], ["random", "random", "--seed", "-1"],
            ["random", "random", "--rules", "double_at=92"], ["random", "random", "--game", "x"],
            ["--resume", "no-such-file"],
            ["random", "random", "--rules", "preset=9"], ["--report", "no-such-file"],
        ],
    )
    def test_what_makes_no_sense_is_refused_with_exit_2(self, words):
        failed = invoke(*words).exception
        assert failed is not None
        assert failed.exit_code == 2

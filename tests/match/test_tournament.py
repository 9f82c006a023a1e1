"""More than two players: every pair plays, and what was finished is kept and gone on with."""

from __future__ import annotations

import csv
import json

import engines
import pytest
from click.testing import CliRunner

from trunfo.cli import group
from trunfo.language import ENGLISH
from trunfo.match.file import read_deals
from trunfo.match.statistics import Running
from trunfo.match.tournament import pair_path

PLAYERS = ("random", "greedy", "greedy:name=Third")
PAIRS = [(0, 1), (0, 2), (1, 2)]


def invoke(*words):
    return CliRunner().invoke(
        group(ENGLISH), ["match", *map(str, words)], standalone_mode=False
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A tournament that nobody has disturbed: its folder, and what it printed."""
    folder = tmp_path_factory.mktemp("whole") / "cup"
    result = invoke(*PLAYERS, "--deals", 6, "--jobs", 1, "--out", folder, "--json")
    assert result.return_value == 0, result.output
    return folder, json.loads(result.stdout)


def contents(folder):
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".times"
    }


def test_every_pair_plays_the_same_deals(whole):
    folder, found = whole
    assert found["schema"] == "trunfo.tournament/1"
    assert found["players"] == list(PLAYERS)
    assert [pair["players"] for pair in found["pairs"]] == [
        [PLAYERS[first], PLAYERS[second]] for first, second in PAIRS
    ]
    hands = [
        [deal.record["hands"] for deal in read_deals(pair_path(folder, *pair))] for pair in PAIRS
    ]
    assert hands[0] == hands[1] == hands[2]
    assert found["pairs"][2]["riscos"]["mean"] == 0.0


def test_a_pair_file_is_that_of_a_match_of_the_two(whole, tmp_path):
    folder, _ = whole
    path = tmp_path / "run.jsonl"
    invoke(*PLAYERS[:2], "--deals", 6, "--jobs", 1, "--out", path)
    assert pair_path(folder, 0, 1).read_bytes() == path.read_bytes()


def test_the_mean_of_a_player_is_over_its_opponents_deal_by_deal(whole):
    folder, found = whole
    assert [row["name"] for row in found["mean"]] == ["random", "greedy", "Third"]
    one, other = (
        [deal.outcome.riscos for deal in read_deals(pair_path(folder, 0, rival))]
        for rival in (1, 2)
    )
    seen = Running()
    for first, second in zip(one, other, strict=True):
        seen.add((first + second) / 2)
    assert found["mean"][0]["riscos"] == {
        "mean": seen.estimate.mean, "ci95": seen.estimate.ci95
    }
    assert sum(row["riscos"]["mean"] for row in found["mean"]) == pytest.approx(0.0)


@pytest.mark.parametrize("lost", ["1-2.jsonl", "0-2.jsonl", "half"])
def test_it_is_gone_on_with_to_the_same_bytes(whole, tmp_path, lost):
    folder = tmp_path / "cup"
    folder.mkdir()
    for name, data in contents(whole[0]).items():
        if name != lost:
            (folder / name).write_bytes(data[: len(data) // 2] if lost == "half"
                                        and name == "0-2.jsonl" else data)
    result = invoke("--resume", folder, "--jobs", 2)
    assert result.return_value == 0, result.output
    assert contents(folder) == contents(whole[0])


def test_more_deals_end_as_if_begun_with_them(whole, tmp_path):
    folder = tmp_path / "cup"
    invoke(*PLAYERS, "--deals", 3, "--jobs", 1, "--out", folder)
    result = invoke("--resume", folder, "--deals", 6, "--jobs", 1)
    assert result.return_value == 0, result.output
    assert contents(folder) == contents(whole[0])


def test_it_is_reported_and_tabled(whole, tmp_path):
    folder, found = whole
    told = json.loads(invoke("--report", folder, "--json").stdout)
    assert told["mean"] == found["mean"]
    shown = invoke("--report", folder).stdout
    assert "3 players, 6 deals a pair" in shown
    assert "random - Third" in shown
    table, picture = tmp_path / "cup.csv", tmp_path / "cup.png"
    assert invoke("--report", folder, "--csv", table, "--plot", picture).exception is None
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["a"], row["b"]) for row in rows] == [
        ("random", "greedy"), ("random", "Third"), ("greedy", "Third")
    ]
    assert [float(row["riscos"]) for row in rows] == [
        pair["riscos"]["mean"] for pair in found["pairs"]
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_a_folder_it_is_played_all_the_same(whole):
    result = invoke(*PLAYERS, "--deals", 6, "--jobs", 1, "--json")
    assert json.loads(result.stdout)["mean"] == whole[1]["mean"]


def test_two_players_alike_can_be_told_apart():
    shown = invoke("random", "random", "greedy", "--deals", 3, "--jobs", 1).stdout
    assert "random #1 - random #2" in shown


def test_what_makes_no_sense_is_refused(whole, tmp_path):
    folder, _ = whole
    for words in (
        [*PLAYERS, "--out", folder], ["--resume", tmp_path], ["--resume", folder, "--deals", 5],
        ["--resume", folder, *PLAYERS[::-1]], ["--report", folder, "--deals", 5],
    ):
        assert invoke(*words).exception.exit_code == 2, words


def test_its_programs_are_run_only_if_the_command_line_names_them(tmp_path):
    mark, folder = tmp_path / "mark", tmp_path / "cup"
    command = engines.engine(tmp_path, mark, hello="Path(sys.argv[1]).touch()")
    program = f"external:command={command}"
    words = ["random", "greedy", program]
    assert invoke(*words, "--deals", 1, "--jobs", 1, "--out", folder).return_value == 0
    mark.unlink()
    assert invoke("--resume", folder, "--deals", 2).exception.code == "program_in_file"
    assert not mark.exists()
    assert invoke(*words, "--resume", folder, "--deals", 2, "--jobs", 1).return_value == 0
    assert mark.exists()


class TestPairs:
    @pytest.mark.parametrize("game", ["copas", "sobe-desce"])
    def test_two_play_against_two_in_all_seats(self, tmp_path, game):
        path = tmp_path / "run.jsonl"
        result = invoke("random", "greedy", "--game", game, "--seatings", "pairs", "--deals", 2,
                        "--jobs", 1, "--out", path, "--json")
        assert json.loads(result.stdout)["seatings"] == "pairs"
        for deal in read_deals(path):
            seats = [tuple(seating["players"]) for seating in deal.record["seatings"]]
            assert len(set(seats)) == 6
            assert {sum(each) for each in seats} == {2}
            assert [sum(column) for column in zip(*seats, strict=True)] == [3, 3, 3, 3]
        assert invoke("--resume", path).return_value == 0

    def test_a_game_of_two_sides_has_no_such_thing(self):
        failed = invoke("random", "greedy", "--seatings", "pairs").exception
        assert failed.exit_code == 2
        assert "two sides" in str(failed)

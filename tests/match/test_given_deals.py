"""Deals that are given as records: they are played, and the file has all of them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import trunfo
from trunfo.cli import group
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.registry import playable
from trunfo.language import ENGLISH
from trunfo.match.file import read_header, read_lines

ALL = [game.name for game in playable()]
PLAYERS = ("random", "greedy")


def invoke(*words):
    return CliRunner().invoke(
        group(ENGLISH), ["match", *map(str, words)], standalone_mode=False
    )


def lines(path):
    return [line for _, line in read_lines(path)]


@pytest.fixture(params=ALL)
def shuffled(request, tmp_path):
    """A file of a match of a game with shuffled deals."""
    path = tmp_path / "shuffled.jsonl"
    done = invoke(*PLAYERS, "--game", request.param, "--deals", 4, "--seed", 9, "--out", path,
                  "--jobs", 1)
    assert done.exception is None
    return path


def test_the_deals_of_a_match_are_played_again(shuffled, tmp_path):
    path = tmp_path / "again.jsonl"
    done = invoke(*PLAYERS, "--deals-from", shuffled, "--seed", 9, "--out", path, "--jobs", 1)
    assert done.exception is None
    first, second = lines(shuffled), lines(path)
    assert len(second) == 4
    for one, other in zip(first, second, strict=True):
        assert {**one, "crc": ""} == {**other, "crc": ""}  # the same players and chances too


def test_records_are_played_and_what_is_broken_off_goes_on(shuffled, tmp_path):
    table = trunfo.Table.deal(read_header(shuffled).match.game.name, seed=9, number=2)
    given = tmp_path / "given.txt"
    given.write_text(f"{table.record()}\n---\n{table.record()}\n", encoding="utf-8")
    path, short = tmp_path / "out.jsonl", tmp_path / "short.jsonl"
    words = [*PLAYERS, "--deals-from", given, "--seed", 9, "--jobs", 1]
    assert invoke(*words, "--out", path).exception is None
    both = lines(path)
    wanted = {key: value for key, value in lines(shuffled)[2].items() if key not in
              ("deal", "seatings", "crc", "scores")}  # those of a match are drawn, or 20 each
    assert all(wanted.items() <= line.items() for line in both)
    assert [line["deal"] for line in both] == [0, 1]
    assert invoke(*words, "--deals", 1, "--out", short).exception is None
    given.unlink()  # the file says all
    assert invoke("--resume", short, "--deals", 2, "--jobs", 1).exception is None
    assert short.read_bytes() == path.read_bytes()
    other = invoke("--resume", short, "--deals", 3, "--jobs", 1).exception
    assert other.code == "not_given"
    other = invoke("--resume", short, "--deals-from", shuffled, "--jobs", 1).exception
    assert other.code == "other_deals"


def test_one_of_them_can_be_played_alone(shuffled, tmp_path):
    path = tmp_path / "one.jsonl"
    words = [*PLAYERS, "--deals-from", shuffled, "--seed", 9, "--jobs", 1]
    assert invoke(*words, "--deal", 3, "--out", path).exception is None
    alone, fourth = lines(path), lines(shuffled)[3]
    assert len(alone) == 1
    assert {**alone[0], "crc": ""} == {**fourth, "crc": ""}
    assert invoke(*words, "--deal", 4).exception.code == "not_given"


def test_the_library_plays_them_too(shuffled):
    result = trunfo.match(*PLAYERS, deals_from=shuffled, seed=9, jobs=1)
    again = trunfo.match(*PLAYERS, game=read_header(shuffled).match.game.name, deals=4, seed=9,
                         jobs=1)
    assert result.riscos.tolist() == again.riscos.tolist()
    with pytest.raises(UnreadableInput):
        trunfo.match(*PLAYERS, deals_from=shuffled, deals=5, jobs=1)


def record(**changes):
    document = {**trunfo.Table.deal("sueca", seed=1).record().to_dict(), **changes}
    return json.dumps({key: value for key, value in document.items() if value is not None})


@pytest.mark.parametrize(("text", "code"), [
    ("", "no_deals_given"),
    (f"{record()}\n{trunfo.Table.deal('bisca', seed=1).record().to_json()}\n", "deal_differs"),
    (f"{record()}\n{record(rules={'double_at': 90})}\n", "deal_differs"),
    (trunfo.Table(trunfo.parse("sueca; trump A♣ right; leads me; hand ♥AK ♣7"
                               )).record().to_json() + "\n", "deal_hidden"),
])
def test_what_cannot_be_played_is_refused(tmp_path, text, code):
    path = tmp_path / "given.jsonl"
    path.write_text(text, encoding="utf-8")
    refused = invoke(*PLAYERS, "--deals-from", path).exception
    assert isinstance(refused, UnreadableInput)
    assert refused.code == code


def test_options_must_agree_with_the_records(tmp_path):
    path = tmp_path / "given.jsonl"
    path.write_text(record() + "\n", encoding="utf-8")
    for other in (["--game", "bisca"], ["--rules", "double_at=90"], ["--whole"], ["--deals", "2"]):
        failed = invoke(*PLAYERS, "--deals-from", path, *other).exception
        assert failed is not None
        assert failed.exit_code == 2, other

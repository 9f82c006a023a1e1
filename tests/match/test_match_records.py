"""Match files read as files of records."""

from __future__ import annotations

import json

import pytest
from tables import GAMES

from trunfo.engine.errors import TrunfoError
from trunfo.engine.registry import games
from trunfo.match.deal import Match, line_of
from trunfo.match.file import Header, Writer, sealed, sealed_header
from trunfo.match.playing import play, play_deals
from trunfo.match.records import records
from trunfo.match.spec import parse
from trunfo.table.start import Series
from trunfo.table.stream import write_stream
from trunfo.table.table import Table


def match_file(tmp_path, name, *, whole=False, version=None, deals=2):
    """The file of a short match."""
    game = games()[name]
    match = Match(game, game.rules(), (parse("random"), parse("greedy")), 5, whole)
    players = [each.build() for each in match.players]
    path = tmp_path / f"{name}.jsonl"
    header = Header(match, deals) if version is None else Header(match, deals, version=version)
    with Writer(path, header) as writer:
        writer.append(play(match, deal, players) for deal in range(deals))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
    return path, lines


@pytest.mark.parametrize("name", GAMES)
def test_every_seating_of_every_deal_is_a_record_with_the_result_of_its_line(tmp_path, name):
    path, lines = match_file(tmp_path, name)
    found = list(records(path))
    seatings = [seating for line in lines for seating in line["seatings"]]
    assert len(found) == len(seatings)
    for record, seating in zip(found, seatings, strict=True):
        assert list(record.result.points) == seating["points"]
        if "scores" not in games()[name].keys:
            assert list(record.result.riscos) == seating["riscos"]
        assert [seat for seat, name in enumerate(record.names) if "greedy" in name] == [
            seat for seat, player in enumerate(seating["players"]) if player
        ]


def test_the_deals_of_a_whole_match_are_a_record_each(tmp_path):
    path, lines = match_file(tmp_path, "sobe-e-desce", whole=True, deals=1)
    found = list(records(path, deal=0, seating=1))
    assert len(found) == len(lines[0]["seatings"][1]["plays"])
    assert list(found[-1].result.riscos) == lines[0]["seatings"][1]["riscos"]
    assert all(min(record.result.points) > 0 for record in found[:-1])


def test_one_deal_and_one_seating_can_be_named_and_must_be_there(tmp_path):
    path, _ = match_file(tmp_path, "sueca")
    assert list(records(path, deal=1, seating=0)) == [list(records(path))[2]]
    for wanted in ({"deal": 7}, {"deal": 0, "seating": 2}):
        with pytest.raises(TrunfoError) as wrong:
            list(records(path, **wanted))
        assert wrong.value.code == "no_deal"


@pytest.mark.parametrize(("name", "whole"), [("sobe-e-desce", False), ("sobe-e-desce", True)])
def test_what_has_to_be_dealt_again_needs_the_version_that_wrote_it(tmp_path, name, whole):
    path, _ = match_file(tmp_path, name, whole=whole, version="0.0.0", deals=1)
    with pytest.raises(TrunfoError) as wrong:
        list(records(path))
    assert wrong.value.code == "other_version"
    assert wrong.value.exit_code == 2


def test_what_stands_in_its_line_is_read_whatever_wrote_it(tmp_path):
    path, _ = match_file(tmp_path, "bisca", version="0.0.0")
    assert len(list(records(path))) == 4


def test_a_file_of_records_is_read_in_the_same_way(tmp_path):
    path, _ = match_file(tmp_path, "sueca")
    found = list(records(path))
    for text in (False, True):
        copy = tmp_path / f"copy{text}"
        copy.write_text("".join(write_stream(found, text=text)), "utf-8")
        assert list(records(copy)) == found
        assert list(records(copy, deal=2)) == [found[2]]
    with pytest.raises(TrunfoError):
        list(records(tmp_path / "nothing"))


@pytest.mark.parametrize(("name", "preset"), [("copas", ""), ("sueca", "001")])
def test_a_whole_match_pays_what_its_deals_pay(name, preset):
    game = games()[name]
    players = (parse("rules"), parse("random"))
    match = Match(game, game.rules(preset=preset), players, 5, whole=True)
    line = json.loads(play(match, 1, [each.build() for each in players]).line)
    for seating in line["seatings"]:
        table = Table.in_series(name, Series(5, 1, True), rules=match.rules)
        riscos = [0.0] * 4
        for number, acts in enumerate(seating["plays"]):
            if number:
                table.next()
            for act in acts:
                table.play(act)
            riscos = [sum(pair) for pair in zip(riscos, table.result.riscos, strict=True)]
        assert table.match_over
        assert seating["riscos"] == riscos
        assert seating["points"] == list(table.match_result.points)


def test_acts_that_do_not_fit_and_deep_nesting_are_refused_with_their_line(tmp_path):
    """What the checksum vouches for may be wrong all the same; found by bench/proofs/fuzz.py."""
    path = tmp_path / "run.jsonl"
    bisca = games()["bisca"]
    match = Match(bisca, bisca.rules(), (parse("random"), parse("greedy")), 4)
    head = sealed_header(Header(match, 1))
    line = json.loads(play_deals(match, 0, 1)[0].line)
    for acts in (line["seatings"][0]["plays"][:7], [1.5], [{"play": None}], [[]]):
        changed = {**line, "seatings": [{**line["seatings"][0], "plays": acts}]}
        changed["hands"] = line["hands"][::-1]
        path.write_bytes(head + sealed(line_of(changed)).encode() + b"\n")
        with pytest.raises(TrunfoError):
            list(records(path))
    path.write_bytes(sealed('{"schema":' + "[" * 9_000 + "]" * 9_000 + "}").encode() + b"\n")
    with pytest.raises(TrunfoError):
        list(records(path))

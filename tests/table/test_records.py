"""Records: what is written is read back, and what breaks a rule is named by its act."""

from __future__ import annotations

import gc
import json
import re
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import GAMES, followed, game_named, hidden_from, played, random_rules, until

from trunfo import TrunfoError
from trunfo.engine.errors import ImpossiblePosition, UnreadableInput
from trunfo.table.record import Record
from trunfo.table.stream import parse_record, read_stream, write_stream
from trunfo.table.table import Table

DOCS = Path(__file__).parents[2] / "docs"
BY_GAME = pytest.mark.parametrize("name", GAMES)


@st.composite
def records(draw) -> Record:
    """A record of a deal played to its end or not, as all or as one seat saw it."""
    name = draw(st.sampled_from(GAMES))
    random, game = Random(draw(st.integers(0, 10**9))), game_named(name)
    record = played(random, name, draw(st.integers(0, 99)), random_rules(random, game)).record()
    if draw(st.booleans()):
        names = draw(
            st.lists(
                st.sampled_from(["Ana", "Rui", "A", "7", "direita", "vou", "a, b", "Zé: o"]),
                min_size=game.seats, max_size=game.seats, unique=True,
            )
        )
        record = replace(record, names=tuple(names))
    record = until(record, draw(st.integers(0, len(record.acts))))
    if draw(st.booleans()):
        record = followed(record, draw(st.integers(0, game.seats - 1))).record()
    ended = draw(st.sampled_from([None, {"leave": True}, {"revoke": {"trick": 1}}]))
    table = Table.of(record)
    if ended is not None and not table.over and any("play" in act for act in record.acts):
        table.play({"seat": draw(st.integers(0, game.seats - 1)), **ended})
    return table.record()


@settings(max_examples=60, deadline=None)
@given(records())
def test_what_is_written_is_read_back_to_the_same_record(record):
    assert Record.from_json(record.to_json()) == record
    assert parse_record(str(record)) == record
    assert hash(parse_record(str(record))) == hash(record)
    json.dumps(record.to_dict(), allow_nan=False)


@settings(max_examples=20, deadline=None)
@given(st.lists(records(), max_size=3), st.booleans())
def test_several_records_in_a_file_are_read_one_after_the_other(several, text):
    lines = "".join(write_stream(several, text=text)).splitlines(keepends=True)
    assert list(read_stream(lines)) == several


@BY_GAME
def test_a_record_that_begins_from_a_state_goes_on_from_it(name):
    random, game = Random(name), game_named(name)
    for number in range(6):
        record = played(random, name, number, random_rules(random, game)).record()
        half = len(record.acts) // 2
        me = number % game.seats
        seen = followed(until(record, half), me)
        if seen.phase != "play" or seen.state(me).table is None:
            continue
        table = Table(seen.state(me))
        for act in followed(record, me).acts[len(seen.acts) :]:
            table.play(act)
        found = table.record()
        assert found.start == seen.state(me)
        assert "dealt" not in found.to_dict()
        assert table.result == record.result
        assert Record.from_json(found.to_json()) == found
        assert parse_record(str(found)) == found


@BY_GAME
def test_an_act_that_breaks_a_rule_is_named_by_its_number(name):
    random = Random(3)
    record = played(random, name, 1, {}).record()
    cards = [number for number, act in enumerate(record.acts) if "play" in act]
    wrong = cards[len(cards) // 2]
    played_before = record.acts[cards[0]]["play"]
    document = record.to_dict()
    document["acts"][wrong]["play"] = played_before
    with pytest.raises(ImpossiblePosition) as error:
        Record.from_json(document)
    assert error.value.where == f"/acts/{wrong}"
    assert f"Act {wrong + 1}:" in error.value.message.text()
    text = str(record).split("vazas ")
    row = re.search(r" \d+\. \S+ (\S+)", text[1]).group(1)
    first = re.search(r"1\. \S+ (\S+)", text[1]).group(1)
    with pytest.raises(TrunfoError) as again:
        parse_record(text[0] + "vazas " + text[1].replace(row, first, 1))
    assert re.search(r"Act \d+:", again.value.message.text())


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"schema": "trunfo.record/2"}, "/schema"),
        ({"game": "xadrez"}, "/game"),
        ({"rules": {"preset": "009"}}, "/rules/preset"),
        ({"dealt": None}, "/dealt"),
        ({"dealt": [["AC"], ["AC"], [], []]}, "/dealt/0"),
        ({"dealer": 4}, "/dealer"),
        ({"trump": {"card": "AC", "holder": 0}}, "/trump/holder"),
        ({"stock": ["AC"]}, "/stock"),
        ({"round": 1}, "/round"),
        ({"score": {"points": [1, 2, 1, 2]}}, "/score"),
        ({"me": 9}, "/me"),
        ({"acts": [{"seat": 0, "fly": True}]}, "/acts/0/fly"),
        ({"result": {"points": [0, 0, 0, 0], "riscos": [0, 0, 0, 0]}}, "/result"),
        ({"surprise": 1}, "/surprise"),
        ({"seats": ["a", "A", "b", "c"]}, "/seats/1"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(change, where):
    document = played(Random(2), "sueca", 3, {}).record().to_dict()
    document.update(change)
    with pytest.raises(TrunfoError) as wrong:
        Record.from_json(document)
    assert wrong.value.where == where


@pytest.mark.parametrize("name", GAMES)
def test_cards_dealt_twice_or_to_nobody_are_refused(name):
    record = played(Random(2), name, 3, {}).record()
    document = record.to_dict()
    one, other = document["dealt"][0], document["dealt"][1]
    for hands in ([one, one], [one[1:], other], [[*one, "AC"], other]):
        broken = {**document, "dealt": [*hands, *document["dealt"][2:]]}
        with pytest.raises(TrunfoError) as wrong:
            Record.from_json(broken)
        assert str(wrong.value.where).startswith("/dealt/")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_nothing_that_is_read_crashes(data):
    from strategies import broken, mangled

    record = played(Random(data.draw(st.integers(0, 20))), data.draw(st.sampled_from(GAMES)), 1, {})
    with_errors = data.draw(broken(record.record().to_dict()))
    for read, value in (
        (Record.from_json, with_errors),
        (parse_record, data.draw(mangled(str(record.record())))),
    ):
        with suppress(TrunfoError):
            found = read(value)
            assert Record.from_json(found.to_json()) == found


def test_a_long_file_is_read_without_being_held():
    (line,) = write_stream([played(Random(1), "bisca", 1, {}).record()])
    sizes = []
    tracemalloc.start()
    for number, record in enumerate(read_stream(line for _ in range(61))):
        assert record.result is not None
        if number % 30 == 0:
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[2] - sizes[1] < 3_000  # one record takes more


def examples() -> list[str]:
    """The blocks of the document of records, each a file."""
    text = (DOCS / "records.md").read_text("utf-8")
    return re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)


def test_every_example_in_the_document_is_a_record_and_the_two_forms_agree():
    found = [list(read_stream(block.splitlines(keepends=True))) for block in examples()]
    assert len(found) >= 4
    assert all(found)
    assert found[0] == found[1]
    assert any(record.start is not None for block in found for record in block)
    assert any(record.me is not None for block in found for record in block)
    for block in found:
        for record in block:
            assert parse_record(str(record)) == record


def test_a_record_of_one_seat_has_no_other_hand():
    record = played(Random(1), "copas", 1, {}).record()
    document = followed(record, 2).record().to_dict()
    assert document["me"] == 2
    assert [hand is None for hand in document["dealt"]] == [True, True, False, True]
    assert hidden_from(record, 2).to_dict()["acts"] == []


def test_a_record_with_a_hidden_hand_must_say_whose_it_is():
    record = Table.deal("sueca", seed=1).record().to_dict()
    record["dealt"][1] = None
    with pytest.raises(UnreadableInput) as refused:
        Record.from_json(record)
    assert (refused.value.code, refused.value.where) == ("me_missing", "/me")


def test_a_file_that_is_no_file_of_records_is_refused():
    for text in ("olá", "{}", '{"schema":"trunfo.state/1"}', "sueca; dadas", "---\n\nsueca"):
        with pytest.raises(TrunfoError):
            list(read_stream(text.splitlines(keepends=True)))
    with pytest.raises(UnreadableInput):
        list(read_stream(["x" * (1 << 21)]))

"""Every answer begins with the position as it was understood, and fits the page it is for."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from command_line import EXAMPLE

import trunfo
from trunfo.advice import Advice, Solution
from trunfo.engine.registry import games
from trunfo.engine.text.notation import parse
from trunfo.language import language, width
from trunfo.report.columns import Column, table
from trunfo.report.position import position_text
from trunfo.report.table import advice_text, solution_text
from trunfo.report.words import Page

FILE = Path(__file__).parents[1] / "data" / "typed.txt"
TYPED = [line for line in FILE.read_text("utf-8").splitlines() if line[:1] != "#"]


@cache
def answer(text: str) -> Advice | Solution:
    if parse(text).state.hands is not None:
        return trunfo.solve(text)
    return trunfo.advise(text, worlds=8)


def shown(text: str, page: Page) -> str:
    found = answer(text)
    return advice_text(found, page) if isinstance(found, Advice) else solution_text(found, page)


def test_the_positions_are_of_every_game_and_phase():
    asked = {(parse(text).state.game.name, parse(text).state.phase) for text in TYPED}
    ours = {"bisca", "copas", "sobe-e-desce", "sueca"}
    assert asked == {(name, phase) for name in ours for phase in games()[name].phases}
    assert len(TYPED) >= 30


@pytest.mark.parametrize("columns", [80, 60, 40, 24])
@pytest.mark.parametrize("code", ["pt", "en"])
@pytest.mark.parametrize("text", TYPED)
def test_no_line_is_wider_than_the_page(text, code, columns):
    for encoding in ("utf-8", "ascii"):
        for terminal in (True, False):
            page = Page(language(code), encoding, columns, terminal=terminal)
            for line in shown(text, page).splitlines():
                assert width(line) <= columns
                assert line == line.rstrip()
                line.encode(encoding)


@pytest.mark.parametrize("code", ["pt", "en"])
@pytest.mark.parametrize("text", TYPED)
def test_an_answer_begins_with_the_game_and_tells_every_card_of_the_hand(text, code):
    state = parse(text).state
    page = Page(language(code), width=400)
    told = shown(text, page).splitlines()[0]
    assert told.startswith(f"{state.game.title}; ")
    hands = state.hands or (state.hand,)
    assert hands_told(told) == [{state.pack.token(card) for card in hand} for hand in hands]


def hands_told(told: str) -> list[set[str]]:
    """The hands that a position in one line names, as tokens."""
    hands = []
    for cards in re.findall(r"(?:hand|mão)[^:;]*: ([^;.]*)", told):
        suits = re.findall(r"([♥♦♠♣]) ([^♥♦♠♣,]*)", cards)
        hands.append({
            rank.translate(str.maketrans("KJQ", "RVD")) + "COEP"["♥♦♠♣".index(suit)]
            for suit, ranks in suits for rank in re.findall(r"10|\w", ranks)
        })
    return hands


@pytest.mark.parametrize("text", TYPED)
def test_what_was_assumed_stands_with_the_position_and_nowhere_else(text):
    found = answer(text)
    assumed = found.assumed if isinstance(found, Advice) else found.notes
    lines = shown(text, Page(width=1000))
    for note in assumed:
        assert lines.count(note.text().rstrip(".")) == 1
        assert note.text().rstrip(".") in lines.splitlines()[0]


def test_the_hand_is_sorted_trumps_first_the_strongest_first():
    told = position_text(parse(EXAMPLE).state, (), Page(terminal=True))
    assert "  hand         ♣ 7JQ63, ♥ J" in told.splitlines()


def test_the_table_says_who_played_what_and_where_i_sit():
    told = position_text(parse(EXAMPLE).state, (), Page(terminal=True)).splitlines()
    assert "  table        partner 7♦, left 6♦" in told
    assert "  to act       me, card 3 of 4 in the trick" in told
    assert "  no cards of  partner ♥" in told
    assert "  trump        A♣ (left)" in told
    assert "  points       us 38, them 14" in told


@pytest.mark.parametrize(("number", "to"), [(1, "left"), (2, "right"), (3, "across")])
def test_before_a_pass_it_is_said_to_whom_the_cards_go(number, to):
    text = f"copas; ronda {number}; mão ♥R92 ♦A105 ♠DV63 ♣V82"
    told = position_text(parse(text).state, (), Page(terminal=True))
    assert f"me, pass cards to {to}" in told


def test_a_misread_position_shows():
    right = position_text(parse("sueca; trunfo ♠; sai eu; mão A♥ 7♥").state, (), Page())
    wrong = position_text(parse("sueca; trunfo ♠; sai eu; mão A♠ 7♥").state, (), Page())
    assert right != wrong


@pytest.mark.parametrize("text", TYPED)
def test_the_state_in_json_is_the_position(text):
    document = json.loads(answer(text).to_json())
    assert trunfo.State.from_json(document["state"]) == parse(text).state
    assert (document["result"] is None) == bool(document["options"])


# --- Tables that fit ---

COLUMNS = (
    Column("card", ("7♥", "A♠")),
    Column("RISCOS", ("+1.000 ± 0.100", "+0.500 ± 0.100"), 0, ("+1.000", "+0.500")),
    Column("points", ("60.00 ± 3.00", "50.00 ± 3.00"), 4, ("60.00", "50.00")),
    Column("other moon", ("10.0%", "20.0%"), 3),
)


def titles(columns: int) -> tuple[list[list[str]], tuple[str, ...]]:
    made = table(COLUMNS, Page(width=columns))
    assert all(width(line) <= columns for line in made.lines)
    return [line.split() for line in made.lines[:-2]], made.left_out


@pytest.mark.parametrize(
    ("columns", "head", "left_out"),
    [
        (46, [["card", "RISCOS", "points", "other", "moon"]], ()),
        (41, [["other"], ["card", "RISCOS", "points", "moon"]], ()),
        (35, [["other"], ["card", "RISCOS", "points", "moon"]], ()),
        (27, [["other"], ["card", "RISCOS", "moon"]], ("points",)),
        (20, [["card", "RISCOS"]], ("points", "other moon")),
        (12, [["card", "RISCOS"]], ("points", "other moon")),
    ],
)
def test_titles_are_broken_then_margins_left_out_then_columns(columns, head, left_out):
    assert titles(columns) == (head, left_out)


def test_labels_are_broken_when_nothing_else_helps():
    columns = (Column("action", ("go K♥ 6♦ 2♠ 4♠", "stay")), Column("RISCOS", ("+1.000", "-2.000")))
    assert table(columns, Page(width=18)).lines == (
        "action      RISCOS", "go K♥ 6♦    +1.000", "2♠ 4♠", "stay        -2.000",
    )

"""Advice and solutions as tables and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from command_line import EXAMPLE

import trunfo
from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
from trunfo.engine.errors import Message
from trunfo.engine.registry import games
from trunfo.games.base import advisor_of
from trunfo.language import language
from trunfo.report.json import advice_json
from trunfo.report.table import advice_text, solution_text
from trunfo.report.words import Page, label, sentence
from trunfo.version import version

STATE = trunfo.parse(EXAMPLE)
ADVISOR = advisor_of(STATE.game)
COPAS = advisor_of(games()["copas"])
LOSING = {"lose_sweep": 0.0, "lose_double": 0.0, "lose": 0.1, "draw": 0.05}
BEST = Choice(
    action={"play": "VC"},
    riscos=Estimate(1 / 3, 0.0625),
    points=Estimate(72.5, 1.5, worlds=40),
    delta=Estimate(0.0, 0.0),
    outcomes={**LOSING, "win": 0.6, "win_double": 0.2, "win_sweep": 0.05},
    worlds=50,
)
CLOSE = replace(
    BEST, action={"play": "7P"}, riscos=Estimate(0.25, 0.125), delta=Estimate(-1 / 12, 0.1),
    points=Estimate(9.5, 10.25, worlds=40),
)
WORSE = replace(
    BEST, action={"play": "6P"}, riscos=Estimate(-1.25, 0.125), delta=Estimate(-1.5, 0.25),
    points=Estimate(101.0, 0.5, worlds=40),
)
ADVICE = Advice(
    state=STATE, objective="riscos", seed=7, worlds=50, exhaustive=False, elapsed_s=0.125,
    method="pimc", forced=None,
    notes=(Message("gone", "{count} cards are gone.", {"count": 3}),),
    options=(BEST, CLOSE, WORSE), words=ADVISOR.words(STATE.rules),
)
UNKNOWN = Estimate(None)
FORCED = replace(
    ADVICE, worlds=0, forced="one_action",
    options=(Choice({"play": "VC"}, UNKNOWN, UNKNOWN, Estimate(0.0), scored=False),),
)
OVER = replace(
    ADVICE, worlds=0, forced="over", options=(), result=Result(points=78, riscos=1)
)
SOLUTION = Solution(
    STATE, (SolvedChoice({"play": "7P"}, 66, 1), SolvedChoice({"play": "VC"}, 58, -1))
)


WIDE = Page(width=100)
"""Room for everything."""


def rows(text: str) -> list[str]:
    """The table: it stands under the position and the advice."""
    return text.split("\n\n")[2].splitlines()


def advised(text: str) -> str:
    """The sentence that says what to do, between the position and the table."""
    return " ".join(text.split("\n\n")[1].split())


# --- JSON ---


def test_advice_json_has_exactly_the_keys_of_the_schema_in_their_order():
    document = json.loads(advice_json(ADVICE))
    assert list(document) == [
        "schema", "version", "state", "game", "phase", "me", "objective", "seed", "worlds",
        "exhaustive", "elapsed_s", "method", "forced", "result", "notes", "best", "options",
        "why", "certain", "beliefs", "next", "samples",
    ]
    assert list(document["options"][0]) == [
        "action", "riscos", "points", "delta", "outcomes", "chances", "plan", "worlds",
        "verdict",
    ]
    assert document["schema"] == "trunfo.advice/1"
    assert document["version"] == version()
    assert trunfo.State.from_json(document["state"]) == STATE
    assert document["best"] == document["options"][0]["action"] == {"play": "VC"}
    assert document["notes"] == [{"code": "gone", "text": "3 cards are gone."}]


def test_numbers_in_json_are_in_full_precision():
    option = json.loads(advice_json(ADVICE))["options"][0]
    assert option["riscos"] == {"mean": 1 / 3, "ci95": 0.0625}


def test_an_estimate_has_worlds_of_its_own_only_where_they_differ():
    option = json.loads(advice_json(ADVICE))["options"][0]
    assert option["points"] == {"mean": 72.5, "ci95": 1.5, "worlds": 40}
    assert set(option["delta"]) == {"mean", "ci95"}


def test_what_nobody_knows_is_null():
    option = json.loads(advice_json(FORCED))["options"][0]
    assert option["riscos"] is None
    assert option["outcomes"] is None
    assert option["points"] == {"mean": None, "ci95": None}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_no_nan_and_no_infinity_leave_as_json(number):
    bad = replace(ADVICE, options=(replace(BEST, delta=Estimate(number)),))
    with pytest.raises(ValueError, match="JSON"):
        advice_json(bad)


def test_the_result_is_null_until_the_deal_is_over():
    document = json.loads(advice_json(OVER))
    assert document["result"] == {"points": 78, "riscos": 1}
    assert document["options"] == []
    assert document["best"] is None
    assert json.loads(advice_json(ADVICE))["result"] is None


def test_json_is_one_line_of_ascii_in_any_language():
    notes = (Message("x", "card"), Message("y", "{suit}", {"suit": "♥"}))
    text = replace(ADVICE, notes=notes).to_json(language("pt").translate)
    assert text.isascii()
    assert "\n" not in text
    assert [note["text"] for note in json.loads(text)["notes"]] == ["carta", "♥"]


def test_solution_json():
    assert json.loads(SOLUTION.to_json()) == {
        "schema": "trunfo.solution/1",
        "version": version(),
        "state": STATE.to_dict(),
        "game": "sueca",
        "result": None,
        "best": {"play": "7P"},
        "options": [
            {"action": {"play": "7P"}, "points": 66, "riscos": 1},
            {"action": {"play": "VC"}, "points": 58, "riscos": -1},
        ],
    }


def test_solution_json_of_a_deal_that_is_over():
    over = Solution(STATE, (), (), Result(60, 0))
    document = json.loads(over.to_json())
    assert document["result"] == {"points": 60, "riscos": 0}
    assert document["best"] is None


# --- The table ---


def test_every_action_has_a_row_best_first():
    assert [row.split()[0] for row in rows(str(ADVICE))] == ["card", "J♥", "7♣", "6♣"]


def test_a_row_tells_riscos_points_difference_and_chances():
    assert rows(advice_text(ADVICE, WIDE))[2].split() == [
        "7♣", "+0.250", "±", "0.125", "9.50", "±", "10.25", "-0.083", "±", "0.100",
        "85.0%", "25.0%", "5.0%",
    ]


def test_the_chance_of_a_double_win_is_headed_by_the_points_it_takes():
    rules = STATE.game.rules({"double_at": 90})
    words = advisor_of(STATE.game).words(rules)
    other = replace(ADVICE, state=replace(STATE, rules=rules), words=words)
    assert rows(advice_text(ADVICE, WIDE))[0].split()[-3:] == ["win", "91+", "sweep"]
    assert rows(advice_text(other, WIDE))[0].split()[-3:] == ["win", "90+", "sweep"]


def test_in_portuguese_ranks_words_and_the_decimal_mark_are_portuguese():
    text = advice_text(ADVICE, Page(language("pt")))
    assert advised(text).startswith("Jogar V♥.")
    assert rows(text)[1].split()[:2] == ["V♥", "+0,333"]
    assert rows(text)[0].split()[0] == "carta"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
@pytest.mark.parametrize("code", ["en", "pt"])
def test_columns_stand_below_each_other(code, encoding):
    table = rows(advice_text(ADVICE, Page(language(code), encoding, width=100)))
    sign = "+/-" if encoding == "ascii" else "±"
    places = []
    for row in table[2:]:  # the best has no interval of its difference to itself
        places.append([at for at in range(len(row)) if row.startswith(sign, at)])
    assert len(places[0]) == 3
    assert places.count(places[0]) == len(places)
    assert [at for at in places[0] if table[1].startswith(sign, at)] == places[0][:2]
    assert len({len(row) for row in table}) == 1  # all end with the last column


@pytest.mark.parametrize(
    ("code", "encoding", "cards"),
    [
        ("en", "ascii", ["JH", "7C", "6C"]),
        ("pt", "cp1252", ["VC", "7P", "6P"]),
        ("pt", "utf-8", ["V♥", "7♣", "6♣"]),
    ],
)
def test_suits_become_letters_where_there_are_no_symbols(code, encoding, cards):
    text = advice_text(ADVICE, Page(language(code), encoding))
    assert [row.split()[0] for row in rows(text)[1:]] == cards
    assert text == text.encode(encoding).decode(encoding)


def test_what_nobody_knows_is_a_dash():
    blind = replace(BEST, riscos=Estimate(None), scored=False, outcomes=None)
    cells = rows(str(replace(ADVICE, objective="points", options=(blind,))))[1].split()
    assert cells == ["J♥", "72.50", "±", "1.50", "0.00"]


def test_a_chance_is_shown_as_none_or_certain_only_if_it_is():
    page = Page()
    assert [page.chance(chance) for chance in (0, 1e-9, 0.0004, 0.9996, 1)] == [
        "0.0%", "<0.1%", "<0.1%", ">99.9%", "100.0%",
    ]


def test_zero_has_no_sign():
    page = Page()
    assert page.number(-0.0001, 3, signed=True) == "0.000"
    assert page.number(-0.0006, 3, signed=True) == "-0.001"


def test_outcomes_of_other_games_have_a_column_each_but_the_usual_one():
    moon = {"normal": 0.9, "moon_mine": 0.1, "moon_other": 0.0}
    choice = replace(BEST, outcomes=moon, chances={"queen": 0.25})
    words = COPAS.words(COPAS.game.rules())
    table = rows(advice_text(replace(ADVICE, options=(choice,), words=words), WIDE))
    assert table[0].endswith("my moon  other moon  queen ♠")
    assert table[1].split()[-3:] == ["10.0%", "0.0%", "25.0%"]


def test_a_plan_is_told_in_the_sentence_and_in_a_column():
    words = replace(ADVICE.words, plans=COPAS.words(COPAS.game.rules()).plans)
    shooting = replace(ADVICE, options=(replace(BEST, plan="shoot"), WORSE), words=words)
    assert "Plan: take everything, as long as that is possible." in advised(str(shooting))
    table = rows(advice_text(shooting, WIDE))
    assert table[0].endswith("plan")
    assert table[1].endswith("moon")
    assert not table[2].endswith("moon")


# --- The line above, the lines below ---


def test_the_sentence_says_what_to_play_and_what_is_not_clearly_worse():
    assert advised(str(ADVICE)) == "Play J♥. Not clearly worse: 7♣."


def test_the_sentence_names_what_is_just_as_good():
    equal = replace(CLOSE, delta=Estimate(0.0, 0.0))
    advice = replace(ADVICE, options=(BEST, equal, WORSE))
    assert advised(str(advice)) == "Play J♥. Just as good in RISCOS: 7♣."
    advice = replace(advice, objective="points")
    assert advised(str(advice)) == "Play J♥. Just as good in points: 7♣."


def test_exact_values_leave_nothing_unclear():
    exact = [
        replace(BEST, delta=Estimate(0.0)),
        replace(CLOSE, delta=Estimate(-0.001)),
        replace(WORSE, delta=Estimate(0.0)),
    ]
    text = str(replace(ADVICE, exhaustive=True, options=tuple(exact)))
    assert advised(text) == "Play J♥. Just as good in RISCOS: 6♣."


def test_a_forced_action_needs_no_table():
    text = str(FORCED)
    assert advised(text) == "Play J♥. Nothing else is allowed."
    assert "RISCOS" not in text
    assert "No deal had to be tried out." in text


def test_where_nothing_matters_it_says_so():
    text = str(replace(ADVICE, forced="all_equal"))
    assert advised(text).endswith("whatever is played brings the same.")


def test_a_deal_that_is_over_is_answered_with_its_result():
    assert advised(str(OVER)) == "The deal is over. Points of my side: 78. RISCOS: +1."
    unknown = replace(OVER, result=Result(None, None))
    assert advised(str(unknown)) == "The deal is over."


def test_below_stand_worlds_seed_method_time_and_notes():
    text = str(ADVICE)
    assert "Deals tried out: 50, drawn at random" in text
    assert "Method: search (pimc). Seed: 7. Time: 0.12 s." in text
    assert "\n- 3 cards are gone." in text


def test_it_says_when_all_deals_were_tried_out():
    text = str(replace(ADVICE, exhaustive=True))
    assert "Deals tried out: 50, all that are possible" in text
    assert "at random" not in text


@pytest.mark.parametrize(("method", "words"), [("pimc", "everybody"), ("playout", "simple rules")])
def test_it_says_what_is_approximate_in_each_method(method, words):
    advice = replace(ADVICE, method=method)
    approximations = advisor_of(STATE.game).approximations(advice)
    text = " ".join(str(replace(advice, approximations=approximations)).split())
    points = text.split(" - ")
    assert any(point.startswith("Approximate: ") and words in point for point in points)


def test_it_says_which_column_covers_fewer_deals():
    assert "\n- Column points: the first 40 deals only." in str(ADVICE)


def test_running_text_keeps_to_the_width_of_the_page():
    lines = advice_text(ADVICE, Page(language("pt"), width=50)).splitlines()
    assert max(map(len, lines)) <= 50


def test_colours_do_not_move_columns():
    plain = advice_text(ADVICE)
    marked = advice_text(ADVICE, Page(style=lambda role, text: f"\x1b[1m{text}\x1b[0m"))
    assert marked != plain
    assert marked.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain


@pytest.mark.parametrize(
    ("action", "cell", "words"),
    [
        ({"play": "DE"}, "Q♠", "Play Q♠"),
        ({"pass": ["AC", "DE", "RE"]}, "A♥ Q♠ K♠", "Pass A♥ Q♠ K♠"),
        ({"trump": "P"}, "♣", "Choose ♣ as trump"),
        ({"trump": "turn"}, "turn", "Have the next card turned up"),
        ({"go": True, "discard": ["4E"]}, "go 4♠", "Go, throw away 4♠"),
        ({"go": True, "discard": []}, "go", "Go, exchange nothing"),
        ({"go": False}, "stay", "Stay out"),
        ({"redeal": True}, "redeal", "Ask for a new deal"),
    ],
)
def test_every_action_has_words(action, cell, words):
    def as_it_is(text):
        return text

    assert label(STATE, action, as_it_is) == cell
    assert sentence(STATE, action, as_it_is) == words


def test_a_solution_shows_exact_values():
    text = solution_text(SOLUTION)
    assert advised(text) == "Play 7♣."
    assert [row.split() for row in rows(text)] == [
        ["card", "RISCOS", "points"], ["7♣", "+1", "66"], ["J♥", "-1", "58"],
    ]


def test_a_solution_names_what_is_just_as_good():
    equal = replace(SOLUTION, options=(SolvedChoice({"play": "VC"}, 66, 1), *SOLUTION.options))
    assert advised(str(equal)) == "Play J♥. Just as good: 7♣."

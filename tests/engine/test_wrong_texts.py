"""What is wrong with a text is said in a few words, and shown where it stands."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import error_of, said, underlined

from trunfo.engine.document import document
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.text import notation
from trunfo.engine.text.source import Source


@pytest.mark.parametrize(("text", "code", "quoted"), [
    ("poker; mão 7♥", "unknown_game", "poker"),
    ("jogo poker; mão 7♥", "unknown_game", "poker"),
    ("blá; jogo sueca; trunfo ♣; mão 7♥", "unknown_key", "blá"),
    ("sueca; trunfo ♣; mão 7♥; mess eu", "unknown_key", "mess"),
    ("sueca; trunfo ♣; mão 7♥; ,", "unknown_key", ","),
    ("sueca; trunfo ♣; mão 7♥; ronda 1", "key_not_in_game", "ronda"),
    ("sueca 3; trunfo ♣; mão 7♥", "unexpected", "3"),
    ("bisca 4; trunfo ♣; mão 7♥", "option_value", "4"),
    ("sueca; regras double_at=95; trunfo ♣; mão 7♥", "option_value", "double_at=95"),
    ("sueca; regras low_hand_redeal=x; trunfo ♣; mão 7♥", "option_value", "low_hand_redeal=x"),
    ("sueca; regras match_target=1001; trunfo ♣; mão 7♥", "option_value", "match_target=1001"),
    ("sueca; regras dubble=90; trunfo ♣; mão 7♥", "unknown_option", "dubble=90"),
    ("sueca; regras 002; trunfo ♣; mão 7♥", "unknown_preset", "002"),
    ("sueca; regras tie=carry empate=nada; trunfo ♣; mão 7♥", "value_twice", "empate=nada"),
    ("sueca; trunfo ♣; mão 7♥; mao 6♥", "key_twice", "mao"),
    ("sueca; trunfo ♣; mão 7♥; mãos eu: 7♥", "seat_missing", "mãos"),
    ("sueca; trunfo ♣; mãos eu: 7♥, eu: 6♥", "seat_twice", "eu"),
    ("sueca; trunfo ♣; mão", "value_missing", "mão"),
    ("sueca; trunfo ♣ ♦; mão 7♥", "value_twice", "♦"),
    ("sueca; trunfo A♣ eu direita; mão 7♥", "value_twice", "direita"),
    ("sueca; trunfo eu; mão 7♥", "missing_key", "eu"),
    ("sueca; trunfo A♣ monte; mão 7♥", "wrong_number", "monte"),
    ("sueca; trunfo ♣ escolheu; mão 7♥", "value_missing", "escolheu"),
    ("sueca; trunfo ♣ nós; mão 7♥", "unexpected", "nós"),
    ("sueca; trunfo ♣; mão 7♥; eu 4", "unknown_seat", "4"),
    ('sueca; trunfo ♣; mão 7♥; dá "Rui"', "unknown_seat", '"Rui"'),
    ("sueca; regras preset=003; trunfo ♣; mão 7♥", "unknown_preset", "preset=003"),
    ("sueca; trunfo ♣; mão 7♥; eu direita", "unknown_seat", "direita"),
    ("sueca; trunfo ♣; mão 7♥; mesa eu 6♥; sai direita", "value_twice", "direita"),
    ("sueca; trunfo ♣; mão 7♥; sai 6♥", "unknown_seat", "6♥"),
    ("sueca; trunfo ♣; mão 7♥; tem eu ♥", "suit_without_cards", "♥"),
    ("sueca; trunfo ♣; mão 7♥; pontos 3", "number_missing", "pontos"),
    ("sueca; trunfo ♣; mão 7♥; pontos 3 4 5", "unexpected", "5"),
    ("sueca; trunfo ♣; mão 7♥; pontos nós 3 eles", "value_missing", "pontos"),
    ("sueca; trunfo ♣; mão 7♥; pontos nós 3 parceiro 4", "seat_twice", "parceiro"),
    ("sueca; trunfo ♣; mão 7♥; pontos nós x", "not_a_number", "x"),
    ("sueca; trunfo ♣; mão 7♥; pontos -3 3", "wrong_number", "-3"),
    ("sueca; trunfo ♣; mão 7♥; fase passar", "unknown_phase", "passar"),
    ("sueca; trunfo ♣; mão 7♥; jogadores a b c", "wrong_length", "a b c"),
    ("sueca; trunfo ♣; mão 7♥; jogadores a b c A", "name_twice", "A"),
    ("sueca; trunfo ♣; mão 7♥; vazas eu 6♥", "row_number", "eu"),
    ("sobe-desce; mão 7♥; foram eu; ficaram eu", "contradiction", "eu"),
    ("sobe-desce; mão 7♥; trocas eu 1; ficaram eu", "contradiction", "eu"),
    ("sobe-desce; mão 7♥; pontuação eu 3", "number_missing", "pontuação"),
])
def test_what_means_nothing_is_underlined(text, code, quoted):
    error = error_of(text)
    assert isinstance(error, UnreadableInput)
    assert (error.code, error.exit_code, underlined(error)) == (code, 2, quoted)
    assert text[error.where :].startswith(quoted)


@pytest.mark.parametrize(("text", "word"), [
    ("sobe desse; mão 7♥", "sobe-e-desce"),
    ("sueca; trunfo ♣; mao 7♥; mess eu", "mesa"),
    ("sueca; trunfo ♣; mao 7♥; pontuacois eu", "pontos"),
    ("sueca; trunfo ♣; mao 7♥; ronda 1", "não tem, pontos"),
    ("sueca; regras dobleat=90; trunfo ♣; mao 7♥", "double_at"),
    ("sueca; regras double_at=95; trunfo ♣; mao 7♥", "91, 90"),
])
def test_an_error_says_what_would_be_right(text, word):
    assert word in str(error_of(text))


@pytest.mark.parametrize(("text", "missing"), [
    ("mão 7♥", "jogo"), ("hand 7♥", "game"), ("sueca", "mão"), ("sueca; trunfo ♣", "mão"),
    ("sueca; mão 7♥", "trunfo"), ("sueca; hand 7♥", "trump"),
])
def test_what_a_text_needs_is_named_in_its_language(text, missing):
    error = error_of(text)
    assert error.code in ("missing_key", "unknown_game")
    assert str(error) == f"{missing} is missing."


@pytest.mark.parametrize("text", ["", " \n;\t;\r\n", "\ufeff", "# nothing"])
def test_an_empty_text_is_refused(text):
    error = error_of(text)
    assert (error.code, error.exit_code) == ("empty", 2)


def test_json_is_told_from_text_by_its_first_character():
    document_of_it = {"schema": "trunfo.state/1", "game": "copas", "me": 0, "hand": ["7C"]}
    for before in ("", "\ufeff", " \n"):
        state = notation.parse(before + json.dumps(document_of_it)).state
        assert document.write(state) == document_of_it
    document_of_it["hand"] = ["7C", "7C"]
    error = error_of(json.dumps(document_of_it))
    assert (error.code, error.where, error.excerpt) == ("card_twice", "/hand/1", None)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_byte_order_mark_and_line_ends_of_any_system_are_read_and_offsets_stay_true(end):
    text = end.join(["\ufeffsueca", "trunfo ♣", "mão 7♥ x 6♥", "pontos 3 4"])
    error = error_of(text)
    assert text[error.where] == "x"
    assert error.excerpt == "mão 7♥ x 6♥\n       ^"
    assert said(text.replace(" x", ""))["points"] == [3, 4]


def test_decomposed_accents_are_read_and_do_not_move_the_caret():
    text = unicodedata.normalize("NFD", "sueca; trunfo ♣; mão 7♥; não tem frente ♥ x")
    assert len(text) > len(unicodedata.normalize("NFC", text))
    error = error_of(text)
    line, carets = unicodedata.normalize("NFC", error.excerpt).split("\n")
    assert line[carets.index("^")] == "x"
    assert said(text.removesuffix(" x"))["known"] == [{"seat": 2, "void": ["C"]}]


def test_tabs_and_wide_letters_do_not_move_the_caret():
    line, carets = error_of("sueca; trunfo ♣; mão\t日本 7♥").excerpt.split("\n")
    assert line == "sueca; trunfo ♣; mão 日本 7♥"
    assert carets == " " * 21 + "^^^^"


@pytest.mark.parametrize("last", ["d", "dd"])
def test_a_long_line_is_cut_around_the_caret_but_not_between_letter_and_accent(last):
    names = "jogadores " + "e\u0301" * 29 + f" b c {last}"
    text = f"sueca; trunfo ♣; mão -; {names}; mao 7♥ 6♥ 5♥; #" + "x" * 99
    line, carets = error_of(text).excerpt.split("\n")
    assert line.startswith("...e\u0301")
    assert line.endswith("...")
    composed = unicodedata.normalize("NFC", line)
    assert composed[carets.index("^") :].startswith("mao 7♥")


def test_control_characters_never_reach_the_terminal():
    error = error_of("sueca; trunfo ♣; mão 7♥\x1b[2J\x00\ud800")
    assert error.code == "invisible"
    assert all(char.isprintable() or char == "\n" for char in str(error))


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200))
def test_an_excerpt_is_one_printable_line_with_carets_under_it(text, start, length):
    start = min(start, len(text))
    lines = Source(text).excerpt((start, min(start + length, len(text)))).split("\n")
    assert len(lines) == 2
    assert lines[1].strip(" ").strip("^") == ""
    assert "^" in lines[1]
    assert lines[0].isprintable()
    assert len(lines[0]) < 120


BIG = 10_000_000
FEW = "sueca; trunfo ♣; mão 7♥; "


@pytest.mark.parametrize(("text", "code"), [
    ("x" * BIG, "unknown_game"),
    (FEW + "x" * BIG, "unknown_key"),
    (FEW + "saíram " + "x" * BIG, "not_a_card"),
    (FEW + "saíram " + "6♥" * (BIG // 2), "not_a_card"),
    (FEW + "saíram " + "6♥ " * (BIG // 3), "too_many_cards"),
    (FEW + "não tem eu " + "♥ " * (BIG // 2), "too_many_cards"),
    (FEW + "não tem eu -;" * (BIG // 12), "too_long"),
    (FEW + "a" + "\u0301\u0327" * (BIG // 2), "unknown_key"),
    (FEW + "\0" * BIG, "unknown_key"),
    (FEW + "jogadores " + '"a" ' * (BIG // 4), "wrong_length"),
    (FEW + ";" * BIG + "x", "unknown_key"),
    (FEW + "\n" * BIG + "x", "unknown_key"),
    (FEW + "mesa " + ":" * BIG, "not_a_card"),
    ("{" * BIG, "json_syntax"),
    ('{"schema":' + "9" * BIG + "}", "missing_key"),
], ids=range(15))
def test_ten_megabytes_in_one_line_are_refused_in_a_few_words(text, code):
    error = error_of(text)
    assert (error.code, error.exit_code in (2, 3)) == (code, True)
    assert len(str(error)) < 1000


def test_ten_megabytes_of_nothing_are_overlooked():
    assert said(FEW + "; " * (BIG // 2)) == said(FEW)

"""The text form of a state: what people type is read as they mean it, or refused, never guessed."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from saying import error_of, said, underlined
from strategies import mangled, states

from trunfo.engine.document import document
from trunfo.engine.errors import TrunfoError, UnreadableInput
from trunfo.engine.text import notation

EXAMPLES = {
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14": {
        "game": "sueca", "me": 0, "hand": ["VC", "7P", "VP", "DP", "6P", "3P"],
        "trump": {"suit": "P", "card": "AP", "holder": 3},
        "table": {"leader": 2, "cards": ["7O", "6O"]},
        "played": ["RE", "2E", "7E", "3E", "7C", "6C", "2C", "4P", "AE", "4E", "VE", "6E",
                   "AO", "3O", "4O", "VO"],
        "known": [{"seat": 2, "void": ["C"]}], "points": [38, 14],
    },
    "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥; saíram A♠ 3♠ R♣ 7♣ 2♥ V♥;"
    " pontos 14 14": {
        "game": "bisca", "me": 0, "hand": ["7C", "DO", "4E"],
        "trump": {"suit": "O", "card": "6O", "holder": "stock"},
        "table": {"leader": 1, "cards": ["RC"]},
        "played": ["AE", "3E", "RP", "7P", "2C", "VC"], "points": [14, 14], "stock": 28,
    },
    "copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82": {
        "game": "copas", "me": 0, "round": 1,
        "hand": ["RC", "9C", "2C", "AO", "10O", "5O", "DE", "VE", "6E", "3E", "VP", "8P", "2P"],
    },
    "sobe-desce; mão A♠ R♠ 4♥; dá esquerda; pontuação eu 9 direita 6 frente 17 esquerda 20": {
        "game": "sobe-e-desce", "me": 0, "hand": ["AE", "RE", "4C"], "dealer": 3,
        "scores": [9, 6, 17, 20],
    },
    "sobe-desce; trunfo ♣ escolheu esquerda; trocas esquerda 2; mão 7♣ R♥ 6♦ 4♠ 2♠;"
    " pontuação eu 11 direita 6 frente 17 esquerda 20; faltas eu 1 frente 2": {
        "game": "sobe-e-desce", "me": 0, "hand": ["7P", "RC", "6O", "4E", "2E"],
        "trump": {"suit": "P", "chooser": 3}, "scores": [11, 6, 17, 20],
        "absences": [1, 0, 2, 0],
        "decisions": [None, None, None, {"in": True, "exchanged": 2}],
    },
}
"""The five texts of the contract, and what they mean."""


# The whole form


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_contract_mean_what_it_says(text):
    assert said(text) == EXAMPLES[text]
    state = notation.parse(text).state
    assert notation.parse(str(state)).state == state
    assert document.read(document.write(state)) == state


def whole(state):
    """Whether the last trick is finished: what is read as the trick under way otherwise."""
    out = sum(1 for made in state.decisions or () if made and not made.goes)
    return not state.tricks or len(state.tricks[-1].cards) >= state.game.seats - out or bool(
        state.table and state.table.cards
    )


@given(states().filter(whole))
def test_what_is_written_is_read_back_to_an_equal_state(state):
    text = notation.write(state)
    assert "\n" not in text
    parsed = notation.read(text)
    assert parsed.state == state
    assert parsed.notes == ()


@given(states().filter(whole), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_any_normal_form_upper_case_and_line_ends_say_the_same(state, form):
    state = document.read({key: value for key, value in document.write(state).items()
                           if key not in ("seats", "rules")})
    text = "\ufeff" + unicodedata.normalize(form, notation.write(state))
    assert notation.read(text.replace("; ", ";\r\n")).state == state
    assert notation.read(text.upper()).state == state


@given(states().map(notation.write).flatmap(mangled))
def test_a_mangled_text_is_read_or_refused_with_its_place(text):
    try:
        state = notation.read(text).state
    except TrunfoError as error:
        refused = error
    else:
        assume(whole(state))
        assert notation.read(notation.write(state)).state == state
        return
    assert isinstance(refused.where, int) or text.lstrip("\ufeff \n\t").startswith("{")
    assert str(refused)


@given(st.text())
def test_any_text_is_refused_or_read(text):
    for whole in (text, f"sueca; trunfo ♣; mão {text}", f"copas; mão -; {text}"):
        try:
            state = notation.parse(whole).state
        except TrunfoError as error:
            refused = error
        else:
            assert notation.read(notation.write(state)).state == state
            continue
        assert refused.exit_code in (2, 3)
        assert len(str(refused)) < 1000


def test_entries_stand_in_any_order_on_lines_or_behind_semicolons_with_comments_or_without():
    text = """# typed at the table; in a hurry
    mão: A♣ 2♥   # mine
    jogo: sueca;; pontos: 3 4
    trunfo : ♣
    """
    assert said(text) == {
        "game": "sueca", "me": 0, "hand": ["AP", "2C"], "trump": {"suit": "P"}, "points": [3, 4]
    }


def test_the_whole_table_of_keys_is_read_in_english_too():
    text = """
    game sobe-e-desce; rules turn_up=no must_go=hearts,five; players Ana Rui Eva Gil; me 1
    phase play; dealer left; trump QD right chose left turned; hand AS KD; known: x
    """
    with pytest.raises(UnreadableInput):
        notation.read(text)
    assert said(text.replace("known: x", "has right 7H; lacks across H 2C; discarded 4D")) == {
        "game": "sobe-e-desce", "rules": {"turn_up": False, "must_go": ["hearts", "five"]},
        "seats": ["Ana", "Rui", "Eva", "Gil"], "me": 1, "phase": "play", "hand": ["AE", "RO"],
        "dealer": 0,
        "trump": {"suit": "O", "card": "DO", "holder": 2, "chooser": 0, "turned": True},
        "known": [{"seat": 2, "has": ["7C"]}, {"seat": 3, "lacks": ["2P"], "void": ["C"]}],
        "discarded": ["4O"],
    }
    assert said("hearts; hand -; round 2; passed left AC 2C 3C; received right AH 2H 3H;"
                " points me 1 left 2 across 3 right 4; played QS; table across 2D; phase pass") == {
        "game": "copas", "me": 0, "phase": "pass", "hand": [], "played": ["DE"],
        "table": {"leader": 2, "cards": ["2O"]}, "points": [1, 2, 3, 4], "round": 2,
        "passed": {"to": 1, "cards": ["AP", "2P", "3P"]},
        "received": {"from": 3, "cards": ["AC", "2C", "3C"]},
    }
    assert said("bisca 7; trump 6♦ stock; stock 2 7♥ 6♦; hands me: A♥, opponent: -;"
                " tricks 1. me: 2♣ 3♣ 2. 4♣ 5♣; leads me") == {
        "game": "bisca", "rules": {"hand_size": 7}, "hands": [["AC"], []],
        "trump": {"suit": "O", "card": "6O", "holder": "stock"},
        "tricks": [{"leader": 0, "cards": ["2P", "3P"]}, {"cards": ["4P", "5P"]}],
        "table": {"leader": 0, "cards": []}, "stock": 2, "stock_cards": ["7C", "6O"],
    }
    assert said("sobe-desce; hand -; in right; out left; exchanged me 0; scores 1 2 3 4;"
                " absences left 2")["decisions"] == [
        {"in": True, "exchanged": 0}, {"in": True}, None, {"in": False},
    ]


def test_tricks_may_stand_on_lines_of_their_own_and_are_numbered_in_order():
    text = "bisca; trunfo ♣; mão -; vazas\n1. eu: 2♣ 3♣\n2. 4♣ 5♣"
    assert [trick["cards"] for trick in said(text)["tricks"]] == [["2P", "3P"], ["4P", "5P"]]
    assert "tricks" not in said("bisca; trunfo ♣; mão -; vazas -")
    error = error_of(text.replace("2. ", "3. "))
    assert error.code == "row_number"
    assert underlined(error) == "3"


def test_facts_add_up_and_change_between_has_and_lacks():
    text = "sueca; trunfo ♣; mão -; tem direita A♣ não tem ♥ 7♦; não tem direita ♦♠, parceiro ♣"
    assert said(text)["known"] == [
        {"seat": 1, "has": ["AP"], "lacks": ["7O"], "void": ["C"]},
        {"seat": 1, "void": ["O", "E"]}, {"seat": 2, "void": ["P"]},
    ]


def test_points_are_given_mine_first_by_pair_or_by_a_seat_of_the_pair():
    for points in ("3 4", "nós 3 eles 4", "eles 4 nós 3", "direita 4 parceiro 3"):
        assert said(f"sueca; trunfo ♣; mão -; pontos {points}")["points"] == [3, 4]
        assert said(f"sueca; eu 1; trunfo ♣; mão -; pontos {points}")["points"] == [4, 3]
    assert said("copas; eu 1; mão -; pontos 1 2 3 4")["points"] == [4, 1, 2, 3]


def test_options_from_outside_stand_on_top_of_those_in_the_text():
    text = "sueca; regras 001 double_at=90; trunfo ♣; mão -; dá direita"
    assert said(text, rules=["double_at=91"])["dealer"] == 3
    state = notation.read(text, rules=["double_at=91", "direction=right"]).state
    assert (state.rules["double_at"], state.rules["tie"], state.dealer) == (91, "carry", 1)
    as_json = json.dumps(document.write(notation.read(text).state))
    assert notation.read(as_json, rules=["double_at=91"]).state.rules["double_at"] == 91


# Seats


@pytest.mark.parametrize(("game", "words"), [
    ("sueca; trunfo ♣", ("eu", "direita", "parceiro", "esquerda")),
    ("sueca; trunfo ♣", ("EU", "Direita", "frente", "esquerda")),
    ("sueca; regras 001; trunfo ♣", ("eu", "esquerda", "parceiro", "direita")),
    ("copas", ("eu", "esquerda", "frente", "direita")),
    ("sobe-desce", ("eu", "direita", "frente", "esquerda")),
    ("sobe-desce; regras 002", ("eu", "esquerda", "frente", "direita")),
    ("bisca; trunfo ♣", ("eu", "ele")),
])
def test_seats_are_named_from_me_on_in_order_of_play(game, words):
    for me in range(len(words)):
        for step, word in enumerate(words):
            dealer = said(f"{game}; eu {me}; mão -; dá {word}")["dealer"]
            assert dealer == (me + step) % len(words)


def test_english_seats_are_read_where_the_text_is_english():
    for step, word in enumerate(("me", "right", "across", "left")):
        assert said(f"sueca; trump ♣; hand -; dealer {word}")["dealer"] == step
    assert said("sueca; trump ♣; hand -; dealer partner")["dealer"] == 2
    assert said("bisca; trump ♣; hand -; dealer opponent")["dealer"] == 1


def test_players_may_be_called_by_their_names_whatever_the_case_and_accents():
    text = 'sueca; trunfo ♣; jogadores "Zé Luís" Inês Rui "A"; eu INES; mão -; dá '
    for name, seat in (('"ze luis"', 0), ("ine\u0302s", 1), ("Rui", 2), ('"a"', 3), ("direita", 2)):
        assert said(text + name)["dealer"] == seat
    assert error_of(text + "Ana").code == "unknown_seat"
    assert "Zé Luís" in str(error_of(text + "Ana"))


def test_a_seat_that_the_game_does_not_have_is_refused_and_those_it_has_are_named():
    error = error_of("bisca; trunfo ♣; mão -; dá direita")
    assert (error.code, underlined(error)) == ("unknown_seat", "direita")
    assert "eu, ele" in str(error)

"""The text form of a state: what people type is read as they mean it, or refused, never guessed."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import mangled, states

from trunfo.engine.cards import LONG, SHORT
from trunfo.engine.document import document
from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.engine.text import notation
from trunfo.engine.text.source import Source

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

CYRILLIC = "\u0421"


def said(text, **options):
    """What a text says, as the document without its schema."""
    written = document.write(notation.read(text, **options).state)
    del written["schema"]
    return written


def hand(cards, game="copas"):
    """The cards of a hand."""
    return said(f"{game}; mão {cards}").get("hand")


def error_of(text):
    """The error that a text raises."""
    with pytest.raises(TrunfoError) as caught:
        notation.parse(text)
    return caught.value


def underlined(error):
    """The part of the line under which there are carets."""
    line, carets = error.excerpt.split("\n")
    start = carets.index("^")
    return line[start : start + carets.count("^")]


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


# Cards


@pytest.mark.parametrize("text", [
    "7♥", "♥7", "7♡", "♡7", "7♥\ufe0f", "♥\ufe0e7", "7C", "C7", "7c", "c7", "B♥", "m♥", "BC", "Cm",
    "7 ♥", "♥ 7", "sete de copas", "Sete Copas", "7 de copas", "7 DE ♥", "copas 7", "bisca copas",
    "manilha de copas", "copas sete",
])
def test_the_seven_of_hearts_is_read_however_it_is_written(text):
    assert hand(text) == ["7C"]


@pytest.mark.parametrize(("text", "cards"), [
    ("10♥ T♥ 10C TC ♥10 ♥t, dez de copas", ["10C"] * 7),
    ("7O 7U uA AU", ["7O", "7O", "AO", "AO"]),
    ("ás de copas, dama espadas; ", ["AC", "DE"]),
    ("a\u0301s de copas", ["AC"]),
    ("as copas", ["AC"]),
    ("DE", ["DE"]),
    ("7♥ DE 6♣", ["7C", "DE", "6P"]),
    ("ME", ["7E"]),
    ("♣7VD63", ["7P", "VP", "DP", "6P", "3P"]),
    ("7VD63♣", ["7P", "VP", "DP", "6P", "3P"]),
    ("P7VD63 109E", ["7P", "VP", "DP", "6P", "3P", "10E", "9E"]),
    ("♥R 9 2 ♦A 10 5", ["RC", "9C", "2C", "AO", "10O", "5O"]),
    ("♥R92♦A105", ["RC", "9C", "2C", "AO", "10O", "5O"]),
    ("R92♥A105♦", ["RC", "9C", "2C", "AO", "10O", "5O"]),
    ("copas R 9 2 ouros A", ["RC", "9C", "2C", "AO"]),
    ("dama espadas rei paus", ["DE", "RP"]),
    ("espadas dama rei", ["DE", "RE"]),
    ("-", []),
])
def test_cards_are_read_in_groups_words_and_letters(text, cards):
    assert hand(text) == cards


@given(st.lists(st.sampled_from(LONG.cards), max_size=20))
def test_a_canonical_token_of_either_order_and_case_is_its_card(cards):
    tokens = [LONG.token(card) for card in cards]
    small = [token if token in ("DE", "DO", "AO") else token.lower() for token in tokens]
    for text in (" ".join(tokens), " ".join(small),
                 " ".join(token[-1] + token[:-1] for token in tokens)):
        assert notation.read_cards(text, LONG, "pt")[0] == cards


@pytest.mark.parametrize("token", [
    "1OC", "T♥hing", "7" + CYRILLIC, CYRILLIC + "7", "1♥", "0♥", "11♥", "♥1", "100♥", "7♥7",
    "♥7♥", "♥7♥8♥", "carta", "CARTA", "DORA", "PVD", "7CRE", "7\u0336♥", "²♥", "x", "7\x00",
    "7\u200b♥", "\x1b[31m", "*",
])
def test_what_is_no_card_is_quoted_and_never_taken_for_another(token):
    error = error_of(f"copas; mão ♥A {token} R♦")
    assert isinstance(error, UnreadableInput)
    assert error.code in (
        "not_a_card", "mixed_languages", "look_alike", "invisible", "unexpected"
    )
    assert error.where == len("copas; mão ♥A ")
    assert error.excerpt.split("\n")[1].strip("^ ") == ""


@pytest.mark.parametrize(("cards", "code", "quoted"), [
    ("7", "suit_missing", "7"),
    ("7♥ 6", "suit_missing", "6"),
    ("dama", "suit_missing", "dama"),
    ("♥ ♣7", "suit_without_cards", "♥"),
    ("♣7 ♥", "suit_without_cards", "♥"),
    ("♥♦", "suit_without_cards", "♥♦"),
    ("8♥", "rank_not_in_pack", "8♥"),
    ("7♥ ♦A 10", "rank_not_in_pack", "10"),
    ("♣7963", "rank_not_in_pack", "9"),
    ("oito de paus", "rank_not_in_pack", "oito"),
    ("eu 7♥", "unexpected", "eu"),
    ("7♥ - 6♥", "not_a_card", "-"),
    ('7♥ "', "unexpected", '"'),
    ("7♥: 6♥", "unexpected", ":"),
    ("7♥ 7♥", "card_twice", "7♥"),
])
def test_what_is_wrong_with_cards_is_underlined(cards, code, quoted):
    error = error_of(f"sueca; trunfo ♣; mão {cards}")
    assert (error.code, underlined(error)) == (code, quoted)


def test_a_card_that_stands_twice_is_shown_where_it_stands_again():
    error = error_of("sueca; trunfo A♣ direita; mão ♥V ♣7VD63;\nsaíram R273♠ 762♥ V♣")
    assert isinstance(error, ImpossiblePosition)
    assert (error.code, error.exit_code, underlined(error)) == ("card_twice", 3, "V♣")


def test_a_hand_of_eleven_cards_is_impossible():
    error = error_of("sueca; trunfo ♣; mão ♥A7RVD ♦A7RVD ♠A")
    assert isinstance(error, ImpossiblePosition)
    assert (error.code, error.exit_code) == ("hand_too_large", 3)
    assert underlined(error) == "♥A7RVD ♦A7RVD ♠A"


def test_an_eight_is_not_in_the_pack_of_forty_cards():
    error = error_of("sueca; trunfo ♣; mão 8♥")
    assert (error.code, error.exit_code) == ("rank_not_in_pack", 2)
    assert (error.where, underlined(error)) == (21, "8♥")


def test_cards_on_their_own_are_refused_like_those_in_a_hand():
    for text, code in (("7♥ eu", "not_a_card"), ("7♥ 8♥", "rank_not_in_pack")):
        with pytest.raises(UnreadableInput) as caught:
            notation.read_cards(text, SHORT)
        assert (caught.value.code, caught.value.where) == (code, 3)


def test_what_is_wrong_with_the_whole_has_no_line_to_show():
    error = error_of("sueca; trunfo ♣; mãos eu: 7♥, direita: 6♥, frente: 5♥, esquerda: 4♥")
    assert isinstance(error, ImpossiblePosition)
    assert (error.where, error.excerpt) == (0, None)


def test_a_cyrillic_letter_is_no_suit():
    error = error_of(f"sueca; trunfo ♣; mão 7{CYRILLIC}")
    assert (error.code, error.exit_code, underlined(error)) == ("look_alike", 2, "7" + CYRILLIC)


# The language


@pytest.mark.parametrize(("text", "cards", "noted"), [
    ("7C RC", ["7C", "RC"], False),
    ("7C KC", ["7P", "RP"], False),
    ("AC 7D", ["AP", "7O"], False),
    ("AC DC", ["AC", "DC"], False),
    ("AC QS", ["AP", "DE"], False),
    ("7C D♥", ["7C", "DC"], False),
    ("7C ♥A", ["7C", "AC"], True),
    ("A C", ["AC"], True),
    ("♣ 7D", ["7P", "DP"], True),
    ("7C ás de paus", ["7C", "AP"], False),
    ("7C ace of clubs", ["7P", "AP"], False),
    ("7C AS", ["7P", "AE"], False),
    ("7♥ A♣", ["7C", "AP"], False),
    ("7C B♥", ["7C", "7C"], False),
    ("7C 7U", ["7C", "7O"], False),
    ("7C 7H", ["7P", "7C"], False),
])
def test_one_token_settles_the_language_of_all_and_a_note_says_what_was_assumed(
    text, cards, noted
):
    found, notes = notation.read_cards(text, LONG)
    assert [LONG.token(card) for card in found] == cards
    assert [note.code for note in notes] == ["language_assumed"] * noted


def test_what_nothing_settles_may_be_taken_for_english():
    cards, notes = notation.read_cards("7C A♥", LONG, "en")
    assert [LONG.token(card) for card in cards] == ["7P", "AC"]
    assert "English" in str(notes[0])


@pytest.mark.parametrize(("text", "portuguese", "english"), [
    ("sueca; trunfo ♣; mão 7♥ KH", "trunfo", "KH"),
    ("sueca; trump ♣; hand 7♥ RC", "RC", "trump"),
    ("sueca; trunfo ♣; hand 7♥", "trunfo", "hand"),
    ("sueca; trunfo ♣; mão ace of hearts", "trunfo", "ace"),
    ("sueca; trunfo ♣; mão -; dá left", "trunfo", "left"),
    ("sueca; trump ♣; hand -; points nós 3 eles 4", "nós", "trump"),
    ("sueca; trunfo ♣; mão 7D", "trunfo", "7D"),
    ("sueca; trump ♣; hand DC", "DC", "trump"),
])
def test_a_text_in_two_languages_is_refused_and_one_token_of_each_is_quoted(
    text, portuguese, english
):
    error = error_of(text)
    assert (error.code, error.exit_code) == ("mixed_languages", 2)
    assert error.message.values == {"pt": portuguese, "en": english}
    assert underlined(error) in (portuguese, english)


def test_the_key_words_settle_the_language_so_that_c_is_never_in_doubt():
    assert said("sueca; trunfo C; mão AC")["hand"] == ["AC"]
    assert said("sueca; trump C; hand AC")["hand"] == ["AP"]
    assert notation.parse("sueca; trump C; hand AC 7D; leads me").notes == ()


# What is wrong, and where


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


def test_cards_of_every_pack_come_back_from_what_is_shown():
    for pack in (SHORT, LONG):
        for card in pack.cards:
            assert notation.read_cards(pack.token(card), pack, "pt")[0] == [card]

"""The JSON form of a state: what is said comes back, what means nothing is refused in its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import broken, json_values, states

from trunfo.engine.document import document, options
from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.engine.registry import games

SUECA = {
    "schema": "trunfo.state/1", "game": "sueca", "me": 0, "hand": ["7C", "RE"],
    "trump": {"suit": "P"},
}
COPAS = {"schema": "trunfo.state/1", "game": "copas", "me": 2, "hand": ["10C"]}
SOBE = {"schema": "trunfo.state/1", "game": "sobe-e-desce", "me": 2, "hand": []}


def error_of(given_document):
    """The error that reading a document raises."""
    with pytest.raises(TrunfoError) as caught:
        document.read(given_document)
    return caught.value


@given(states())
def test_what_is_written_is_read_back_to_an_equal_state(state):
    written = document.write(state)
    assert document.read(written) == state
    assert document.read(json.dumps(written)) == state
    assert document.read(json.dumps(written, ensure_ascii=False)) == state


@given(states())
def test_writing_says_nothing_that_was_not_said_and_keeps_the_order_of_keys(state):
    written = document.write(state)
    assert list(written) == [key for key in document.KEYS if key in written]
    assert document.write(document.read(written)) == written
    assert None not in written.values()


@given(states().map(document.write).flatmap(broken))
def test_a_document_broken_anywhere_is_read_or_refused(broken_document):
    try:
        state = document.read(broken_document)
    except TrunfoError as error:
        refused = error
    else:
        assert document.read(document.write(state)) == state
        return
    assert isinstance(refused.where, str if isinstance(broken_document, dict) else str | int)
    assert refused.code
    assert str(refused)


@given(json_values | st.dictionaries(st.sampled_from(document.KEYS), json_values))
def test_any_json_is_read_or_refused(value):
    text = json.dumps(value)
    for each in (text, value) if isinstance(value, dict) else (text,):
        with pytest.raises(UnreadableInput):
            document.read(each)


def test_options_stand_in_the_document_only_where_they_are_not_as_usual():
    assert "rules" not in document.write(document.read({**SUECA, "rules": {"double_at": 91}}))
    preset = document.read({**SUECA, "rules": {"preset": "001"}})
    assert document.write(preset)["rules"] == {
        "direction": "left", "first_lead": "after_dealer", "tie": "carry", "match_target": 4,
        "low_hand_redeal": True,
    }


def test_single_options_stand_on_top_of_a_preset_and_further_ones_on_top_of_those():
    rules = {"preset": "001", "tie": "double", "double_at": 91}
    state = document.read({**SUECA, "rules": rules}, ["double_at=90"])
    assert (state.rules["tie"], state.rules["match_target"]) == ("double", 4)
    assert state.rules["double_at"] == 90


def test_an_option_on_top_that_does_not_exist_has_no_place_in_the_document():
    for wrong, code in (("double=90", "unknown_option"), ("double_at=92", "option_value"),
                        ("009", "unknown_preset")):
        with pytest.raises(UnreadableInput) as caught:
            document.read(SUECA, [wrong])
        assert (caught.value.code, caught.value.where) == (code, None)


def test_the_international_order_of_copas_changes_the_cards_of_its_pack():
    usual = document.read({**COPAS, "hand": ["VE", "DE"]}).hand
    other = document.read({**COPAS, "hand": ["VE", "DE"], "rules": {"queen_above_jack": True}}).hand
    assert usual[0] > usual[1]
    assert other[0] < other[1]


@pytest.mark.parametrize(("changed", "code", "where"), [
    ({"schema": "trunfo.state/2"}, "unknown_schema", "/schema"),
    ({"schema": None}, "unknown_schema", "/schema"),
    ({"game": "poker"}, "unknown_game", "/game"),
    ({"game": ["sueca"]}, "wrong_type", "/game"),
    ({"hnad": []}, "unknown_key", "/hnad"),
    ({"a/b~": []}, "unknown_key", "/a~1b~0"),
    ({"round": 1}, "key_not_in_game", "/round"),
    ({"me": 4}, "wrong_number", "/me"),
    ({"me": True}, "wrong_number", "/me"),
    ({"me": 1.0}, "wrong_number", "/me"),
    ({"hand": "7C"}, "wrong_type", "/hand"),
    ({"hand": ["7C", "8C"]}, "rank_not_in_pack", "/hand/1"),
    ({"hand": ["7C", "10C"]}, "rank_not_in_pack", "/hand/1"),
    ({"hand": ["7♥"]}, "not_a_card", "/hand/0"),
    ({"hand": ["7c"]}, "not_a_card", "/hand/0"),
    ({"hand": ["7C\n"]}, "not_a_card", "/hand/0"),
    ({"hand": ["7\u0421"]}, "not_a_card", "/hand/0"),
    ({"hand": ["1OC"]}, "not_a_card", "/hand/0"),
    ({"hand": [7]}, "wrong_type", "/hand/0"),
    ({"trump": {"suit": "♣"}}, "not_a_suit", "/trump/suit"),
    ({"trump": {"suit": ""}}, "not_a_suit", "/trump/suit"),
    ({"trump": {"suit": "CO"}}, "not_a_suit", "/trump/suit"),
    ({"trump": {"card": "7C"}}, "missing_key", "/trump"),
    ({"trump": {"suit": "P", "holder": "stock"}}, "wrong_number", "/trump/holder"),
    ({"trump": {"suit": "P", "turned": 1}}, "wrong_type", "/trump/turned"),
    ({"tricks": [{"leader": 0, "card": []}]}, "unknown_key", "/tricks/0/card"),
    ({"tricks": [{}, {"leader": -1}]}, "wrong_number", "/tricks/1/leader"),
    ({"table": {"cards": ["7C", None]}}, "wrong_type", "/table/cards/1"),
    ({"known": [{"has": []}]}, "missing_key", "/known/0"),
    ({"known": [{"seat": 1, "void": ["7C"]}]}, "not_a_suit", "/known/0/void/0"),
    ({"known": [{"seat": 1}] * 257}, "too_long", "/known"),
    ({"points": [1, 2, 3, 4]}, "wrong_length", "/points"),
    ({"points": [1, -2]}, "wrong_number", "/points/1"),
    ({"seats": ["a", "b", "c"]}, "wrong_length", "/seats"),
    ({"seats": ["a", "é", "c", "E\u0301"]}, "name_twice", "/seats/3"),
    ({"seats": ["a", "b", "c", "\x1b[2J"]}, "bad_name", "/seats/3"),
    ({"seats": ["a", "b", "c", ""]}, "bad_name", "/seats/3"),
    ({"seats": ["a", "b", "c", "\ud800"]}, "bad_name", "/seats/3"),
    ({"phase": "pass"}, "unknown_phase", "/phase"),
    ({"hands": [[], [], [], []]}, "key_twice", "/hands"),
    ({"rules": []}, "wrong_type", "/rules"),
    ({"rules": {"dubble_at": 90}}, "unknown_option", "/rules/dubble_at"),
    ({"rules": {"double_at": 92}}, "option_value", "/rules/double_at"),
    ({"rules": {"double_at": True}}, "option_value", "/rules/double_at"),
    ({"rules": {"low_hand_redeal": 1}}, "option_value", "/rules/low_hand_redeal"),
    ({"rules": {"match_target": 1001}}, "option_value", "/rules/match_target"),
    ({"rules": {"preset": "002"}}, "unknown_preset", "/rules/preset"),
])
def test_what_means_nothing_is_refused_where_it_stands(changed, code, where):
    error = error_of({**SUECA, **changed})
    assert isinstance(error, UnreadableInput)
    assert (error.code, error.where) == (code, where)
    from_text = error_of(json.dumps({**SUECA, **changed}))
    assert (from_text.code, from_text.where) == (code, where)


@pytest.mark.parametrize(("changed", "code", "where"), [
    ({"rules": {"must_go": "hearts"}}, "option_value", "/rules/must_go"),
    ({"rules": {"must_go": ["hearts", "hearts"]}}, "option_value", "/rules/must_go"),
    ({"rules": {"must_go": [["hearts"]]}}, "option_value", "/rules/must_go"),
    ({"decisions": [None] * 3}, "wrong_length", "/decisions"),
    ({"decisions": [None, {"exchanged": 1}, None, None]}, "missing_key", "/decisions/1"),
    ({"decisions": [{"in": False, "exchanged": 1}, None, None, None]}, "stays_and_exchanges",
     "/decisions/0/exchanged"),
    ({"scores": [1, 2, 3, "4"]}, "wrong_number", "/scores/3"),
    ({"points": [0, 0, 0, 0]}, "key_not_in_game", "/points"),
])
def test_what_means_nothing_in_sobe_e_desce_is_refused_where_it_stands(changed, code, where):
    error = error_of({**SOBE, **changed})
    assert (error.code, error.where) == (code, where)


@pytest.mark.parametrize("key", ["schema", "game", "me", "hand", "trump"])
def test_what_a_state_needs_is_named_when_it_is_missing(key):
    error = error_of({name: value for name, value in SUECA.items() if name != key})
    assert (error.code, error.where) == ("missing_key", "")
    assert key in str(error)


def test_a_score_below_one_can_be_read_though_it_is_impossible():
    assert document.read({**SOBE, "scores": [0, -3, 5, 6]}).scores == (0, -3, 5, 6)


def test_a_trump_card_of_another_suit_is_impossible():
    error = error_of({**SUECA, "trump": {"suit": "P", "card": "7C"}})
    assert isinstance(error, ImpossiblePosition)
    assert (error.code, error.where) == ("trump_suit", "/trump/card")


def test_more_cards_than_the_pack_has_are_impossible():
    error = error_of({**SUECA, "hand": ["7C"] * 41})
    assert isinstance(error, ImpossiblePosition)
    assert (error.code, error.where) == ("too_many_cards", "/hand")


def test_close_words_are_suggested_and_keys_of_other_games_are_told_apart():
    assert "double_at" in str(error_of({**SUECA, "rules": {"dubble_at": 90}}))
    assert "bisca" in str(error_of({**SUECA, "game": "bisc"}))
    named = str(error_of({**SUECA, "round": 1}))
    assert "Sueca" in named
    assert "points" in named


@pytest.mark.parametrize(("text", "code", "where"), [
    ("", "json_syntax", 0),
    ("{", "json_syntax", 1),
    ('{"schema":}', "json_syntax", 10),
    ('{"a": 1} {', "json_syntax", 9),
    ('{"schema": "tr\x00"}', "json_syntax", 14),
    ("[" * 100_000, "json_syntax", ""),
    ('{"game":' * 100_000, "json_syntax", ""),
    ("[]", "wrong_type", ""),
    ('"sueca"', "wrong_type", ""),
    ("null", "wrong_type", ""),
    ('{"game": "sueca", "game": "copas"}', "key_twice", "/game"),
])
def test_text_that_is_no_proper_json_object_is_refused(text, code, where):
    error = error_of(text)
    assert (error.code, error.where) == (code, where)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.5", "9" * 5000])
def test_numbers_that_are_no_whole_numbers_in_bounds_are_refused(number):
    text = json.dumps({**SUECA, "points": [0, "?"]}).replace('"?"', number)
    assert (error_of(text).code, error_of(text).where) == ("wrong_number", "/points/1")


def test_a_key_that_stands_twice_deep_inside_is_refused_there():
    text = json.dumps({**SUECA, "table": {"leader": 1}}).replace(
        '"leader": 1', '"leader": 1, "leader": 2'
    )
    assert (error_of(text).code, error_of(text).where) == ("key_twice", "/table/leader")


def test_a_byte_order_mark_before_json_is_overlooked():
    assert document.read("\ufeff" + json.dumps(SUECA)) == document.read(SUECA)


def test_an_object_of_python_may_hold_anything_without_a_crash():
    for wrong in (
        {1: 2}, {"schema": object()}, {**SUECA, "hand": {"7C"}}, {**SUECA, "me": 10**9999},
        {**SUECA, "rules": {"double_at": []}}, {**SUECA, "rules": {3: 4}},
    ):
        assert isinstance(error_of(wrong), UnreadableInput)


@pytest.mark.parametrize(("game", "typed", "option"), [
    ("sueca", "sentido=esquerda", "direction=left"),
    ("sueca", "SENTIDO = ESQUERDA", "direction=left"),
    ("sueca", "primeiro=depois_de_quem_da", "first_lead=after_dealer"),
    ("sueca", "dobra_aos=90, bandeirada=pontos", "double_at=90 sweep=points"),
    ("sueca", "novo_jogo=sim", "low_hand_redeal=yes"),
    ("bisca", "cartas=9", "hand_size=9"),
    ("copas", "abrir_copas=sim", "hearts_must_be_broken=true"),
    ("sobe-desce", "obrigados=copas,quem_escolhe", "must_go=hearts,chooser"),
    ("sobe-desce", "obrigados=-", "must_go=-"),
])
def test_options_have_portuguese_names_for_themselves_and_for_their_values(game, typed, option):
    game = options.game_named(game)
    assert options.rules_given(game, [typed]) == options.rules_given(game, [option])


def test_every_option_has_a_portuguese_name_and_a_word_for_each_value_that_is_a_word():
    for game in games().values():
        names = [word for option in game.options for word in (option.name, option.word)]
        assert len({*names, "preset"}) == len(names) + 1
        for option in game.options:
            words = [choice for choice in option.choices if isinstance(choice, str)]
            assert len(set(option.words)) == len(words)


@pytest.mark.parametrize("typed", ["low_hand_redeal", "low_hand_redeal="])
def test_an_option_without_a_value_is_told_what_to_write(typed):
    with pytest.raises(UnreadableInput, match="low_hand_redeal=yes"):
        options.rules_given(options.game_named("sueca"), [typed])


def test_a_game_is_found_by_any_of_its_names_whatever_case_and_accents():
    for word in ("súeca", "SUECA", "Sobe e Desce", "sobe-desce", "hearts"):
        assert options.game_named(word).words
    with pytest.raises(UnreadableInput, match="poker"):
        options.game_named("poker")

"""Cards in a text, and the language that it is in: read as people write them, never guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import error_of, hand, said, underlined

from trunfo.engine.cards import LONG, SHORT
from trunfo.engine.errors import ImpossiblePosition, UnreadableInput
from trunfo.engine.text import notation

CYRILLIC = "\u0421"


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


def test_cards_of_every_pack_come_back_from_what_is_shown():
    for pack in (SHORT, LONG):
        for card in pack.cards:
            assert notation.read_cards(pack.token(card), pack, "pt")[0] == [card]

"""Messages lead on: each names what is wrong, shows where, and says what would be right."""

from __future__ import annotations

import pytest
from write_messages import MESSAGES, without_example, written

import trunfo
from trunfo.engine.knowledge import gone_unknown
from trunfo.engine.text import notation
from trunfo.language import language

BISCA = "bisca; trunfo 6♦; monte 2 R♣ 6♦; mãos eu: 7♥ D♦ A♠, ele: 2♥ 3♥ 4♥; sai eu"


def refused(text):
    """The error about a position: its code, the words it stands at, the sentence in Portuguese."""
    with pytest.raises(trunfo.TrunfoError) as caught:
        notation.parse(text)
    error = caught.value
    line, carets = (error.excerpt or "\n").split("\n")
    place = line[carets.index("^") : carets.rindex("^") + 1] if "^" in carets else ""
    return error.code, place, error.message.text(language("pt").translate)


def test_all_messages_are_as_they_were_last_read():
    assert written() == MESSAGES.read_text(encoding="utf-8"), (
        "read `git diff` after `python tests/support/write_messages.py`"
    )


def test_every_kind_of_message_has_an_example():
    assert without_example() == set()


@pytest.mark.parametrize(("count", "english", "portuguese"), [
    (1, "One card played is not named", "qual é uma das cartas"),
    (2, "2 cards played are not named", "quais são 2 das cartas"),
])
def test_number_decides_between_singular_and_plural(count, english, portuguese):
    note = gone_unknown(count)
    assert english in note.text()
    assert portuguese in note.text(language("pt").translate)


COPAS = "copas; ronda 4; mão ♣3456 ♥ARD ♠5678 ♦23"


@pytest.mark.parametrize(("text", "code", "place", "says"), [
    (f"{COPAS}; sai eu", "two_elsewhere", "eu", "2♣"),
    (f"{COPAS}; saio eu", "two_elsewhere", "saio", "2♣"),
    (f"{COPAS}; mesa esquerda 2♣ frente D♠", "first_trick", "D♠", "primeira vaza"),
    (f"{COPAS}; mesa esquerda 2♣ frente V♥", "first_trick", "V♥", "primeira vaza"),
    ("copas; ronda 1; passei esquerda 3P 4P 5P; recebi direita AC RC DC; mão AC RC DC 5E 6E 7E 8E"
     " 9E 10E 2O 3O; mesa direita 9O; saíram 10O VO DO RO 2P 6P 7P 8P; tem frente 3P",
     "passed_elsewhere", "3P", "mão de outro"),
    ("copas; regras abrir_copas=sim; ronda 4; mão ♣346 ♥ARD ♠5678 ♦23; vazas"
     " 1. eu: ♣2 ♣7 ♣8 ♣A; mesa direita ♥2", "hearts_unbroken", "♥2", "copas"),
    ("sueca; trunfo ♣; mão 7♥ 6♥; sai eu; tem parceiro A♥ R♥ D♥", "said_too_many",
     "parceiro", "3 cartas"),
])
def test_a_rule_that_is_broken_is_named(text, code, place, says):
    found = refused(text)
    assert found[:2] == (code, place)
    assert says in found[2]


@pytest.mark.parametrize(("facts", "place"), [
    ("não tem direita ♣; não tem parceiro ♣; não tem esquerda ♣", "esquerda"),
    ("não tem direita, parceiro e esquerda ♣", "esquerda"),
    ("direita e parceiro não têm ♣; esquerda não tem ♣", "esquerda"),
])
def test_the_fact_that_is_too_much_is_shown(facts, place):
    text = f"sueca; trunfo ♥; mão A♠ 7♠ R♠ D♠ V♠ 6♠ 2♥ 3♦ 4♦ 5♦; sai eu; {facts}"
    assert refused(text)[:2] == ("no_world", place)


@pytest.mark.parametrize(("text", "total", "most"), [
    ("sueca; trunfo ♣; mão A♥ 7♥; pontos 100 30", "130", "120"),
    ("sueca; trunfo ♣; mão A♥ 7♥; nós 100, eles 30", "130", "120"),
    ("bisca; trunfo ♣; monte 0; mão A♥ 7♥; pontos 80 50", "130", "120"),
    ("sueca; trunfo ♣; mão -; pontos nós 100 eles 100", "200", "120"),
    ("sueca; trunfo ♣; mão -; pontos 0 0", "0", "120"),
    ("sueca; trunfo ♣; mão -; pontos 89 30", "119", "120"),
    ("bisca; trunfo ♣; monte 0; mão -; pontos 10 10", "20", "120"),
])
def test_points_that_cannot_be_the_sum_of_a_deal(text, total, most):
    code, _, says = refused(text)
    assert code == "points_total"
    assert f" {total} pontos" in says
    assert most in says


@pytest.mark.parametrize(("text", "code", "says"), [
    ("copas; regras hearts_must_be_broken; mão A♠; sai eu", "option_needs_value",
     "hearts_must_be_broken=sim"),
    ("copas; regras abrir_copas; mão A♠; sai eu", "option_needs_value", "abrir_copas=sim"),
    ("hearts; rules hearts_must_be_broken; hand A♠; I lead", "option_needs_value",
     "hearts_must_be_broken=yes"),
    ("sueca; trunfo ♣; mão A♥; zzz 3", "unknown_key", "pontos"),
    ("sueca; trunfo ♣; mão A♥; do parceiro", "unexpected", "do"),
    ("sueca; trunfo ♣; mãos eu: 7♥; direita: 6♥; frente: 5♥; esquerda: 4♥", "hands_parted", ";"),
    ("sueca; trunfo ♣; mão 7\u0441", "look_alike", "U+0441"),
    ("sueca; trunfo ♣; mão \u0391♥", "look_alike", "U+0391"),
    ("sueca; trunfo ♣; mão 7\u200b♥", "invisible", "U+200B"),
    ("copas; mão ♥R92 ♦A105 ♠DV63 ♣V82", "round_missing", "ronda"),
])
def test_the_message_says_what_would_be_right(text, code, says):
    found = refused(text)
    assert found[0] == code
    assert says in found[2]


def test_an_unknown_key_lists_the_keys_of_this_game_only():
    says = refused("copas; ronda 1; mão A♥; zzz 3")[2]
    assert "ronda" in says
    assert "monte" not in says
    assert "trocas" not in says


def test_without_exchanges_one_is_told_to_say_how_many():
    state = trunfo.parse("sobe-desce; trunfo ♣ escolheu esquerda; mão 7♣ R♥ 6♦ 4♠ 2♠")
    with pytest.raises(trunfo.ImpossiblePosition) as caught:
        trunfo.advise(state, worlds=1)
    assert "diga quantas trocou" in caught.value.message.text(language("pt").translate)


@pytest.mark.parametrize("cards", ["A❤️ 7♥", "A❤ 7♥", "A♥️ ７♥", "Ａ♥ ７♥"])  # noqa: RUF001
def test_emoji_and_characters_of_full_width_are_cards(cards):
    assert trunfo.parse(f"sueca; trunfo ♣; mão {cards}").to_dict()["hand"] == ["AC", "7C"]


@pytest.mark.parametrize(("names", "seat"), [
    ("A B C D", "B"), ("1 2 3 4", "2"), ("Rei Dama Valete Ás", "Dama"), ("Copas Paus x y", "Paus"),
    ("“Zé Tó” “Ana Sá” b c", "“Ana Sá”"), ("x «Rui» y z", "«Rui»"), ('x "mão" y z', '"mão"'),
    ("E É.O x y", '"É.O"'),
])
def test_players_may_be_called_like_cards_numbers_or_words(names, seat):
    text = f"sueca; jogadores {names}; trunfo ♣; mão A♥ 7♥; "
    assert trunfo.parse(f"{text}sai {seat}").to_dict()["table"]["leader"] == 1
    assert trunfo.parse(f"{text}dá {seat}").to_dict()["dealer"] == 1
    assert trunfo.parse(f"{text}não tem {seat} ♦").to_dict()["known"][0]["seat"] == 1


@pytest.mark.parametrize("where", ["mesa Dama 7♦", "vazas 1. Dama 7♦ 6♦ 5♦ 4♦", "trunfo A♣ Dama"])
def test_where_a_name_may_be_a_card_one_is_told_to_quote_it(where):
    text = "sueca; jogadores Rei Dama Valete Ás; mão A♥ 7♥; "
    trump = "" if "trunfo" in where else "trunfo ♣; "
    code, place, says = refused(text + trump + where)
    assert (code, place) == ("name_or_card", "Dama")
    assert '"Dama"' in says


@pytest.mark.parametrize("leads", [
    "; vazas 1. eu: A♥ 2♥ 3♥ R♥ 2. 7♥ 5♠ 6♥ D♥ 3. direita: 5♥ 4♥ V♥ 2♦",
    "5♥; vazas 1. eu: A♥ 2♥ 3♥ R♥ 2. direita: 7♥ 5♠ 6♥ D♥",
    "5♥; vazas 1. eu: A♥ 2♥ 3♥ R♥ 2. 7♥ 5♠ 6♥ D♥; sai direita",
    "5♥; vazas 1. eu: A♥ 2♥ 3♥ R♥ 2. 7♥ 5♠ 6♥ D♥; mesa direita 3♠",
])
def test_the_leader_of_a_trick_must_have_taken_the_one_before_named_or_not(leads):
    text = f"sueca; trunfo 2♣ eu; mão V♠ 4♠ R♦ 3♦ A♣ 7♣ 2♣ {leads}"
    assert refused(text)[:2] == ("wrong_leader", "direita")


def test_a_card_of_the_stock_is_nowhere_else():
    for text in (
        BISCA.replace("A♠", "R♣"), f"{BISCA}; saíram R♣", BISCA.replace("sai eu", "mesa ele R♣"),
        BISCA.replace("2 R♣ 6♦", "4 R♣ R♣ 5♣ 6♦"), BISCA.replace("A♠", "6♦"),
        f"{BISCA}; vazas 1. eu: R♣ 2♣",
    ):
        assert refused(text)[0] == "card_twice"

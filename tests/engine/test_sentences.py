"""Sentences of players at the table: read as the same position in notation, or refused with help.

They are others than those of `tests/data/phrases.jsonl`, of the same kinds.
"""

from __future__ import annotations

import pytest
from phrases import normal

import trunfo
from trunfo.engine.text import notation
from trunfo.language import language

SUECA = "sueca; trunfo ♣; mão A♥ 7♥; sai eu"
PARTNER_VOID = f"{SUECA}; não tem parceiro ♥"
PARTNER_LED = "sueca; trunfo ♣; mão A♥ 7♥; mesa parceiro R♦"
BISCA = "bisca; trunfo 6♦; monte 34; mão 7♥ D♦ A♠; sai eu"
HE_PLAYED = "bisca; trunfo 6♦; monte 34; mão 7♥ D♦ A♠; mesa ele R♣"
COPAS = "copas; mão R♥ 2♥ D♠ V♠ 8♣; mesa frente ♠4 ♠2; pontos 0 3 0 2"
PASS = "copas; ronda 1; mão A♥ R♥ D♥ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ 2♦ 3♦ 4♦ 5♦"
SOBE = (
    "sobe-desce; trunfo ♣ escolheu esquerda; trocas esquerda 2; mão 7♣ R♥ 6♦ 4♠ 2♠;"
    " pontuação 11 6 17 20"
)
TRUMP = "sobe-desce; mão A♠ R♠ 4♥; dá esquerda; pontuação 9 6 17 20"

SAID = [
    # Sueca
    ("sueca; trunfo paus; tenho na mão ás e sete de copas; sai eu", SUECA),
    ("sueca; trunfo paus; tenho o ás e a manilha de copas; saio eu", SUECA),
    ("sueca; trunfo paus; na minha mão tenho A7 copas; sou eu a sair", SUECA),
    ("sueca; trunfo paus; a minha mão é A7 copas; jogo eu primeiro", SUECA),
    ("sueca; trunfo paus; as minhas cartas são ás e sete de copas; começo eu", SUECA),
    ("sueca; trunfo paus; eu tenho em mão o ás de copas e o sete de copas; sai eu", SUECA),
    ("sueca; trunfo paus; só tenho ás de copas e sete de copas; a saída é minha", SUECA),
    ("sueca; paus é trunfo; estou com A♥ 7♥; sou o primeiro", SUECA),
    ("sueca; o trunfo é paus; restam-me A♥ 7♥; sou eu o primeiro", SUECA),
    ("sueca; os trunfos são paus; deram-me A♥ 7♥; sou eu a começar", SUECA),
    ("sueca; trunfo paus; tenho A♥ 7♥; o parceiro já não tem mais copas; sai eu", PARTNER_VOID),
    ("sueca; trunfo paus; tenho A♥ 7♥; o parceiro ficou sem copas; sai eu", PARTNER_VOID),
    ("sueca; trunfo paus; tenho A♥ 7♥ e o parceiro está sem copas; sai eu", PARTNER_VOID),
    ("sueca; trunfo paus; tenho A♥ 7♥, fiquei sem trunfos; sai eu", f"{SUECA}; não tem eu ♣"),
    ("sueca; trunfo paus; tenho A♥ 7♥; o parceiro saiu com o rei de ouros", PARTNER_LED),
    ("sueca; trunfo paus; tenho A♥ 7♥; na mesa está o rei de ouros do parceiro", PARTNER_LED),
    ("sueca; trunfo paus; tenho A♥ 7♥; o parceiro está com o rei de paus; sai eu",
     f"{SUECA}; tem parceiro R♣"),
    ("sueca; trunfo paus; tenho A♥ 7♥; temos 40, eles 50; sai eu", f"{SUECA}; pontos 40 50"),
    ("sueca; trump clubs; I have the ace and seven of hearts; I lead", SUECA),
    ("sueca; trump clubs; I hold A7 hearts; my lead", SUECA),
    ("sueca; clubs are trump; my hand is A7 hearts; I am to lead", SUECA),
    ("sueca; trumps are clubs; I've got ace and seven of hearts; I'm on lead", SUECA),
    ("sueca; trump clubs; in my hand I have ace and seven of hearts; I play first", SUECA),
    ("sueca; trump clubs; I am holding ace of hearts, seven of hearts; I lead", SUECA),
    ("sueca; trump clubs; I was dealt AH 7H; I'm to lead", SUECA),
    ("sueca; trump clubs; I still have AH 7H; partner has no more hearts; I lead", PARTNER_VOID),
    ("sueca; trump clubs; I have AH 7H; partner doesn\N{RIGHT SINGLE QUOTATION MARK}t have any"
     " hearts; I lead", PARTNER_VOID),
    ("sueca; trump clubs; my cards are AH 7H; partner led the king of diamonds", PARTNER_LED),
    # Bisca
    ("bisca; trunfo 6 de ouros; faltam 34 no monte; tenho 7 de copas, dama de ouros e ás de"
     " espadas; saio eu", BISCA),
    ("bisca; trunfo 6♦; 34 cartas no monte; tenho a bisca de copas, a dama de ouros e o ás de"
     " espadas; saio eu", BISCA),
    ("bisca; trunfo 6♦; ainda há 34 no monte; em mão: 7♥ D♦ A♠; jogo primeiro", BISCA),
    ("bisca; trunfo 6♦; monte 34; tenho 7♥ D♦ A♠; o adversário saiu de rei de paus", HE_PLAYED),
    ("bisca; trunfo 6♦; monte 34; tenho comigo 7♥ D♦ A♠; ele jogou o rei de paus", HE_PLAYED),
    ("bisca; trump 6D; 34 left in the stock; I hold 7H QD AS; I lead", BISCA),
    ("bisca; the trump is the six of diamonds; 34 cards in the stock; my cards are 7H QD AS;"
     " opponent played KC", HE_PLAYED),
    # Copas
    ("copas; calharam-me ♥R 2 ♠DV ♣8; mesa frente ♠4 ♠2; pontos 0 3 0 2", COPAS),
    ("copas; na mão tenho ♥R 2 ♠DV ♣8; na mesa estão ♠4 da frente e ♠2 da direita;"
     " pontos 0 3 0 2", COPAS),
    ("hearts; I've KH 2H QS JS 8C; on the table 4S from across, 2S from right; points 0 3 0 2",
     COPAS),
    ("hearts; my hand is KH 2H QS JS 8C; across led 4S, right played 2S; points 0 3 0 2", COPAS),
    ("copas; passar à esquerda; deram-me AC RC DC 5E 6E 7E 8E 9E 10E 2O 3O 4O 5O", PASS),
    ("hearts; round 1; I was dealt AH KH QH 5S 6S 7S 8S 9S 10S 2D 3D 4D 5D", PASS),
    # Sobe e Desce
    ("sobe-desce; tenho A♠ R♠ 4♥; deu a esquerda; pontuação eu 9, direita 6, frente 17,"
     " esquerda 20", TRUMP),
    ("sobe-desce; I hold AS KS 4H; left is the dealer; scores 9 6 17 20", TRUMP),
    ("sobe e desce; a esquerda escolheu paus e trocou 2; tenho 7♣ R♥ 6♦ 4♠ 2♠; pontuação 11 6"
     " 17 20", SOBE),
    ("sobe e desce; paus é trunfo, escolheu a esquerda; a esquerda trocou 2; fiquei com 7♣ R♥ 6♦"
     " 4♠ 2♠; pontuação 11 6 17 20", SOBE),
    ("sobe-desce; left chose clubs and exchanged 2; I hold 7C KH 6D 4S 2S; scores 11 6 17 20",
     SOBE),
]


@pytest.mark.parametrize(("sentence", "means"), SAID)
def test_what_is_said_at_the_table_is_the_position_in_notation(sentence, means):
    found = normal(notation.parse(sentence).state.to_dict())
    assert found == normal(notation.parse(means).state.to_dict())


@pytest.mark.parametrize(("said", "code", "helps"), [
    ("tenho dois trunfos; sai eu", "count_or_card", "dois de trunfos"),
    ("tenho três copas e dois ouros; sai eu", "count_or_card", "três de copas"),
    ("mão A♥ 7♥; o parceiro tem dois ouros; sai eu", "count_or_card", "dois de ouros"),
    ("mão A♥ 7♥; o parceiro tem 2 ouros; sai eu", "count_or_card", "2 de ouros"),
    ("mão A♥ 7♥; já saíram 3 copas; sai eu", "count_or_card", "3 de copas"),
    ("mão A♥ 7♥; saíram três copas; sai eu", "count_or_card", "três de copas"),
    ("tenho; sai eu", "value_missing", "tenho"),
    ("tenho A♥ 7♥; é o parceiro a sair", "unexpected", "é"),
    ("mão A♥ 7♥; o parceiro talvez tem A♦; sai eu", "uncertain", "talvez"),
    ("tenho A♥ 7♥ e mais nada; sai eu", "unknown_key", "mais"),
    ("não tenho nada; sai eu", "not_a_card", "nada"),
])
def test_what_may_be_something_else_is_refused_and_told_how_to_write(said, code, helps):
    with pytest.raises(trunfo.UnreadableInput) as caught:
        trunfo.parse(f"sueca; trunfo ♣; {said}")
    assert caught.value.code == code
    assert helps in caught.value.message.text(language("pt").translate)


@pytest.mark.parametrize("said", [
    "I have two hearts; I lead", "hand AH 7H; partner has two diamonds; I lead",
    "hand AH 7H; three hearts are gone; I lead", "hand AH 7H; 3 hearts are gone; I lead",
    "I have two trumps; I lead",
])
def test_a_number_of_cards_is_no_card_in_english_either(said):
    with pytest.raises(trunfo.UnreadableInput) as caught:
        trunfo.parse(f"sueca; trump clubs; {said}")
    assert caught.value.code == "count_or_card"

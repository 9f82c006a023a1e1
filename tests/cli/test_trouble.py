"""Input as it goes wrong in real life, each kind with the exit code that it deserves."""

from __future__ import annotations

import unicodedata

import pytest
from command_line import run

ENDING = "sueca; trunfo ♠; sai eu; mão A♠ 7♠ R♥ 4♥; pontos nós 50 eles 31"
TEN = "A♥ 7♥ R♥ V♥ D♥ A♦ 7♦ R♦ V♦ D♦"
OPENING = f"sueca; trunfo ♠; sai eu; mão {TEN}"
CYRILLIC = "\u0421"

TROUBLE = {
    "a card twice": (ENDING.replace("4♥", "A♠"), 3, "card_twice"),
    "eleven cards": (OPENING + " A♣", 3, "hand_too_large"),
    "an 8 in a pack of 40": (ENDING.replace("4♥", "8♥"), 2, "rank_not_in_pack"),
    "voids that leave no world": (
        OPENING + "; não tem direita ♣; não tem parceiro ♣; não tem esquerda ♣", 3, "no_world",
    ),
    "a revoke in the history": (
        "sueca; trunfo ♠; mão A♥ 7♥ R♥ V♥ D♥ A♦ 7♦ R♦;"
        " vazas 1. eu: 2♣ 3♦ 4♣ 5♣ 2. esquerda: 6♣ 2♦ 7♣ D♣", 3, "revoke",
    ),
    "two languages in one document": (ENDING.replace("R♥", "KH"), 2, "mixed_languages"),
    "a Cyrillic letter for a Latin one": (ENDING.replace("4♥", f"4{CYRILLIC}"), 2, "look_alike"),
    "a line of ten megabytes": ("sueca; mão " + "A♥ " * 2_000_000, 2, "too_long"),
    "nothing at all": ("", 2, "empty"),
}


@pytest.mark.parametrize(("text", "exit_code", "code"), TROUBLE.values(), ids=TROUBLE)
def test_trouble_is_named_and_has_its_exit_code(text, exit_code, code):
    status, _, err = run("advise", text)
    assert status == exit_code
    assert err.startswith("Error: ")
    status, out, _ = run("advise", text, "--json")
    assert status == exit_code
    assert f'"code": "{code}"' in out


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + ENDING.replace("; ", "\r\n") + "\r\n",
        unicodedata.normalize("NFD", ENDING),
        ENDING.replace("mão", "MAO"),
    ],
    ids=["CR LF and byte-order mark", "decomposed accents", "capitals without accents"],
)
def test_what_only_looks_different_gets_the_same_answer(text):
    status, out, _ = run("advise", text, "--json", "--worlds", "5")
    expected = run("advise", ENDING, "--json", "--worlds", "5")[1]
    assert status == 0
    assert out.partition("elapsed_s")[0] == expected.partition("elapsed_s")[0]

"""What is tried of every wheel where it was built: it needs nothing but the installed package."""

from __future__ import annotations

import subprocess
import sys

import pytest

import trunfo

ASKED = {
    "sueca; trump ♣; hand A♥ 5♥ 7♠ 3♠; table left K♥; points us 34 them 38": "AC",
    "bisca 3; trump 6♦ stock; stock 28; hand 7♥ Q♦ 4♠; table opponent K♥;"
    " played A♠ 3♠ K♣ 7♣ 2♥ J♥; points me 14 opponent 14": "7C",
    "copas; round 4; hand ♥K2 ♠QJ ♣8; table across 4♠ 2♠;"
    " points me 0 left 3 across 0 right 2": "VE",
    "sobe-desce; trump ♠ chose me; exchanged me 2 right 1; out across left;"
    " hand 7♠ A♥ K♥ 4♥ 2♦; scores me 11 right 7 across 17 left 20": "7E",
}


def trunfo_says(*arguments: str) -> str:
    command = [sys.executable, "-X", "utf8", "-m", "trunfo", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


@pytest.mark.parametrize(("text", "best"), ASKED.items())
def test_advice_in_every_game(text, best):
    assert trunfo.advise(text, worlds=300, seed=1).best == {"play": best}


@pytest.mark.parametrize("text", ASKED)
def test_threads_change_nothing(text):
    one, two = (trunfo.advise(text, worlds=64, seed=1, jobs=jobs).options for jobs in (1, 2))
    assert one == two


def test_exact_values():
    hands = "me: A♥ 7♥, right: K♥ 2♠, partner: J♦ Q♦, left: 6♣ 5♣"
    text = f"sueca; trump ♠; leads me; points us 50 them 40; hands {hands}"
    found = trunfo.solve(text)
    assert [(each.points, each.riscos) for each in found.options] == [(68, 1), (67, 1)]


@pytest.mark.parametrize("game", ["sueca", "bisca", "copas", "sobe-e-desce"])
def test_a_match_in_every_game(game):
    assert len(trunfo.match("rules", "greedy", game=game, deals=4, seed=1).riscos) == 4


def test_the_command_line_speaks_both_languages():
    assert trunfo_says("--version").startswith("trunfo ")
    assert "Jogar" in trunfo_says("advise", "--example", "--worlds", "20", "--lang", "pt")
    assert "Play" in trunfo_says("advise", "--example", "--worlds", "20", "--lang", "en")

"""Parts of the method that a player may do without: read, written back, obeyed."""

from __future__ import annotations

from random import Random

import pytest

import trunfo
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.registry import games
from trunfo.engine.views import view
from trunfo.games.base import advisor_of
from trunfo.match import players
from trunfo.match.spec import parse

SHOOTING = "copas; ronda 4; mão ♥A R V 10 3 ♠A R ♦A R 4 ♣A R; sai eu; pontos 0 0 0 0"
TOLD = (
    "sobe-desce; trunfo ♦ escolheu direita; trocas direita 1 frente 1 esquerda 2 eu 2;"
    " pontuação eu 9 direita 6 frente 17 esquerda 20; mão R♦ 2♦ 5♠ 3♥ 4♥; mesa direita 6♣ V♦ 7♦"
)
PARTS = {
    "shoot": ("true", "false"),
    "defence": ("true", "false"),
    "passing": ("simulated", "rules"),
    "inference": ("true", "false"),
    "going": ("simulated", "rules"),
}
WORDS = [(part, word) for part, words in PARTS.items() for word in words]


@pytest.mark.parametrize(("part", "word"), WORDS)
def test_a_part_is_read_and_written_back(part, word):
    for text in (f"pimc:{part}={word}", f"pimc:worlds=20,objective=points,{part}={word}"):
        spec = parse(text)
        assert str(spec) == text
        assert parse(str(spec)) == spec


@pytest.mark.parametrize(("part", "word"), WORDS)
def test_a_player_does_without_a_part_only_if_it_is_switched_off(part, word):
    off = PARTS[part][1]
    assert parse(f"pimc:{part}={word}").build().without == ({part} if word == off else set())


def test_multiplayer_parts_are_switched_off_together():
    spec = parse("pimc:inference=false,worlds=9,shoot=false,passing=simulated,going=rules")
    assert spec.build().without == {"inference", "shoot", "going"}
    assert parse(str(spec)) == spec


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("word", ["", "no", "0", "True", "off"])
def test_another_word_is_refused_with_the_two_that_would_be_right(part, word):
    with pytest.raises(UnreadableInput) as refused:
        parse(f"pimc:{part}={word}")
    assert refused.value.code == "bad_option_value"
    assert "|".join(PARTS[part]) in str(refused.value)


@pytest.mark.parametrize("text", ["pimc:without=shoot", "rules:shoot=false", "cheat:going=rules"])
def test_only_pimc_has_them_and_by_their_own_names(text):
    with pytest.raises(UnreadableInput) as refused:
        parse(text)
    assert refused.value.code == "unknown_option"


# --- Obeyed ---


def advice_given(monkeypatch, player, text):
    """The advice that a player asks for in a position."""
    given = []

    def advise(*positional, **options):
        given.append(trunfo.advise(*positional, **options))
        return given[-1]

    monkeypatch.setattr(players, "advise", advise)
    parse(player).build().play(trunfo.parse(text), 1)
    return given


def test_without_shoot_nobody_plans_to_take_everything(monkeypatch):
    plans = [
        {choice.plan for advice in advice_given(monkeypatch, player, SHOOTING)
         for choice in advice.options}
        for player in ("pimc:worlds=60", "pimc:worlds=60,shoot=false")
    ]
    assert "shoot" in plans[0]
    assert plans[1] == {None}


def test_without_inference_what_the_others_decided_tells_nothing(monkeypatch):
    codes = [
        [{note.code for note in advice.notes} for advice in advice_given(monkeypatch, player, TOLD)]
        for player in ("pimc:worlds=60", "pimc:worlds=60,inference=false")
    ]
    assert codes[0]
    assert codes[1]
    assert all("inference" in found for found in codes[0])
    assert all("inference" not in found for found in codes[1])


def decisions(name, number):
    """What the seats know that decide before a deal is played, by the rule player's decisions."""
    game = games()[name]
    at = game.deal(Random(number), game.rules(), 0, 0)
    while at.phase != "play":
        state = view(game, at, at.turn)
        yield state
        at = game.act(at, advisor_of(game).by_rule(state))


@pytest.mark.parametrize(
    ("name", "part", "deals"), [("copas", "passing", 2), ("sobe-e-desce", "going", 8)]
)
def test_before_play_the_rule_player_decides_if_that_is_asked_for(name, part, deals):
    simulating, ruled = (
        parse(f"pimc:worlds=1{more}").build() for more in ("", f",{part}=rules")
    )
    states = [state for number in range(deals) for state in decisions(name, number)]
    rules = [advisor_of(state.game).by_rule(state) for state in states]
    assert [ruled.play(state, 1) for state in states] == rules
    assert [simulating.play(state, 1) for state in states] != rules

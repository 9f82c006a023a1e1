"""Help that teaches: every example of every page is run, in both languages."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from command_line import process, run

import trunfo
from trunfo.cli import group
from trunfo.cli.help import KEY_MEANINGS, KINDS, SOLVE
from trunfo.cli.parts import PORTUGUESE
from trunfo.engine.registry import games, playable
from trunfo.engine.text.vocabulary import KEYS
from trunfo.games.base import advisor_of
from trunfo.language import language

EXAMPLES = [
    (game.name, kind, code)
    for game in playable() for kind in advisor_of(game).examples for code in ("en", "pt")
]


def pasted(page: str) -> list[list[str]]:
    """The command lines of a page, as the shell would hand them over."""
    lines = re.findall(r'^  trunfo [^"\n]*"[^"]*"', page, re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.parametrize("code", ["en", "pt"])
@pytest.mark.parametrize("topic", [None, "positions", *(game.name for game in playable())])
def test_every_example_of_a_page_can_be_pasted(topic, code):
    status, out, err = run("help", *filter(None, [topic]), "--lang", code)
    assert (status, err) == (0, "")
    due = {None: 0, "positions": 1}
    due |= {game.name: len(advisor_of(game).examples) for game in playable()}
    commands = pasted(out)
    assert len(commands) == due[topic]
    for name, *arguments in commands:
        assert name == "trunfo"
        status, out, err = run(*arguments, "--json", "--lang", code)
        answer = json.loads(out)
        assert (status, err if "solution" not in answer["schema"] else "") == (0, "")
        assert answer["options"] or answer["result"]


@pytest.mark.parametrize(("game", "kind", "code"), EXAMPLES)
def test_an_example_is_read_in_its_language_and_asks_what_it_is_for(game, kind, code):
    advisor = advisor_of(games()[game])
    text = language(code).translate(advisor.examples[kind].text)
    state = trunfo.parse(text)
    assert state == trunfo.parse(advisor.examples[kind].text)
    if kind == SOLVE:
        assert len(trunfo.solve(state).options) > 1
        return
    advice = trunfo.advise(state, worlds=8)
    if kind == "over":
        assert advice.result is not None
    elif kind == "redeal":
        assert {"redeal": True} in [dict(option.action) for option in advice.options]
    else:
        assert state.phase == kind
        assert len(advice.options) > 1


@pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
def test_a_game_has_an_example_of_every_kind_of_decision(game):
    examples = advisor_of(game).examples
    if examples:  # a game from elsewhere may do without
        assert {*game.phases, "over", SOLVE} <= set(examples)
        assert set(examples) <= {*KINDS, SOLVE}
    if "low_hand_redeal" in game.rules():
        assert "redeal" in examples


def test_every_word_of_a_position_is_explained():
    assert set(KEY_MEANINGS) == {english for _, english, _ in KEYS} - {"game", "me"}


# --- `advise --example` ---


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        (["sueca"], "play"), (["súeca", "jogar"], "play"), (["copas", "pass"], "pass"),
        (["sobe-desce", "ir"], "go"), (["sobe-e-desce", "trunfo"], "trump"),
    ],
)
def test_an_example_of_a_game_and_a_phase_is_advised_on(words, phase):
    status, out, _ = run("advise", "--example", *words, "--worlds", "4", "--json")
    assert (status, json.loads(out)["phase"]) == (0, phase)


@pytest.mark.parametrize(
    "words", [["bridge"], ["sueca", "pass"], ["sueca", "solve"], ["sueca", "play", "more"]]
)
def test_an_example_that_is_not_there_is_unreadable(words):
    status, out, err = run("advise", "--example", *words)
    assert (status, out) == (2, "")
    assert words[-1] in err or "--example" in err


# --- Names of commands, completion ---


def test_every_command_has_a_portuguese_name_that_does_the_same():
    names = group(language("pt")).commands
    assert set(names) <= set(PORTUGUESE)
    for name in names:
        for word in (PORTUGUESE[name], PORTUGUESE[name].upper()):
            assert run(word, "--help", "--lang", "en")[1] == run(
                name, "--help", "--lang", "en"
            )[1].replace(f"trunfo {name} [", f"trunfo {word} [")


def test_the_portuguese_help_lists_portuguese_names():
    listed = run("--help", "--lang", "pt")[1].split("Comandos:")[1]
    for name in group(language("pt")).commands:
        assert f"  {PORTUGUESE[name]} " in listed
    assert "  advise " in run("--help", "--lang", "en")[1].split("Commands:")[1]


def completed(words: list[str], word: str) -> list[list[str]]:
    """What PowerShell is told: type, value and help of each completion."""
    out = process(
        COMP_WORDS="\n".join(words), COMP_CWORD=word, _TRUNFO_COMPLETE="powershell_complete"
    ).stdout.decode()
    return [line.split("\t") for line in out.splitlines()]


def test_powershell_is_told_commands_options_and_files():
    assert [value for _, value, _ in completed(["trunfo"], "")][:2] == ["advise", "solve"]
    [(kind, value, told)] = completed(["trunfo", "advise"], "--obj")
    assert (kind, value) == ("plain", "--objective")
    assert told
    assert completed(["trunfo", "advise"], "pos")[0][0] == "file"

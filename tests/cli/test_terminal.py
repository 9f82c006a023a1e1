"""The command line in both languages, its help, and terminals of every kind."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest
from click.testing import CliRunner
from command_line import EXAMPLE, QUICK, advise, process, run, surroundings

import trunfo
from trunfo import cli
from trunfo.cli import group
from trunfo.engine.registry import games
from trunfo.language import fit, language
from trunfo.version import version

# --- Languages ---


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "pt", "advise", QUICK, "--worlds", "1"],
        ["advise", "--lang", "pt", QUICK, "--worlds", "1"],
        ["advise", QUICK, "--worlds", "1", "--lang=pt"],
    ],
)
def test_the_language_may_stand_anywhere(arguments):
    assert run(*arguments)[1].split("\n\n")[1].startswith("Jogar ")


def test_without_lang_the_locale_decides():
    arguments = ["advise", QUICK, "--worlds", "1"]
    assert run(*arguments, LANG="pt_PT.UTF-8")[1].split("\n\n")[1].startswith("Jogar ")
    _, out, _ = run(*arguments, "--lang", "en", LANG="pt_PT.UTF-8")
    assert out.split("\n\n")[1].startswith("Play ")


def test_errors_and_click_speak_the_language():
    assert "A carta A♠ aparece duas vezes." in run(
        "advise", QUICK.replace("2♥", "A♠"), "--lang", "pt"
    )[2]
    err = run("advise", "--nothing", "--lang", "pt")[2]
    assert "Uso: trunfo advise [OPÇÕES] [POSIÇÃO]" in err
    assert "Erro: Não existe a opção" in err
    _, out, _ = run("advise", "--lang", "pt", "--json")
    assert json.loads(out)["error"]["message"].startswith("A posição está vazia")


def test_the_language_of_one_run_does_not_stay_for_the_next():
    assert run("--lang", "pt", "--help")[1].startswith("Uso:")
    assert run("--help")[1].startswith("Usage:")
    assert "LANGUAGE" not in os.environ


# --- Help ---


@pytest.mark.parametrize("code", ["en", "pt"])
@pytest.mark.parametrize("name", [
    "", "advise", "solve", "table", "review", "match", "rules", "help", "completion",
])
def test_help_is_translated_and_shows_every_option(code, name):
    shown = CliRunner().invoke(group(language(code)), [*filter(None, [name]), "--help"])
    assert shown.exit_code == 0
    command = group(language(code)).commands[name] if name else group(language(code))
    for option in command.params:
        assert all(word in shown.output for word in option.opts if word.startswith("--"))
    other = CliRunner().invoke(
        group(language("pt" if code == "en" else "en")), [*filter(None, [name]), "--help"]
    )
    assert shown.output != other.output


def examples(code):
    """The command lines in the help, as words."""
    for command in group(language(code)).commands.values():
        for example in command.examples():
            yield shlex.split(example, comments=True)


@pytest.mark.parametrize("code", ["en", "pt"])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_positions_in_the_help_can_be_typed_in(code, encoding):
    given = [
        fit(word, encoding, code) for words in examples(code) for word in words if ";" in word
    ]
    assert len(given) >= 2
    for text in given:
        state = trunfo.parse(text)
        if state.hands is None:
            assert advise(text, "--lang", code)["options"]
        else:
            assert trunfo.solve(state).options


@pytest.mark.parametrize("code", ["en", "pt"])
def test_the_options_in_the_help_exist(code):
    names = {
        option for command in group(language(code)).commands.values()
        for parameter in command.params for option in parameter.opts
    }
    for words in examples(code):
        assert {word for word in words if word.startswith("--")} <= names | {"--help"}


def test_version():
    assert run("--version") == (0, f"trunfo {version()}\n", "")


# --- Rules and completion ---


def test_rules_lists_the_games_and_whether_there_is_advice():
    code, out, _ = run("rules")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert list(lines) == list(games())
    assert lines["sueca"].endswith("advice")


@pytest.mark.parametrize("name", list(games()))
def test_rules_shows_every_option_with_default_and_choices(name):
    code, out, _ = run("rules", name)
    assert code == 0
    for option in games()[name].options:
        line = next(line for line in out.splitlines() if line.startswith(f"  {option.name} = "))
        if not isinstance(option.default, tuple):
            for choice in (option.default, *option.choices):
                assert str(choice).lower() in line
    for preset in games()[name].presets:
        assert preset in out
    code, out, _ = run("rules", name, "--json")
    assert [option["name"] for option in json.loads(out)[0]["options"]] == [
        option.name for option in games()[name].options
    ]


@pytest.mark.parametrize("name", ["súeca", "SUECA", "sobe-desce", "Sobe e Desce", "hearts"])
def test_rules_are_shown_of_a_game_by_any_of_its_names(name):
    code, out, err = run("rules", name)
    assert (code, err) == (0, "")
    assert "direction = " in out
    assert "sentido = " in out


@pytest.mark.parametrize(("game", "rules"), [
    ("sueca", "001"), ("sueca", "low_hand_redeal=sim"), ("sueca", "preset=001 double_at=90"),
    ("sueca", "novo_jogo=não"), ("súeca", "sentido=esquerda"),
    ("sobe-desce", "must_go=-"), ("Sobe e Desce", "002"),
])
def test_matches_and_advice_read_rules_and_games_the_same_way(game, rules):
    code, out, _ = run(
        "match", "random", "random", "--game", game, "--rules", rules, "--deals", "1",
        "--jobs", "1", "--json",
    )
    assert code == 0
    assert json.loads(out)["deals"] == 1
    position = f"{game}; trunfo ♠; mão A♠; sai eu; pontos 50 59" if "eca" in game else (
        f"{game}; mão A♠ R♠ 4♥"
    )
    assert run("advise", position, "--rules", rules, "--worlds", "1", "--json")[0] == 0


def test_rules_of_an_unknown_game_are_unreadable():
    code, _, err = run("rules", "bridge")
    assert code == 2
    assert "bridge" in err
    assert "sueca" in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_is_printed_for_a_shell(shell):
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "_TRUNFO_COMPLETE" in out


def test_completion_knows_commands_options_and_games():
    def completed(line):
        words = line.split(" ")
        return process(
            COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), _TRUNFO_COMPLETE="bash_complete"
        ).stdout.decode().split()

    assert {"plain,advise", "plain,solve", "plain,rules"} <= set(completed("trunfo "))
    assert completed("trunfo advise --ob") == ["plain,--objective"]
    assert completed("trunfo rules s") == ["plain,sobe-e-desce", "plain,sueca"]


# --- Terminals ---


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "cp437"])
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_a_terminal_without_suits_gets_letters(encoding, lang):
    code, out, err = run("advise", QUICK, "--worlds", "2", "--lang", lang, encoding=encoding)
    assert (code, err) == (0, "")
    suits = "♠♥" if encoding == "utf-8" else {"pt": "EC", "en": "SH"}[lang]
    cards = {row.split()[0] for row in out.split("\n\n")[2].splitlines()[1:]}
    assert cards == {f"A{suits[0]}", f"7{suits[0]}", f"2{suits[1]}"}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_errors_are_shown_on_any_terminal_with_the_caret_in_place(encoding):
    text = "sueca; trunfo ♠; mão A♠ 7♠ 8♥"
    code, out, err = run("advise", text, "--lang", "pt", encoding=encoding)
    assert (code, out) == (2, "")
    line, carets = err.splitlines()[-2:]
    assert line[carets.index("^") :] == "8C"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", ["advise", "solve", "match", "rules", "help", "completion"])
def test_help_is_shown_on_any_terminal(encoding, name):
    code, out, err = run(name, "--help", "--lang", "pt", encoding=encoding)
    assert (code, err) == (0, "")
    assert ("Opções:" if encoding == "cp1252" else "Opcoes:") in out
    code, out, err = run(name, "--nothing", "--lang", "pt", encoding=encoding)
    assert (code, out) == (2, "")
    assert ("[OPÇÕES]" if encoding == "cp1252" else "[OPCOES]") in err


def test_the_json_is_the_same_on_any_terminal():
    def told(encoding):
        _, out, _ = run("advise", QUICK, "--worlds", "2", "--json", encoding=encoding)
        return {**json.loads(out), "elapsed_s": 0}

    assert told("ascii") == told("utf-8")


@pytest.mark.parametrize("code", ["en", "pt"])
def test_the_example_is_in_the_language_asked_for_on_any_terminal(code):
    _, out, _ = run("advise", "--example", "--worlds", "1", "--lang", code, encoding="ascii")
    shown = out.split("\n\n")[0]
    assert trunfo.parse(shown) == trunfo.parse(EXAMPLE)
    assert ("trunfo" if code == "pt" else "trump") in shown


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_as_a_process_too_it_writes_in_the_encoding_of_the_terminal(encoding):
    done = process("advise", QUICK, "--worlds", "1", "--lang", "pt", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "A\N{BLACK SPADE SUIT}" not in done.stdout.decode(encoding)
    done = process("advise", QUICK.replace("2♥", "A♠"), "--lang", "pt", encoding=encoding)
    assert (done.returncode, done.stdout) == (3, b"")
    assert "A carta AE aparece duas vezes." in done.stderr.decode(encoding)


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_only_where_they_are_wanted(no_color, coloured):
    assert b"\x1b[" not in process("rules", "sueca").stdout
    here, end = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "trunfo", "rules", "sueca"], stdout=end, check=True,
        env=surroundings({"NO_COLOR": no_color, "TERM": "xterm"}),
    )
    shown = os.read(here, 100)
    os.close(here)
    os.close(end)
    assert shown
    assert (b"\x1b[" in shown) == coloured


def test_every_command_is_made_in_the_language_it_is_given():
    for code in ("pt", "en"):
        assert [each.name for each in group(language(code)).commands.values()] == list(cli.COMMANDS)

"""The command line: what goes in, what comes out, and with which exit code."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from importlib.metadata import version

import click
import pytest
from click.testing import CliRunner

import trunfo
from trunfo import cli, cli_advise
from trunfo.cli import group, main
from trunfo.engine.registry import games
from trunfo.language import fit, language
from trunfo.reading import EXAMPLE, LIMIT

QUICK = "sueca; trunfo ♠; mão A♠ 7♠ 2♥; sai eu; pontos nós 50 eles 31"
OPEN = (
    "sueca; trunfo ♠; mãos eu: A♥ 7♥ direita: R♥ 2♠ parceiro: V♦ D♦ esquerda: 6♣ 5♣;"
    " sai eu; pontos nós 50 eles 40"
)
OVER = "sueca; trunfo ♠; mão -; pontos nós 78 eles 42"


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "TRUNFO_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command line: exit code, standard output, standard error."""

    def call(*arguments, given=None):
        if given is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main(arguments)
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def terminal(monkeypatch):
    """Run the command line on a terminal with an encoding: exit code and bytes."""

    def call(encoding, *arguments):
        out, err = io.BytesIO(), io.BytesIO()
        for name, stream in (("stdout", out), ("stderr", err)):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(stream, encoding, newline="\n"))
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        return code, out.getvalue().decode(encoding), err.getvalue().decode(encoding)

    return call


def process(*arguments, encoding="utf-8", given=b"", **environment):
    """Run the program as a process; bytes come out."""
    inherited = {
        name: value for name, value in os.environ.items()
        if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
    }
    return subprocess.run(
        [sys.executable, "-m", "trunfo", *arguments], input=given, capture_output=True, check=False,
        env={**inherited, "PYTHONIOENCODING": encoding, **environment},
    )


def advise(run, *arguments, **more):
    """The answer of `advise --json` to a small budget."""
    code, out, err = run("advise", *arguments, "--worlds", "3", "--json", **more)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


# --- Answers ---


def test_advise_prints_a_table(run):
    code, out, err = run("advise", QUICK, "--worlds", "3")
    assert (code, err) == (0, "")
    assert out.startswith("Play ")
    assert {row.split()[0] for row in out.split("\n\n")[1].splitlines()} == {
        "card", "A♠", "7♠", "2♥",
    }


def test_advise_prints_the_json_of_the_library(run):
    told = advise(run, QUICK)
    made = json.loads(trunfo.advise(trunfo.parse(QUICK), worlds=3).to_json())
    assert {**told, "elapsed_s": 0} == {**made, "elapsed_s": 0}


def test_the_example_is_a_position_that_is_shown(run):
    code, out, _ = run("advise", "--example", "--worlds", "2")
    assert code == 0
    assert out.startswith(f"{EXAMPLE}\n\nPlay ")
    assert advise(run, "--example")["best"] in [
        {"play": card} for card in ("VC", "7P", "VP", "DP", "6P", "3P")
    ]


def test_options_reach_the_library(run):
    told = advise(run, QUICK, "--objective", "points", "--seed", "5", "--jobs", "1",
                  "--method", "pimc")
    assert (told["objective"], told["seed"], told["method"]) == ("points", 5, "pimc")


def test_one_second_is_the_budget_if_none_is_given(run, monkeypatch):
    budgets = []

    def fake(state, **options):
        budgets.append({name: options[name] for name in ("time", "worlds", "until_clear")})
        return trunfo.advise(state, worlds=1)

    monkeypatch.setattr(cli_advise, "advise", fake)
    for options in ([], ["--time", "0.5"], ["--worlds", "9"], ["--until-clear"]):
        run("advise", QUICK, *options)
    none = {"time": None, "worlds": None, "until_clear": False}
    assert budgets == [
        none, {**none, "time": 0.5}, {**none, "worlds": 9}, {**none, "until_clear": True},
    ]


def test_solve_prints_exact_values(run):
    code, out, err = run("solve", OPEN)
    assert (code, err) == (0, "")
    assert "Exact values" in out
    code, out, err = run("solve", OPEN, "--json")
    solution = trunfo.solve(trunfo.parse(OPEN))
    assert code == 0
    assert json.loads(out) == json.loads(solution.to_json())
    assert err.splitlines() == [note.text() for note in solution.notes]


def test_a_deal_that_is_over_is_answered_with_its_result(run):
    told = advise(run, OVER)
    assert (told["options"], told["best"]) == ([], None)
    assert told["result"] == {"points": 78, "riscos": 1}


def test_rules_on_the_command_line_stand_on_top_of_the_position(run):
    text = QUICK + "; regras double_at=90"
    _, out, _ = run("advise", text, "--worlds", "2")
    assert "90+" in out
    _, out, _ = run("advise", text, "--worlds", "2", "--rules", "double_at=91")
    assert "91+" in out


def test_rules_on_the_command_line_decide_what_the_names_of_seats_mean(run):
    text = "sueca; trunfo A♠ esquerda; mão 7♠ 2♥; sai eu; pontos nós 50 eles 31"
    state = trunfo.parse(text)
    assert state.trump.holder == 3
    told = advise(run, text, "--rules", "direction=left")
    right = advise(run, text.replace("esquerda", "direita"))
    assert told["options"] == right["options"]


def test_rules_go_on_top_of_json_too(run):
    document = trunfo.parse(QUICK).to_json()
    _, out, _ = run(
        "advise", json.dumps(document), "--worlds", "2", "--rules", "double_at=90",
        "--rules", "sweep=points",
    )
    assert "90+" in out


@pytest.mark.parametrize("rules", ["nothing=1", "double_at=92", "double_at", "preset=999", ""])
def test_rules_that_do_not_exist_are_unreadable(run, rules):
    code, out, err = run("advise", QUICK, "--rules", rules)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")


# --- Where a position comes from ---


def test_a_position_is_read_from_a_file(run, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text(QUICK, "utf-8")
    assert advise(run, str(file))["best"] == advise(run, QUICK)["best"]


@pytest.mark.parametrize(
    "encoded",
    [
        QUICK.encode(),
        QUICK.encode("utf-8-sig"),
        QUICK.encode("utf-16"),
        b"\xfe\xff" + QUICK.encode("utf-16-be"),
        QUICK.replace("; ", "\r\n").encode(),
        json.dumps(trunfo.parse(QUICK).to_json()).encode("utf-8-sig"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16", "utf-16 big-endian", "cr lf", "json"],
)
def test_a_position_is_read_from_standard_input(run, encoded):
    assert advise(run, "-", given=encoded)["best"] == advise(run, QUICK)["best"]


def test_bytes_that_are_no_text_are_named_by_their_offset(run):
    code, out, _ = run("advise", "-", "--json", given=b"\xef\xbb\xbfsueca; m\xe3o")
    error = json.loads(out)["error"]
    assert (code, error["code"], error["where"]) == (2, "encoding", 11)
    code, out, _ = run("advise", "-", "--json", given=QUICK.encode("utf-16")[:-1])
    assert (code, json.loads(out)["error"]["code"]) == (2, "encoding")


def test_an_argument_that_is_no_text_is_named_by_its_offset(run):
    code, out, _ = run("advise", "sueca; m\udce3o", "--json")
    error = json.loads(out)["error"]
    assert (code, error["code"], error["where"]) == (2, "encoding", 8)


@pytest.mark.parametrize("given", [b"", b" \r\n", b"\xef\xbb\xbf"])
def test_an_empty_input_is_unreadable(run, given):
    code, out, err = run("advise", "-", given=given)
    assert (code, out) == (2, "")
    assert "empty" in err


@pytest.mark.parametrize("arguments", [[], [""], ["  "]])
@pytest.mark.parametrize("command", ["advise", "solve"])
def test_no_position_is_unreadable(run, command, arguments):
    code, out, err = run(command, *arguments)
    assert (code, out) == (2, "")
    assert "empty" in err


def test_ten_megabytes_are_too_long_at_once(run, tmp_path):
    file = tmp_path / "long.txt"
    file.write_bytes(b"A" * 10_000_000)
    for arguments, given in ((["-"], file.read_bytes()), ([str(file)], None)):
        code, out, _ = run("advise", *arguments, "--json", given=given)
        assert (code, json.loads(out)["error"]["code"]) == (2, "too_long")


@pytest.mark.parametrize("start", ["sueca; mão ", "{", '{"a":[', "#", "sueca; trunfo ", ""])
@pytest.mark.parametrize("unit", ["A", "A♣", " ", ";", "[", "ã\u0303", "♥\ufe0f ", "1. "])
def test_the_longest_input_that_is_read_gets_an_answer(run, start, unit):
    text = (start + unit * LIMIT).encode()[:LIMIT].decode(errors="ignore")
    code, out, _ = run("advise", "-", "--json", given=text.encode())
    assert code in (2, 3)
    assert len(json.loads(out)["error"]["message"]) < 1000


@pytest.mark.parametrize("name", ["nothing.txt", "nothing.json", "no/thing", "."])
def test_a_file_that_cannot_be_read_is_named(run, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("advise", name)
    assert code == 2
    assert f"The file {name} cannot be read" in err


def test_what_has_blanks_or_semicolons_is_a_text_though_a_file_is_called_so(
    run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for text in (QUICK, "sueca x"):
        (tmp_path / text).write_text(OVER, "utf-8")
    assert advise(run, QUICK)["options"]
    assert run("advise", "sueca x")[0] == 2


def test_one_word_that_is_no_file_is_read_as_a_text(run):
    code, _, err = run("advise", "suecca")
    assert code == 2
    assert "suecca" in err.splitlines()[0]
    assert "file" not in err


# --- Errors ---


@pytest.mark.parametrize(
    ("text", "exit_code"),
    [
        (QUICK.replace("2♥", "T♥hing"), 2),  # no card
        (QUICK.replace("2♥", "8♥"), 2),  # not in the pack
        (QUICK.replace("sueca", "xadrez"), 2),
        (QUICK.replace("pontos", "contos"), 2),
        (QUICK.replace("2♥", "A♠"), 3),  # a card twice
        (QUICK.replace("50", "100"), 3),  # points
        (QUICK.replace("sai eu", "sai direita"), 3),  # not my turn
        ('{"schema": "trunfo.state/1"', 2),
        ('{"schema": "trunfo.state/1", "jogo": "sueca"}', 2),
    ],
)
def test_unreadable_is_2_and_impossible_is_3(run, text, exit_code):
    code, out, err = run("advise", text)
    assert (code, out) == (exit_code, "")
    assert err.startswith("Error: ")
    code, out, err = run("advise", text, "--json")
    assert (code, err) == (exit_code, "")
    error = json.loads(out)["error"]
    assert list(error) == ["code", "message", "where"]
    assert error["code"].isidentifier()


def test_an_error_shows_where(run):
    text = QUICK.replace("2♥", "8♥")
    _, _, err = run("advise", text)
    line, carets = err.splitlines()[-2:]
    at = carets.index("^")
    assert line[at : at + carets.count("^")] == "8♥"
    _, out, _ = run("advise", text, "--json")
    assert json.loads(out)["error"]["where"] == text.index("8♥")


def test_an_error_in_json_names_the_pointer(run):
    document = {**trunfo.parse(QUICK).to_json(), "hand": ["AE", "8C"]}
    _, out, _ = run("advise", json.dumps(document), "--json")
    assert json.loads(out)["error"]["where"] == "/hand/1"
    _, _, err = run("advise", json.dumps(document))
    assert err.rstrip().endswith("(/hand/1)")


@pytest.mark.parametrize(
    "arguments",
    [
        ["advise", QUICK, "--nothing"],
        ["advise", QUICK, "more"],
        ["advise", QUICK, "--time", "1", "--worlds", "1"],
        ["advise", QUICK, "--worlds", "1", "--until-clear"],
        ["advise", QUICK, "--example"],
        ["advise", QUICK, "--worlds"],
        ["advise", QUICK, "--worlds", "0"],
        ["advise", QUICK, "--worlds", "1.5"],
        ["advise", QUICK, "--worlds", "9" * 5000],
        ["advise", QUICK, "--time", "nan"],
        ["advise", QUICK, "--time", "inf"],
        ["advise", QUICK, "--time", "0"],
        ["advise", QUICK, "--time", "-1"],
        ["advise", QUICK, "--seed", "-1"],
        ["advise", QUICK, "--seed", str(2**64)],
        ["advise", QUICK, "--jobs", "0"],
        ["advise", QUICK, "--objective", "luck"],
        ["advise", QUICK, "--method", "magic"],
        ["advise", QUICK, "--lang", "de"],
        ["advice"],
        ["solve", "--time", "1"],
        ["completion", "tcsh"],
        ["completion"],
    ],
    ids=lambda arguments: " ".join(arguments[:1] + arguments[-2:])[:40],
)
def test_a_wrong_command_line_is_2(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Error: " in err
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["error"]["code"] == "usage"


def test_help_is_shown_when_there_is_no_command(run):
    code, out, err = run()
    assert code == 2
    assert "Commands:" in out + err


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_an_interruption_is_130(run, monkeypatch, error):
    def fake(state, **options):
        raise error

    monkeypatch.setattr(cli_advise, "advise", fake)
    code, out, err = run("advise", QUICK)
    assert (code, out) == (130, "")
    assert err.strip().endswith("Error: Interrupted.")
    code, out, _ = run("advise", QUICK, "--json")
    assert (code, json.loads(out)["error"]["code"]) == (130, "interrupted")


def test_an_internal_error_is_one_line_with_the_version(run, monkeypatch):
    def fake(state, **options):
        raise RuntimeError("no\nsuch luck")

    monkeypatch.setattr(cli_advise, "advise", fake)
    code, out, err = run("advise", QUICK)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"trunfo {version('trunfo')}: RuntimeError: no such luck" in err
    code, out, _ = run("advise", QUICK, "--json")
    assert (code, json.loads(out)["error"]["code"]) == (1, "internal")
    monkeypatch.setenv("TRUNFO_DEBUG", "1")
    assert "Traceback" in run("advise", QUICK)[2]


# --- Languages ---


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "pt", "advise", QUICK, "--worlds", "1"],
        ["advise", "--lang", "pt", QUICK, "--worlds", "1"],
        ["advise", QUICK, "--worlds", "1", "--lang=pt"],
    ],
)
def test_the_language_may_stand_anywhere(run, arguments):
    assert run(*arguments)[1].startswith("Jogar ")


def test_without_lang_the_locale_decides(run, monkeypatch):
    monkeypatch.setenv("LANG", "pt_PT.UTF-8")
    assert run("advise", QUICK, "--worlds", "1")[1].startswith("Jogar ")
    assert run("advise", QUICK, "--worlds", "1", "--lang", "en")[1].startswith("Play ")


def test_errors_and_click_speak_the_language(run):
    assert "A carta A♠ aparece duas vezes." in run(
        "advise", QUICK.replace("2♥", "A♠"), "--lang", "pt"
    )[2]
    err = run("advise", "--nothing", "--lang", "pt")[2]
    assert "Uso: trunfo advise [OPÇÕES] [POSIÇÃO]" in err
    assert "Erro: Não existe a opção" in err
    _, out, _ = run("advise", "--lang", "pt", "--json")
    assert json.loads(out)["error"]["message"].startswith("A posição está vazia")


def test_the_language_of_one_run_does_not_stay_for_the_next(run):
    assert run("--lang", "pt", "--help")[1].startswith("Uso:")
    assert run("--help")[1].startswith("Usage:")
    assert "LANGUAGE" not in os.environ


# --- Help ---


@pytest.mark.parametrize("code", ["en", "pt"])
@pytest.mark.parametrize("name", ["", "advise", "solve", "rules", "completion"])
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
        for example in command.examples:
            yield shlex.split(example, comments=True)


@pytest.mark.parametrize("code", ["en", "pt"])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_positions_in_the_help_can_be_typed_in(run, code, encoding):
    given = [
        fit(word, encoding, code) for words in examples(code) for word in words if ";" in word
    ]
    assert len(given) >= 3
    for text in given:
        state = trunfo.parse(text)
        if state.hands is None:
            assert advise(run, text, "--lang", code)["options"]
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


def test_version(run):
    assert run("--version") == (0, f"trunfo {version('trunfo')}\n", "")


# --- Rules and completion ---


def test_rules_lists_the_games_and_whether_there_is_advice(run):
    code, out, _ = run("rules")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert list(lines) == list(games())
    assert lines["sueca"].endswith("advice")


@pytest.mark.parametrize("name", list(games()))
def test_rules_shows_every_option_with_default_and_choices(run, name):
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


def test_rules_of_an_unknown_game_are_unreadable(run):
    code, _, err = run("rules", "bridge")
    assert code == 2
    assert "bridge" in err
    assert "sueca" in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_a_shell(run, shell):
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
def test_a_terminal_without_suits_gets_letters(terminal, encoding, lang):
    code, out, err = terminal(encoding, "advise", QUICK, "--worlds", "2", "--lang", lang)
    assert (code, err) == (0, "")
    suits = "♠♥" if encoding == "utf-8" else {"pt": "EC", "en": "SH"}[lang]
    cards = {row.split()[0] for row in out.split("\n\n")[1].splitlines()[1:]}
    assert cards == {f"A{suits[0]}", f"7{suits[0]}", f"2{suits[1]}"}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_errors_are_shown_on_any_terminal_with_the_caret_in_place(terminal, encoding):
    text = "sueca; trunfo ♠; mão A♠ 7♠ 8♥"
    code, out, err = terminal(encoding, "advise", text, "--lang", "pt")
    assert (code, out) == (2, "")
    line, carets = err.splitlines()[-2:]
    assert line[carets.index("^") :] == "8C"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", ["advise", "solve", "rules", "completion"])
def test_help_is_shown_on_any_terminal(terminal, encoding, name):
    code, out, err = terminal(encoding, name, "--help", "--lang", "pt")
    assert (code, err) == (0, "")
    assert ("Opções:" if encoding == "cp1252" else "Opcoes:") in out
    code, out, err = terminal(encoding, name, "--nothing", "--lang", "pt")
    assert (code, out) == (2, "")
    assert ("[OPÇÕES]" if encoding == "cp1252" else "[OPCOES]") in err


def test_the_json_is_the_same_on_any_terminal(terminal):
    def told(encoding):
        _, out, _ = terminal(encoding, "advise", QUICK, "--worlds", "2", "--json")
        return {**json.loads(out), "elapsed_s": 0}

    assert told("ascii") == told("utf-8")


def test_the_example_keeps_its_portuguese_letters_on_an_english_terminal(terminal):
    _, out, _ = terminal("ascii", "advise", "--example", "--worlds", "1", "--lang", "en")
    assert trunfo.parse(out.splitlines()[0]) == trunfo.parse(EXAMPLE)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_as_a_process_too_it_writes_in_the_encoding_of_the_terminal(encoding):
    done = process("advise", QUICK, "--worlds", "1", "--lang", "pt", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "A\N{BLACK SPADE SUIT}" not in done.stdout.decode(encoding)
    done = process("advise", QUICK.replace("2♥", "A♠"), "--lang", "pt", encoding=encoding)
    assert (done.returncode, done.stdout) == (3, b"")
    assert "A carta AE aparece duas vezes." in done.stderr.decode(encoding)


def test_exit_codes_reach_the_shell():
    assert process("advise", "").returncode == 2
    assert process("advise", "-", "--worlds", "1", given=QUICK.encode()).returncode == 0


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_only_where_they_are_wanted(no_color, coloured):
    assert b"\x1b[" not in process("rules", "sueca").stdout
    terminal, end = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "trunfo", "rules", "sueca"], stdout=end, check=True,
        env={**os.environ, "NO_COLOR": no_color, "TERM": "xterm"},
    )
    shown = os.read(terminal, 100)
    os.close(terminal)
    os.close(end)
    assert shown
    assert (b"\x1b[" in shown) == coloured


def test_every_command_is_made_in_the_language_it_is_given():
    assert [make(language("pt")).name for make in cli.COMMANDS] == [
        "advise", "solve", "rules", "completion",
    ]

"""The command line: what goes in, what comes out, and with which exit code."""

from __future__ import annotations

import json

import click
import pytest
from command_line import EXAMPLE, QUICK, advise, process, run

import trunfo
from trunfo.advise import advise_iter
from trunfo.cli import advise as cli_advise
from trunfo.cli.input import LIMIT
from trunfo.version import version

OPEN = (
    "sueca; trunfo ♠; mãos eu: A♥ 7♥ direita: R♥ 2♠ parceiro: V♦ D♦ esquerda: 6♣ 5♣;"
    " sai eu; pontos nós 50 eles 40"
)
OVER = "sueca; trunfo ♠; mão -; pontos nós 78 eles 42"


# --- Answers ---


def test_advise_prints_a_table():
    code, out, err = run("advise", QUICK, "--worlds", "3")
    assert (code, err) == (0, "")
    assert "\n\nPlay " in out
    assert {row.split()[0] for row in out.split("\n\n")[2].splitlines()} == {
        "card", "A♠", "7♠", "2♥",
    }


def test_advise_prints_the_json_of_the_library():
    told = advise(QUICK)
    made = json.loads(trunfo.advise(trunfo.parse(QUICK), worlds=3).to_json())
    assert {**told, "elapsed_s": 0} == {**made, "elapsed_s": 0}


def test_the_example_is_a_position_that_is_shown():
    code, out, _ = run("advise", "--example", "--worlds", "2", "--lang", "pt")
    assert code == 0
    shown, answer = out.split("\n\n", 1)
    assert " ".join(shown.split()) == EXAMPLE
    assert answer.startswith("Sueca; ")
    assert advise("--example")["best"] in [
        {"play": card} for card in ("VC", "7P", "VP", "DP", "6P", "3P")
    ]


def test_options_reach_the_library():
    told = advise(QUICK, "--objective", "points", "--seed", "5", "--jobs", "1",
                  "--method", "pimc")
    assert (told["objective"], told["seed"], told["method"]) == ("points", 5, "pimc")


def test_one_second_is_the_budget_if_none_is_given(monkeypatch):
    budgets = []

    def fake(state, **options):
        budgets.append({name: options[name] for name in ("time", "worlds", "until_clear")})
        return advise_iter(state, worlds=1)

    monkeypatch.setattr(cli_advise, "advise_iter", fake)
    both = ["--time", "0.5", "--until-clear"]
    for options in ([], ["--time", "0.5"], ["--worlds", "9"], ["--until-clear"], both):
        assert run("advise", QUICK, *options)[0] == 0
    none = {"time": None, "worlds": None, "until_clear": False}
    assert budgets == [
        none, {**none, "time": 0.5}, {**none, "worlds": 9}, {**none, "until_clear": True},
        {**none, "time": 0.5, "until_clear": True},
    ]


def test_solve_prints_exact_values():
    code, out, err = run("solve", OPEN)
    assert (code, err) == (0, "")
    assert "Exact values" in out
    code, out, err = run("solve", OPEN, "--json")
    solution = trunfo.solve(trunfo.parse(OPEN))
    assert code == 0
    assert json.loads(out) == json.loads(solution.to_json())
    assert err.splitlines() == [note.text() for note in solution.notes]


def test_a_deal_that_is_over_is_answered_with_its_result():
    told = advise(OVER)
    assert (told["options"], told["best"]) == ([], None)
    assert told["result"] == {"points": 78, "riscos": 1}


def test_rules_on_the_command_line_stand_on_top_of_the_position():
    text = QUICK + "; regras double_at=90"
    _, out, _ = run("advise", text, "--worlds", "2")
    assert "90+" in out
    _, out, _ = run("advise", text, "--worlds", "2", "--rules", "double_at=91")
    assert "91+" in out


def test_rules_on_the_command_line_decide_what_the_names_of_seats_mean():
    text = "sueca; trunfo A♠ esquerda; mão 7♠ 2♥; sai eu; pontos nós 50 eles 31"
    state = trunfo.parse(text)
    assert state.trump.holder == 3
    told = advise(text, "--rules", "direction=left")
    right = advise(text.replace("esquerda", "direita"))
    assert told["options"] == right["options"]


def test_rules_go_on_top_of_json_too():
    document = trunfo.parse(QUICK).to_json()
    _, out, _ = run(
        "advise", json.dumps(document), "--worlds", "2", "--rules", "double_at=90",
        "--rules", "sweep=points",
    )
    assert "90+" in out


@pytest.mark.parametrize("rules", ["nothing=1", "double_at=92", "double_at", "preset=999", ""])
def test_rules_that_do_not_exist_are_unreadable(rules):
    code, out, err = run("advise", QUICK, "--rules", rules)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")


# --- Where a position comes from ---


def test_a_position_is_read_from_a_file(tmp_path):
    file = tmp_path / "position.txt"
    file.write_text(QUICK, "utf-8")
    assert advise(str(file))["best"] == advise(QUICK)["best"]


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
def test_a_position_is_read_from_standard_input(encoded):
    assert advise("-", given=encoded)["best"] == advise(QUICK)["best"]


def test_bytes_that_are_no_text_are_named_by_their_offset():
    code, out, _ = run("advise", "-", "--json", given=b"\xef\xbb\xbfsueca; m\xe3o")
    error = json.loads(out)["error"]
    assert (code, error["code"], error["where"]) == (2, "encoding", 11)
    code, out, _ = run("advise", "-", "--json", given=QUICK.encode("utf-16")[:-1])
    assert (code, json.loads(out)["error"]["code"]) == (2, "encoding")


def test_an_argument_that_is_no_text_is_named_by_its_offset():
    code, out, _ = run("advise", "sueca; m\udce3o", "--json")
    error = json.loads(out)["error"]
    assert (code, error["code"], error["where"]) == (2, "encoding", 8)


@pytest.mark.parametrize("given", [b"", b" \r\n", b"\xef\xbb\xbf"])
def test_an_empty_input_is_unreadable(given):
    code, out, err = run("advise", "-", given=given)
    assert (code, out) == (2, "")
    assert "empty" in err


@pytest.mark.parametrize("arguments", [[], [""], ["  "]])
@pytest.mark.parametrize("command", ["advise", "solve"])
def test_no_position_is_unreadable(command, arguments):
    code, out, err = run(command, *arguments)
    assert (code, out) == (2, "")
    assert "empty" in err


def test_ten_megabytes_are_too_long_at_once(tmp_path):
    file = tmp_path / "long.txt"
    file.write_bytes(b"A" * 10_000_000)
    for arguments, given in ((["-"], file.read_bytes()), ([str(file)], None)):
        code, out, _ = run("advise", *arguments, "--json", given=given)
        assert (code, json.loads(out)["error"]["code"]) == (2, "too_long")


@pytest.mark.parametrize("start", ["sueca; mão ", "{", '{"a":[', "#", "sueca; trunfo ", ""])
@pytest.mark.parametrize("unit", ["A", "A♣", " ", ";", "[", "ã\u0303", "♥\ufe0f ", "1. "])
def test_the_longest_input_that_is_read_gets_an_answer(start, unit):
    text = (start + unit * LIMIT).encode()[:LIMIT].decode(errors="ignore")
    code, out, _ = run("advise", "-", "--json", given=text.encode())
    assert code in (2, 3)
    assert len(json.loads(out)["error"]["message"]) < 1000


@pytest.mark.parametrize("name", ["nothing.txt", "nothing.json", "no/thing", "."])
def test_a_file_that_cannot_be_read_is_named(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("advise", name)
    assert code == 2
    assert f"The file {name} cannot be read" in err


def test_what_has_blanks_or_semicolons_is_a_text_though_a_file_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for text in (QUICK, "sueca x"):
        (tmp_path / text).write_text(OVER, "utf-8")
    assert advise(QUICK)["options"]
    assert run("advise", "sueca x")[0] == 2


def test_one_word_that_is_no_file_is_read_as_a_text():
    code, _, err = run("advise", "zueeca")
    assert code == 2
    assert "zueeca" in err.splitlines()[0]
    assert "file" not in err


# --- Errors ---


@pytest.mark.parametrize(
    ("text", "exit_code"),
    [
        (QUICK.replace("2♥", "T♥hing"), 2),  # no card
        (QUICK.replace("2♥", "8♥"), 2),  # not in the pack
        (QUICK.replace("sueca", "xadrez"), 2),
        (QUICK.replace("pontos", "xontoss"), 2),
        (QUICK.replace("2♥", "A♠"), 3),  # a card twice
        (QUICK.replace("50", "100"), 3),  # points
        (QUICK.replace("sai eu", "sai direita"), 3),  # not my turn
        ('{"schema": "trunfo.state/1"', 2),
        ('{"schema": "trunfo.state/1", "jogo": "sueca"}', 2),
    ],
)
def test_unreadable_is_2_and_impossible_is_3(text, exit_code):
    code, out, err = run("advise", text)
    assert (code, out) == (exit_code, "")
    assert err.startswith("Error: ")
    code, out, err = run("advise", text, "--json")
    assert (code, err) == (exit_code, "")
    error = json.loads(out)["error"]
    assert list(error) == ["code", "message", "where"]
    assert error["code"].isidentifier()


def test_an_error_shows_where():
    text = QUICK.replace("2♥", "8♥")
    _, _, err = run("advise", text)
    line, carets = err.splitlines()[-2:]
    at = carets.index("^")
    assert line[at : at + carets.count("^")] == "8♥"
    _, out, _ = run("advise", text, "--json")
    assert json.loads(out)["error"]["where"] == text.index("8♥")


def test_an_error_in_json_names_the_pointer():
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
def test_a_wrong_command_line_is_2(arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Error: " in err
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["error"]["code"] == "usage"


def test_help_is_shown_when_there_is_no_command():
    code, out, err = run()
    assert code == 2
    assert "Commands:" in out + err


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_an_interruption_is_130(monkeypatch, error):
    def fake(state, **options):
        raise error

    monkeypatch.setattr(cli_advise, "advise_iter", fake)
    code, out, err = run("advise", QUICK)
    assert (code, out) == (130, "")
    assert err.strip().endswith("Error: Interrupted.")
    code, out, _ = run("advise", QUICK, "--json")
    assert (code, json.loads(out)["error"]["code"]) == (130, "interrupted")


def test_an_internal_error_is_one_line_with_the_version(monkeypatch):
    def fake(state, **options):
        raise RuntimeError("no\nsuch luck")

    monkeypatch.setattr(cli_advise, "advise_iter", fake)
    code, out, err = run("advise", QUICK)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"trunfo {version()}: RuntimeError: no such luck" in err
    code, out, _ = run("advise", QUICK, "--json")
    assert (code, json.loads(out)["error"]["code"]) == (1, "internal")
    assert "Traceback" in run("advise", QUICK, TRUNFO_DEBUG="1")[2]


def test_exit_codes_reach_the_shell():
    assert process("advise", "").returncode == 2
    assert process("advise", "-", "--worlds", "1", given=QUICK.encode()).returncode == 0

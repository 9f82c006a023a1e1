"""What the documents show is so: commands run, sessions answer, positions are read, files exist."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from command_line import run

import trunfo
from trunfo.engine.registry import games

TOP = Path(__file__).parents[2]
DOCUMENTS = [
    *sorted(TOP.glob("README*.md")), TOP / "CONTRIBUTING.md", TOP / "CHANGELOG.md",
    *sorted(TOP.glob("docs/**/*.md")),
]
BLOCK = re.compile(
    r"^```(?P<language>\w*|\{[\w-]+\})\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
NAMED = re.compile(
    r"`((?:bench|docs|engine|examples|ext|solver|tests|\.ci)/[\w./-]+)(?![\w./-]*[<*])"
)

BUDGET = {"advise": ("--worlds", "--time", "--until-clear")}
"""Options of which one bounds the effort, by command: where there is none, the test gives one."""
LESS = {"--deals": "1", "--worlds": "5", "--jobs": "1", "--time": "0.1"}
QUICK = "method=playout,going=rules,inference=false"
"""Values that are enough to see that a command runs."""


class Block(NamedTuple):
    """A block of code: where it stands, what it is written in, and its text."""

    document: Path
    line: int
    language: str
    text: str


def blocks(document: Path) -> list[Block]:
    text = document.read_text("utf-8")
    return [
        Block(document, text.count("\n", 0, found.start()) + 2, found["language"], found["text"])
        for found in BLOCK.finditer(text)
    ]


EVERY = [block for document in DOCUMENTS for block in blocks(document)]


def each(*languages: str):
    """One test a block written in one of some languages."""
    return pytest.mark.parametrize(
        "block", [block for block in EVERY if block.language in languages],
        ids=lambda block: f"{block.document.name}:{block.line}",
    )


def commands(block: Block) -> list[list[str]]:
    """Calls of `trunfo` in a block for the shell, as words."""
    calls = []
    for line in block.text.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars="&|;<>")
        lexer.whitespace_split = True
        call: list[str] = []
        for word in [*lexer, "&&"]:
            if set(word) <= set("&|;"):
                if call and Path(call[0]).name == "trunfo":
                    calls.append(call[1:])
                call = []
            else:
                call.append(word)
    return calls


def cheaper(words: list[str]) -> list[str]:
    """The same command with a small budget."""
    small = list(words)
    for place in range(len(words)):
        if place and words[place - 1] in LESS:
            small[place] = LESS[words[place - 1]]
        small[place] = re.sub(r"(worlds|time)=[\d.]+", r"\1=1", small[place])
        small[place] = re.sub(r"^pimc:", f"pimc:{QUICK},", small[place])
    if words[0] == "match" and not {"--jobs", "--report"} & set(words):
        small += ["--jobs", "1"]
    needed = BUDGET.get(words[0], ())
    if needed and not set(needed) & set(words) and "--help" not in words:
        small += ["--worlds", LESS["--worlds"]]
    return small


SHELL = [
    document for document in DOCUMENTS
    if any(block.language == "sh" and commands(block) for block in blocks(document))
]


@pytest.mark.parametrize("document", SHELL, ids=lambda document: document.name)
def test_the_commands_of_a_document_run_one_after_the_other(document, tmp_path, monkeypatch):
    for name in ("bench", "examples"):  # programs that are named as seen from the top level
        (tmp_path / name).symlink_to(TOP / name)
    monkeypatch.chdir(tmp_path)
    for block in blocks(document):
        for words in commands(block) if block.language == "sh" else []:
            code, out, err = run(*cheaper(words))
            assert code == 0, (document.name, block.line, words, err)
            assert out.strip(), words


def test_commands_are_found_and_made_cheaper():
    text = 'cd x && .venv/bin/trunfo advise "a; b"  # why\ntrunfo match a:worlds=90 b --deals 90\n'
    found = commands(Block(Path("x.md"), 1, "sh", text))
    assert found == [["advise", "a; b"], ["match", "a:worlds=90", "b", "--deals", "90"]]
    assert cheaper(found[0]) == ["advise", "a; b", "--worlds", "5"]
    assert cheaper(found[1]) == ["match", "a:worlds=1", "b", "--deals", "1", "--jobs", "1"]


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if ">>> " in path.read_text("utf-8")],
    ids=lambda document: document.name,
)
def test_the_sessions_of_a_document_answer_as_it_says(document):
    names: dict[str, object] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for block in blocks(document):
        if block.language == "pycon":
            name = f"{document.name}:{block.line}"
            test = parser.get_doctest(block.text, names, name, str(document), block.line)
            runner.run(test, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 0, "a session stands in a block of another language than pycon"


@each("python")
def test_the_programs_in_the_documents_run(block, tmp_path, monkeypatch):
    (tmp_path / "program_of_a_document.py").write_text(block.text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = vars(import_module("program_of_a_document"))
    monkeypatch.delitem(sys.modules, "program_of_a_document")
    assert [name for name in names if not name.startswith("__")]


@each("")
def test_the_positions_in_the_documents_are_read_and_possible(block):
    words = {word for game in games().values() for word in (game.name, *game.words)}
    for line in block.text.splitlines():
        if line.partition(";")[0].strip().partition(" ")[0] in words:
            state = trunfo.parse(line)
            assert state.problems() == [], line
            assert trunfo.parse(str(state)) == state


@each("json")
def test_the_json_in_the_documents_is_read(block):
    document = json.loads(block.text)
    if document.get("schema") == "trunfo.state/1":
        assert trunfo.State.from_json(document).problems() == []
    assert document


@each("toml")
def test_the_toml_in_the_documents_is_read(block):
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_the_files_that_a_document_names_exist(document):
    text = document.read_text("utf-8")
    missing = [name for name in NAMED.findall(text) if not (TOP / name).exists()]
    missing += [name for name in LINK.findall(text) if not (document.parent / name).exists()]
    assert missing == []

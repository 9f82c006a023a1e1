"""What the program answers to some 400 questions, written down once and compared ever after.

Run, with the package installed::

    python bench/proofs/answers.py check tests/data/answers.jsonl.gz [--every 10] [--only ID]
    python bench/proofs/answers.py write FILE

A line of the file is a question (`advise` or `solve`, the options, the state as JSON) and the
answer that a version of the program gave. `check` asks again: every key of the file must have
the same value, floats by their repr, but for `elapsed_s` and `version`; new keys are no
difference. Answers that are meant to differ are named in `answers_exceptions.txt` beside the
file, and one named there that does not differ is an error too.

`write` deals the positions anew and takes its own answers for the right ones: it is for a file
under another name, or for questions (`questions.py`) that the old one does not ask.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import trunfo

APART = frozenset({"elapsed_s", "version"})
"""Keys of an answer that may have any value."""

Document = dict[str, Any]
Question = dict[str, Any]


# --- asking and comparing -----------------------------------------------------------------


def answer(question: Question) -> Document:
    """What the program says: its JSON, or the code and the place of its error."""
    try:
        state = trunfo.State.from_json(question["state"])
        if question["ask"] == "solve":
            found = trunfo.solve(state)
        else:
            found = trunfo.advise(state, **question["options"])
    except trunfo.TrunfoError as error:
        return {"error": {"code": error.message.code, "where": error.where}}
    answered: Document = json.loads(found.to_json())
    return answered


def differences(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Each value of `old` that `new` does not have: its JSON pointer and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key in APART:
                continue
            if key in new:
                yield from differences(value, new[key], f"{where}/{key}")
            else:
                yield f"{where}/{key} is missing"
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, f"{where}/{place}")
    elif type(old) is not type(new) or repr(old) != repr(new):
        yield f"{where} was {json.dumps(old)[:70]}, is {json.dumps(new)[:70]}"


def read(file: Path) -> list[Question]:
    """Every question of a file with its answer."""
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def exceptions(file: Path) -> dict[str, str]:
    """Why the answer to a question differs by now, by its id: lines `id reason`, `#` comments."""
    lines = file.with_name("answers_exceptions.txt").read_text("utf-8").splitlines()
    named = (line.split(maxsplit=1) for line in lines if line.strip() and line[0] != "#")
    return {name: reason for name, reason in named}


def compared(questions: Sequence[Question], excepted: Mapping[str, str]) -> dict[str, list[str]]:
    """By id what is wrong with the answers of today; nothing of those that are as they should."""
    wrong = {}
    for question in questions:
        found = list(differences(question["answer"], answer(question)))
        if question["id"] in excepted:
            found = [] if found else ["is named as an exception, but the answer is as it was"]
        if found:
            wrong[question["id"]] = found
    return wrong


# --- the commands -------------------------------------------------------------------------


def write(file: Path) -> None:
    """Ask every question and write down what the program answers."""
    from questions import every_question  # here, because checking deals nothing

    questions = every_question()
    lines = []
    for question in questions:
        answered = {key: value for key, value in answer(question).items() if key not in APART}
        lines.append(json.dumps({**question, "answer": answered}) + "\n")
    file.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    print(f"{len(questions)} questions, {file.stat().st_size} bytes")


def check(file: Path, every: int, only: str | None) -> int:
    """Ask again what stands in a file; the number of answers that differ."""
    questions = [each for each in read(file)[::every] if only in (None, each["id"])]
    excepted = exceptions(file)
    wrong = compared(questions, excepted)
    for name, found in wrong.items():
        print(name, *found, sep="\n    ")
    named = sum(question["id"] in excepted for question in questions)
    print(f"{len(questions)} questions, {len(wrong)} wrong, {named} exceptions")
    return len(wrong)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("command", choices=("check", "write"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="ask one question of so many")
    parser.add_argument("--only", help="ask the question with this id")
    given = parser.parse_args()
    if given.command == "write":
        write(given.file)
    elif check(given.file, given.every, given.only):
        sys.exit(1)


if __name__ == "__main__":
    main()

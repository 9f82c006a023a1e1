"""The answers that were written down are still given (all: bench/proofs/answers.py check)."""

from __future__ import annotations

import importlib.util
from copy import deepcopy
from pathlib import Path

TOP = Path(__file__).parents[2]
FILE = TOP / "tests" / "data" / "answers.jsonl.gz"
SPEC = importlib.util.spec_from_file_location("answers", TOP / "bench" / "proofs" / "answers.py")
assert SPEC
assert SPEC.loader
answers = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(answers)


def test_a_tenth_of_the_answers_are_the_ones_written_down():
    questions = answers.read(FILE)[::10]
    assert len({question["state"]["game"] for question in questions}) == 4
    assert answers.compared(questions, answers.exceptions(FILE)) == {}


def test_every_exception_names_a_question_and_a_reason():
    names = {question["id"] for question in answers.read(FILE)}
    for name, reason in answers.exceptions(FILE).items():
        assert name in names
        assert reason


def test_a_number_that_differs_in_its_last_digit_is_found():
    old = next(each for each in answers.read(FILE) if each["id"] == "sueca-play-1")["answer"]
    new = deepcopy(old)
    new["options"][1]["riscos"]["mean"] += 1e-15
    assert [found.split()[0] for found in answers.differences(old, new)] == [
        "/options/1/riscos/mean"
    ]


def test_a_key_that_is_gone_or_of_another_type_is_found_and_a_new_one_is_none():
    old = {"worlds": 8, "notes": [], "best": {"play": "AC"}, "elapsed_s": 1.0}
    new = {"worlds": 8.0, "notes": [{}], "elapsed_s": 2.0, "state": {}}
    found = [difference.split()[0] for difference in answers.differences(old, new)]
    assert found == ["/worlds", "/notes", "/best"]
    assert list(answers.differences(new, {**new, "version": "1"})) == []


def test_an_exception_that_does_not_differ_is_found():
    question = next(each for each in answers.read(FILE) if each["id"] == "sueca-over-1")
    assert answers.compared([question], {}) == {}
    assert list(answers.compared([question], {"sueca-over-1": "for once"})) == ["sueca-over-1"]

"""Any number of answers in one process takes no more memory than a few."""

from __future__ import annotations

import gc
import threading

import pytest

from trunfo.advise import advise, advise_iter
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of
from trunfo.games.side_values import idle_solvers, solver_for

EXAMPLES = [
    example.text
    for game in playable() for kind, example in advisor_of(game).examples.items() if kind == "play"
]
ROUNDS, FEW = 3, 10
"""Answers to each example, and objects that come and go by chance, fewer than one for an answer."""


def some_answers():
    """To every example: one by several threads, one that was stopped, one not read to its end."""
    for text in EXAMPLES:
        advise(text, worlds=2, jobs=2)
        stop = threading.Event()
        stop.set()
        list(advise_iter(text, worlds=10**6, stop=stop, jobs=1))
        answers = advise_iter(text, worlds=10**6, every=0.001, jobs=1)
        next(answers)
        answers.close()


def test_answers_leave_no_object_and_no_further_search_behind():
    """Searches, of some megabytes, are kept for as many threads as there were at once."""
    some_answers()  # tables are read, modules loaded, what is found once is found
    gc.collect()
    before, searches = len(gc.get_objects()), idle_solvers()
    for _ in range(ROUNDS):
        some_answers()
    gc.collect()
    assert len(gc.get_objects()) - before < FEW < ROUNDS * len(EXAMPLES)
    assert idle_solvers() - searches <= len(EXAMPLES)  # two threads may meet only later


def test_a_search_that_is_broken_off_keeps_its_table():
    """Else every Ctrl-C makes another one."""
    with solver_for("sueca") as solver:
        pass
    before = idle_solvers()
    with pytest.raises(KeyboardInterrupt), solver_for("sueca") as broken_off:
        raise KeyboardInterrupt
    assert broken_off is solver
    assert idle_solvers() == before
    with solver_for("sueca") as again:
        assert again is solver

"""The solver of known cards against plain minimax, and its manners."""

from __future__ import annotations

import pickle
import threading
import time
from random import Random

import numpy as np
import pytest
from interrupt import interrupted_soon
from solving import PACK, SUECA, best, filed_deals, problem, random_deal, random_ending, solved

from trunfo.ext.kernel import NONE, Root, load
from trunfo.ext.solver import ALL, TECHNIQUES, Solver


def off(*names: str) -> int:
    """All techniques but these."""
    return sum(bit for name, bit in TECHNIQUES.items() if name not in names)


@pytest.mark.parametrize(
    "techniques", [ALL, 0, *(off(name) for name in TECHNIQUES)], ids=["all", "none", *TECHNIQUES]
)
def test_the_answers_are_those_of_plain_minimax_with_any_technique_off(techniques):
    random, kernel = Random(3), load("sueca")
    solver = Solver("sueca", techniques=techniques)
    for _ in range(60):
        at = random_ending(random, 4)
        for objective, right in kernel.minimaxes(at.root, at.worlds[0]).items():
            assert solved(solver, at, objective) == right
            if at.hands[at.root.turn]:
                assert best(solver, at, objective) == max(right)


@pytest.mark.parametrize(
    ("objective", "every", "nodes"),
    [
        ("tricks", False, 24_000),
        ("riscos", False, 77_000),
        ("riscos", True, 210_000),
        ("points", False, 420_000),
    ],
)
def test_the_filed_deals_have_their_answers_for_so_many_nodes(objective, every, nodes):
    solver, deals = Solver("sueca"), filed_deals()
    for at, answers in deals:
        found = max(solved(solver, at, objective)) if every else best(solver, at, objective)
        assert found == answers[objective]
    assert solver.nodes / len(deals) <= nodes


def test_the_same_question_costs_the_same_nodes_again():
    at = filed_deals()[0][0]
    solver = Solver("sueca")
    best(solver, at, "riscos")
    once = solver.nodes
    best(solver, filed_deals()[1][0], "points")
    before = solver.nodes
    best(solver, at, "riscos")
    assert solver.nodes - before == once


def test_a_pickled_solver_answers_the_same():
    at, answers = filed_deals()[2]
    solver = pickle.loads(pickle.dumps(Solver("sueca", megabytes=1)))
    assert best(solver, at, "points") == answers["points"]


def test_worlds_are_answered_in_their_order_and_alone():
    random, solver = Random(5), Solver("sueca")
    deals = [random_deal(random) for _ in range(4)]
    root = deals[0].root
    worlds = np.concatenate([deal.worlds for deal in deals])
    together = np.empty((4, 64), np.int16)
    assert solver.solve(root, worlds, together, "riscos") == 4
    together_nodes = solver.nodes
    for world in range(4):
        alone = np.empty((1, 64), np.int16)
        solver.solve(root, worlds[world : world + 1], alone, "riscos")
        assert (alone[0] == together[world]).all()
    assert solver.nodes == 2 * together_nodes  # a world costs the same whatever was before it


def many_worlds() -> tuple[Root, np.ndarray, np.ndarray]:
    """Work for many seconds."""
    deals = [at for at, _ in filed_deals()]
    worlds = np.concatenate([at.worlds for at in deals])
    return deals[0].root, worlds, np.empty((len(deals), 64), np.int16)


def test_a_node_limit_ends_the_search_and_leaves_unfinished_worlds_empty():
    root, worlds, values = many_worlds()
    solver = Solver("sueca")
    done = solver.solve(root, worlds, values, "points", node_limit=1_000_000)
    assert solver.nodes == 1_000_000
    assert 0 < done < 20
    assert (values[done:] == NONE).all()
    assert (values[:done].max(axis=1) >= 0).all()


def test_a_deadline_in_the_past_ends_the_search_at_once():
    root, worlds, values = many_worlds()
    solver = Solver("sueca")
    assert solver.solve(root, worlds, values, "points", deadline=time.monotonic() - 1) == 0
    assert solver.nodes <= 10


def test_a_deadline_ends_the_search():
    root, worlds, values = many_worlds()
    deadline = time.monotonic() + 0.05
    assert Solver("sueca").solve(root, worlds, values, "points", deadline=deadline) < 300
    assert time.monotonic() >= deadline


def test_another_thread_can_stop_the_search():
    root, worlds, values = many_worlds()
    stop = np.zeros(1, np.int32)
    timer = threading.Timer(0.05, lambda: stop.fill(1))
    timer.start()
    assert Solver("sueca").solve(root, worlds, values, "points", stop=stop) < 300
    timer.join()


def test_an_order_to_stop_given_before_the_call_is_obeyed():
    root, worlds, values = many_worlds()
    stop = np.ones(1, np.int32)
    assert Solver("sueca").best(root, worlds, values[:, 0].copy(), "points", stop=stop) == 0


def test_an_interrupt_from_the_keyboard_ends_the_search():
    root, worlds, values = many_worlds()
    with interrupted_soon():
        Solver("sueca").solve(root, worlds, values, "points")


def test_a_solver_refuses_what_would_crash_it():
    at = filed_deals()[0][0]
    solver = Solver("sueca")
    values = np.empty((1, 64), np.int16)
    with pytest.raises(ValueError, match="objective"):
        solver.solve(at.root, at.worlds, values, "glory")
    with pytest.raises(ValueError, match="shape"):
        solver.solve(at.root, at.worlds, np.empty((2, 64), np.int16), "points")
    with pytest.raises(ValueError, match="one hand a seat"):
        solver.solve(at.root, at.worlds[:, :3].copy(), values, "points")
    with pytest.raises(ValueError, match="shape"):
        solver.solve(at.root, at.worlds, values, "points", stop=np.zeros(2, np.int32))
    odd = Root(SUECA, pack=PACK, sides=(0, 0, 1, 1), leader=0)
    with pytest.raises(ValueError, match="in turn"):
        solver.solve(odd, at.worlds, values, "points")
    rich = Root(SUECA, pack=PACK, sides=(0, 1, 0, 1), leader=0, worth=[1])
    with pytest.raises(ValueError, match="card points"):
        solver.solve(rich, at.worlds, values, "points")
    with pytest.raises(ValueError, match="game"):
        Solver("xadrez")
    with pytest.raises(ValueError, match="MB"):
        Solver("sueca", megabytes=17)


def test_no_worlds_are_answered_at_once():
    at = filed_deals()[0][0]
    none = np.empty((0, 64), np.int16)
    assert Solver("sueca").solve(at.root, at.worlds[:0], none, "points") == 0


def test_a_sweep_with_a_trick_lost_counts_as_the_rules_say():
    # Side 0 has every point and lost a worthless trick; the last two tricks are its own.
    for sweep_points, value in ((False, 2), (True, 4)):
        at = problem(
            [[9, 8], [0, 1], [2, 3], [4, 5]], 0, 0, won=[97, 0, 0, 0], taken=[7, 1, 0, 0],
            law={"sweep_points": sweep_points},
        )  # fmt: skip
        assert best(Solver("sueca"), at, "riscos") == value

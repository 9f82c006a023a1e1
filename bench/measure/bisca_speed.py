"""How fast Bisca is played out, and how long the last draws take.

    python bench/measure/bisca_speed.py

Prints, by hand size: playouts of whole deals a second on one core; seconds for the last draws,
each decision on its own information (`LAST_DRAWS` in solver/games/bisca.py is set by these). Whole
decisions: bench/measure/deadline.py.
"""

from __future__ import annotations

import time
from random import Random

import numpy as np

from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.ext.solver import Solver
from trunfo.games.bisca import ADVISOR, LAST_DRAWS
from trunfo.pimc import encode
from trunfo.pimc.worlds import Worlds

BISCA = games()["bisca"]
assert isinstance(BISCA, TrickGame)
SIZES = (3, 5, 7, 9, 11)


def played_to(random: Random, size: int, stock: int, table: int) -> Position:
    """A position of a random deal."""
    at = BISCA.deal(random, BISCA.rules({"hand_size": size}))
    while len(at.stock) > stock or len(at.table.cards) < table:
        at = BISCA.play(at, random.choice(sorted(BISCA.legal(at))))
    return at


def playouts_a_second(size: int) -> float:
    """Whole deals played out a second."""
    at = BISCA.deal(Random(1), BISCA.rules({"hand_size": size}))
    state = view(BISCA, at, at.turn)
    known = BISCA.knowledge(state)
    worlds = Worlds(state, known, 1, 1).chunk(0, 5_000)
    points = np.empty((len(worlds), 64), dtype=np.int16)
    riscos = np.empty_like(points)
    root, kernel = ADVISOR.root(state, known), encode.kernel_of(BISCA)
    start = time.perf_counter()
    kernel.playouts(root, worlds, points, riscos)
    return len(worlds) * size / (time.perf_counter() - start)


def last_draws(size: int, stock: int, table: int, deals: int = 5) -> list[float]:
    """Seconds for all worlds (2,000 at most) of some positions."""
    random, solver = Random(size), Solver("bisca")
    seconds = []
    for _ in range(deals):
        at = played_to(random, size, stock, table)
        state = view(BISCA, at, at.turn)
        known = BISCA.knowledge(state)
        worlds = Worlds(state, known, 2_000, 1).chunk(0, 2_000)
        points = np.empty((len(worlds), 64), dtype=np.int16)
        riscos = np.empty_like(points)
        start = time.perf_counter()
        solver.nested(ADVISOR.root(state, known), worlds, points, riscos)
        seconds.append(time.perf_counter() - start)
    return seconds


def main() -> None:
    """Print the two tables."""
    for size in SIZES:
        print(f"{size:2} cards: {playouts_a_second(size):9,.0f} playouts a second", flush=True)
    for size, stock, table in LAST_DRAWS:
        deals = last_draws(size, stock, table, 1 if LAST_DRAWS[size, stock, table] > 1 else 5)
        print(
            f"{size:2} cards, stock {stock}, table {table}:"
            f" {np.mean(deals):.4f} s mean, {max(deals):.4f} s slowest", flush=True,
        )


if __name__ == "__main__":
    main()

"""Positions to try the solver on, with independent answers: DDS, plain minimax, a file of deals."""

from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from endplay import _dds
from numpy.typing import NDArray

from trunfo.ext.kernel import NONE, Root, load
from trunfo.ext.solver import Solver

SUECA = load("sueca")
RANKS, SUITS = "23456DVR7A", "COEP"
WORTH = 4 * [0, 0, 0, 0, 0, 2, 3, 4, 10, 11, 0, 0, 0, 0, 0, 0]
CARDS = [16 * suit + strength for suit in range(4) for strength in range(10)]
PACK = sum(1 << card for card in CARDS)
DEALS = Path(__file__).parents[1] / "data" / "deals10.jsonl"


@dataclass
class Problem:
    """A Sueca position with all cards known."""

    hands: list[list[int]]
    trump: int
    leader: int
    table: list[int]
    root: Root
    taken: int = 0  # tricks of the side to play so far

    @property
    def worlds(self) -> NDArray[np.uint64]:
        """The hands, as one world."""
        return np.array([[sum(1 << card for card in hand) for hand in self.hands]], np.uint64)


def problem(
    hands: list[list[int]], trump: int, leader: int, table: list[int] | None = None, **more: Any
) -> Problem:
    """A problem with its root; `more` goes to Root."""
    root = Root(
        SUECA, pack=PACK, sides=(0, 1, 0, 1), leader=leader, table=table or (), trump=trump,
        worth=WORTH, **more,
    )  # fmt: skip
    taken = sum(more.get("taken", [0] * 4)[root.turn & 1 :: 2])
    return Problem(hands, trump, leader, table or [], root, taken)


def card(token: str) -> int:
    """The number of a card of the file of deals."""
    return 16 * SUITS.index(token[1]) + RANKS.index(token[0])


def filed_deals() -> list[tuple[Problem, dict[str, Any]]]:
    """The 300 deals of the file, each with its answers."""
    found = []
    for line in DEALS.read_text().splitlines():
        deal = json.loads(line)
        hands = [[card(token) for token in hand] for hand in deal["hands"]]
        found.append((problem(hands, SUITS.index(deal["trump"]), deal["leader"]), deal))
    return found


def random_deal(random: Random) -> Problem:
    """Ten cards each."""
    cards = random.sample(CARDS, 40)
    hands = [cards[10 * seat : 10 * seat + 10] for seat in range(4)]
    return problem(hands, random.randrange(4), random.randrange(4))


def random_ending(random: Random, most: int, least: int = 1) -> Problem:
    """An ending of `least` to `most` cards each, up to three of them on the table, suits followed.

    Who took the tricks before is such that every class of result comes up.
    """
    size = random.randint(least, most)
    leader = random.randrange(4)
    cards = random.sample(CARDS, 40)
    hands = [cards[size * seat : size * seat + size] for seat in range(4)]
    gone = cards[4 * size :]
    winners = random.choice([range(4), range(4), (0, 2), (1, 3)])
    won, taken = [0] * 4, [0] * 4
    for first in range(0, len(gone), 4):
        winner = random.choice(winners)
        taken[winner] += 1
        won[winner] += sum(WORTH[each] for each in gone[first : first + 4])
    table: list[int] = []
    for ahead in range(random.randint(0, 3)):
        hand = hands[(leader + ahead) % 4]
        able = [each for each in hand if table and each >> 4 == table[0] >> 4] or hand
        table.append(random.choice(able))
        hand.remove(table[-1])
    return problem(
        hands, random.randrange(4), leader, table, won=won, taken=taken,
        law={"double_at": random.choice((90, 91)), "sweep_points": random.random() < 0.3},
    )  # fmt: skip


def solved(solver: Solver, at: Problem, objective: str) -> list[int]:
    """The value after each card 0 to 63, NONE where there is none."""
    values = np.empty((1, 64), np.int16)
    if solver.solve(at.root, at.worlds, values, objective) != 1:
        raise RuntimeError("the solver gave up without a reason")
    return [int(value) for value in values[0]]


def best(solver: Solver, at: Problem, objective: str) -> int:
    """The value of the position."""
    values = np.empty(1, np.int16)
    if solver.best(at.root, at.worlds, values, objective) != 1:
        raise RuntimeError("the solver gave up without a reason")
    return int(values[0])


def dds_deal(at: Problem) -> Any:
    """The position in the C structure of DDS: A 7 K J Q 6 5 4 3 2 as A K Q J T 9 8 7 6 5."""
    deal = _dds.deal(trump=at.trump, first=at.leader)
    for place, each in enumerate(at.table):
        deal.currentTrickSuit[place] = each >> 4
        deal.currentTrickRank[place] = (each & 15) + 5
    for seat, hand in enumerate(at.hands):
        for each in hand:
            deal.remainCards[seat][each >> 4] |= 1 << ((each & 15) + 5)
    return deal


def dds_tricks(at: Problem) -> dict[int, int]:
    """What DDS says each card yields: tricks of the side to play, this one and later ones."""
    future = _dds.futureTricks()
    _dds.SolveBoard(dds_deal(at), -1, 3, 1, future, 0)
    found = {}
    for place in range(future.cards):
        suit, equals = future.suit[place], future.equals[place]
        for rank in range(5, 15):
            if rank == future.rank[place] or equals >> rank & 1:
                found[16 * suit + rank - 5] = future.score[place]
    return found


def dds_best(deal: ctypes.Structure) -> int:
    """The most tricks of the side to play, as DDS finds them: the search that is timed."""
    future = _dds.futureTricks()
    _dds.SolveBoard(deal, -1, 1, 1, future, 0)
    return int(future.score[0])


def legal_values(values: list[int]) -> dict[int, int]:
    """The values without those of cards that may not be played."""
    return {card: value for card, value in enumerate(values) if value != NONE}

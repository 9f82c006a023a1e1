"""What a seat knows as a vector of fixed length, each number from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import SUITS
from trunfo.engine.state import State
from trunfo.engine.trick import STOCK
from trunfo.rl.actions import Actions

MOST_SCORE = 100
"""The score, and every one above it, that is written as 1."""
MOST_ABSENCES = 2

Vector = NDArray[np.float32]
Values = list[tuple[int, float]]
"""Places in a part of the vector, and what stands there; elsewhere 0."""


@dataclass(frozen=True)
class Observer:
    """Writes states as vectors. Seats are counted from the one that sees, in order of play.

    Parameters
    ----------
    actions : Actions
        Of the game; cards have the same numbers here.
    """

    actions: Actions

    @cached_property
    def layout(self) -> dict[str, range]:
        """The parts of a vector by name, in order: those that mean something in the game.

        By seat and card, or seat and suit, the seat comes first.
        """
        game, cards = self.actions.game, len(self.actions.pack.cards)
        seats = game.seats
        sizes = {
            "phase": len(game.phases), "hand": cards, "table": seats * cards,
            "played": seats * cards, "leader": seats, "dealer": seats, "voids": 4 * seats,
            "tricks": seats,
        }
        if "trump" in game.keys:
            sizes |= {"trump": 4, "turned": cards, "holder": seats + 1}
        if "points" in game.keys:
            sizes["points"] = seats
        if "stock" in game.keys:
            sizes["stock"] = 1
        if "round" in game.keys:
            sizes |= {"pass_to": seats, "passed": cards, "received": cards}
        if "scores" in game.keys:
            sizes |= {"scores": seats, "absences": seats}
        if "decisions" in game.keys:
            sizes |= {"went": seats, "stayed": seats, "exchanged": seats, "discarded": cards}
        found, first = {}, 0
        for name, size in sizes.items():
            found[name] = range(first, first + size)
            first += size
        return found

    @property
    def size(self) -> int:
        """Length of a vector."""
        return max(part.stop for part in self.layout.values())

    def vector(self, state: State) -> Vector:
        """What the seat `state.me` knows."""
        found = np.zeros(self.size, np.float32)
        for name, values in self._parts(state):
            part = self.layout[name]
            for place, value in values:
                found[part.start + place] = value
        return found

    def _parts(self, state: State) -> Iterator[tuple[str, Values]]:
        game, me = self.actions.game, state.me
        assert me is not None
        pack, places = self.actions.pack, self.actions.places
        seats, cards = game.seats, len(pack.cards)

        def seen(seat: int) -> int:
            return (seat - me) % seats

        def held(found: Iterable[int], seat: int = 0) -> list[tuple[int, float]]:
            return [(cards * seat + places[card], 1.0) for card in found]

        yield "phase", [(game.phases.index(state.phase), 1.0)]
        yield "hand", held(state.hand or ())
        playing = game.playing(state)
        table = state.table
        if table is not None and table.leader is not None:
            yield "leader", [(seen(table.leader), 1.0)]
            for index, card in enumerate(table.cards):
                yield "table", held([card], seen(table.seat(index, playing)))
        trump = state.trump.suit if state.trump else None
        tricks, points = [0] * seats, [0] * seats
        for trick in state.tricks:
            winner = game.winner(trick, trump, playing)
            tricks[winner] += 1
            points[game.sides()[winner]] += pack.worth_of(trick.cards)
            for index, card in enumerate(trick.cards):
                yield "played", held([card], seen(trick.seat(index, playing)))
        most = len(pack.cards) // seats
        yield "tricks", [(seen(seat), tricks[seat] / most) for seat in range(seats)]
        if "points" in game.keys:
            total = sum(pack.worth)
            yield "points", [
                (seen(seat), points[game.sides()[seat]] / total) for seat in range(seats)
            ]
        if state.dealer is not None:
            yield "dealer", [(seen(state.dealer), 1.0)]
        if state.phase == "play":
            voids = game.knowledge(state).voids
            yield "voids", [
                (4 * seen(seat) + suit, 1.0)
                for seat in range(seats) for suit in SUITS if voids[seat] >> suit & 1
            ]
        if state.trump is not None:
            yield "trump", [(state.trump.suit, 1.0)]
            if state.trump.card is not None:
                yield "turned", held([state.trump.card])
            holder = state.trump.holder
            if holder is not None:
                yield "holder", [(seats if holder == STOCK else seen(int(holder)), 1.0)]
        if "stock" in game.keys:
            yield "stock", [(0, (state.stock or 0) / cards)]
        yield from self._other(state, seen, held)

    def _other(
        self, state: State, seen: Callable[[int], int], held: Callable[[Iterable[int]], Values]
    ) -> Iterator[tuple[str, Values]]:
        """What only games with passes, scores or decisions have."""
        game = self.actions.game
        if state.round is not None:
            step = game.pass_step(state.rules, state.round)
            yield "pass_to", [(step, 1.0)] if step else []
        if state.passed is not None:
            yield "passed", held(state.passed.cards)
        if state.received is not None:
            yield "received", held(state.received.cards)
        for seat, score in enumerate(state.scores or ()):
            yield "scores", [(seen(seat), min(max(score, 0), MOST_SCORE) / MOST_SCORE)]
        for seat, absences in enumerate(state.absences or ()):
            yield "absences", [(seen(seat), min(absences, MOST_ABSENCES) / MOST_ABSENCES)]
        size = game.dealt_sizes(state.rules)[0]
        for seat, made in enumerate(state.decisions or ()):
            if made is not None:
                yield "went" if made.goes else "stayed", [(seen(seat), 1.0)]
                yield "exchanged", [(seen(seat), (made.exchanged or 0) / size)]
        if state.discarded:
            yield "discarded", held(state.discarded)

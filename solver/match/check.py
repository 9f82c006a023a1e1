"""A program as a player put to the test: all games, all phases, many deals; what it does wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from trunfo.engine.game import Rules
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.match.base import Player
from trunfo.match.deal import Match, opening_of
from trunfo.match.external import ExternalPlayer, question
from trunfo.match.players import RandomPlayer
from trunfo.match.playing import Seating
from trunfo.match.spec import Spec

SCHEMA = "trunfo.engine-check/1"
MOST_FAULTS = 5
"""Faults in one game after which it is broken off: more tell nothing new."""

RANDOM = Spec("random")


@dataclass(frozen=True)
class Fault:
    """Something that the program did wrong.

    Parameters
    ----------
    why : str
        `illegal`, `late`, `ended` or `unreadable`, as in a match.
    answer : str
        What it said instead, as far as it is shown.
    question : mapping or None
        What it was asked; None if it did not start.
    """

    why: str
    answer: str
    question: dict[str, Any] | None

    def document(self) -> dict[str, Any]:
        """The fault as JSON tells it."""
        return {"why": self.why, "answer": self.answer, "question": self.question}


@dataclass
class GameCheck:
    """What came of one game.

    Parameters
    ----------
    deals : int
        Deals that were played, each in all seatings.
    asked : Counter
        Questions by phase.
    slowest : float
        Seconds of the slowest answer.
    faults : list of Fault
        In order.
    repeatable : bool or None
        Whether it did the same again when asked the same; None if that was not tried.
    """

    game: TrickGame
    deals: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    repeatable: bool | None = None

    def document(self) -> dict[str, Any]:
        """The game as JSON tells it."""
        return {
            "game": self.game.name, "deals": self.deals, "questions": dict(self.asked),
            "slowest_s": self.slowest, "repeatable": self.repeatable,
            "faults": [fault.document() for fault in self.faults],
        }


@dataclass(frozen=True)
class Watched(Player):
    """The program, with somebody who notes what it is asked and how long it takes."""

    program: ExternalPlayer = field(default_factory=lambda: ExternalPlayer(), kw_only=True)
    noted: list[tuple[State, int, float]] = field(default_factory=list, kw_only=True)

    def begin(self, game: TrickGame, rules: Rules, number: tuple[int, ...]) -> None:
        """Begin with the program."""
        self.noted.clear()
        self.program.begin(game, rules, number)

    def play(self, state: State, seed: int) -> Action:
        """Ask the program."""
        started = time.perf_counter()
        try:
            return self.program.play(state, seed)
        finally:
            self.noted.append((state, seed, time.perf_counter() - started))

    def over(self, points: Sequence[float], riscos: Sequence[float]) -> None:
        """Tell the program."""
        self.program.over(points, riscos)


def check(
    program: ExternalPlayer, games: Sequence[TrickGame], deals: int, seed: int
) -> Iterator[GameCheck]:
    """Play a program against chance, game after game.

    Parameters
    ----------
    program : ExternalPlayer
        It is left running, so that the caller can see how it ends.
    deals : int
        Deals of each game, by its default rules and by each of its presets in turn.
    """
    for game in games:
        yield _game(program, game, deals, seed)


def _game(program: ExternalPlayer, game: TrickGame, deals: int, seed: int) -> GameCheck:
    found = GameCheck(game)
    settings = [game.rules(), *(game.rules(preset=name) for name in game.presets)]
    done: list[list[Any]] = []
    for number in range(deals):
        match = Match(game, settings[number % len(settings)], (RANDOM, RANDOM), seed)
        done.append(_deal(found, match, number, program))
        found.deals += 1
        if len(found.faults) >= MOST_FAULTS:
            return found
    if not found.faults:
        again = Match(game, settings[0], (RANDOM, RANDOM), seed)
        found.repeatable = _deal(GameCheck(game), again, 0, program) == done[0]
    return found


def _deal(found: GameCheck, match: Match, number: int, program: ExternalPlayer) -> list[Any]:
    """One deal in all seatings; what was played."""
    watched, other = Watched(program=program), RandomPlayer()
    plays = []
    start = opening_of(match, number)
    for seats in match.seatings:
        if len(found.faults) >= MOST_FAULTS:
            break
        playing = Seating(match, number, [(watched, other)[who] for who in seats])
        result = playing.result(start)
        plays.append(result["plays"])
        for state, _, seconds in watched.noted:
            found.asked[state.phase] += 1
            found.slowest = max(found.slowest, seconds)
        left = result["left"]
        if left is not None:
            asked = None
            if watched.noted:
                state, dice, _ = watched.noted[-1]
                asked = question(match.game, state, dice, (number,), program.time)
            found.faults.append(Fault(left["why"], left["answer"], asked))
            if asked is None:
                break
    return plays


def starts(program: ExternalPlayer, game: TrickGame) -> tuple[float, dict[str, Any]]:
    """Start the program: how long that takes, and what it calls itself.

    Raises
    ------
    NoAnswer
        If it does not start.
    """
    started = time.perf_counter()
    program.begin(game, game.rules(), (0,))
    return time.perf_counter() - started, program.greeting


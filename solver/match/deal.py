"""A duplicate deal as plain data: who sits where, with which cards, and what comes of it.

One deal is played once per *seating*, with the same cards and the same seeds, so that what
luck gives it gives to both players. Everything here depends on the game, its rules, the
players, the seed and the number of the deal alone: deals may be played anywhere, in any order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum
from random import Random
from typing import Any, NamedTuple

from trunfo.engine.following import Dealt
from trunfo.engine.game import Game, Rules
from trunfo.engine.position import Action, Position
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.match.spec import Spec

MOST_DEALS = 500
"""Deals after which a whole match is broken off, its scores being what they are."""


@dataclass(frozen=True)
class Match:
    """What is played: with the number of a deal, everything that its result depends on.

    Parameters
    ----------
    game : TrickGame
        The game.
    rules : Rules
        Its options.
    players : tuple of two Spec
        A and B.
    seed : int
        0 to 2**64 - 1.
    whole : bool
        Whether what is counted as a deal is a whole match of the game.
    seating : str
        Where every seat plays for itself: `one` against all others, or `pairs`.
    given : tuple of Dealt
        The deals by their numbers, where they are not shuffled.
    lines : bool
        Whether the lines of a file are wanted; players of the kernel are faster without.
    """

    game: TrickGame
    rules: Rules
    players: tuple[Spec, Spec]
    seed: int
    whole: bool = False
    seating: str = "one"
    given: tuple[Dealt, ...] = ()
    lines: bool = field(default=True, compare=False)

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where in each playing of a deal."""
        return seatings(self.game.sides(), pairs=self.seating == "pairs")


class Outcome(NamedTuple):
    """What a deal says about the players: A minus B, per deal and seat.

    `riscos` and `points` are the mean over the seats A played minus the mean over
    those B played, in all seatings together (points: more is better). For A and B: `left`
    counts the seatings that ended because that player gave no legal answer, `won` those in which
    it had the higher mean of RISCOS; `silent` says what came instead where none of its answers
    was legal.
    """

    riscos: float
    points: float
    left: tuple[int, int]
    won: tuple[int, int] = (0, 0)
    silent: tuple[str | None, str | None] = (None, None)


Counts = tuple[tuple[str, tuple[int, int]], ...]
"""What a game counts besides, by name: how often for A, for B, in all seatings of a deal."""


class Spent(NamedTuple):
    """Seconds that a player took, for how many decisions, and processor seconds, if known."""

    seconds: float = 0.0
    decisions: int = 0
    cpu: float | None = 0.0

    def plus(self, other: Spent) -> Spent:
        """Both together."""
        known = None not in (self.cpu, other.cpu)
        return Spent(
            self.seconds + other.seconds,
            self.decisions + other.decisions,
            (self.cpu or 0.0) + (other.cpu or 0.0) if known else None,
        )


class Played(NamedTuple):
    """A finished deal: number, line in the file, what it says, time of A and B, what is counted.

    The time is None where nobody has taken it: of players of the kernel.
    """

    deal: int
    line: str
    outcome: Outcome
    spent: tuple[Spent, Spent] | None
    counts: Counts = ()


def seatings(sides: Sequence[int], *, pairs: bool = False) -> tuple[tuple[int, ...], ...]:
    """Who sits where in each playing of a deal, as 0 (A) or 1 (B) for every seat.

    Two sides: each player once on either. More, all alone: A against B everywhere
    else in every seat, and the reverse. Each player sits equally often in each seat.

    Parameters
    ----------
    sides : sequence of int
        The side of each seat, `game.sides()`.
    pairs : bool
        Of more than two sides, have A play half of them in all ways, and B the others.
    """
    names = sorted(set(sides))
    count = len(names) // 2 if pairs else 1
    chosen = [
        tuple(0 if side in some else 1 for side in sides) for some in combinations(names, count)
    ]
    if len(names) == 2 * count:
        return tuple(chosen)
    return (*chosen, *(tuple(1 - player for player in seats) for seats in chosen))


def opening_of(match: Match, deal: int) -> Position:
    """A deal before anything is decided."""
    if match.given:
        return match.game.begin(match.rules, match.given[deal])
    random = Random(mix(match.seed, deal))
    return advisor_of(match.game).opening(random, match.rules, deal % match.game.seats, deal)


def outcome(record: Mapping[str, Any], *, fewer: bool = False) -> Outcome:
    """What the record of a deal says.

    The sums are exact before they are rounded, so that equal play gives exactly 0.

    Parameters
    ----------
    record : mapping
        A line of the file.
    fewer : bool
        Whether fewer points are better.

    Raises
    ------
    KeyError, TypeError, ValueError, ZeroDivisionError
        If it is no record of a deal.
    """
    left, won, answered = [0, 0], [0, 0], [0, 0]
    instead: list[str | None] = [None, None]
    for seating in record["seatings"]:
        gone = seating["left"]
        better = _difference([seating], "riscos")
        won[0] += better > 0
        won[1] += better < 0
        if gone is not None:
            fault = seating["players"][gone["seat"]]
            left[fault] += 1
            said = (gone["why"], gone["answer"])
            instead[fault] = instead[fault] or ": ".join(filter(None, said))
        for seat, player in enumerate(seating["players"]):
            answered[player] += 1 if gone is None else gone["answered"][seat]
    points = _difference(record["seatings"], "points")
    return Outcome(
        _difference(record["seatings"], "riscos"),
        -points if fewer else points,
        (left[0], left[1]),
        (won[0], won[1]),
        (None if answered[0] else instead[0], None if answered[1] else instead[1]),
    )


def counted(game: Game, record: Mapping[str, Any]) -> Counts:
    """What the game counts in the record of a deal: in Copas the moons, made and suffered."""
    found: dict[str, list[int]] = {}
    for seating in record["seatings"]:
        for name, by_seat in advisor_of(game).tallies(seating).items():
            sums = found.setdefault(name, [0, 0])
            for player, count in zip(seating["players"], by_seat, strict=True):
                sums[player] += count
    return tuple((name, (sums[0], sums[1])) for name, sums in found.items())


def _difference(seatings: Sequence[Mapping[str, Any]], what: str) -> float:
    """The mean over the seats of A minus that over the seats of B."""
    values: tuple[list[float], list[float]] = ([], [])
    for seating in seatings:
        for player, value in zip(seating["players"], seating[what], strict=True):
            values[player].append(value)
    return fsum(values[0]) / len(values[0]) - fsum(values[1]) / len(values[1])


def line_of(record: Mapping[str, Any]) -> str:
    """A record as it stands in a file, without what `trunfo.match.file` adds."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def cards_of(game: TrickGame, start: Position) -> dict[str, Any]:
    """The deal as in `trunfo.state/1`, without what the header of the file says for all."""
    document = open_view(game, start).to_dict()
    return {key: document[key] for key in document if key not in ("schema", "game", "rules")}


def written(action: Action) -> Any:
    """An action as it stands in a record: a card played by its name alone."""
    return action["play"] if len(action) == 1 and "play" in action else dict(action)


def as_action(act: Any) -> Action:
    """The action that stands in a record."""
    return {"play": act} if isinstance(act, str) else act


def plain(value: float) -> float:
    """A number as it stands in a record: whole ones without a point."""
    return int(value) if value == int(value) else value

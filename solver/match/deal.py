"""Playing a duplicate deal: who sits where, with which seeds, and what comes of it.

One deal is played once per *seating*, with the same cards and the same seeds, so that what
luck gives it gives to both players. Everything here depends on the game, its rules, the
players, the seed and the number of the deal alone: deals may be played anywhere, in any order.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum
from random import Random
from typing import Any, NamedTuple

from trunfo.engine.following import Dealt
from trunfo.engine.game import Game, Rules
from trunfo.engine.position import Action, Position
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.match.base import NoAnswer, Player
from trunfo.match.spec import Spec

MOST_DEALS = 500
"""Deals after which a whole match is broken off, its scores being what they are."""

SHOWN = 80
"""Characters of a bad answer that are kept."""


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


def play_deal(match: Match, deal: int, players: Sequence[Player]) -> Played:
    """Play one deal in all its seatings.

    Parameters
    ----------
    match : Match
        What is played.
    deal : int
        The number of the deal, from 0.
    players : sequence of two Player
        A and B, as `match.players` names them.
    """
    game = match.game
    start = opening_of(match, deal)
    spent = [Spent(), Spent()]
    results = []
    for seats in match.seatings:
        playing = Playing(match, (deal,), start, [players[player] for player in seats])
        results.append({"players": list(seats), **playing.result()})
        for seat, player in enumerate(seats):
            spent[player] = spent[player].plus(playing.spent[seat])
    record = {"deal": deal, **_cards(game, start), "seatings": results}
    result = outcome(record, fewer=game.fewer_points)
    counts = counted(game, record)
    return Played(deal, line_of(record), result, (spent[0], spent[1]), counts)


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


def _cards(game: TrickGame, start: Position) -> dict[str, Any]:
    """The deal as in `trunfo.state/1`, without what the header of the file says for all."""
    document = open_view(game, start).to_dict()
    return {key: document[key] for key in document if key not in ("schema", "game", "rules")}


class Playing:
    """One seating of a deal while it is played.

    Parameters
    ----------
    numbers : tuple of int
        That of the deal; in a whole match that of the match and of its deal.
    start : Position
        The deal before anything is decided.
    players : sequence of Player
        By seat.

    Attributes
    ----------
    position : Position
        Where it stands.
    answered : list of int
        Legal answers of each seat.
    """

    def __init__(
        self, match: Match, numbers: tuple[int, ...], start: Position, players: Sequence[Player]
    ) -> None:
        self._match = match
        self._numbers = numbers
        self._start = self.position = start
        self._players = players
        self._plays: list[Any] = []
        self.answered = [0] * len(players)
        self._asked_so_far = [0] * len(players)
        self._seconds = [0.0] * len(players)
        self._cpu: list[float | None] = [0.0] * len(players)

    def result(self) -> dict[str, Any]:
        """Play to the end; plays in order, points and RISCOS per seat, and who left if any."""
        result = self._played()
        for _, player in self._each():
            player.over(result["points"], result["riscos"])
        return result

    def _each(self) -> Iterator[tuple[int, Player]]:
        """Every player once, with the first of its seats."""
        for seat, player in enumerate(self._players):
            if not any(player is other for other in self._players[:seat]):
                yield seat, player

    def _played(self) -> dict[str, Any]:
        game = self._match.game
        for seat, player in self._each():
            try:
                player.begin(game, self._match.rules, self._numbers)
            except NoAnswer as fault:
                return self._left(seat, fault)
        while not self.position.over:
            seat = self.position.turn
            try:
                action = self._asked(seat)
                self.position = after(game, self.position, action)
            except NoAnswer as fault:
                return self._left(seat, fault)
            self.answered[seat] += 1
            self._plays.append(written(action))
        payoff = game.payoff(self.position)
        if self._match.whole:
            return self._written(payoff.points, payoff.riscos, None)
        riscos = advisor_of(game).paid(self._start, self.position)
        return self._written(payoff.points, riscos, None)

    @property
    def spent(self) -> list[Spent]:
        """What each seat has spent."""
        return list(map(Spent, self._seconds, self._asked_so_far, self._cpu))

    def _asked(self, seat: int) -> Action:
        game, player = self._match.game, self._players[seat]
        if player.open_cards:
            state = open_view(game, self.position)
        else:
            state = view(game, self.position, seat)
        # The number of the seat's own decision, and the same in every seating.
        seed = mix(self._match.seed, *self._numbers, seat, self._asked_so_far[seat])
        self._asked_so_far[seat] += 1
        before, started = None if player.quick else player.cpu(), time.perf_counter()
        try:
            return player.play(state, seed)
        finally:
            seconds = time.perf_counter() - started
            self._seconds[seat] += seconds
            cpu = self._cpu[seat]
            if cpu is not None:
                spent = seconds if player.quick else _between(before, player.cpu())
                self._cpu[seat] = None if spent is None else cpu + spent

    def _left(self, seat: int, fault: NoAnswer) -> dict[str, Any]:
        """The deal ends: the side pays as for leaving, and has the worst of the card points."""
        game = self._match.game
        sides = game.sides()
        own = [side == sides[seat] for side in sides]
        total = sum(game.pack(self._match.rules).worth)
        left = {
            "seat": seat, "why": fault.why, "answer": fault.answer[:SHOWN],
            "answered": list(self.answered),
        }
        worst, best = (total, 0) if game.fewer_points else (0, total)
        points = [worst if mine else best for mine in own]
        return self._written(points, [game.leaving if mine else 0 for mine in own], left)

    def _written(
        self, points: Iterable[float], riscos: Iterable[float], left: dict[str, Any] | None
    ) -> dict[str, Any]:
        return {
            "plays": self._plays,
            "points": [plain(value) for value in points],
            "riscos": [plain(value) for value in riscos],
            "left": left,
        }


def _between(before: float | None, after: float | None) -> float | None:
    """Processor seconds between two looks at a clock that may not be there."""
    return None if before is None or after is None else max(0.0, after - before)


def after(game: TrickGame, position: Position, action: Action) -> Position:
    """The position after an action.

    Raises
    ------
    NoAnswer
        `illegal`, if the seat to move may not do that.
    """
    try:
        return game.act(position, action)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise NoAnswer("illegal", json.dumps(action, default=str)) from None


def written(action: Action) -> Any:
    """An action as it stands in a record: a card played by its name alone."""
    return action["play"] if len(action) == 1 and "play" in action else dict(action)


def as_action(act: Any) -> Action:
    """The action that stands in a record."""
    return {"play": act} if isinstance(act, str) else act


def plain(value: float) -> float:
    """A number as it stands in a record: whole ones without a point."""
    return int(value) if value == int(value) else value

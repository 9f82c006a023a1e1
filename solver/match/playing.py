"""Playing deals, and whole matches, in all their seatings, decision by decision.

Every deal is played at a `Table`, as people play it: what may be done, whose turn it is and what
a seat knows is for the table to say. A whole match is played once per seating like a deal, its
deals with the same cards and seeds in each for as long as it lasts there.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trunfo.engine.errors import TrunfoError
from trunfo.engine.position import Action, Payoff, Position
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.match.base import NoAnswer, Player
from trunfo.match.deal import (
    MOST_DEALS,
    Match,
    Played,
    Spent,
    as_action,
    cards_of,
    counted,
    line_of,
    opening_of,
    outcome,
    plain,
    written,
)
from trunfo.match.spec import Spec
from trunfo.table.start import Series
from trunfo.table.table import Table

DECISIONS = frozenset({"play", "pass", "trump", "go"})
"""What a player may do in a match: no new deal is asked for, nobody leaves."""

SHOWN = 80
"""Characters of a bad answer that are kept."""


def play(match: Match, number: int, players: Sequence[Player]) -> Played:
    """Play deal `number`, or where that is asked for a whole match, in all its seatings.

    Parameters
    ----------
    match : Match
        What is played.
    number : int
        The number of the deal or match, from 0; seat `number % seats` deals (first).
    players : sequence of two Player
        A and B, as `match.players` names them.
    """
    game = match.game
    start = None if match.whole else opening_of(match, number)
    spent = [Spent(), Spent()]
    results = []
    for seats in match.seatings:
        playing = Seating(match, number, [players[player] for player in seats])
        result = playing.match_result() if start is None else playing.result(start)
        results.append({"players": list(seats), **result})
        for seat, player in enumerate(seats):
            spent[player] = spent[player].plus(playing.spent[seat])
    cards = {} if start is None else cards_of(game, start)
    record = {"deal": number, **cards, "seatings": results}
    found = outcome(record, fewer=game.fewer_points)
    counts = () if match.whole else counted(game, record)
    return Played(number, line_of(record), found, (spent[0], spent[1]), counts)


class Seating:
    """One seating of a deal, or of a whole match, while it is played.

    Parameters
    ----------
    match : Match
        What is played.
    number : int
        The number of the deal or match.
    players : sequence of Player
        By seat.

    Attributes
    ----------
    answered : list of int
        Legal answers of each seat.
    """

    def __init__(self, match: Match, number: int, players: Sequence[Player]) -> None:
        self._match = match
        self._number = number
        self._players = players
        self.answered = [0] * len(players)
        self._decisions = [0] * len(players)
        self._seconds = [0.0] * len(players)
        self._cpu: list[float | None] = [0.0] * len(players)

    @property
    def spent(self) -> list[Spent]:
        """What each seat has spent."""
        return list(map(Spent, self._seconds, self._decisions, self._cpu))

    def result(self, start: Position) -> dict[str, Any]:
        """Play a deal to the end: plays in order, points and RISCOS by seat, who left if any."""
        game = self._match.game
        table = Table.at(game, start)
        plays, left = self._deal(table, (self._number,))
        if table.end is None:
            paid = self._for_leaving(left)
        else:
            riscos = advisor_of(game).paid(start, table.end)
            paid = Payoff(game.payoff(table.end).points, riscos)
        self._tell(paid)
        return {"plays": plays, **_written(paid), "left": left}

    def match_result(self) -> dict[str, Any]:
        """Play a match to its end: the same, plays by deal."""
        match, game = self._match, self._match.game
        series = Series(match.seed, self._number, True)
        table = Table.in_series(game.name, series, rules=match.rules)
        plays: list[Any] = []
        paid: list[Payoff] = []
        while True:
            acts, left = self._deal(table, (self._number, len(plays)))
            plays.append(acts)
            paid.append(self._for_leaving(left) if table.end is None else game.payoff(table.end))
            self._tell(paid[-1])
            if left is not None:
                return {"plays": plays, **_written(paid[-1]), "left": left}
            if table.match_over or len(plays) == MOST_DEALS:
                total = game.match_paid(table.standing_after(), paid)
                return {"plays": plays, **_written(total), "left": None}
            table.next()

    def _deal(
        self, table: Table, numbers: tuple[int, ...]
    ) -> tuple[list[Any], dict[str, Any] | None]:
        """Play the deal on the table: what was done, and who left if any."""
        plays: list[Any] = []
        for first, player in self._each():
            try:
                player.begin(self._match.game, self._match.rules, numbers)
            except NoAnswer as fault:
                return plays, self._gone(first, fault)
        begun = self._decisions.copy()
        while (seat := table.seat) is not None:
            # The number of the seat's own decision, and the same in every seating.
            seed = mix(self._match.seed, *numbers, seat, self._decisions[seat] - begun[seat])
            try:
                action = self._asked(table, seat, seed)
                act(table, action)
            except NoAnswer as fault:
                return plays, self._gone(seat, fault)
            self.answered[seat] += 1
            plays.append(written(action))
        return plays, None

    def _asked(self, table: Table, seat: int, seed: int) -> Action:
        player = self._players[seat]
        state = table.state(None if player.open_cards else seat)
        self._decisions[seat] += 1
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

    def _each(self) -> Iterator[tuple[int, Player]]:
        """Every player once, with the first of its seats."""
        for seat, player in enumerate(self._players):
            if not any(player is other for other in self._players[:seat]):
                yield seat, player

    def _gone(self, seat: int, fault: NoAnswer) -> dict[str, Any]:
        return {
            "seat": seat, "why": fault.why, "answer": fault.answer[:SHOWN],
            "answered": list(self.answered),
        }

    def _for_leaving(self, left: Mapping[str, Any] | None) -> Payoff:
        """A side that leaves pays for it, and has the worst of the card points."""
        assert left is not None
        game = self._match.game
        sides = game.sides()
        own = [side == sides[left["seat"]] for side in sides]
        total = sum(game.pack(self._match.rules).worth)
        worst, best = (total, 0) if game.fewer_points else (0, total)
        return Payoff(
            tuple(worst if mine else best for mine in own),
            tuple(float(game.leaving if mine else 0) for mine in own),
        )

    def _tell(self, paid: Payoff) -> None:
        for _, player in self._each():
            player.over(**_written(paid))


def _written(paid: Payoff) -> dict[str, list[float]]:
    """Points and RISCOS by seat as they stand in a record."""
    return {"points": list(map(plain, paid.points)), "riscos": list(map(plain, paid.riscos))}


def _between(before: float | None, after: float | None) -> float | None:
    """Processor seconds between two looks at a clock that may not be there."""
    return None if before is None or after is None else max(0.0, after - before)


def act(table: Table, action: Action) -> None:
    """Let the seat to act do something.

    Raises
    ------
    NoAnswer
        `illegal`, if it may not do that.
    """
    try:
        said = action.keys()
        if "seat" in said or DECISIONS.isdisjoint(said):
            raise TypeError
        table.play(action)
    except (AttributeError, TrunfoError, TypeError):
        raise NoAnswer("illegal", json.dumps(action, default=str)) from None


def openings_of(match: Match, number: int, plays: Sequence[Sequence[Any]]) -> Iterator[Position]:
    """Every deal of one seating before anything is decided, given what was done in each."""
    if not match.whole:
        yield opening_of(match, number)
        return
    series = Series(match.seed, number, True)
    table = Table.in_series(match.game.name, series, rules=match.rules)
    for place, acts in enumerate(plays):
        if place:
            table.next()
        dealt = table.record().dealt
        assert dealt is not None
        yield match.game.begin(match.rules, dealt)
        for each in acts:
            table.play(as_action(each))


# --- in a worker -----------------------------------------------------------------------

_local = threading.local()
"""The players of a worker's thread: built once, and no two threads talk to one program."""


def players_of(specs: tuple[Spec, Spec]) -> list[Player]:
    """The players of this thread, built when first asked for."""
    if getattr(_local, "specs", None) != specs:
        close_players()
        _local.players = [spec.build() for spec in specs]
        _local.specs = specs
    players: list[Player] = _local.players
    return players


def close_players() -> None:
    """Give back what the players of this thread hold."""
    for player in getattr(_local, "players", ()):
        player.close()
    _local.players, _local.specs = [], None


def play_deals(match: Match, first: int, count: int) -> list[Played]:
    """Play some deals in a row, decision by decision."""
    players = players_of(match.players)
    return [play(match, deal, players) for deal in range(first, first + count)]

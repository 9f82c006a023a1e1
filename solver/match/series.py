"""Whole matches of games that have them: deal after deal until somebody has won.

As with single deals every match is played once per seating, deal d of match m with the same cards
and seeds in each, for as long as it lasts there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from trunfo.engine.position import Position
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.random import mix
from trunfo.match.base import Player
from trunfo.match.deal import Match, Played, Playing, Spent, outcome, seatings

MOST_DEALS = 500
"""Deals after which a match is broken off, its scores being what they are."""


@runtime_checkable
class MatchGame(Protocol):
    """What a game offers beside `TrickGame` if whole matches can be played of it."""

    def next_deal(self, position: Position, random: Random) -> Position:
        """The next deal after one that is over."""

    def match_over(self, position: Position) -> bool:
        """Whether a deal that is over has ended the match."""


def has_matches(game: TrickGame) -> bool:
    """Whether whole matches can be played of a game."""
    return isinstance(game, MatchGame)


def play_match(match: Match, number: int, players: Sequence[Player]) -> Played:
    """Play one match in all its seatings.

    Parameters
    ----------
    match : Match
        What is played.
    number : int
        The number of the match, from 0; seat `number % seats` deals first.
    players : sequence of two Player
        A and B, as `match.players` names them.
    """
    game = match.game
    seconds, decisions = [0.0, 0.0], [0, 0]
    results = []
    for seats in seatings(game.sides()):
        played = _Whole(match, number, [players[player] for player in seats])
        results.append({"players": list(seats), **played.result()})
        for seat, player in enumerate(seats):
            seconds[player] += played.seconds[seat]
            decisions[player] += played.decisions[seat]
    record = {"deal": number, "seatings": results}
    line = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    spent = (Spent(seconds[0], decisions[0]), Spent(seconds[1], decisions[1]))
    return Played(number, line, outcome(record, fewer=game.fewer_points), spent)


class _Whole:
    """One seating of a match while it is played."""

    def __init__(self, match: Match, number: int, players: Sequence[Player]) -> None:
        self._match = match
        self._number = number
        self._players = players
        self.seconds = [0.0] * len(players)
        self.decisions = [0] * len(players)

    def result(self) -> dict[str, Any]:
        """Play to the end: plays by deal, points and RISCOS per seat, and who left if any."""
        game, rules = self._match.game, self._match.rules
        assert isinstance(game, MatchGame)
        position = game.deal(self._random(0), rules, self._number % game.seats)
        plays = []
        for deal in range(1, MOST_DEALS + 1):
            playing = Playing(self._match, (self._number, deal - 1), position, self._players)
            found = playing.result()
            for seat in range(game.seats):
                self.seconds[seat] += playing.seconds[seat]
                self.decisions[seat] += playing.decisions[seat]
            plays.append(found["plays"])
            position = playing.position
            if found["left"] is not None or game.match_over(position) or deal == MOST_DEALS:
                return {**found, "plays": plays}
            position = game.next_deal(position, self._random(deal))
        raise AssertionError("a match has at least one deal")

    def _random(self, deal: int) -> Random:
        return Random(mix(self._match.seed, self._number, deal))

"""Whole matches of games that have them: deal after deal until somebody has won.

As with single deals every match is played once per seating, deal d of match m with the same cards
and seeds in each, for as long as it lasts there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from trunfo.engine.position import Position
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.random import mix
from trunfo.match.base import Player
from trunfo.match.deal import (
    MOST_DEALS,
    Match,
    Played,
    Playing,
    Spent,
    as_action,
    line_of,
    opening_of,
    outcome,
    play_deal,
)
from trunfo.match.spec import Spec


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
    spent = [Spent(), Spent()]
    results = []
    for seats in match.seatings:
        played = _Whole(match, number, [players[player] for player in seats])
        results.append({"players": list(seats), **played.result()})
        for seat, player in enumerate(seats):
            spent[player] = spent[player].plus(played.spent[seat])
    record = {"deal": number, "seatings": results}
    result = outcome(record, fewer=game.fewer_points)
    return Played(number, line_of(record), result, (spent[0], spent[1]))


class _Whole:
    """One seating of a match while it is played."""

    def __init__(self, match: Match, number: int, players: Sequence[Player]) -> None:
        self._match = match
        self._number = number
        self._players = players
        self.spent = [Spent()] * len(players)

    def result(self) -> dict[str, Any]:
        """Play to the end: plays by deal, points and RISCOS per seat, and who left if any."""
        game = self._match.game
        assert isinstance(game, MatchGame)
        position = _first_deal(self._match, self._number)
        plays = []
        answered = [0] * game.seats
        for deal in range(1, MOST_DEALS + 1):
            playing = Playing(self._match, (self._number, deal - 1), position, self._players)
            found = playing.result()
            for seat in range(game.seats):
                self.spent[seat] = self.spent[seat].plus(playing.spent[seat])
                answered[seat] += playing.answered[seat]
            plays.append(found["plays"])
            position = playing.position
            if found["left"] is not None:
                found["left"]["answered"] = answered
            if found["left"] is not None or game.match_over(position) or deal == MOST_DEALS:
                return {**found, "plays": plays}
            position = game.next_deal(position, _random(self._match, self._number, deal))
        raise AssertionError("a match has at least one deal")


def _first_deal(match: Match, number: int) -> Position:
    return match.game.deal(_random(match, number, 0), match.rules, number % match.game.seats)


def _random(match: Match, number: int, deal: int) -> Random:
    return Random(mix(match.seed, number, deal))


def openings_of(match: Match, number: int, plays: Sequence[Sequence[Any]]) -> Iterator[Position]:
    """Every deal of one seating before anything is decided, given what was done in each."""
    if not match.whole:
        yield opening_of(match, number)
        return
    game = match.game
    assert isinstance(game, MatchGame)
    position = _first_deal(match, number)
    for deal, acts in enumerate(plays, 1):
        yield position
        for act in acts:
            position = game.act(position, as_action(act))
        if deal < len(plays):
            position = game.next_deal(position, _random(match, number, deal))


def play(match: Match, number: int, players: Sequence[Player]) -> Played:
    """Play deal `number`, or where that is asked for a whole match, in all its seatings."""
    return (play_match if match.whole else play_deal)(match, number, players)


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

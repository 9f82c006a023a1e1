"""Matches from Python: players by name or as objects, results as arrays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.document.options import game_named
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import OptionValue
from trunfo.engine.trick_game import TrickGame

if TYPE_CHECKING:
    from trunfo.match.base import Player
    from trunfo.match.deal import Outcome
    from trunfo.match.score import Score
    from trunfo.match.spec import Spec

MOST_DEALS = 10**9
MOST_JOBS = 1024


@dataclass(frozen=True, eq=False)
class MatchResult:
    """What came of a match: A minus B, per deal and seat.

    Parameters
    ----------
    riscos, points : float64[deals]
        The difference of each deal; more is better.
    won : int64[deals, 2]
        In how many playings of the deal A, and B, had the better RISCOS.
    left : int64[deals, 2]
        How many ended because A, or B, gave no legal answer.
    """

    riscos: NDArray[np.float64]
    points: NDArray[np.float64]
    won: NDArray[np.int64]
    left: NDArray[np.int64]
    _score: Score = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The object that `trunfo match --json` prints, schema `trunfo.match/1`."""
        from trunfo.match.report import match_document

        return match_document(self._score)

    def to_json(self) -> str:
        """The text that `trunfo match --json` prints."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        from trunfo.match.report import match_text

        return match_text(self._score)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def match(
    a: str | Player,
    b: str | Player,
    *,
    game: str | None = None,
    deals: int | None = None,
    seed: int = 1,
    rules: Mapping[str, OptionValue] | None = None,
    preset: str = "",
    whole: bool = False,
    seatings: str = "one",
    by: str = "riscos",
    sprt: Sequence[float] | None = None,
    worlds: int | None = None,
    time: float | None = None,
    jobs: int | None = None,
    deals_from: str | Path | None = None,
) -> MatchResult:
    """Play A against B over many deals, each in all seatings.

    Parameters
    ----------
    a, b : str or Player
        By name with options, as on the command line, or an object derived from
        `trunfo.match.players.Player`.
    game : str, optional
        By any of its names; the usual one, or that of the deals given, if not said.
    deals, seed, whole, seatings, by, sprt
        As the options of `trunfo match`.
    rules, preset
        Options of the rules by name, on top of a preset.
    worlds, time
        Budget a move for players by name that take one and are given none.
    jobs : int, optional
        Processes, all cores if not given; they never change the result of players that keep
        to state and seed.
    deals_from : path, optional
        A file of records, or of a match, whose deals are played; as many as it has if `deals` is
        not said. The rules are theirs.

    Raises
    ------
    UnreadableInput
        If a player, the game or an option makes no sense.
    trunfo.match.run.NeverAnswers
        If a player gives no legal answer in its first deals.
    """
    from trunfo.games.base import usual_game
    from trunfo.match import records
    from trunfo.match.deal import Match
    from trunfo.match.file import Header
    from trunfo.match.processes import pool_of
    from trunfo.match.run import run
    from trunfo.match.score import Score
    from trunfo.match.signals import Stop
    from trunfo.match.statistics import Sprt
    from trunfo.pimc.budget import cores

    dealt = None if deals_from is None else records.deals_from(deals_from)
    usual = usual_game() if dealt is None else dealt[0]
    played = usual if game is None else game_named(game)
    given = () if dealt is None else dealt[2]
    deals = (len(given) or 1000) if deals is None else deals
    assert isinstance(played, TrickGame)
    _demand("game", game, played == usual or dealt is None)
    _demand("deals", deals, type(deals) is int and 1 <= deals <= MOST_DEALS)
    _demand("seed", seed, type(seed) is int and 0 <= seed < 2**64)
    _demand("jobs", jobs, jobs is None or (type(jobs) is int and 1 <= jobs <= MOST_JOBS))
    _demand("by", by, by in ("riscos", "points"))
    _demand("seatings", seatings, seatings in ("one", "pairs"))
    _demand("seatings", seatings, seatings == "one" or len(set(played.sides())) >= 4)
    _demand("sprt", sprt, sprt is None or (len(sprt) == 2 and -1e6 <= sprt[0] < sprt[1] <= 1e6))
    _demand("time", time, time is None or worlds is None)
    budget = {key: value for key, value in (("worlds", worlds), ("time", time)) if value}
    specs = (_spec(a, budget), _spec(b, budget))
    try:
        options = played.rules(rules, preset)
    except (KeyError, ValueError) as error:
        values = {"game": played.title, "option": error.args[0], "name": played.name}
        template = "{game}: `{option}` is no such option or value. See: trunfo rules {name}."
        raise UnreadableInput(Message("bad_rule", template, values)) from None
    test = None if sprt is None else Sprt(float(sprt[0]), float(sprt[1]))
    if dealt is not None:
        _demand("rules", rules, (not rules and not preset) or options == dealt[1])
        options = dealt[1]
    _demand("whole", whole, not whole or (played.has_match(options) and not given))
    match = Match(played, options, specs, seed, whole, seatings, given)
    header = records.enough_given(Header(match, deals, test, by))
    score = Score(header)
    outcomes: list[Outcome] = []
    pool = pool_of(cores() if jobs is None else jobs)
    try:
        run(score, None, pool, Stop(), note=outcomes.append)
    finally:
        pool.close()
    if not score.complete:  # this process was interrupted between two deals
        raise KeyboardInterrupt
    return _result(score, outcomes)


def _result(score: Score, outcomes: Sequence[Outcome]) -> MatchResult:
    pairs = (len(outcomes), 2)
    return MatchResult(
        np.array([outcome.riscos for outcome in outcomes], np.float64),
        np.array([outcome.points for outcome in outcomes], np.float64),
        np.array([outcome.won for outcome in outcomes], np.int64).reshape(pairs),
        np.array([outcome.left for outcome in outcomes], np.int64).reshape(pairs),
        score,
    )


def _spec(player: str | Player, budget: Mapping[str, Any]) -> Spec:
    from trunfo.match.base import Player
    from trunfo.match.spec import Given, parse

    if isinstance(player, Player):
        return Given(type(player).__name__, player=player)
    if isinstance(player, str):
        return parse(player).with_budget(**budget) if budget else parse(player)
    _demand("player", player, False)
    raise AssertionError


def _demand(option: str, value: object, right: bool) -> None:
    if not right:
        values = {"option": option, "value": repr(value)}
        template = "`{option}` cannot be {value} here."
        raise UnreadableInput(Message("bad_option_value_here", template, values))

"""Running a match from the first deal, or the first that is missing, to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from trunfo.match.deal import Counts, Outcome, Played, Spent
from trunfo.match.file import Header, Writer, read_deals
from trunfo.match.pool import Pool, stream
from trunfo.match.signals import Stop
from trunfo.match.statistics import Running

CHUNK_LIMIT_S = 600.0
"""Seconds that a chunk of deals may take, if nothing else is asked for."""


@dataclass
class Score:
    """What the deals so far say: A minus B, per deal and seat. Flat, however many there are.

    Parameters
    ----------
    header : Header
        The match.
    riscos, points : Running
        Paired differences, one a deal.
    differ : int
        Deals in which they are not both 0.
    wins : list of int
        Deals that were better in RISCOS for A, for B.
    left : list of int
        Seatings that ended because A, or B, gave no legal answer.
    seconds, decisions : list
        Time of A and B over the deals whose time is known.
    counts : dict
        What the game counts besides, by name, for A and B.
    """

    header: Header
    riscos: Running = field(default_factory=Running)
    points: Running = field(default_factory=Running)
    differ: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    left: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    counts: dict[str, list[int]] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """How many deals are finished."""
        return self.riscos.count

    def add(
        self, outcome: Outcome, spent: tuple[Spent, Spent] | None, counts: Counts = ()
    ) -> None:
        """Take in the next deal."""
        for name, both in counts:
            sums = self.counts.setdefault(name, [0, 0])
            for player in (0, 1):
                sums[player] += both[player]
        self.riscos.add(outcome.riscos)
        self.points.add(outcome.points)
        self.differ += outcome.riscos != 0 or outcome.points != 0
        self.wins[0] += outcome.riscos > 0
        self.wins[1] += outcome.riscos < 0
        for player in (0, 1):
            self.left[player] += outcome.left[player]
            if spent is not None:
                self.seconds[player] += spent[player].seconds
                self.decisions[player] += spent[player].decisions

    @property
    def verdict(self) -> str | None:
        """Of the sequential test: `d0`, `d1` or `open`; None where none was asked for."""
        return self.header.sprt.verdict(self.riscos) if self.header.sprt else None

    @property
    def complete(self) -> bool:
        """Whether all deals are played, or the sequential test has ended the match."""
        return self.deals >= self.header.deals or self.verdict in ("d0", "d1")


def read_score(path: Path, header: Header) -> Score:
    """The score of the finished deals of a file.

    Raises
    ------
    UnreadableInput
        If the file cannot be right.
    """
    score = Score(header)
    for finished in read_deals(path):
        score.add(finished.outcome, finished.spent, finished.counts)
    return score


def run(
    score: Score,
    writer: Writer | None,
    pool: Pool | None,
    stop: Stop,
    *,
    limit: float = CHUNK_LIMIT_S,
    progress: Callable[[Score], None] = lambda score: None,
) -> None:
    """Play the deals that `score` has not got, until it is complete or `stop` is requested.

    Deals count in their order, so that the test of a sequential match ends it after
    the same deal whoever played them.

    Parameters
    ----------
    score : Score
        Of the deals that are finished; the others are added.
    writer : Writer or None
        Where finished deals go.
    pool : Pool or None
        Who plays; None for this process.
    stop : Stop
        The wish to end early.
    limit : float
        Seconds a chunk of deals may take before its worker is given up.
    progress : callable
        Called after every batch.

    Raises
    ------
    MatchFailed
        If some deals cannot be played; those before them are in `score` and the file.
    """
    if score.complete:
        return
    todo = range(score.deals, score.header.deals)
    for batch in stream(score.header.match, todo, pool, stop, limit):
        counted: list[Played] = []
        for played in batch:
            score.add(played.outcome, played.spent, played.counts)
            counted.append(played)
            if score.complete:
                break
        if writer is not None:
            writer.append(counted)
        progress(score)
        if score.complete:
            return

"""Running a match from the first deal, or the first that is missing, to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from trunfo.match.deal import Outcome, Played
from trunfo.match.file import Header, Writer, read_deals
from trunfo.match.pool import Pool
from trunfo.match.score import Score
from trunfo.match.signals import Stop

CHUNK_LIMIT_S = 600.0
"""Seconds that a chunk of deals may take, if nothing else is asked for."""


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
    pool: Pool,
    stop: Stop,
    *,
    limit: float = CHUNK_LIMIT_S,
    progress: Callable[[Score], None] = lambda score: None,
    note: Callable[[Outcome], None] = lambda outcome: None,
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
    pool : Pool
        Who plays.
    stop : Stop
        The wish to end early.
    limit : float
        Seconds a chunk of deals may take before its worker is given up.
    progress : callable
        Called after every batch.
    note : callable
        Called with what every deal says.

    Raises
    ------
    MatchFailed
        If some deals cannot be played, or a player never answers; those before them are in
        `score` and the file.
    """
    score.demand_answers()
    if score.complete:
        return
    progress(score)
    first = score.header.first
    todo = range(first + score.deals, first + score.header.deals)
    match = replace(score.header.match, lines=writer is not None)
    for batch in pool.batches(match, todo, stop, limit):
        counted: list[Played] = []
        try:
            for played in batch:
                score.add(played.outcome, played.spent, played.counts)
                note(played.outcome)
                counted.append(played)
                score.demand_answers()
                if score.complete:
                    break
        finally:
            if writer is not None:
                writer.append(counted)
        progress(score)
        if score.complete:
            return

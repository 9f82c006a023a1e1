"""`trunfo match` with more than two players: every pair plays, and a folder keeps it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import click

from trunfo.cli.match_parts import created
from trunfo.cli.parts import page
from trunfo.language import Language
from trunfo.match.file import Header
from trunfo.match.pool import Pool
from trunfo.match.report import Progress
from trunfo.match.score import NeverAnswers, Score
from trunfo.match.signals import Stop
from trunfo.match.spec import Spec
from trunfo.match.tournament import (
    PairScore,
    Tournament,
    begin,
    pair_path,
    play,
    read,
    scores,
    tournament_document,
    tournament_text,
    write_pairs,
)

EXIT_INTERRUPTED = 130


class Asked(Protocol):
    """What stands on the command line of a match, as `trunfo.cli.match` reads it."""

    words: tuple[str, ...]
    spoken: Language
    report: bool
    resume: Path | None
    out: Path | None
    csv: Path | None
    plot: Path | None
    by: str | None
    as_json: bool
    chunk_time: float

    def check(self) -> None: ...  # noqa: D102 - told there
    def check_report(self) -> None: ...  # noqa: D102
    def check_origin(self, header: Header, players: Sequence[Spec]) -> None: ...  # noqa: D102
    def players(self, texts: Sequence[str]) -> tuple[Spec, ...]: ...  # noqa: D102
    def new(self, players: tuple[Spec, Spec]) -> Header: ...  # noqa: D102
    def agreed(self, header: Header, players: Sequence[Spec]) -> Header: ...  # noqa: D102
    def pool(self) -> Pool: ...  # noqa: D102
    def echo(self, text: str) -> None: ...  # noqa: D102
    def tell_how_to_resume(  # noqa: D102
        self, path: Path | None, players: Sequence[Spec]
    ) -> None: ...


def tournament(asked: Asked) -> int:
    """Play a tournament, or go on with one, or report it; the exit code."""
    if asked.report:
        asked.check_report()
        folder = Path(asked.words[0])
        told = read(folder, to_play=False)
        _tell(asked, told, scores(told, folder))
        _draw(asked, told, folder)
        return 0
    asked.check()
    target = asked.resume or asked.out
    played = _resumed(asked) if asked.resume else _new(asked)
    if asked.out:
        begin(asked.out, played)
    with Stop() as stop:
        pairs = _played(asked, played, target, stop)
        _tell(asked, played, pairs)
        _draw(asked, played, target)
    if all(pair.score.complete for pair in pairs):
        return 0
    asked.tell_how_to_resume(target, played.players)
    return EXIT_INTERRUPTED


def _new(asked: Asked) -> Tournament:
    players = asked.players(asked.words)
    return Tournament(players, asked.new((players[0], players[1])))


def _resumed(asked: Asked) -> Tournament:
    assert asked.resume
    unread = read(asked.resume, to_play=False)
    asked.check_origin(unread.header, unread.players)
    kept = read(asked.resume)
    return Tournament(kept.players, asked.agreed(kept.header, kept.players))


def _played(
    asked: Asked, played: Tournament, folder: Path | None, stop: Stop
) -> list[PairScore]:
    """All pairs, as far as they get."""
    lines: list[Progress] = []

    def progress(pair: PairScore) -> Callable[[Score], None]:
        labels = played.labels
        click.echo(f"{labels[pair.first]} - {labels[pair.second]}", err=True)
        lines.append(Progress(sys.stderr, pair.score.deals, page(asked.spoken)))
        return lines[-1]

    pool = asked.pool()
    pairs = []
    try:
        for pair in play(played, folder, pool, stop, progress, asked.chunk_time):
            for line in lines:
                line.end()
            lines.clear()
            pairs.append(pair)
    except NeverAnswers:
        raise
    except Exception:
        asked.tell_how_to_resume(folder, played.players)
        raise
    finally:
        for line in lines:
            line.end()
        pool.close()
    return pairs


def _tell(asked: Asked, played: Tournament, pairs: Sequence[PairScore]) -> None:
    if asked.as_json:
        asked.echo(json.dumps(tournament_document(played, pairs), allow_nan=False))
    else:
        for line in tournament_text(played, pairs, page(asked.spoken)):
            asked.echo(line)
    if asked.csv == Path("-"):
        write_pairs(played, pairs, sys.stdout)
    elif asked.csv:
        with created(asked.csv) as stream:
            write_pairs(played, pairs, stream)


def _draw(asked: Asked, played: Tournament, folder: Path | None) -> None:
    if asked.plot and folder:
        from trunfo.match.plot import plot

        paths = [pair_path(folder, first, second) for first, second in played.pairs]
        there = [path for path in paths if path.exists()]
        plot(there, asked.plot, asked.spoken.translate, asked.by)

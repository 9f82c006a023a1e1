"""More than two players: every pair plays a match, all of them the same deals.

A tournament is a folder: `index.json`, which says who plays what, and a file for each pair
as `trunfo.match.file` describes it.
"""

from __future__ import annotations

import csv
import json
import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO

from trunfo.advice import Estimate
from trunfo.engine.errors import Message, SystemFault, UnreadableInput, unwritable
from trunfo.match.deal import Outcome, line_of
from trunfo.match.file import VERSION, Header, Writer, read_deals, read_index, sealed
from trunfo.match.pool import Pool
from trunfo.match.report import match_document, shown_estimate
from trunfo.match.run import CHUNK_LIMIT_S, run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import Spec
from trunfo.match.statistics import Running
from trunfo.report.words import Page

SCHEMA = "trunfo.tournament/1"
INDEX = "index.json"


@dataclass(frozen=True)
class Tournament:
    """Who plays, and what every pair plays.

    Parameters
    ----------
    players : tuple of Spec
        Two or more.
    header : Header
        Of every pair, but for its players.
    """

    players: tuple[Spec, ...]
    header: Header

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two players, by their numbers."""
        return list(combinations(range(len(self.players)), 2))

    def of(self, first: int, second: int) -> Header:
        """What a pair plays."""
        players = (self.players[first], self.players[second])
        return replace(self.header, match=replace(self.header.match, players=players))

    @property
    def labels(self) -> list[str]:
        """What tables call the players: no two alike."""
        labels = [spec.label for spec in self.players]
        return [
            f"{label} #{labels[: place + 1].count(label)}" if labels.count(label) > 1 else label
            for place, label in enumerate(labels)
        ]

    def line(self) -> str:
        """What stands in the index."""
        document = json.loads(self.header.line())
        del document["crc"]
        return sealed(line_of({
            **document, "schema": SCHEMA, "players": [str(spec) for spec in self.players],
        }))


def pair_path(folder: Path, first: int, second: int) -> Path:
    """The file of a pair."""
    return folder / f"{first}-{second}.jsonl"


def begin(folder: Path, tournament: Tournament) -> None:
    """Make the folder of a new tournament.

    Raises
    ------
    UnreadableInput, SystemFault
        If it exists, or cannot be made.
    """
    try:
        folder.mkdir()
    except FileExistsError:
        template = "`{path}` exists: go on with `--resume {path}`, or give another name."
        raise UnreadableInput(Message("file_exists", template, {"path": str(folder)})) from None
    except OSError as error:
        raise unwritable(folder, error) from None
    try:
        _write_index(folder, tournament)
    except SystemFault:  # a folder without an index could neither be gone on with nor begun
        (folder / f"{INDEX}.new").unlink(missing_ok=True)
        folder.rmdir()
        raise


def _write_index(folder: Path, tournament: Tournament) -> None:
    fresh = folder / f"{INDEX}.new"
    try:
        with fresh.open("wb") as file:
            file.write(tournament.line().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / INDEX)
    except OSError as error:
        raise unwritable(folder / INDEX, error) from None


def read(folder: Path, *, to_play: bool = True) -> Tournament:
    """The tournament of a folder.

    Raises
    ------
    UnreadableInput
        If the folder holds none.
    """
    header, players = read_index(folder / INDEX, SCHEMA, to_play=to_play)
    return Tournament(players, header)


@dataclass
class PairScore:
    """What the deals of a pair say, and the difference of each: A minus B."""

    first: int
    second: int
    score: Score
    riscos: array[float] = field(default_factory=lambda: array("d"))
    points: array[float] = field(default_factory=lambda: array("d"))

    def note(self, outcome: Outcome) -> None:
        """Keep the differences of the next deal."""
        self.riscos.append(outcome.riscos)
        self.points.append(outcome.points)


def scores(tournament: Tournament, folder: Path | None) -> list[PairScore]:
    """What is finished of every pair."""
    found = []
    for first, second in tournament.pairs:
        pair = PairScore(first, second, Score(tournament.of(first, second)))
        path = folder and pair_path(folder, first, second)
        if path and path.exists():
            for deal in read_deals(path):
                pair.score.add(deal.outcome, deal.spent, deal.counts)
                pair.note(deal.outcome)
        found.append(pair)
    return found


def play(
    tournament: Tournament,
    folder: Path | None,
    pool: Pool | None,
    stop: Stop,
    progress: Callable[[PairScore], Callable[[Score], None]],
    limit: float = CHUNK_LIMIT_S,
) -> Iterator[PairScore]:
    """Play what is missing of every pair, in order; pairs as they are finished or broken off.

    Parameters
    ----------
    folder : Path or None
        Where it is kept; the index is brought up to date.
    progress : callable
        Makes, for a pair, what is called after every batch.
    """
    if folder is not None:
        _write_index(folder, tournament)
    for pair in scores(tournament, folder):
        header = pair.score.header
        if folder is None:
            if not stop.requested:
                run(pair.score, None, pool, stop, limit=limit, progress=progress(pair),
                    note=pair.note)
        else:
            path = pair_path(folder, pair.first, pair.second)
            if not stop.requested:
                with Writer(path, header, append=path.exists()) as writer:
                    run(pair.score, writer, pool, stop, limit=limit, progress=progress(pair),
                        note=pair.note)
        yield pair


# --- what comes of it ----------------------------------------------------------------------


def means(pairs: Sequence[PairScore], players: int, column: str) -> list[Estimate]:
    """Of every player the mean over its opponents, deal by deal.

    The pairs have played the same deals, and what is common to them must not be counted as
    chance twice: so each deal gives one value, over the deals that all pairs of the player have.
    """
    found = []
    for player in range(players):
        own = [
            (getattr(pair, column), 1 if pair.first == player else -1)
            for pair in pairs
            if player in (pair.first, pair.second)
        ]
        seen = Running()
        for deal in range(min(len(values) for values, _ in own)):
            seen.add(sum(sign * values[deal] for values, sign in own) / len(own))
        found.append(seen.estimate)
    return found


def tournament_document(tournament: Tournament, pairs: Sequence[PairScore]) -> dict[str, Any]:
    """One JSON object, schema `trunfo.tournament/1`."""
    count = len(tournament.players)
    columns = {column: means(pairs, count, column) for column in ("riscos", "points")}
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "players": [str(spec) for spec in tournament.players],
        "pairs": [match_document(pair.score) for pair in pairs],
        "mean": [
            {
                "name": name,
                **{
                    column: {"mean": found[place].mean, "ci95": found[place].ci95}
                    for column, found in columns.items()
                },
            }
            for place, name in enumerate(tournament.labels)
        ],
    }


def tournament_text(
    tournament: Tournament, pairs: Sequence[PairScore], page: Page
) -> Iterator[str]:
    """The table of the players, best first, and that of the pairs."""
    _ = page.language.translate
    column = tournament.header.by
    places = 3 if column == "riscos" else 2
    labels = tournament.labels
    title = _("{game}: {players} players, {deals} deals a pair, seed {seed}")
    yield page.fit(title.format(
        game=tournament.header.match.game.title, players=len(labels),
        deals=tournament.header.deals, seed=tournament.header.match.seed,
    ))
    rows = list(zip(labels, means(pairs, len(labels), column), strict=True))
    rows.sort(key=lambda row: -(row[1].mean or 0.0))
    width = max(map(len, labels))
    head = _("RISCOS") if column == "riscos" else _("points")
    yield page.fit(_("{column} a deal, mean over all opponents:").format(column=head))
    for label, estimate in rows:
        yield page.fit(f"  {label:<{width}}  {shown_estimate(estimate, page, places)}")
    yield page.fit(_("{column} a deal of each pair, the first minus the second:").format(
        column=head
    ))
    for pair in pairs:
        name = f"{labels[pair.first]} - {labels[pair.second]}"
        difference = shown_estimate(pair.score.deciding.estimate, page, places)
        left = pair.score.left
        told = _("no legal answer {a} / {b}").format(a=left[0], b=left[1]) if any(left) else ""
        line = f"  {name:<{2 * width + 3}}  {difference}  {pair.score.deals}  {told}"
        yield page.fit(line.rstrip())
    if tournament.header.match.whole:
        yield page.fit(_("Each deal is a whole match here: RISCOS and final scores are its own."))


def write_pairs(
    tournament: Tournament, pairs: Sequence[PairScore], stream: TextIO
) -> None:
    """The pairs as a table."""
    table = csv.writer(stream, lineterminator="\n")
    table.writerow([
        "a", "b", "deals", "riscos", "riscos_ci95", "points", "points_ci95", "won_a", "won_b",
        "left_a", "left_b",
    ])
    labels = tournament.labels
    for pair in pairs:
        score = pair.score
        estimates = (score.riscos.estimate, score.points.estimate)
        figures = [value for one in estimates for value in (one.mean, one.ci95)]
        table.writerow([
            labels[pair.first], labels[pair.second], score.deals, *figures, *score.won, *score.left
        ])


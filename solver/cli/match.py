"""The command that plays players against each other: `trunfo match`."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import click
from joblib import cpu_count

from trunfo.advise import JOBS, SECONDS, WORLDS
from trunfo.cli.parts import (
    EXIT_INTERRUPTED,
    Command,
    json_option,
    lang_option,
    number,
    page,
)
from trunfo.engine.document.options import game_named, rules_given
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.trick_game import TrickGame
from trunfo.games.registry import usual_game
from trunfo.language import Language
from trunfo.match.deal import Match
from trunfo.match.file import VERSION, Header, Writer, read_header
from trunfo.match.pool import Pool, ProcessPool
from trunfo.match.report import Progress, match_json, match_text, write_csv
from trunfo.match.run import CHUNK_LIMIT_S, Score, read_score, run
from trunfo.match.series import has_matches
from trunfo.match.signals import Stop
from trunfo.match.spec import Spec, parse
from trunfo.match.statistics import Sprt

DEFAULT_DEALS, DEFAULT_SEED = 1000, 1
MOST_DEALS = 10**9
STANDARD_OUTPUT = Path("-")
MOST_RISCOS = 1e6


def pair(spoken: Language) -> Callable[[str], Sprt]:
    """The type of `--sprt`: two differences in RISCOS a deal, the smaller one first."""

    def convert(value: str) -> Sprt:
        try:
            d0, d1 = (float(part) for part in value.split(","))
        except ValueError:
            d0 = d1 = math.nan
        if -MOST_RISCOS <= d0 < d1 <= MOST_RISCOS:
            return Sprt(d0, d1)
        template = spoken.translate("{value} is no pair of numbers D0,D1 with D0 below D1.")
        raise click.BadParameter(template.format(value=value))

    return convert


def match_command(spoken: Language) -> click.Command:
    """`trunfo match`."""
    _ = spoken.translate

    @click.command(
        "match", cls=Command, language=spoken,
        short_help=_("Play two players against each other and say which is stronger."),
        help=_(
            "Play A against B over many deals, each deal in all seatings, and say by how much"
            " one is better and how sure that is.\n\n"
            "A and B are names of players with options, as in the examples. With --resume they"
            " are in the file; with --report files stand in their place."
        ),
        examples=[
            "trunfo match pimc:worlds=100 rules --deals 2000 --jobs 2 --out run.jsonl",
            "trunfo match --resume run.jsonl --jobs 2",
            "trunfo match --report run.jsonl --csv run.csv --plot run.png",
            "trunfo match pimc:worlds=200 rules --game sobe-desce --whole --deals 500",
            "trunfo match pimc:worlds=50 'external:timeout=5,command=python3 engine.py'",
        ],
    )
    @click.argument("words", nargs=-1, metavar="[A B]")
    @click.option("--game", metavar="GAME", help=_("Which game; the default is sueca."))
    @click.option("--rules", multiple=True, metavar="KEY=VALUE", help=_(
        "An option of the rules; may be repeated. See: trunfo rules GAME."
    ))
    @click.option("--deals", type=number(int, 1, MOST_DEALS, spoken), metavar="N", help=_(
        "How many deals at most; the default is 1000."
    ))
    @click.option("--whole", is_flag=True, help=_(
        "Play whole matches, N of them, instead of single deals: Sobe e Desce only."
    ))
    @click.option("--worlds", type=number(int, *WORLDS, spoken), metavar="N", help=_(
        "Worlds a move, for players that take a budget and are given none."
    ))
    @click.option(
        "--time", type=number(float, *SECONDS, spoken), metavar="SECONDS",
        help=_("Seconds a move, for players that take a budget and are given none."),
    )
    @click.option("--seed", type=number(int, 0, 2**64 - 1, spoken), metavar="N", help=_(
        "Where the random numbers start; the default is 1."
    ))
    @click.option("--sprt", type=pair(spoken), metavar="D0,D1", help=_(
        "Stop as soon as a difference of D1 RISCOS a deal can be told from one of D0."
    ))
    @click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=_(
        "A new file for the deals."
    ))
    @click.option(
        "--resume", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
        help=_("Go on with the match of a file."),
    )
    @click.option("--jobs", type=number(int, *JOBS, spoken), metavar="N", help=_(
        "How many processes to play in; all cores if not given."
    ))
    @click.option(
        "--backend", type=click.Choice(["processes", "dask"]), default="processes",
        show_default=True, help=_("Where the deals are played."),
    )
    @click.option("--scheduler", metavar="ADDRESS", help=_(
        "The Dask scheduler, for --backend dask."
    ))
    @click.option(
        "--chunk-time", type=number(float, 1.0, SECONDS[1], spoken), metavar="SECONDS",
        default=CHUNK_LIMIT_S, show_default=True,
        help=_("Give up a process that is silent for so long."),
    )
    @click.option("--report", is_flag=True, help=_("Show the result of files, play nothing."))
    @click.option("--csv", type=click.Path(path_type=Path), metavar="FILE", help=_(
        "Write the differences of the deals to a table; - for standard output."
    ))
    @click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help=_(
        "Draw the running mean of a match with its interval."
    ))
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def match(ctx: click.Context, /, words: tuple[str, ...], **options: Any) -> int:
        asked = _Asked(ctx, spoken, words, **options)
        return asked.reported() if asked.report else asked.played()

    return match


@dataclass
class _Asked:
    """What stands on the command line, and what is done about it."""

    ctx: click.Context
    spoken: Language
    words: tuple[str, ...]
    game: str | None
    rules: tuple[str, ...]
    deals: int | None
    whole: bool
    worlds: int | None
    time: float | None
    seed: int | None
    sprt: Sprt | None
    out: Path | None
    resume: Path | None
    jobs: int | None
    backend: str
    scheduler: str | None
    chunk_time: float
    report: bool
    csv: Path | None
    plot: Path | None
    as_json: bool

    def reported(self) -> int:
        """`--report`: the tables of files."""
        _ = self.spoken.translate
        given = (
            self.game, self.deals, self.worlds, self.time, self.seed, self.sprt, self.out,
            self.resume, self.scheduler,
        )
        if self.rules or self.whole or any(value is not None for value in given):
            self.ctx.fail(_("With --report everything stands in the files."))
        if not self.words:
            self.ctx.fail(_("Name the files to report."))
        paths = [Path(word) for word in self.words]
        for index, path in enumerate(paths):
            score = read_score(path, read_header(path, to_play=False))
            if len(paths) > 1 and not self.as_json:
                self._echo(f"{path}" if index == 0 else f"\n{path}")
            self._print(score)
        self._export(paths)
        return 0

    def played(self) -> int:
        """Play, or go on playing, and show the result."""
        self._check()
        header = self._resumed() if self.resume else self._new()
        path = self.resume or self.out
        with Stop() as stop:
            if path:
                with Writer(path, header, append=self.resume is not None) as writer:
                    score = read_score(path, header)
                    self._play(score, writer, stop)
            else:
                score = Score(header)
                self._play(score, None, stop)
        self._print(score)
        if path:
            self._export([path])
        if score.complete:
            return 0
        self._tell_how_to_resume(path)
        return EXIT_INTERRUPTED

    def _check(self) -> None:
        _ = self.spoken.translate
        if self.out and self.resume:
            self.ctx.fail(_("Give --out or --resume, not both."))
        if self.worlds is not None and self.time is not None:
            self.ctx.fail(_("Give only one of --worlds and --time."))
        if (self.backend == "dask") != (self.scheduler is not None):
            self.ctx.fail(_("--backend dask and --scheduler go together."))
        if (self.csv or self.plot) and not (self.out or self.resume):
            self.ctx.fail(_("--csv and --plot read a file: give --out, --resume or --report."))
        if len(self.words) != 2 and not (self.resume and not self.words):
            self.ctx.fail(_("A match needs two players, A and B."))

    def _new(self) -> Header:
        """The match that the options describe."""
        game = game_of(self.game or usual_game().name)
        match = Match(
            game=game,
            rules=rules_given(game, self.rules),
            players=self._players(self.words),
            seed=DEFAULT_SEED if self.seed is None else self.seed,
            whole=self.whole,
        )
        if self.whole and not has_matches(game):
            text = "{game} has no matches of several deals that could be played whole."
            raise UnreadableInput(Message("no_matches", text, {"game": game.title}))
        return Header(match, self.deals or DEFAULT_DEALS, self.sprt)

    def _players(self, texts: Sequence[str]) -> tuple[Spec, Spec]:
        """The players with the budget of the command line, where they take one."""
        first, second = (parse(text) for text in texts)
        if self.worlds is None and self.time is None:
            return first, second
        budget = {"time": self.time} if self.worlds is None else {"worlds": self.worlds}
        return first.with_budget(**budget), second.with_budget(**budget)

    def _resumed(self) -> Header:
        """The match of the file; options that are repeated must agree with it."""
        assert self.resume
        header = read_header(self.resume)
        match = header.match
        if self.words:
            self._agree("players", self._players(self.words), match.players)
        else:
            self._agree_on_budget(match.players)
        if self.game is not None:
            self._agree("--game", game_of(self.game).name, match.game.name)
        if self.rules:
            rules = rules_given(match.game, self.rules)
            self._agree("--rules", rules, match.rules)
        if self.whole:
            self._agree("--whole", self.whole, match.whole)
        if self.deals is not None:
            self._agree("--deals", self.deals, header.deals)
        if self.seed is not None:
            self._agree("--seed", self.seed, match.seed)
        if self.sprt is not None:
            self._agree("--sprt", self.sprt, header.sprt)
        if header.version != VERSION:
            values = {"path": str(self.resume), "version": header.version}
            template = (
                "`{path}` was begun by trunfo {version}: another version may play differently."
            )
            raise UnreadableInput(Message("other_version", template, values))
        return header

    def _agree_on_budget(self, players: Sequence[Spec]) -> None:
        for name, value in (("worlds", self.worlds), ("time", self.time)):
            theirs = [dict(spec.options).get(name) for spec in players]
            if value is not None and value not in theirs:
                self._agree(f"--{name}", value, " ".join(map(str, players)))

    def _agree(self, option: str, given: object, kept: object) -> None:
        if given != kept:
            values = {"option": option, "given": _said(given), "kept": _said(kept)}
            template = "{option} does not agree with the file: it has {kept}, not {given}."
            raise UnreadableInput(Message("resume_differs", template, values))

    def _pool(self) -> Pool | None:
        """Who plays; this process itself where one job is enough."""
        if self.backend == "dask":
            from trunfo.match.cluster import DaskPool

            assert self.scheduler
            return DaskPool(self.scheduler, self.jobs)
        jobs = self.jobs or cpu_count()
        return None if jobs == 1 else ProcessPool(jobs)

    def _play(self, score: Score, writer: Writer | None, stop: Stop) -> None:
        if score.complete:
            return
        progress = Progress(sys.stderr, score.deals, page(self.spoken))
        pool = self._pool()
        try:
            run(score, writer, pool, stop, limit=self.chunk_time, progress=progress)
        except Exception:
            progress.end()
            self._tell_how_to_resume(self.resume or self.out)
            raise
        finally:
            if pool is not None:
                pool.close()
            progress.end()

    def _print(self, score: Score) -> None:
        text = match_json(score) if self.as_json else match_text(score, page(self.spoken))
        self._echo(text)

    def _echo(self, text: str) -> None:
        """On standard output, unless the table of deals goes there."""
        click.echo(text, err=self.csv == STANDARD_OUTPUT)

    def _export(self, paths: Sequence[Path]) -> None:
        if self.csv:
            if self.csv == STANDARD_OUTPUT:
                write_csv(paths, sys.stdout)
            else:
                with _created(self.csv) as stream:
                    write_csv(paths, stream)
        if self.plot:
            from trunfo.match.plot import plot

            plot(paths, self.plot, self.spoken.translate)

    def _tell_how_to_resume(self, path: Path | None) -> None:
        """The exact command, on standard error."""
        _ = self.spoken.translate
        if path is None:
            click.echo(_("Nothing was kept: with --out FILE a match can be resumed."), err=True)
            return
        words = ["trunfo", "match", "--resume", str(path)]
        if self.jobs is not None:
            words += ["--jobs", str(self.jobs)]
        if self.backend == "dask":
            words += ["--backend", "dask", "--scheduler", str(self.scheduler)]
        if self.chunk_time != CHUNK_LIMIT_S:
            words += ["--chunk-time", f"{self.chunk_time:g}"]
        for name, target in (("--csv", self.csv), ("--plot", self.plot)):
            words += [name, str(target)] if target else []
        words += ["--json"] if self.as_json else []
        click.echo(_("Go on with: {command}").format(command=shlex.join(words)), err=True)


def game_of(name: str) -> TrickGame:
    """A game by any of its words.

    Raises
    ------
    UnreadableInput
        If there is none, or its rules are not implemented.
    """
    game = game_named(name)
    if isinstance(game, TrickGame):
        return game
    text = "{game} cannot be played yet."
    raise UnreadableInput(Message("not_playable", text, {"game": game.title}))


def _created(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        values = {"path": str(path), "why": error.strerror or "?"}
        template = "`{path}` cannot be written: {why}."
        raise UnreadableInput(Message("file_unwritable", template, values)) from None


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, Sprt):
        return f"{value.d0:g},{value.d1:g}"
    if isinstance(value, Mapping):
        return " ".join(f"{key}={value[key]}" for key in value)
    return str(value)

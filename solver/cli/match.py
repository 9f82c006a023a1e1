"""The command that plays players against each other: `trunfo match`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from trunfo.advise import JOBS, SECONDS, WORLDS
from trunfo.cli.match_parts import created, pair, said
from trunfo.cli.parts import (
    EXIT_INTERRUPTED,
    Command,
    json_option,
    lang_option,
    number,
    page,
    say,
)
from trunfo.cli.tournament import tournament
from trunfo.engine.document.options import game_named, rules_given
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.following import Dealt
from trunfo.engine.game import Rules
from trunfo.engine.registry import playable
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import usual_game
from trunfo.language import Language
from trunfo.match.deal import Match
from trunfo.match.file import VERSION, Header, Writer, other_version, read_header
from trunfo.match.pool import Pool
from trunfo.match.processes import pool_of
from trunfo.match.records import deals_from, enough_given
from trunfo.match.report import Progress, match_json, match_text, write_csv
from trunfo.match.run import CHUNK_LIMIT_S, read_score, run
from trunfo.match.score import NeverAnswers, Score
from trunfo.match.show import show
from trunfo.match.signals import Stop
from trunfo.match.spec import Spec, parse
from trunfo.match.statistics import Sprt
from trunfo.pimc.budget import cores
from trunfo.table.start import no_match

DEFAULT_DEALS, DEFAULT_SEED = 1000, 1
MOST_DEALS = 10**9
STANDARD_OUTPUT = Path("-")


def match_command(spoken: Language) -> click.Command:
    """`trunfo match`."""
    _ = spoken.translate
    with_matches = next(game for game in playable() if game.has_match(game.rules())).words[0]

    @click.command(
        "match", cls=Command, language=spoken,
        short_help=_("Play two players against each other and say which is stronger."),
        help=_(
            "Play A against B over many deals, each deal in all seatings, and say by how much"
            " one is better and how sure that is.\n\n"
            "A and B are names of players with options, as in the examples. With --resume they"
            " are in the file; with --report files stand in their place. Of more than two players"
            " every pair plays, and --out names a folder."
        ),
        examples=lambda: [
            "trunfo match pimc:worlds=100 rules --deals 2000 --jobs 2 --out run.jsonl",
            "trunfo match --resume run.jsonl --jobs 2",
            "trunfo match --resume run.jsonl --deals 5000",
            "trunfo match --report run.jsonl --csv run.csv --plot run.png",
            "trunfo match --show run.jsonl --deal 17",
            f"trunfo match pimc:worlds=200 rules --game {with_matches} --whole --deals 500",
            "trunfo match pimc:worlds=50 'external:timeout=5,command=python3 engine.py'",
        ],
    )
    @click.argument("words", nargs=-1, metavar="[A B ...]")
    @click.option("--game", metavar="GAME", help=_(
        "Which game; the default is {game}."
    ).format(game=usual_game().name))
    @click.option("--rules", multiple=True, metavar="KEY=VALUE", help=_(
        "An option of the rules; may be repeated. See: trunfo rules GAME."
    ))
    @click.option("--deals", type=number(int, 1, MOST_DEALS, spoken), metavar="N", help=_(
        "How many deals at most; the default is 1000."
    ))
    @click.option("--whole", is_flag=True, help=_(
        "Play whole matches, N of them, instead of single deals, of a game that has them."
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
    @click.option("--deal", type=number(int, 0, MOST_DEALS, spoken), metavar="N", help=_(
        "Play this deal alone; with --show, show it."
    ))
    @click.option("--deals-from", type=click.Path(path_type=Path), metavar="FILE", help=_(
        "Play the deals of these records, or of a file of a match, instead of shuffled ones."
    ))
    @click.option("--seating", type=number(int, 0, 100, spoken), metavar="K", help=_(
        "With --show, in this seating alone."
    ))
    @click.option("--seatings", type=click.Choice(["one", "pairs"]), help=_(
        "Where all play for themselves: one against all others, or two against two; the default"
        " is one."
    ))
    @click.option("--by", type=click.Choice(["riscos", "points"]), help=_(
        "What the verdict is about, and the sequential test; the default is riscos."
    ))
    @click.option("--sprt", type=pair(spoken), metavar="D0,D1", help=_(
        "Stop as soon as a difference of D1 RISCOS a deal can be told from one of D0."
    ))
    @click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help=_(
        "A new file for the deals."
    ))
    @click.option(
        "--resume", type=click.Path(path_type=Path), metavar="FILE",
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
    @click.option("--show", is_flag=True, help=_("Show a deal of a file, play nothing."))
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
        asked = Asked(ctx, spoken, words, **options)
        if asked.tournament and not asked.show:
            return tournament(asked)
        if asked.show:
            return asked.shown()
        return asked.reported() if asked.report else asked.played()

    return match


@dataclass
class Asked:
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
    deal: int | None
    deals_from: Path | None
    seating: int | None
    seatings: str | None
    by: str | None
    sprt: Sprt | None
    out: Path | None
    resume: Path | None
    jobs: int | None
    backend: str
    scheduler: str | None
    chunk_time: float
    report: bool
    show: bool
    csv: Path | None
    plot: Path | None
    as_json: bool

    @property
    def tournament(self) -> bool:
        """Whether there are more than two players, or the folder of such a tournament."""
        if self.report:
            return len(self.words) == 1 and Path(self.words[0]).is_dir()
        return len(self.words) > 2 or (self.resume is not None and self.resume.is_dir())

    def check_report(self) -> None:
        """With `--report` nothing may be said that stands in the files."""
        _ = self.spoken.translate
        given = (
            self.game, self.deals, self.worlds, self.time, self.seed, self.sprt, self.out,
            self.resume, self.scheduler, self.deal, self.seating, self.seatings, self.deals_from,
        )
        if self.rules or self.whole or any(value is not None for value in given):
            self.ctx.fail(_("With --report everything stands in the files."))

    def reported(self) -> int:
        """`--report`: the tables of files."""
        _ = self.spoken.translate
        self.check_report()
        if not self.words:
            self.ctx.fail(_("Name the files to report."))
        paths = [Path(word) for word in self.words]
        for index, path in enumerate(paths):
            header = read_header(path, to_play=False)
            score = read_score(path, replace(header, by=self.by or header.by))
            if len(paths) > 1 and not self.as_json:
                self.echo(f"{path}" if index == 0 else f"\n{path}")
            self._print(score)
        self._export(paths)
        return 0

    def shown(self) -> int:
        """`--show`: a deal of a file."""
        _ = self.spoken.translate
        if len(self.words) != 1 or self.deal is None:
            self.ctx.fail(_("Name one file, and the deal with --deal."))
        for line in show(Path(self.words[0]), self.deal, self.seating, page(self.spoken)):
            say(line)
        return 0

    def played(self) -> int:
        """Play, or go on playing, and show the result."""
        self.check()
        header = self._resumed() if self.resume else self.new(self._two(self.words))
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
        self.tell_how_to_resume(path, header.match.players)
        return EXIT_INTERRUPTED

    def check(self) -> None:
        """What goes together and what does not."""
        _ = self.spoken.translate
        if self.out and self.resume:
            self.ctx.fail(_("Give --out or --resume, not both."))
        if self.worlds is not None and self.time is not None:
            self.ctx.fail(_("Give only one of --worlds and --time."))
        if (self.backend == "dask") != (self.scheduler is not None):
            self.ctx.fail(_("--backend dask and --scheduler go together."))
        if (self.csv or self.plot) and not (self.out or self.resume):
            self.ctx.fail(_("--csv and --plot read a file: give --out, --resume or --report."))
        if self.seating is not None:
            self.ctx.fail(_("--seating goes with --show."))
        if self.deal is not None and (self.deals is not None or self.resume):
            self.ctx.fail(_("--deal is one new deal: give no --deals and no --resume with it."))
        if self.deals_from is not None and self.whole:
            self.ctx.fail(_("--deals-from gives single deals: no --whole goes with it."))
        if len(self.words) < 2 and not (self.resume and not self.words):
            self.ctx.fail(_("A match needs two players, A and B."))

    def new(self, players: tuple[Spec, Spec]) -> Header:
        """The match that the options describe."""
        game, rules, given = self._dealt()
        match = Match(
            game=game,
            rules=rules,
            players=players,
            seed=DEFAULT_SEED if self.seed is None else self.seed,
            whole=self.whole,
            seating=self.seatings or "one",
            given=given,
        )
        if match.seating == "pairs" and len(set(game.sides())) < 4:
            text = "{game} has two sides: there are no other seatings than A against B."
            raise UnreadableInput(Message("no_pairs", text, {"game": game.title}))
        if self.whole and not game.has_match(rules):
            raise no_match(game, rules)
        by = self.by or "riscos"
        deals = self.deals or len(given) or DEFAULT_DEALS
        header = Header(match, deals, self.sprt, by)
        if self.deal is not None:
            header = Header(match, 1, self.sprt, by, self.deal)
        return enough_given(header)

    def _dealt(self) -> tuple[TrickGame, Rules, tuple[Dealt, ...]]:
        """Game, rules, and the deals that are given, if any are."""
        if self.deals_from is None:
            game = game_named(self.game or usual_game().name)
            return game, rules_given(game, self.rules), ()
        game, rules, given = deals_from(self.deals_from)
        if self.game is not None:
            self._agree("--game", game_named(self.game).name, game.name)
        if self.rules:
            self._agree("--rules", rules_given(game, self.rules), rules)
        return game, rules, given

    def players(self, texts: Sequence[str]) -> tuple[Spec, ...]:
        """The players with the budget of the command line, where they take one."""
        specs = tuple(parse(text) for text in texts)
        if self.worlds is None and self.time is None:
            return specs
        budget = {"time": self.time} if self.worlds is None else {"worlds": self.worlds}
        return tuple(spec.with_budget(**budget) for spec in specs)

    def _two(self, texts: Sequence[str]) -> tuple[Spec, Spec]:
        first, second = self.players(texts)
        return first, second

    def _resumed(self) -> Header:
        """The match of the file; options that are repeated must agree with it."""
        assert self.resume
        header = read_header(self.resume, to_play=False)
        self.check_origin(header, header.match.players)
        header = read_header(self.resume)
        return self.agreed(header, header.match.players)

    def check_origin(self, header: Header, players: Sequence[Spec]) -> None:
        """What a file must fulfil before it is played on.

        A program that it names is run only if the command line names it too: the file may be
        a stranger's.
        """
        assert self.resume
        if header.version != VERSION:
            raise other_version(self.resume, header)
        if not self.words and any(parse(str(spec)).runs_programs for spec in players):
            values = {
                "path": str(self.resume), "players": shlex.join(str(spec) for spec in players)
            }
            template = (
                "`{path}` names a program to run. Name the players, if that is what you want:"
                " trunfo match {players} --resume {path}"
            )
            raise UnreadableInput(Message("program_in_file", template, values))

    def agreed(self, header: Header, players: Sequence[Spec]) -> Header:
        """What the file says, if options that are repeated agree; with more deals if asked for."""
        match = header.match
        if self.words:
            self._agree("players", self.players(self.words), tuple(players))
        else:
            self._agree_on_budget(players)
        if self.game is not None:
            self._agree("--game", game_named(self.game).name, match.game.name)
        if self.rules:
            rules = rules_given(match.game, self.rules)
            self._agree("--rules", rules, match.rules)
        if self.whole:
            self._agree("--whole", self.whole, match.whole)
        if self.seatings is not None:
            self._agree("--seatings", self.seatings, match.seating)
        if self.by is not None:
            self._agree("--by", self.by, header.by)
        if self.deals is not None and self.deals < header.deals:
            self._agree("--deals", self.deals, header.deals)
        if self.seed is not None:
            self._agree("--seed", self.seed, match.seed)
        if self.sprt is not None:
            self._agree("--sprt", self.sprt, header.sprt)
        dealt = (match.game, match.rules, match.given)
        if self.deals_from is not None and deals_from(self.deals_from) != dealt:
            text = "The deals of `{path}` are not those that the match was begun with."
            values = {"path": str(self.deals_from)}
            raise UnreadableInput(Message("other_deals", text, values))
        return enough_given(replace(header, deals=self.deals or header.deals))

    def _agree_on_budget(self, players: Sequence[Spec]) -> None:
        for name, value in (("worlds", self.worlds), ("time", self.time)):
            theirs = [dict(spec.options).get(name) for spec in players]
            if value is not None and value not in theirs:
                self._agree(f"--{name}", value, " ".join(map(str, players)))

    def _agree(self, option: str, given: object, kept: object) -> None:
        if given != kept:
            values = {"option": option, "given": said(given), "kept": said(kept)}
            template = "{option} does not agree with the file: it has {kept}, not {given}."
            raise UnreadableInput(Message("resume_differs", template, values))

    def pool(self) -> Pool:
        """Who plays; this process itself where one job is enough."""
        if self.backend == "dask":
            from trunfo.match.cluster import DaskPool

            assert self.scheduler
            return DaskPool(self.scheduler, self.jobs)
        return pool_of(self.jobs or cores())

    def _play(self, score: Score, writer: Writer | None, stop: Stop) -> None:
        if score.complete:
            return
        progress = Progress(sys.stderr, score.deals, page(self.spoken))
        pool = self.pool()
        try:
            run(score, writer, pool, stop, limit=self.chunk_time, progress=progress)
        except NeverAnswers:
            raise
        except Exception:
            progress.end()
            self.tell_how_to_resume(self.resume or self.out, score.header.match.players)
            raise
        finally:
            pool.close()
            progress.end()

    def _print(self, score: Score) -> None:
        text = match_json(score) if self.as_json else match_text(score, page(self.spoken))
        self.echo(text)

    def echo(self, text: str) -> None:
        """On standard output, unless the table of deals goes there."""
        click.echo(text, err=self.csv == STANDARD_OUTPUT)

    def _export(self, paths: Sequence[Path]) -> None:
        if self.csv:
            if self.csv == STANDARD_OUTPUT:
                write_csv(paths, sys.stdout)
            else:
                with created(self.csv) as stream:
                    write_csv(paths, stream)
        if self.plot:
            from trunfo.match.plot import plot

            plot(paths, self.plot, self.spoken.translate, self.by)

    def tell_how_to_resume(self, path: Path | None, players: Sequence[Spec]) -> None:
        """The exact command, on standard error."""
        _ = self.spoken.translate
        if path is None:
            click.echo(_("Nothing was kept: with --out FILE a match can be resumed."), err=True)
            return
        named = self.words if any(spec.runs_programs for spec in players) else ()
        words = ["trunfo", "match", *named, "--resume", str(path)]
        for name, value in (("--worlds", self.worlds), ("--time", self.time)):
            words += [name, str(value)] if named and value is not None else []
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

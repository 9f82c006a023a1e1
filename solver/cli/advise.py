"""The commands that answer a position: `trunfo advise` and `trunfo solve`."""

from __future__ import annotations

import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from trunfo.advice import Advice
from trunfo.advise import (
    BATCH_SECONDS,
    JOBS,
    SAMPLES,
    SECONDS,
    SEEDS,
    WORLDS,
    advise_iter,
    solve,
)
from trunfo.cli.help import SOLVE, command_text, entry_lines, example_of
from trunfo.cli.input import read_state, state_text
from trunfo.cli.parts import (
    EXIT_INTERRUPTED,
    Command,
    json_option,
    lang_option,
    number,
    page,
    say,
    state_arguments,
)
from trunfo.cli.progress import Progress
from trunfo.engine.document.options import game_named
from trunfo.engine.errors import Message, TrunfoError
from trunfo.engine.state import State
from trunfo.games.base import usual_game
from trunfo.language import Language
from trunfo.match.signals import first_asks
from trunfo.report.table import advice_text, note_lines, solution_text


def advise_command(spoken: Language) -> click.Command:
    """`trunfo advise`."""
    _ = spoken.translate

    @click.command(
        "advise", cls=Command, language=spoken,
        short_help=_("Advise on a position."),
        help=_(
            "Advise on a position: which card to play, with what to expect of every one.\n\n"
            "STATE says what one player knows: a text as in the examples, a file with such a"
            " text or with JSON, or - for standard input. What has blanks or ; in it is a text.\n\n"
            "Time and --until-clear may go together: whichever comes first ends the work."
            " A number of deals goes with neither."
        ),
        examples=lambda: [
            _("trunfo advise --example"),
            command_text("play", spoken),
            _("trunfo advise position.txt --time 5"),
            _("trunfo advise position.txt --until-clear --objective points"),
            _("trunfo advise - --json --worlds 1000 < position.json"),
            _("trunfo advise --lines positions.txt --out advice.jsonl --worlds 1000"),
        ],
    )
    @state_arguments(spoken)
    @click.option("--example", is_flag=True, help=_(
        "Advise on a position that is supplied, [GAME [PHASE]] standing for STATE."
    ))
    @click.option(
        "--time", type=number(float, *SECONDS, spoken), metavar=_("SECONDS"),
        help=_("Stop after so many seconds; the default is 1."),
    )
    @click.option("--worlds", type=number(int, *WORLDS, spoken), metavar="N", help=_(
        "Try out so many deals, drawn at random among those that are possible."
    ))
    @click.option("--until-clear", is_flag=True, help=_(
        "Stop when it is clear which action is the best."
    ))
    @click.option(
        "--objective", type=click.Choice(["riscos", "points"]), default="riscos",
        show_default=True, help=_("What is to be as high as possible."),
    )
    @click.option(
        "--method", type=click.Choice(["auto", "pimc", "playout"]), default="auto",
        show_default=True,
        help=_("How a deal is valued: by search, by playing it out, or as suits it best."),
    )
    @click.option(
        "--seed", type=number(int, *SEEDS, spoken), default=1, show_default=True,
        metavar="N",
        help=_("Where the random numbers start: the same seed, the same deals."),
    )
    @click.option("--jobs", type=number(int, *JOBS, spoken), metavar="N", help=_(
        "How many cores to use; all of them if not given."
    ))
    @click.option("--if", "after", metavar=_('"ACTION, ACTION"'), help=_(
        "Advise on the position after these acts, from the player to act on."
    ))
    @click.option("--why", is_flag=True, help=_(
        "Say why, and what decides; with --versus why not that action, else why not the second."
    ))
    @click.option("--versus", metavar=_("ACTION"), help=_(
        "An action that is listed in any case."
    ))
    @click.option("--beliefs", is_flag=True, help=_("Say who holds the hidden cards."))
    @click.option("--samples", type=number(int, *SAMPLES, spoken), default=0, metavar="N", help=_(
        "Show so many deals as examples."
    ))
    @click.option("--lines", metavar="FILE", help=_(
        "Answer every line of a file, a position each, with a line of JSON; - for standard input."
    ))
    @click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help=_(
        "With --lines: where the answers go; one that exists is gone on with."
    ))
    @click.option("--backend", type=click.Choice(["joblib", "dask"]), default="joblib", help=_(
        "With --lines: who answers, processes here or a Dask cluster."
    ))
    @click.option("--scheduler", metavar="ADDRESS", help=_(
        "The Dask scheduler, for --backend dask."
    ))
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, arguments: tuple[str, ...], example: bool, rules: tuple[str, ...],
        time: float | None, worlds: int | None, until_clear: bool, as_json: bool,
        lines: str | None, out: Path | None, backend: str, scheduler: str | None,
        after: str | None, versus: str | None, **options: Any,
    ) -> int:
        if worlds is not None and (time is not None or until_clear):
            ctx.fail(_("Give --worlds, or --time, --until-clear or both of these."))
        if example and any(mark in word for word in arguments for mark in ";{"):
            ctx.fail(_("Give STATE or --example, not both."))
        if lines is not None:
            if example or arguments:
                ctx.fail(_("With --lines the positions are in the file: give no STATE."))
            if after is not None or versus is not None:
                ctx.fail(_("--if and --versus go with one position, not with --lines."))
            if (backend == "dask") != (scheduler is not None):
                ctx.fail(_("--backend dask and --scheduler go together."))
            jobs = options.pop("jobs")
            options |= {"time": time, "worlds": worlds, "until_clear": until_clear}
            from trunfo.cli.lines import advise_lines

            advise_lines(lines, out, rules, jobs, scheduler, options, spoken)
            return 0
        if out is not None or backend != "joblib" or scheduler is not None:
            ctx.fail(_("--out, --backend and --scheduler go with --lines."))
        shown = _example(ctx, spoken, *arguments) if example else None
        parsed = read_state(shown or _given(ctx, spoken, *arguments), rules)
        state = parsed.state
        if after is not None:
            from trunfo.table.asked import state_after

            state = state_after(state, after, spoken.code)
        if versus is not None:
            from trunfo.table.asked import action_named

            options["versus"] = action_named(state, versus, spoken.code)
        stop = threading.Event()
        try:
            advice = _advised(
                spoken, state, time=time, worlds=worlds, until_clear=until_clear,
                notes=parsed.notes, stop=stop, **options,
            )
        except TrunfoError as error:
            raise parsed.placed(error) from None
        if stop.is_set():
            interrupted = Message("interrupted", "Interrupted: only what was finished by then.")
            advice = replace(advice, notes=(*advice.notes, interrupted))
        if as_json:
            say(advice.to_json(_))
        else:
            if shown:
                say("\n".join(entry_lines(shown, page(spoken))) + "\n")
            say(advice_text(advice, page(spoken), beliefs=options["beliefs"]))
        return EXIT_INTERRUPTED if stop.is_set() else 0

    return run


def _advised(
    spoken: Language, state: State, *, stop: threading.Event, **options: Any
) -> Advice:
    """The advice; while it is being worked on, a terminal shows that it goes on.

    The first Ctrl-C sets `stop`, and what is finished by then is the answer.
    """
    progress = Progress(sys.stderr, spoken)
    with first_asks(stop), progress:
        for advice in advise_iter(
            state, stop=stop, every=BATCH_SECONDS if progress.shown else None, **options
        ):
            progress(advice)
    return advice


def solve_command(spoken: Language) -> click.Command:
    """`trunfo solve`."""
    _ = spoken.translate

    @click.command(
        "solve", cls=Command, language=spoken,
        short_help=_("Solve a position with all cards known."),
        help=_(
            "Solve a position in which every card is known: the exact value of every legal"
            " card when everybody plays as well as possible.\n\n"
            "STATE must say all hands: a text as in the examples, a file with such a text"
            " or with JSON, or - for standard input."
        ),
        examples=lambda: [
            command_text(SOLVE, spoken),
            _("trunfo solve - --json < position.json"),
        ],
    )
    @state_arguments(spoken)
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, arguments: tuple[str, ...], rules: tuple[str, ...], as_json: bool
    ) -> None:
        parsed = read_state(_given(ctx, spoken, *arguments), rules)
        try:
            solution = solve(parsed.state)
        except TrunfoError as error:
            raise parsed.placed(error) from None
        solution = replace(solution, notes=(*parsed.notes, *solution.notes))
        if as_json:
            for line in note_lines(solution.notes, page(spoken)):
                say(line, to_errors=True)
            say(solution.to_json(_))
        else:
            say(solution_text(solution, page(spoken)))

    return run


def _given(ctx: click.Context, spoken: Language, argument: str = "", *more: str) -> str:
    """The text of the position; that there is none is said like that one is empty."""
    if more:
        ctx.fail(spoken.translate("More than one STATE: put it in quotation marks."))
    return state_text(argument)


def _example(
    ctx: click.Context, spoken: Language, name: str = "", kind: str | None = None, *more: str
) -> str:
    """The example of a game and of what is to be decided, in the reader's language."""
    if more:
        ctx.fail(spoken.translate("After --example only a game and a phase can stand."))
    game = game_named(name) if name else usual_game()
    return spoken.translate(example_of(game, kind).text)

"""The commands that answer a position: `trunfo advise` and `trunfo solve`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from trunfo.advise import JOBS, SECONDS, SEEDS, WORLDS, advise, solve
from trunfo.cli.input import EXAMPLE, read_state, state_text
from trunfo.cli.parts import (
    Command,
    json_option,
    lang_option,
    number,
    page,
    say,
    state_arguments,
)
from trunfo.engine.errors import TrunfoError
from trunfo.language import Language, fit
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
        examples=[
            "trunfo advise --example",
            _(
                'trunfo advise "sueca; trump A♣ left; hand ♥J ♣7JQ63;\n'
                "  table partner 7♦ 6♦; lacks partner ♥; played K273♠ 762♥ 4♣ A4J6♠ A34J♦;\n"
                '  points us 38 them 14"'
            ),
            _('trunfo advise "sueca; trump ♠; hand A♠ 7♠ K♥ 4♥; points us 50 them 31" --time 5'),
            _("trunfo advise position.txt --until-clear --objective points"),
            _("trunfo advise - --json --worlds 1000 < position.json"),
        ],
    )
    @state_arguments(spoken)
    @click.option("--example", is_flag=True, help=_("Advise on a position that is supplied."))
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
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, argument: str | None, example: bool, rules: tuple[str, ...],
        time: float | None, worlds: int | None, until_clear: bool, as_json: bool, **options: Any,
    ) -> None:
        if worlds is not None and (time is not None or until_clear):
            ctx.fail(_("Give --worlds, or --time, --until-clear or both of these."))
        if example and argument is not None:
            ctx.fail(_("Give STATE or --example, not both."))
        parsed = read_state(EXAMPLE if example else _given(argument), rules)
        try:
            advice = advise(
                parsed.state, time=time, worlds=worlds, until_clear=until_clear,
                notes=parsed.notes, **options,
            )
        except TrunfoError as error:
            raise parsed.placed(error) from None
        if as_json:
            say(advice.to_json(_))
            return
        if example:
            # With Portuguese letters where there are no suit symbols: the text is Portuguese.
            say(fit(EXAMPLE, page(spoken).encoding, "pt") + "\n")
        say(advice_text(advice, page(spoken)))

    return run


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
        examples=[
            _(
                'trunfo solve "sueca; trump ♠; leads me; points us 50 them 40\n'
                '  hands me: A♥ 7♥ right: K♥ 2♠ partner: J♦ Q♦ left: 6♣ 5♣"'
            ),
            _("trunfo solve - --json < position.json"),
        ],
    )
    @state_arguments(spoken)
    @json_option(spoken)
    @lang_option(spoken)
    def run(argument: str | None, rules: tuple[str, ...], as_json: bool) -> None:
        parsed = read_state(_given(argument), rules)
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


def _given(argument: str | None) -> str:
    """The text of the position; that there is none is said like that one is empty."""
    return state_text("" if argument is None else argument)

"""The command line: its commands, and how a run ends.

Every command is made by a function of the reader's language, so that all its texts,
help included, are in that language. A further command is one more function in `COMMANDS`.
"""

from __future__ import annotations

import gettext
import json
import os
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

import click

from trunfo.cli.parts import (
    COMPLETE,
    EXIT_INTERNAL,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    PROGRAM,
    Commands,
    Group,
    lang_option,
    say,
)
from trunfo.cli.streams import OUTPUT, refused, streams
from trunfo.engine.errors import TrunfoError
from trunfo.language import DOMAIN, LANGUAGES, Language, language, live, preferred
from trunfo.match.signals import ended_by_signals

COMMANDS = {
    "advise": "trunfo.cli.advise:advise_command",
    "solve": "trunfo.cli.advise:solve_command",
    "table": "trunfo.cli.table:table_command",
    "review": "trunfo.cli.review:review_command",
    "match": "trunfo.cli.match:match_command",
    "web": "trunfo.cli.web:web_command",
    "engine-check": "trunfo.cli.engine_check:engine_check_command",
    "rules": "trunfo.cli.rules:rules_command",
    "help": "trunfo.cli.help:help_command",
    "completion": "trunfo.cli.completion:completion_command",
}
"""What makes each command; only the one that is asked for is loaded."""


def group(spoken: Language) -> click.Group:
    """The whole command line in a language."""

    @click.group(
        PROGRAM, cls=Group, language=spoken, about=_about,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    @click.option(
        "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version,
        help=gettext.gettext("Show the version and exit."),
    )
    @lang_option(spoken)
    def program() -> None:
        pass

    program.commands = Commands(COMMANDS, spoken)
    return program


def _show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from trunfo.version import version  # here: it asks the metadata, and git

        say(f"{PROGRAM} {version()}")
        ctx.exit()


def _about(spoken: Language) -> tuple[str, Sequence[str]]:
    """What the program is, and examples."""
    from trunfo.engine.registry import playable  # here: the games are loaded for the help alone
    from trunfo.games.base import usual_game

    _, usual = spoken.translate, usual_game().name
    text = _("Solver and advisor for Portuguese card games: {games}.").format(
        games=", ".join(game.title for game in playable())
    )
    return text, [
        _("trunfo advise --example"),
        *(_("trunfo help {topic}").format(topic=topic) for topic in (_("positions"), usual)),
        _("trunfo rules {name}").format(name=usual),
    ]


# --- From start to exit code --------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Without the name of the program; those of the process if not given.

    Returns
    -------
    int
        The exit code: 0 done, 1 internal error, or the system refuses, 2 unreadable, 3 impossible,
        130 interrupted.
    """
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    spoken = language(_asked(arguments) or preferred(os.environ))
    with streams(spoken.code):
        try:
            with ended_by_signals(), _click_speaks(spoken):
                return _run(arguments, spoken)
        except KeyboardInterrupt:  # before the command has begun, or after it
            failed = _Failure("--json" in arguments, spoken)
            return failed.tell("interrupted", spoken.translate("Interrupted."), EXIT_INTERRUPTED)


def _run(arguments: Sequence[str], spoken: Language) -> int:
    """Run the command line in a language; what goes wrong becomes an exit code."""
    _ = spoken.translate
    if COMPLETE in os.environ:
        import_module("trunfo.cli.completion")  # a shell more than click knows
    failed = _Failure("--json" in arguments, spoken)
    try:
        outcome = group(spoken).main(
            arguments, PROGRAM, COMPLETE, standalone_mode=False, **_colour(os.environ)
        )
    except TrunfoError as error:
        return failed.because(error)
    except click.ClickException as error:
        return failed.in_usage(error)
    except BrokenPipeError:  # whoever reads our output has seen enough
        return 0
    except OSError as error:
        return failed.because(refused(error))
    except (KeyboardInterrupt, click.Abort):
        return failed.tell("interrupted", _("Interrupted."), EXIT_INTERRUPTED)
    except Exception as error:
        from trunfo.version import version

        if os.environ.get("TRUNFO_DEBUG") == "1":
            sys.excepthook(type(error), error, error.__traceback__)
        text = _(
            "Internal error in trunfo {version}: {error}. Please report it,"
            " with the position and this line."
        )
        what = f"{type(error).__name__}: {error}".replace("\n", " ")
        text = text.format(version=version(), error=what)
        return failed.tell("internal", text, EXIT_INTERNAL)
    return outcome if isinstance(outcome, int) else 0


def _asked(arguments: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, wherever it stands."""
    asked = None
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if argument == "--":
            break
        if name == "--lang":
            asked = value if equals else "".join(arguments[place + 1 : place + 2])
    return asked if asked in LANGUAGES else None


@contextmanager
def _click_speaks(spoken: Language) -> Iterator[None]:
    """Let click's own sentences come from our catalogue, in the language asked for."""
    domain, asked = gettext.textdomain(), os.environ.get("LANGUAGE")
    with as_file(files("trunfo") / "locale") as folder:
        gettext.bindtextdomain(DOMAIN, str(folder))
        gettext.textdomain(DOMAIN)
        os.environ["LANGUAGE"] = spoken.code
        try:
            yield
        finally:
            gettext.textdomain(domain)
            if asked is None:
                del os.environ["LANGUAGE"]
            else:
                os.environ["LANGUAGE"] = asked


def _colour(environment: Mapping[str, str]) -> dict[str, Any]:
    """No colours where NO_COLOR is set, or on what only looks like a terminal."""
    return {"color": False} if environment.get("NO_COLOR") or not live(sys.stdout) else {}


class _Failure:
    """Says what went wrong, as the caller wants to hear it, and returns the exit code."""

    def __init__(self, as_json: bool, spoken: Language) -> None:
        self.as_json = as_json
        self.spoken = spoken

    def because(self, error: TrunfoError) -> int:
        """An error in the input."""
        text = error.message.text(self.spoken.translate)
        if error.code == OUTPUT:
            self.as_json = False
        return self.tell(error.code, text, error.exit_code, error.where, error.excerpt)

    def in_usage(self, error: click.ClickException) -> int:
        """An error in the command line itself."""
        if self.as_json:
            return self.tell("usage", error.format_message(), EXIT_USAGE)
        error.show(sys.stderr)
        return EXIT_USAGE

    def tell(
        self, code: str, text: str, exit_code: int,
        where: str | int | None = None, excerpt: str | None = None,
    ) -> int:
        """One JSON object on standard output, or lines on standard error."""
        if self.as_json:
            document = {"error": {"code": code, "message": text, "where": where}}
            say(json.dumps(document, allow_nan=False))
            return exit_code
        if excerpt:
            text = f"{text}\n\n{textwrap.indent(excerpt, '  ')}"
        elif isinstance(where, str) and where:
            text = f"{text} ({where})"
        say(self.spoken.translate("Error: {message}").format(message=text), to_errors=True)
        return exit_code

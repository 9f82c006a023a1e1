"""What the commands are made of: help with examples, shared options, the page to print on."""

from __future__ import annotations

import math
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from trunfo.engine.text.vocabulary import fold
from trunfo.language import LANGUAGES, Language
from trunfo.report.words import Page

PROGRAM = "trunfo"
EXIT_INTERNAL, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130
COMPLETE = "_TRUNFO_COMPLETE"
"""The environment variable by which a shell asks for completions."""

NARROWEST, WIDEST = 24, 80
"""Columns that a line may take: a terminal's, but never fewer nor more than these."""

PORTUGUESE = {
    "advise": "aconselhar", "solve": "resolver", "table": "mesa", "review": "rever",
    "match": "encontro", "web": "página", "rules": "regras", "help": "ajuda",
    "completion": "completar", "engine-check": "provar-programa",
}
"""What the commands are called in Portuguese."""

COLOURS: Mapping[str, Mapping[str, Any]] = {
    "advice": {"bold": True}, "header": {"dim": True}, "best": {"fg": "green"},
}


class Command(click.Command):
    """A command whose help ends with examples, shown as they are to be typed.

    Parameters
    ----------
    language : Language
        For the titles.
    examples : callable
        Gives command lines, each of one line or several. Some need every game to be loaded.
    """

    def __init__(
        self, *args: Any, language: Language, examples: Callable[[], Sequence[str]] = tuple,
        **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self.language = language
        self.examples = examples
        self.options_metavar = language.translate("[OPTIONS]")

    def get_help(self, ctx: click.Context) -> str:
        """The help, as the terminal can show it."""
        return page(self.language).fit(super().get_help(ctx))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        _examples(self.language, self.examples(), formatter)


class Group(click.Group):
    """The commands in the order in which they were added, and examples.

    Every command can be called by its English or its Portuguese name in any language; the list
    has those of the reader's language.
    """

    def __init__(
        self, *args: Any, language: Language,
        about: Callable[[Language], tuple[str, Sequence[str]]], **named: Any,
    ) -> None:
        super().__init__(*args, **named)
        self.language = language
        self.about = about
        self.english = {fold(word): name for name, word in PORTUGUESE.items()}
        self.options_metavar = language.translate("[OPTIONS]")
        self.subcommand_metavar = language.translate("COMMAND [ARGS]...")

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, the most important first."""
        if self.language.code == "pt":
            return [PORTUGUESE.get(name, name) for name in self.commands]
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name in either language, with or without accents."""
        name = self.english.get(fold(cmd_name), cmd_name)
        return super().get_command(ctx, name)

    def get_help(self, ctx: click.Context) -> str:
        """The help, as the terminal can show it."""
        self.help, _ = self.about(self.language)
        return page(self.language).fit(super().get_help(ctx))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        _examples(self.language, self.about(self.language)[1], formatter)


class Commands(MutableMapping[str, click.Command]):
    """Commands by name in one language, each loaded and made when it is asked for.

    Parameters
    ----------
    makers : mapping
        By name the function that makes it: `module:function`.
    language : Language
        Of all texts.
    """

    def __init__(self, makers: Mapping[str, str], language: Language) -> None:
        self._makers = dict(makers)
        self._language = language
        self._made: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._made:
            module, _, function = self._makers[name].partition(":")
            self._made[name] = getattr(import_module(module), function)(self._language)
        return self._made[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._makers[name], self._made[name] = "", command

    def __delitem__(self, name: str) -> None:
        del self._makers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _examples(
    language: Language, examples: Sequence[str], formatter: click.HelpFormatter
) -> None:
    if examples:
        with formatter.section(language.translate("Examples")):
            for example in examples:
                formatter.write(textwrap.indent(example, "  ") + "\n")


def number(
    kind: Callable[[str], float], least: int | float, most: int | float, spoken: Language
) -> Callable[[str], float]:
    """The type of an option: a number between bounds, both allowed; no infinity, no NaN."""

    def convert(value: str) -> float:
        try:
            found = kind(value)
        except ValueError:
            found = math.nan
        if least <= found <= most:
            return found
        template = spoken.translate("{value} is no number from {least} to {most}.")
        raise click.BadParameter(template.format(value=value, least=least, most=most))

    return convert


def lang_option(spoken: Language) -> Callable[[Any], Any]:
    """`--lang`, which has been acted on before the arguments are parsed."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), expose_value=False,
        help=spoken.translate("Language; from the locale if not given."),
    )


def json_option(spoken: Language) -> Callable[[Any], Any]:
    """`--json`."""
    return click.option(
        "--json", "as_json", is_flag=True,
        help=spoken.translate("Print one JSON object, errors too."),
    )


def state_arguments(spoken: Language) -> Callable[[Any], Any]:
    """STATE, which the command counts itself, and what is said about it: `--rules`."""
    _ = spoken.translate

    def files_too(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]

    def add(command: Any) -> Any:
        for decorate in (
            click.option("--rules", multiple=True, metavar=_("KEY=VALUE"), help=_(
                "An option of the rules, on top of what STATE says; may be repeated."
                " See: trunfo rules GAME."
            )),
            click.argument(
                "arguments", metavar=_("[STATE]"), nargs=-1, shell_complete=files_too
            ),
        ):
            command = decorate(command)
        return command

    return add


def say(text: str, to_errors: bool = False) -> None:
    """Print to standard output or standard error.

    The stream is named, because click on its own writes UTF-8 to an ASCII terminal.
    """
    click.echo(text, file=sys.stderr if to_errors else sys.stdout)


def page(spoken: Language) -> Page:
    """The page that standard output is."""
    terminal = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if terminal else WIDEST
    return Page(
        spoken, sys.stdout.encoding or "utf-8", max(NARROWEST, min(columns, WIDEST)),
        lambda role, text: click.style(text, **COLOURS[role]), terminal,
    )

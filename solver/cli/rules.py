"""The command that shows rules and options: `trunfo rules`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from trunfo.cli.parts import Command, json_option, lang_option, say
from trunfo.engine.document.options import game_named
from trunfo.engine.game import Game, Option, OptionValue
from trunfo.engine.registry import games, playable
from trunfo.games.base import usual_game
from trunfo.language import Language


def rules_command(spoken: Language) -> click.Command:
    """`trunfo rules`."""
    _ = spoken.translate

    def names(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in games() if name.startswith(incomplete)]

    @click.command(
        "rules", cls=Command, language=spoken,
        short_help=_("Show the rules of a game and their options."),
        help=_(
            "Show the rules of a game in short, and their options with defaults and choices."
            " Without GAME, show which games there are."
        ),
        examples=lambda: ["trunfo rules", f"trunfo rules {usual_game().name}"],
    )
    @click.argument("name", metavar=_("[GAME]"), required=False, shell_complete=names)
    @json_option(spoken)
    @lang_option(spoken)
    def run(name: str | None, as_json: bool) -> None:
        chosen = list(games().values()) if name is None else [game_named(name)]
        if as_json:
            say(json.dumps([_game_json(game) for game in chosen]))
        elif name is None:
            say("\n".join(_game_list(chosen, spoken)))
        else:
            say("\n".join(_game_page(chosen[0], spoken)))

    return run


def _game_list(chosen: Sequence[Game], spoken: Language) -> Iterator[str]:
    _ = spoken.translate
    size = max(len(game.name) for game in chosen)
    for game in chosen:
        ready = _("advice") if game in playable() else _("no advice yet, positions are read")
        yield f"{game.name.ljust(size)}  {ready}"


def _game_page(game: Game, spoken: Language) -> Iterator[str]:
    """The rules of a game in short, its options, the sets of options that have a name."""
    _ = spoken.translate
    yield click.style(game.title, bold=True)
    for paragraph in _(game.text).split("\n\n"):
        if paragraph:
            yield from ("", click.wrap_text(paragraph, 80))
    yield from ("", _("Options, each with its default first:"))
    for option in game.options:
        default = _spelled(option.default)
        others = [_spelled(choice) for choice in option.choices if choice != option.default]
        if isinstance(option.default, tuple):
            others = [_("any of these")]
        elif not option.choices:
            others = [_("any whole number from 0")]
        yield f"  {option.name} = {' | '.join([default, *others])}"
        if option.word:
            listed = [*_portuguese(option), *([] if option.choices else others)]
            yield f"  {option.word} = {' | '.join(listed)}"
        yield click.wrap_text(_(option.text), 80, "      ", "      ")
    for name, preset in game.presets.items():
        values = " ".join(f"{key}={_spelled(value)}" for key, value in preset.items())
        yield from ("", _("The set of options {name}:").format(name=name))
        yield click.wrap_text(values, 80, "  ", "  ")


def _portuguese(option: Option) -> Iterator[str]:
    """What an option can be in Portuguese, the default first."""
    words = {choice: str(choice) for choice in option.choices}
    words |= dict(zip(option.choices, option.words, strict=False))
    words |= {True: "sim", False: "não"} if isinstance(option.default, bool) else {}
    if isinstance(option.default, tuple):
        yield ",".join(words[choice] for choice in option.default)
        return
    yield words.get(option.default, str(option.default))
    yield from (word for choice, word in words.items() if choice != option.default)


def _spelled(value: OptionValue) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _game_json(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "advice": game in playable(),
        "options": [
            {"name": option.name, "default": option.default, "choices": option.choices,
             "word": option.word}
            for option in game.options
        ],
        "presets": dict(game.presets),
    }

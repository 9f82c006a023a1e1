"""The options of the rules as a document or a text gives them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from trunfo.engine.document.fields import error, member, members, text, unknown
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.game import Game, Option, OptionValue, Rules
from trunfo.engine.text.vocabulary import FALSE, NONE, TRUE, fold


def read_rules(game: Game, value: object) -> Rules:
    """The options of a game as `/rules` of a document gives them.

    Raises
    ------
    UnreadableInput
        If an option or a preset does not exist, or an option cannot have the value.
    """
    names = [option.name for option in game.options]
    where = "/rules"
    if isinstance(value, Mapping):
        for key in value:
            if isinstance(key, str) and key not in ("preset", *names):
                raise unknown("option", key, names, member(where, key))
    given = members(value, where, ("preset", *names))
    preset = text(given.get("preset", ""), where + "/preset")
    if "preset" in given and preset not in game.presets:
        raise unknown("preset", preset, game.presets, where + "/preset")
    values: dict[str, OptionValue] = {}
    for option in game.options:
        if option.name in given:
            chosen = given[option.name]
            if isinstance(chosen, (list, tuple)):
                words = all(isinstance(word, str) for word in chosen)
                chosen = tuple(chosen) if words else None
            if not option.allows(chosen):
                template = "{option} can be: {choices}."
                choices = ", ".join(map(_spelled, option.choices)) or "0-1000"
                pointer = f"{where}/{option.name}"
                raise error(
                    "option_value", template, pointer, option=option.name, choices=choices
                )
            values[option.name] = chosen
    return game.rules(values, preset)


def _spelled(choice: bool | int | str) -> str:
    return json.dumps(choice) if isinstance(choice, bool) else str(choice)


def typed(game: Game, written: str) -> tuple[str, object]:
    """An option's name and value from `option=value`; what has no `=` is a preset's name.

    A value that the option cannot have is left as it is, for `read_rules` to refuse.

    Raises
    ------
    UnreadableInput
        If there is no such option; `where` is None.
    """
    name, given, value = written.partition("=")
    if not given:
        return "preset", name
    options = {option.name: option for option in game.options}
    if name == "preset":
        return name, value
    if name not in options:
        raise UnreadableInput(unknown("option", name, options, "").message)
    return name, _typed(options[name], value)


def on_top(game: Game, written: Iterable[str]) -> dict[str, Any]:
    """Options from outside a document, such as from the command line, as `/rules` has them.

    Raises
    ------
    UnreadableInput
        As `read_rules`; `where` is None.
    """
    values = dict(typed(game, each) for each in written)
    try:
        read_rules(game, values)
    except UnreadableInput as wrong:
        raise UnreadableInput(wrong.message) from None
    return values


def _typed(option: Option, value: str) -> object:
    if isinstance(option.default, bool):
        word = fold(value)
        return True if word in TRUE else False if word in FALSE else value
    if isinstance(option.default, int) and value.isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(option.default, tuple):
        return [] if value in NONE else value.split(",")
    return value

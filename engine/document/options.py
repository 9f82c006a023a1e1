"""The options of the rules as a document, a text or the command line gives them, and games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trunfo.engine.document.fields import error, member, members, text, unknown
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.game import Game, Option, OptionValue, Rules
from trunfo.engine.registry import games
from trunfo.engine.text.vocabulary import FALSE, NONE, TRUE, fold
from trunfo.engine.trick_game import TrickGame

_WRITTEN = re.compile(r"([^\s,=]+)(?:\s*=\s*(\S*[^\s,])|(\s*=))?")
"""A preset's name, or `name=value`; blanks around the `=`, and a comma behind it, do no harm."""


def find_game(word: str) -> TrickGame | None:
    """The game that somebody means, upper case and accents apart; None if there is none."""
    folded = " ".join(fold(word).split())
    if folded in games():
        return games()[folded]  # the others need not be loaded
    for game in games().values():
        if folded in (game.name, *game.words):
            return game
    return None


def game_named(word: str) -> TrickGame:
    """The game that somebody names.

    Raises
    ------
    UnreadableInput
        If there is none; `where` is None.
    """
    game = find_game(word)
    if game is None:
        names = [game.words[0] for game in games().values()]
        raise UnreadableInput(unknown("game", word, names, "").message)
    return game


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


@dataclass(frozen=True)
class Written:
    """An option as it stands in a text: a preset's name has no value, `name=` an empty one."""

    name: str
    value: str | None
    span: tuple[int, int]


def written_options(text: str, span: tuple[int, int] | None = None) -> Iterator[Written]:
    """The options in a text, `name=value …`, or in a part of it."""
    for match in _WRITTEN.finditer(text, *(span or (0, len(text)))):
        name, value, bare = match.groups()
        yield Written(name, "" if bare else value, match.span())


def on_top(game: Game, written: Iterable[str]) -> dict[str, Any]:
    """Options from outside a document, such as from the command line, as `/rules` has them.

    Raises
    ------
    UnreadableInput
        As `read_rules`; `where` is None.
    """
    try:
        values: dict[str, Any] = {}
        for each in written:
            options = list(written_options(each)) or [Written(each, None, (0, 0))]
            values |= dict(typed(game, option) for option in options)
        read_rules(game, values)
    except UnreadableInput as wrong:
        raise UnreadableInput(wrong.message) from None
    return values


def rules_given(game: Game, written: Iterable[str]) -> Rules:
    """The rules of a game with options from the command line: the default with these on top.

    Raises
    ------
    UnreadableInput
        As `read_rules`; `where` is None.
    """
    return read_rules(game, on_top(game, written))


def typed(game: Game, written: Written, language: str = "en") -> tuple[str, object]:
    """An option's name and value, from English or Portuguese; a preset's name as `preset`.

    A value that the option cannot have is left as it is, for `read_rules` to refuse. The
    language is that of an example in an error.

    Raises
    ------
    UnreadableInput
        If there is no such option, or it has no value.
    """
    name, value = written.name, written.value
    option = _option(game, name)
    if option is None:
        if value is None:
            return "preset", name
        if fold(name) in ("preset", "conjunto"):
            return "preset", value
        names = (word for option in game.options for word in (option.name, option.word) if word)
        raise UnreadableInput(unknown("option", name, names, "").message)
    if not value:
        example = _words(option, name, language)[0]
        template = "{option} needs a value: {option}={example}."
        raise error("option_needs_value", template, "", option=name, example=example)
    return option.name, _value(option, value)


def _option(game: Game, name: str) -> Option | None:
    """The option that a word names, in English or in Portuguese."""
    for option in game.options:
        if fold(name) in (option.name, fold(option.word)):
            return option
    return None


def _words(option: Option, name: str, language: str) -> tuple[str, ...]:
    """What an option can be, as it is typed beside one of its names in a language."""
    if isinstance(option.default, bool):
        return ("sim", "não") if language == "pt" else ("yes", "no")
    if fold(name) == fold(option.word) and option.words:
        return option.words
    return tuple(map(str, option.choices)) or ("0",)


def _value(option: Option, value: str) -> object:
    """A typed value as the document has it, as far as it can be understood."""
    if isinstance(option.default, bool):
        word = fold(value)
        return True if word in TRUE else False if word in FALSE else value
    if isinstance(option.default, int) and value.isdecimal() and len(value) < 10:
        return int(value)
    pairs = zip(option.words, option.choices, strict=False)  # numbers have no words
    english = {fold(word): str(choice) for word, choice in pairs}
    if isinstance(option.default, tuple):
        words = [] if value in NONE else value.split(",")
        return [english.get(fold(word), word) for word in words]
    return english.get(fold(value), value)

"""Players by name with options, `pimc:worlds=50,objective=points`.

A player is a dataclass derived from `Player`; its fields are the options that may
follow its name. Third parties add players by an entry point in the group
`trunfo.players`: its name is the player's, its object the class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.match.base import Player

GROUP = "trunfo.players"

BUDGET = ("worlds", "time", "until_clear")
"""Options that bound the effort of a decision; one of them is enough."""

BUILTIN = {
    "random": "trunfo.match.players:RandomPlayer",
    "greedy": "trunfo.match.players:GreedyPlayer",
    "rules": "trunfo.match.players:RulesPlayer",
    "pimc": "trunfo.match.players:PimcPlayer",
    "cheat": "trunfo.match.players:CheatPlayer",
    "external": "trunfo.match.external:ExternalPlayer",
}
"""Where our own players are; like those of others they are loaded when they are named."""


def names() -> tuple[str, ...]:
    """The names of all players: ours first, then those of other packages in order."""
    others = sorted({entry.name for entry in entry_points(group=GROUP)} - set(BUILTIN))
    return (*BUILTIN, *others)


@cache
def player_class(name: str) -> type[Player]:
    """The player of a name; one of another package is loaded now, and no other.

    Raises
    ------
    UnreadableInput
        If there is no such player, or its package is broken.
    """
    if name in BUILTIN:
        return _loaded(EntryPoint(name, BUILTIN[name], GROUP))
    for entry in entry_points(group=GROUP, name=name):
        return _loaded(entry)
    values = {"name": name, "names": ", ".join(names())}
    template = "There is no player `{name}`. There are: {names}."
    raise UnreadableInput(Message("unknown_player", template, values))


def _loaded(entry: EntryPoint) -> type[Player]:
    """The class of an entry point: code of others, which may fail in any way."""
    try:
        found = entry.load()
        if not (isinstance(found, type) and issubclass(found, Player) and is_dataclass(found)):
            raise TypeError("it is no dataclass derived from trunfo.match.players.Player")
    except Exception as error:
        package = entry.dist.name if entry.dist else "?"
        values = {"name": entry.name, "package": package, "why": f"{error}"}
        template = "The player `{name}` of the package {package} cannot be loaded: {why}."
        raise UnreadableInput(Message("broken_player", template, values)) from error
    return found


@dataclass(frozen=True)
class Spec:
    """A player's name and the options that were given, in the order of its fields.

    `str(spec)` is the text that `parse` reads.
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        pairs = ",".join(f"{name}={_written(value)}" for name, value in self.options)
        return f"{self.name}:{pairs}" if pairs else self.name

    @property
    def label(self) -> str:
        """What tables call the player."""
        written = str(self)  # all there is where a file is only reported
        options = written.partition(":")[2].partition("command=")[0].split(",")
        pairs = dict(option.partition("=")[::2] for option in options)
        return pairs.get("name") or written

    @property
    def runs_programs(self) -> bool:
        """Whether the player runs a program that its options name."""
        return player_class(self.name).runs_programs

    def with_budget(self, **budget: Any) -> Spec:
        """The player with a budget per decision if it takes one and has none of its own."""
        known = player_class(self.name).options()
        given = dict(self.options)
        if not set(budget) <= set(known) or set(BUDGET) & set(given):
            return self
        given |= budget
        return replace(self, options=tuple((key, given[key]) for key in known if key in given))

    def build(self) -> Player:
        """The player itself."""
        return player_class(self.name).make(**dict(self.options))


@dataclass(frozen=True)
class Given(Spec):
    """A player that is an object already, from Python; `name` is that of its class.

    It must be picklable where a match is played in several processes.
    """

    player: Player = field(kw_only=True)

    @property
    def label(self) -> str:
        """What tables call the player."""
        return self.player.name or self.name

    @property
    def runs_programs(self) -> bool:
        """Whether the player runs a program."""
        return self.player.runs_programs

    def build(self) -> Player:
        """The player itself."""
        return self.player


def parse(text: str) -> Spec:
    """Read a player.

    Parameters
    ----------
    text : str
        `name` or `name:option=value,option=value`. An option called `command` takes
        the whole rest of the text, commas included.

    Raises
    ------
    UnreadableInput
        If there is no such player or option, or the option cannot have the value.
    """
    name, _, rest = text.strip().partition(":")
    player = player_class(name)
    known = player.options()
    given: dict[str, Any] = {}
    while rest:
        key, equals, rest = rest.partition("=")
        key = key.strip()
        if not equals or key not in known:
            values = {"player": name, "option": key, "names": ", ".join(known) or "-"}
            template = "`{player}` has no option `{option}`. It has: {names}."
            raise UnreadableInput(Message("unknown_option", template, values))
        value, rest = (rest, "") if key == "command" else _cut(rest)
        if key in given:
            template = "`{player}` is given `{option}` twice."
            raise UnreadableInput(
                Message("option_twice", template, {"player": name, "option": key})
            )
        given[key] = _value(name, key, known[key], value.strip())
    try:
        player.make(**given)
    except (TypeError, ValueError) as error:
        values = {"player": text, "why": str(error)}
        raise UnreadableInput(Message("bad_player", "`{player}`: {why}.", values)) from None
    return Spec(name, tuple((key, given[key]) for key in known if key in given))


def _cut(text: str) -> tuple[str, str]:
    value, _, rest = text.partition(",")
    return value, rest


def _value(player: str, option: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        values = {"player": player, "option": option, "value": text, "right": str(error)}
        template = "`{option}` of `{player}` cannot be `{value}`: it is {right}."
        raise UnreadableInput(Message("bad_option_value", template, values)) from None


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(value)
    return str(value)

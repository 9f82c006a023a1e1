"""What a game tells about itself: pack, seats, options, names.

That is all that reading and writing positions needs; what can be done by the rules of a game is in
`trunfo.engine.trick_game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from trunfo.engine.cards import SHORT, Pack

OptionValue = bool | int | str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """One choice between readings of the rules.

    Parameters
    ----------
    name : str
        As in RULES: `double_at`.
    default : bool, int, str or tuple of str
        A tuple for a list of words of which any may be given.
    choices : tuple
        The values allowed; for a tuple, the words allowed in it; empty for
        any whole number from 0, where 0 is off.
    text : str
        What the option decides, one English sentence (a key of the catalogue).
    word : str
        Its Portuguese name, which is read wherever the name is.
    words : tuple of str
        The choices in Portuguese, one for each; empty where they are numbers, or yes and no.
    """

    name: str
    default: OptionValue
    choices: tuple[bool | int | str, ...]
    text: str
    word: str = ""
    words: tuple[str, ...] = ()

    def allows(self, value: object) -> bool:
        """Whether `value` is one that the option can have."""
        if isinstance(self.default, tuple):
            return (
                isinstance(value, tuple)
                and len(set(value)) == len(value)
                and all(word in self.choices for word in value)
            )
        if type(value) is not type(self.default):
            return False
        if not self.choices:
            return isinstance(value, int) and 0 <= value <= 1000
        return value in self.choices


@dataclass(frozen=True)
class Rules(Mapping[str, OptionValue]):
    """A game's options with their values: every option, defaults included."""

    pairs: tuple[tuple[str, OptionValue], ...]

    @cached_property
    def _values(self) -> dict[str, OptionValue]:
        return dict(self.pairs)

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True)
class Game:
    """The description of a game.

    Parameters
    ----------
    name : str
        As in JSON: `sobe-e-desce`.
    title : str
        As shown to people: `Sobe e Desce`.
    words : tuple of str
        What a person may type for it, lower case, without accents.
    seats : int
        Number of players.
    partners : bool
        Whether seats 0 and 2 play against 1 and 3.
    hand_size : int
        The most cards a hand can hold, where no option `hand_size` decides it.
    options : tuple of Option
        The options of the rules with their defaults.
    presets : mapping
        Whole sets of options by name.
    phases : tuple of str
        `play` and what else can be asked before.
    keys : frozenset of str
        Keys of a state's document that mean something in this game, beyond
        those that every game has.
    required : frozenset of str
        Keys of a state's document without which nothing can be said.
    text : str
        The rules in short, an English text (a key of the catalogue).
    leaving : int
        RISCOS of leaving a game under way, for each seat of the side that does.
    fewer_points : bool
        Whether fewer points are better.
    """

    name: str
    title: str
    words: tuple[str, ...]
    seats: int = 4
    partners: bool = False
    hand_size: int = 10
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict, hash=False)
    phases: tuple[str, ...] = ("play",)
    keys: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()
    text: str = ""
    leaving: int = -10
    fewer_points: bool = False

    def rules(self, given: Mapping[str, OptionValue] | None = None, preset: str = "") -> Rules:
        """Every option: as given, else as the preset says, else the default.

        Raises
        ------
        KeyError
            If an option or the preset does not exist.
        ValueError
            If an option cannot have the value.
        """
        values = {option.name: option.default for option in self.options}
        for source in (self.presets[preset] if preset else {}, given or {}):
            for name, value in source.items():
                if name not in values:
                    raise KeyError(name)
                values[name] = value
        for option in self.options:
            if not option.allows(values[option.name]):
                raise ValueError(option.name)
        return Rules(tuple(values.items()))

    def most_cards(self, rules: Rules) -> int:
        """The most cards a hand can hold: by the option `hand_size`, where there is one."""
        size = rules.get("hand_size", self.hand_size)
        assert isinstance(size, int)
        return size

    def pack(self, rules: Rules) -> Pack:
        """The cards the game is played with."""
        return SHORT

    def sides(self) -> tuple[int, ...]:
        """The side each seat plays for."""
        return self._sides

    @cached_property
    def _sides(self) -> tuple[int, ...]:
        return tuple(seat % 2 if self.partners else seat for seat in range(self.seats))

    def pass_step(self, rules: Rules, number: int) -> int:
        """Seats ahead, in order of play, to whom cards are passed in a round; 0 for nowhere."""
        return 0

    def seat_words(self, rules: Rules) -> tuple[str, ...]:
        """The English words for the seats 0, 1, … steps ahead of `me` in order of play."""
        if self.seats == 2:
            return ("me", "opponent")
        across = "partner" if self.partners else "across"
        around = ("right", across, "left")
        return ("me", *(around if rules.get("direction") == "right" else around[::-1]))

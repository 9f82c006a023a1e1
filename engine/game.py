"""What a game tells about itself, and what it must be able to do.

`Game` is the description that reading and writing positions needs: pack, seats,
options, names. A game whose rules are implemented is a `TrickGame`: it can also
deal, play and score (the oracle of the kernel), check what a person states, and
derive what follows from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from trunfo.engine.cards import SHORT, Pack, lane, suit_of
from trunfo.engine.errors import Message, Problem

if TYPE_CHECKING:
    from trunfo.engine.knowledge import Knowledge
    from trunfo.engine.state import State, Trick, Trump

OptionValue = bool | int | str | tuple[str, ...]

Action = Mapping[str, Any]
"""One of `{"play": "VC"}`, `{"pass": […]}`, `{"trump": "P"}`, … as INTERFACE writes them."""


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

    def __getitem__(self, name: str) -> OptionValue:
        for key, value in self.pairs:
            if key == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.pairs)

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
        The most cards a hand can hold (in Bisca an option decides).
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
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
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

    def pack(self, rules: Rules) -> Pack:
        """The cards the game is played with."""
        return SHORT

    def sides(self) -> tuple[int, ...]:
        """The side each seat plays for."""
        return tuple(seat % 2 if self.partners else seat for seat in range(self.seats))

    def phase_of(self, state: State) -> str:
        """The phase of a state that does not say it, by everything else that it says."""
        return "play"

    def phase_unclear(self, state: State) -> Message | None:
        """What to say of a state that could be of several phases; None if there is no doubt."""
        return None

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


@dataclass(frozen=True)
class Payoff:
    """What a finished deal pays.

    Parameters
    ----------
    points : tuple of int
        Card points of each seat's side.
    riscos : tuple of float
        RISCOS of each seat.
    """

    points: tuple[int, ...]
    riscos: tuple[float, ...]


@dataclass(frozen=True)
class Position:
    """A deal with every card known, at any moment of its play.

    Parameters
    ----------
    rules : Rules
        The options it is played by.
    trump : Trump or None
        The trump, and the turned-up card with its holder.
    hands : tuple of frozenset of int
        The cards each seat still holds.
    tricks : tuple of Trick
        The tricks played so far, in order.
    table : Trick
        The open trick; its leader is the seat to play when it has no cards.
    dealer : int or None
        Who dealt.
    stock : tuple of int
        The cards still to be drawn, in drawing order.
    """

    rules: Rules
    trump: Trump | None
    hands: tuple[frozenset[int], ...]
    tricks: tuple[Trick, ...]
    table: Trick
    dealer: int | None = None
    stock: tuple[int, ...] = ()

    @property
    def playing(self) -> Sequence[int]:
        """The seats that play cards, lowest first: all, where nobody can stay out."""
        return range(len(self.hands))

    @property
    def aside(self) -> tuple[int, ...]:
        """The cards that are neither in hands nor in tricks: those still to be drawn."""
        return self.stock

    @property
    def turn(self) -> int:
        """The seat to act: in play the next to play a card."""
        return self.table.seat(len(self.table.cards), self.playing)

    @property
    def phase(self) -> str:
        """What is decided now: `play`, or what a game decides before a card is played."""
        return "play"

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands) and not self.table.cards


class TrickGame(Game, ABC):
    """A game whose rules are implemented: slow, obvious, the oracle of the kernel."""

    @abstractmethod
    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal; the position before anything is decided.

        `number` counts the deals of a match from 0, where that makes a difference.
        """

    @abstractmethod
    def payoff(self, position: Position) -> Payoff:
        """What a deal that is over pays."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that cannot be right in a state."""

    @abstractmethod
    def knowledge(self, state: State) -> Knowledge:
        """What follows from a state without problems: where each unseen card may be."""

    def playing(self, state: State) -> Sequence[int]:
        """The seats that play cards, lowest first, as a state tells: all, if nobody stays out."""
        return range(self.seats)

    def winner(self, trick: Trick, trump: int | None, playing: Sequence[int] = ()) -> int:
        """The seat that takes a trick, or is taking one that is still open.

        `playing` are the seats that play, lowest first, where these are not all.
        """
        place = trick.cards.index(winning_card(trick.cards, trump))
        return trick.seat(place, playing or range(self.seats))

    def legal(self, position: Position) -> frozenset[int]:
        """The cards that the seat to play may play: follow suit if able."""
        hand = position.hands[position.turn]
        return follow(hand, position.table.cards)

    def play(self, position: Position, card: int) -> Position:
        """The position after the seat to play has played `card`.

        Raises
        ------
        ValueError
            If the card may not be played.
        """
        if card not in self.legal(position):
            raise ValueError(f"card {card} may not be played")
        turn = position.turn
        hands = list(position.hands)
        hands[turn] = hands[turn] - {card}
        table = replace(position.table, cards=(*position.table.cards, card))
        tricks = position.tricks
        if len(table.cards) == len(position.playing):
            tricks = (*tricks, table)
            trump = position.trump.suit if position.trump else None
            table = replace(table, leader=self.winner(table, trump, position.playing), cards=())
        after = replace(position, hands=tuple(hands), tricks=tricks, table=table)
        return after if table.cards else self.settle(after)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """Everything that the seat to move may do, in a fixed order."""
        token = self.pack(position.rules).token
        return tuple({"play": token(card)} for card in sorted(self.legal(position)))

    def act(self, position: Position, action: Action) -> Position:
        """The position after the seat to move has done something.

        Raises
        ------
        ValueError
            If it may not do that.
        """
        if set(action) != {"play"}:
            raise ValueError(f"{', '.join(action)}: a card is to be played")
        try:
            card = self.pack(position.rules).card(action["play"])
        except (KeyError, TypeError):
            raise ValueError(f"{action['play']} is no card") from None
        return self.play(position, card)

    def partly(self, state: State) -> Position:
        """The position of a state as `me` knows it: the other hands are empty.

        Enough for what `me`, whose turn it is, may do.
        """
        from trunfo.engine.state import Trick  # here, because states are about games

        assert state.me is not None
        hands = [frozenset[int]() for _ in range(self.seats)]
        hands[state.me] = frozenset(state.hand or ())
        return Position(
            state.rules, state.trump, tuple(hands), state.tricks, state.table or Trick(state.me),
            state.dealer, stock=(0,) * (state.stock or 0),  # which cards does not matter here
        )

    def seen(self, state: State, position: Position) -> State:
        """A view of a position with what only this game has to tell; see `trunfo.engine.views`.

        `state.me` is the seat that looks, None where every card is seen.
        """
        return state

    def settle(self, position: Position) -> Position:
        """What happens between two tricks: nothing, where no cards are drawn."""
        return position

    def must_follow(self, rules: Rules, number: int) -> bool:
        """Whether suit must be followed in trick `number`, counted from 1."""
        return True


def beats(card: int, best: int, trump: int | None) -> bool:
    """Whether `card`, played later, takes the trick from `best`."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


def winning_card(cards: Sequence[int], trump: int | None) -> int:
    """The card that takes, or is taking, a trick: cards in order of play, at least one."""
    best = cards[0]
    for card in cards[1:]:
        if beats(card, best, trump):
            best = card
    return best


def follow(hand: frozenset[int], table: tuple[int, ...]) -> frozenset[int]:
    """The cards of a hand that follow the suit led, or the whole hand if there is none."""
    if not table:
        return hand
    suited = frozenset(card for card in hand if lane(suit_of(table[0])) >> card & 1)
    return suited or hand


def seat_message(game: Game, state: Any, seat: int) -> Message:
    """A seat's name to be shown to a reader: as the state names it, else seen from `me`."""
    if state.seats:
        return Message("seat", "{name}", {"name": state.seats[seat]})
    words = game.seat_words(state.rules)
    return Message("seat", words[(seat - (state.me or 0)) % game.seats])

"""Who can play a match: players by name with options, `pimc:worlds=50,objective=points`.

A player is a dataclass derived from `Player`; its fields are the options that may
follow its name. Third parties add players by an entry point in the group
`trunfo.match.players`: its name is the player's, its object the class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, ClassVar

from trunfo.advice import Choice, SolvedChoice
from trunfo.advise import advise, solve
from trunfo.engine.cards import word_of
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick import beats, winning_card
from trunfo.engine.trick_game import TrickGame
from trunfo.games import by_rule, greedy, several_stakes
from trunfo.pimc.encode import kernel_of, root_of, told

GROUP = "trunfo.match.players"
TIE_WORLDS = 100
"""Worlds that are played out to choose between cards that searching found equal."""

BEFORE_PLAY = {"pass": 256, "trump": 1024, "go": 1024}
"""Worlds for a decision before a card is played, by phase, at least: they cost far less than those
of a card. Many actions are compared there, and the luckiest of them is not the best."""

BUDGET = ("worlds", "time", "until_clear")
"""Options that bound the effort of a decision; one of them is enough."""


class NoAnswer(Exception):
    """A player that cannot be blamed on us has failed to answer; it pays as leaving does.

    Parameters
    ----------
    why : str
        `late`, `ended` or `unreadable`.
    answer : str
        What it said instead, if anything.
    """

    def __init__(self, why: str, answer: str = "") -> None:
        super().__init__(why, answer)
        self.why = why
        self.answer = answer


@dataclass(frozen=True)
class Player(ABC):
    """Decides, from what one seat knows and a seed, what that seat does.

    The answer may depend on nothing else: not on earlier decisions, the clock (but
    where the budget is a time) or the process, since deals are spread over processes
    in any order.
    """

    open_cards: ClassVar[bool] = False
    """Whether it is shown every card (a bound to compare with, no fair player)."""

    @abstractmethod
    def play(self, state: State, seed: int) -> Action:
        """What the seat to move does.

        Parameters
        ----------
        state : State
            What `state.me`, the seat to move, knows; all hands if `open_cards`.
        seed : int
            64 bits, of this deal, seat and decision alone.

        Raises
        ------
        NoAnswer
            If the decision is left to something outside that fails.
        """

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds; it may be asked to play again afterwards."""


def option(default: Any, read: Callable[[str], Any]) -> Any:
    """A field of a player that may be set by name.

    Parameters
    ----------
    default
        The value if the option is not given.
    read : callable
        From the text to the value; raises ValueError with the values that would be right.
    """
    return field(default=default, metadata={"read": read})


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError("|".join(words))
        return text

    return read


def whole(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) < 10**9:
        raise ValueError("a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """A time above 0 s."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise ValueError("seconds, more than 0")
    return value


def switch(text: str) -> bool:
    """Yes or no, as `true` or `false`."""
    return one_of("true", "false")(text) == "true"


# --- the players there are --------------------------------------------------------------


def legal(state: State) -> list[int]:
    """The cards the seat to move may play, by what it knows, in order of their numbers."""
    game = state.game
    assert isinstance(game, TrickGame)
    return sorted(game.legal(game.partly(state)))


def play_of(state: State, card: int) -> Action:
    """The action of playing a card."""
    return {"play": state.pack.token(card)}


@dataclass(frozen=True)
class RandomPlayer(Player):
    """Anything that is allowed, each with the same probability."""

    def play(self, state: State, seed: int) -> Action:
        """Take the action that the seed points at."""
        assert isinstance(state.game, TrickGame)
        actions = state.game.actions(state.game.partly(state))
        return actions[seed % len(actions)]


@dataclass(frozen=True)
class GreedyPlayer(Player):
    """Plays as if the trick ended with its own card.

    It takes, or gives to its partner, as many card points as it can; it loses as few
    as it can; between equals it plays the card that is worth less, then the weaker one.
    In Copas it takes as few points as it can, and passes its highest cards.
    """

    def play(self, state: State, seed: int) -> Action:
        """Look no further than the table."""
        special = greedy(state)
        if special is not None:
            return special
        game, worth = state.game, state.pack.worth
        assert state.me is not None
        table = state.table.cards if state.table else ()
        trump = state.trump.suit if state.trump else None
        winning, ours = -1, False
        if table:
            winning = winning_card(table, trump)
            behind = len(table) - table.index(winning)
            sides = game.sides()
            ours = sides[state.me - behind] == sides[state.me]
        points = sum(worth[card] for card in table)

        def rank(card: int) -> tuple[int, int, int]:
            """Card points if the trick ends with this card; then the cheaper, the weaker."""
            takes = winning < 0 or beats(card, winning, trump)
            brought = points + worth[card]
            return (brought if takes or ours else -brought, -worth[card], -card % 16)

        return play_of(state, max(legal(state), key=rank))


@dataclass(frozen=True)
class RulesPlayer(Player):
    """Plays by fixed rules of thumb on what its seat knows: the playouts' own player."""

    def play(self, state: State, seed: int) -> Action:
        """Ask the kernel; it has no use for chance."""
        decided = by_rule(state)
        if decided is not None:
            return decided
        game = state.game
        assert isinstance(game, TrickGame)
        known = game.knowledge(state)
        card = kernel_of(game).choose(
            root_of(state, known),
            known.hand,
            word_of(card for trick in state.tricks for card in trick.cards),
            **told(state, known),
        )
        return play_of(state, card)


@dataclass(frozen=True)
class PimcPlayer(Player):
    """Does what `trunfo advise` advises, with its options; one second a move if no budget is given.

    It spends nothing on exact values of the objective that it does not play for. Where cards
    are equal in its own, which in RISCOS is often, the playouts of a few worlds decide.

    Parameters
    ----------
    worlds, time, until_clear, objective, method
        As in `trunfo.advise`. With `time` the answers depend on the clock.
    shoot, defence : bool
        Copas: whether it thinks of taking all points; whether the players of its playouts
        keep others from it.
    passing, going : str
        Copas; Sobe e Desce before a card is played: `rules`, what the rule player does, or
        `simulated`, something else where that is clearly better (by the 95% interval).
    inference : bool
        Sobe e Desce: whether it takes into account why the others went and exchanged.
    """

    worlds: int | None = option(None, whole)
    time: float | None = option(None, seconds)
    until_clear: bool = option(False, switch)
    objective: str = option("riscos", one_of("riscos", "points"))
    method: str = option("auto", one_of("auto", "pimc", "playout"))
    shoot: bool = option(True, switch)
    defence: bool = option(True, switch)
    passing: str = option("simulated", one_of("simulated", "rules"))
    going: str = option("simulated", one_of("simulated", "rules"))
    inference: bool = option(True, switch)

    def __post_init__(self) -> None:
        if self.worlds is not None and (self.time is not None or self.until_clear):
            raise ValueError("`worlds` cannot be given with `time` or `until_clear`")

    def play(self, state: State, seed: int) -> Action:
        """Take the best action; in a match there are no new deals."""
        ruled = by_rule(state, self.objective)
        way = self.passing if state.phase == "pass" else self.going
        if ruled is not None and way == "rules":
            return ruled
        seed >>= 1  # of 63 bits there
        without = [name for name in ("shoot", "defence", "inference") if not getattr(self, name)]
        worlds = self.worlds
        if ruled is not None and worlds is not None:
            worlds = max(worlds, BEFORE_PLAY[state.phase])
        advice = advise(
            state, time=self.time, worlds=worlds, until_clear=self.until_clear,
            objective=self.objective, method=self.method, seed=seed, both=False,
            jobs=1,  # the processes of a match are as many as the cores already
            without=without,
        )
        if ruled is not None:
            return clearly_better(advice.options, ruled)
        cards = [choice for choice in advice.options if "play" in choice.action]
        equal = [choice.action for choice in cards if choice.delta.mean == cards[0].delta.mean]
        if len(equal) == 1 or advice.forced or advice.method == "playout":
            return cards[0].action
        second = advise(
            state, worlds=TIE_WORLDS, method="playout", seed=seed, jobs=1, without=without
        )
        return next(choice.action for choice in second.options if choice.action in equal)


def clearly_better(options: Sequence[Choice], ruled: Action) -> Action:
    """The best action if it is clearly better than that of the rule player, else that one."""
    if not options:
        return ruled
    for choice in options:
        if _unordered(choice.action) == _unordered(ruled):
            behind = abs(choice.delta.mean or 0.0)
            return ruled if behind <= (choice.delta.ci95 or 0.0) else options[0].action
    return options[0].action


def _unordered(action: Action) -> list[tuple[str, object]]:
    """An action, whatever the order of its cards."""
    return sorted(
        (key, sorted(value) if isinstance(value, list) else value)
        for key, value in action.items()
    )


@dataclass(frozen=True)
class CheatPlayer(Player):
    """Sees all cards and plays as if everybody did: an upper bound for `pimc`.

    While more cards are to be drawn than can be searched it plays out the one deal there is.

    Parameters
    ----------
    objective : str
        `riscos`, the other deciding between equals, or `points`.
    """

    open_cards: ClassVar[bool] = True
    objective: str = option("riscos", one_of("riscos", "points"))

    def play(self, state: State, seed: int) -> Action:
        """Take the card with the best exact value, the first of equal ones."""
        if several_stakes(state.game):
            return self._alone(state, seed)

        def value(choice: SolvedChoice) -> tuple[Any, Any]:
            first, second = choice.riscos or 0, choice.points
            return (first, second) if self.objective == "riscos" else (second, first)

        return max(solve(state, rough=True).options, key=value).action

    def _alone(self, state: State, seed: int) -> Action:
        """Where every seat plays for itself: advice on the one deal there is."""
        game = state.game
        assert isinstance(game, TrickGame)
        me = game.knowledge(replace(state, me=None)).turn if state.phase == "play" else state.me
        advice = advise(
            replace(state, me=me), worlds=1, method="pimc", objective=self.objective,
            seed=seed >> 1, jobs=1,
        )
        return advice.options[0].action


@cache
def _builtin() -> dict[str, type[Player]]:
    from trunfo.match.external import ExternalPlayer  # here, because it is a player itself

    return {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "rules": RulesPlayer,
        "pimc": PimcPlayer,
        "cheat": CheatPlayer,
        "external": ExternalPlayer,
    }


@cache
def players() -> MappingProxyType[str, type[Player]]:
    """Every player there is by name: ours first, then those of other packages by name."""
    found = dict(_builtin())
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name not in found:
            found[entry.name] = entry.load()
    return MappingProxyType(found)


# --- a player in text ------------------------------------------------------------------


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

    def with_budget(self, **budget: Any) -> Spec:
        """The player with a budget per decision if it takes one and has none of its own."""
        known = _options(players()[self.name])
        given = dict(self.options)
        if not set(BUDGET) <= set(known) or set(BUDGET) & set(given):
            return self
        given |= budget
        return replace(self, options=tuple((key, given[key]) for key in known if key in given))

    def build(self) -> Player:
        """The player itself."""
        return players()[self.name](**dict(self.options))


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
    if name not in players():
        values = {"name": name, "names": ", ".join(players())}
        template = "There is no player `{name}`. There are: {names}."
        raise UnreadableInput(Message("unknown_player", template, values))
    known = _options(players()[name])
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
        given[key] = _value(name, known[key], value.strip())
    try:
        players()[name](**given)
    except (TypeError, ValueError) as error:
        values = {"player": text, "why": str(error)}
        raise UnreadableInput(Message("bad_player", "`{player}`: {why}.", values)) from None
    return Spec(name, tuple((key, given[key]) for key in known if key in given))


def _cut(text: str) -> tuple[str, str]:
    value, _, rest = text.partition(",")
    return value, rest


def _options(player: type[Player]) -> dict[str, Field[Any]]:
    return {option.name: option for option in fields(player) if option.init}


def _value(player: str, known: Field[Any], text: str) -> Any:
    read = known.metadata.get("read", str)
    try:
        return read(text)
    except ValueError as error:
        values = {"player": player, "option": known.name, "value": text, "right": str(error)}
        template = "`{option}` of `{player}` cannot be `{value}`: it is {right}."
        raise UnreadableInput(Message("bad_option_value", template, values)) from None


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(value)
    return str(value)

"""How deals begin: dealt by the program one after the other, from a record, from a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from trunfo.engine.document.options import read_rules
from trunfo.engine.errors import ImpossiblePosition, Message, Problem, UnreadableInput
from trunfo.engine.following import Dealt, Following, Standing
from trunfo.engine.game import Rules
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.table.deals import Deal
from trunfo.table.opened import OpenDeal
from trunfo.table.record import Record
from trunfo.table.seen import SeenDeal

MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Series:
    """Deals that the program deals, one after the other.

    Parameters
    ----------
    seed : int
        Of the cards.
    number : int
        Of the first deal, or of the whole match.
    whole : bool
        Whether it is a whole match.
    deals, shuffles : int
        How many have been finished, and how many dealt before this one: a deal that ended
        with a new one asked for counts among the latter alone.
    """

    seed: int
    number: int
    whole: bool
    deals: int = 0
    shuffles: int = 0

    def dealt(self, game: TrickGame, rules: Rules, standing: Standing) -> Dealt:
        """The deal that is due."""
        dealer = (self.number + self.deals) % game.seats
        if self.whole:
            random = Random(mix(self.seed, self.number, self.shuffles))
            position = game.deal(random, rules, dealer, self.deals)
        else:
            random = Random(mix(self.seed, self.number + self.shuffles))
            position = advisor_of(game).opening(
                random, rules, dealer, self.number + self.deals
            )
        found = game.dealt(position)
        return replace(found, scores=standing.scores, absences=standing.absences)


def series_asked(
    name: str, rules: Mapping[str, Any], seed: int, number: int, *, whole: bool
) -> tuple[Rules, Series]:
    """Every option of the rules, and the deals that are asked for; see `Table.deal`.

    Raises
    ------
    UnreadableInput
        If there is no such game or option, or a whole match is asked for where there is none.
    """
    if name not in games():
        text = "There is no game {word}. There are: {choices}."
        values = {"word": name, "choices": ", ".join(games())}
        raise UnreadableInput(Message("unknown_game", text, values))
    game = games()[name]
    options = read_rules(game, dict(rules))
    if whole and not game.has_match(options):
        raise no_match(game, options)
    for key, value in (("seed", seed), ("number", number)):
        if type(value) is not int or not 0 <= value <= MOST_SEED:
            text = "{name} must be a whole number from {least}, not {value}."
            values = {"name": key, "least": "0", "value": str(value)}
            raise UnreadableInput(Message("bad_option", text, values))
    return options, Series(seed, number, whole)


def first_deal(head: Record) -> Deal:
    """A deal as a record says that it began.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If it cannot have begun so, or too little is said.
    """
    game = head.game
    if head.dealt is None:
        assert head.start is not None
        return _started(game, head.start)
    position = game.begin(head.rules, head.dealt)
    if head.dealt.open:
        _check(game, open_view(game, position))
        return OpenDeal(game, position, head.names)
    assert head.me is not None
    state = view(game, position, head.me)
    _check(game, state)
    if head.names:
        state = replace(state, seats=head.names)
    coming = (head.dealt.hands[head.me] or ())[game.first_size(head.rules) :]
    return SeenDeal(game, Following(state, coming=coming))


def dealt_deal(head: Record) -> OpenDeal:
    """A deal that the program has dealt, which is not checked."""
    assert head.dealt is not None
    return OpenDeal(head.game, head.game.begin(head.rules, head.dealt), head.names)


def no_match(game: TrickGame, rules: Rules) -> UnreadableInput:
    """That a game has no whole match by these rules, and by which option it would have one."""
    having = (
        option.name
        for option in game.options
        for value in option.choices or (1,)
        if not isinstance(option.default, tuple)
        and game.has_match(Rules(tuple({**rules, option.name: value}.items())))
    )
    name = next(having, None)
    if name is None:
        text = "In {game} there is no whole match."
        return UnreadableInput(Message("no_match", text, {"game": game.title}))
    text = "In {game} there is a whole match only by other rules: see the option `{option}`."
    return UnreadableInput(Message("no_match", text, {"game": game.title, "option": name}))


def _check(game: TrickGame, state: State) -> None:
    """Raise on what cannot be right; that nobody knows who leads can."""
    for problem in state.problems():
        if not _leader_unknown(state, problem):
            raise ImpossiblePosition(problem.message, problem.where)


def _leader_unknown(state: State, problem: Problem) -> bool:
    begun = state.tricks or state.played or state.table
    return problem.message.code == "leader_missing" and state.hands is None and not begun


def _started(game: TrickGame, state: State) -> Deal:
    _check(game, state)
    if state.hands is not None and state.phase != "play":
        size, left = game.dealt_sizes(state.rules)
        if not left and all(len(hand) == size for hand in state.hands):
            dealt = Dealt(
                state.dealer, state.hands, round=state.round, scores=state.scores,
                absences=state.absences,
            )
            return OpenDeal(game, game.begin(state.rules, dealt), state.seats)
    if state.me is not None and state.hand is not None:
        state = replace(state, hand=tuple(sorted(state.hand)))
    return SeenDeal(game, game.following(state))

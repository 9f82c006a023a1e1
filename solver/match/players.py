"""The players that come with the program, but for other programs (`trunfo.match.external`).

Whoever writes a player finds here what it is made of, too: `Player`, `option` and the readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from trunfo.advice import Choice, SolvedChoice
from trunfo.advise import advise, solve
from trunfo.engine.cards import word_of
from trunfo.engine.game import Action, TrickGame
from trunfo.engine.state import State, Trick
from trunfo.games import by_rule, greedy, several_stakes
from trunfo.match.base import (
    NoAnswer,
    Player,
    legal,
    one_of,
    option,
    play_of,
    seconds,
    switch,
    whole,
)
from trunfo.pimc.encode import kernel_of, root_of, told

__all__ = [
    "CheatPlayer", "GreedyPlayer", "NoAnswer", "PimcPlayer", "Player", "RandomPlayer",
    "RulesPlayer", "clearly_better", "legal", "one_of", "option", "play_of", "seconds", "switch",
    "whole",
]

TIE_WORLDS = 100
"""Worlds that are played out to choose between cards that searching found equal."""

BEFORE_PLAY = {"pass": 256, "trump": 1024, "go": 1024}
"""Worlds for a decision before a card is played, by phase, at least: they cost far less than those
of a card. Many actions are compared there, and the luckiest of them is not the best."""


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
        worth = state.pack.worth
        best = max(legal(state), key=lambda card: (_gain(state, card), -worth[card], -card % 16))
        return play_of(state, best)


def _gain(state: State, card: int) -> int:
    """Card points that the trick brings the player's side if it ends with this card."""
    game = state.game
    assert isinstance(game, TrickGame)
    assert state.me is not None
    before = state.table.cards if state.table else ()
    trick = Trick((state.me - len(before)) % game.seats, (*before, card))
    winner = game.winner(trick, state.trump.suit if state.trump else None)
    sides = game.sides()
    points = state.pack.worth_of(trick.cards)
    return points if sides[winner] == sides[state.me] else -points


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

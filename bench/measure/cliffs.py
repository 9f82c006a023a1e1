"""What a number of worlds costs where a better way to value them begins.

    python bench/measure/cliffs.py

How a world is valued depends on the position and on the number of worlds asked for, never on the
clock. By game and cards in hand: the last number at which worlds are played out and the first at
which they are searched, with the seconds of the processor that advice for the leader of a trick
takes, one thread. Of Bisca with free play, searched with any number, one world and three.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.games.multiplayer import MultiplayerAdvisor
from trunfo.pimc.budget import WORLD_SECONDS


def leading(game: TrickGame, options: dict[str, int], cards: int) -> State:
    """A position before a trick of a deal of random play, with so many cards and no stock."""
    random = Random(5)
    at = game.deal(random, game.rules(options))
    while not at.over:
        state = view(game, at, at.turn)
        leads = state.phase == "play" and not (state.table and state.table.cards)
        if leads and not state.stock and len(state.hand or ()) == cards:
            return state
        at = game.act(at, random.choice(game.actions(at)))
    raise ValueError(f"no such position of {game.name}")


def questions() -> Iterator[tuple[str, dict[str, int], int, tuple[int, int]]]:
    """Game, options, cards in hand, and two numbers of worlds."""
    for cards, seconds in MultiplayerAdvisor.search_from.items():
        first = round(seconds / WORLD_SECONDS)
        yield "copas", {}, cards, (first - 1, first)
    for cards in (7, 9, 11):
        yield "bisca", {"hand_size": cards, "follow_when_stock_empty": False}, cards, (1, 3)


def main() -> None:
    """Measure and print."""
    for name, options, cards, numbers in questions():
        game = games()[name]
        assert isinstance(game, TrickGame)
        state = leading(game, options, cards)
        advise(state, worlds=1)  # tables are read at their first use
        for worlds in numbers:
            began = process_time()
            method = advise(state, worlds=worlds, jobs=1).method
            print(f"{name} {cards} cards, {worlds} worlds, {method}:"
                  f" {process_time() - began:.2f} s", flush=True)


if __name__ == "__main__":
    main()

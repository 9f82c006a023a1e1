"""The one place where Python objects become the kernel's numbers, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import card_message, cards_of, suit_message, word_of
from trunfo.engine.errors import ImpossiblePosition, Message
from trunfo.engine.frozen import changed
from trunfo.engine.game import Game
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.dealer import Dealer, NoWorld
from trunfo.ext.kernel import Kernel, Root, load
from trunfo.ext.multiplayer import MultiplayerKernel, load_multiplayer
from trunfo.pimc.arrays import Words


def kernel_of(game: Game) -> Kernel:
    """The compiled rules of a game."""
    return load(game.name.replace("-", "_"))


def multiplayer_of(game: Game) -> MultiplayerKernel:
    """What the kernel can do in a game in which every seat plays for itself."""
    return load_multiplayer(game.name.replace("-", "_"))


def root_of(
    state: State, known: Knowledge, law: Mapping[str, int], *, won: Sequence[int],
    taken: Sequence[int] = (), worth: Sequence[int] = (),
) -> Root:
    """The public part of a position, for the kernel, which counts the seats that play only.

    Parameters
    ----------
    law : mapping
        The options of the rules and what else only the game tells its kernel.
    won, taken : sequence of int
        What each seat that plays has won, in the kernel's terms, and its tricks.
    worth : sequence of int
        Card points by card, where the kernel must know them.
    """
    game, seats = state.game, seats_in(state)
    sides = game.sides()
    return Root(
        kernel_of(state.game),
        pack=state.pack.word,
        sides=[sides[seat] for seat in seats] if game.partners else range(len(seats)),
        leader=seats.index(known.leader),
        table=known.table,
        trump=-1 if known.trump is None else known.trump,
        worth=worth,
        won=won,
        taken=taken,
        stock=known.stock,
        turned=-1 if known.turned is None else known.turned,
        law=law,
    )


def public_of(state: State, known: Knowledge) -> Mapping[str, Any]:
    """What everybody knows of the hands, for the kernel's rule player: it counts who plays only."""
    seats = seats_in(state)
    pinned = known.pinned
    if pinned is not None:
        pinned = (pinned[0], seats.index(pinned[1])) if pinned[1] in seats else None
    return {"voids": [known.voids[seat] for seat in seats], "pinned": pinned}


def dealer_of(state: State, known: Knowledge) -> Dealer:
    """The sampler of the worlds that fit what is known.

    Raises
    ------
    ImpossiblePosition
        If there is none.
    """
    try:
        return _dealer(state, known)
    except NoWorld as error:
        raise no_world(state, error) from error


def _dealer(state: State, known: Knowledge) -> Dealer:
    """The sampler, or its own error if no world fits."""
    pile = next((i for i, holder in enumerate(known.holders) if holder.name == "gone"), -1)
    points = known.pile if pile >= 0 else None
    return Dealer(
        [holder.allowed for holder in known.holders],
        [holder.size for holder in known.holders],
        worth=state.pack.worth,
        pile=pile if points else -1,
        total=points.total if points else -1,
        extra=points.extra if points else 0,
        share=points.share if points else -1,
        trick=state.game.seats,
    )


def no_world(state: State, error: NoWorld) -> ImpossiblePosition:
    """The sampler's refusal as an error for people: it names the fact that is too much.

    The facts are taken back one by one, the last said first: it is the one with which a deal
    begins to fit, so that it contradicts what was said before it. Else it is the points.
    `place_problems` has refused before what has too little room without any points.
    """
    for (where, message), without in _facts_out(state):
        if _fits(without):
            return ImpossiblePosition(message, where)
    if error.constraint == "holders":
        text = "No deal fits: too many of the unseen cards can be nowhere."
        return ImpossiblePosition(Message("no_world", text), "/known" if state.known else "")
    text = "No deal fits: no choice of the cards that are not named can have brought these points."
    return ImpossiblePosition(Message("no_world", text), "/points")


def _facts_out(state: State) -> Iterator[tuple[tuple[str, Message], State]]:
    """Every single fact said of a seat, the last first, and the state without all from it on."""
    for index, fact in reversed(list(enumerate(state.known))):
        for name in ("void", "lacks", "has"):
            text = {
                "void": "No deal fits: with these points one hand ({seat}) must have some {what}.",
                "lacks": "No deal fits: with these points {what} must be in one hand ({seat}).",
                "has": "No deal fits: with these points {what} cannot be in one hand ({seat}).",
            }[name]
            said: tuple[int, ...] = getattr(fact, name)
            for place, what in reversed(list(enumerate(said))):
                values = {
                    "seat": seat_message(state.game, state, fact.seat),
                    "what": suit_message(what) if name == "void"
                    else card_message(state.pack, what),
                }
                message = Message("no_world", text, values)
                fact = changed(fact, **{name: said[:place]})
                known = (*state.known[:index], fact)
                yield (f"/known/{index}/{name}/{place}", message), replace(state, known=known)


def _fits(state: State) -> bool:
    """Whether a deal fits a state."""
    game = state.game
    assert isinstance(game, TrickGame)
    known = game.knowledge(state)
    try:
        dealt = np.zeros((1, len(known.holders)), dtype=np.uint64)
        return bool(_dealer(state, known).deal(0, 0, dealt))
    except NoWorld:
        return False


def hands_of(state: State, known: Knowledge, dealt: Words) -> Words:
    """Dealt holders `[world, holder]` as hands `[world, seat]`, the own hand filled in."""
    seats = seats_in(state)
    words = np.zeros((len(dealt), len(seats)), dtype=np.uint64)
    words[:, seats.index(known.me)] = known.hand
    for index, holder in enumerate(known.holders):
        if holder.seat is not None:
            words[:, seats.index(holder.seat)] = dealt[:, index]
    return words


def stock_words(orders: Sequence[Sequence[int]]) -> Words:
    """Stocks in drawing order as further columns of worlds, eight cards to a word."""
    size = len(orders[0]) if len(orders) else 0
    places = np.zeros((len(orders), -(-size // 8) * 8), dtype=np.uint8)
    places[:, :size] = np.array(orders, dtype=np.uint8).reshape(len(orders), size)
    return places.view("<u8").astype(np.uint64)


def words_of(hands: Sequence[Iterable[int]], stock: Sequence[int] = ()) -> NDArray[np.uint64]:
    """One world with every card known: its hands, then its stock in drawing order."""
    sets = np.array([word_of(hand) for hand in hands], dtype=np.uint64)
    return np.concatenate([sets, stock_words([stock])[0]])


def legal_cards(state: State, known: Knowledge) -> tuple[int, ...]:
    """The cards that may be played by the rules of the game, lowest number first."""
    game = state.game
    assert isinstance(game, TrickGame)
    table = Trick(known.leader, known.table)
    mine = replace(state, me=known.me, hand=tuple(cards_of(known.hand)), hands=None, table=table)
    return tuple(sorted(game.legal_for(mine)))


def seats_in(state: State) -> tuple[int, ...]:
    """The seats that play, in order of play: the kernel counts these only."""
    assert isinstance(state.game, TrickGame)
    return tuple(state.game.playing(state))


def play_actions(state: State, cards: Sequence[int]) -> tuple[Action, ...]:
    """Cards as actions."""
    token = state.pack.token
    return tuple([{"play": token(card)} for card in cards])

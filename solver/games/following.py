"""The trick under way: what the others play to it by the rule player, after a card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import NextCards
from trunfo.engine.cards import word_of
from trunfo.engine.state import State
from trunfo.engine.trick import Trick
from trunfo.ext.kernel import Root
from trunfo.games.base import Advisor
from trunfo.pimc.decision import Held, Question
from trunfo.pimc.encode import kernel_of, public_of, seats_in

MOST_FOLLOWED = 512
"""Worlds in which the trick is played on: each card costs some microseconds."""


def next_cards(
    advisor: Advisor, question: Question, card: int, held: Held, weights: NDArray[np.int64]
) -> tuple[NextCards, ...]:
    """What each seat that is still to play in the trick plays after a card, by its rule player.

    Parameters
    ----------
    card : int
        What `me` plays.
    held, weights : Held, int64[world]
        Who holds what in some worlds, and how often each counts.
    """
    state, known = question.state, question.known
    kernel, seats = kernel_of(state.game), seats_in(state)
    gone = word_of(card for trick in state.tricks for card in trick.cards)
    to_play = len(seats) - len(known.table) - 1

    @cache
    def at(cards: tuple[int, ...]) -> tuple[int, Root, dict[str, Any]]:
        """Who is to play to some cards, and the position as it is public then."""
        after = _with_table(state, known.leader, known.hand, card, cards)
        seen = advisor.game.knowledge(after)
        return seen.turn, advisor.root(after, seen), dict(public_of(after, seen))

    @cache
    def played(cards: tuple[int, ...], hand: int) -> int:
        _, root, public = at(cards)
        return kernel.choose(root, hand, gone, **public)

    counts: dict[int, Counter[int]] = {}
    for row in range(min(len(weights), MOST_FOLLOWED)):
        cards = (*known.table, card)
        for _ in range(to_play):
            seat = at(cards)[0]
            answer = played(cards, int(held.hands[row, seat]))
            counts.setdefault(seat, Counter())[answer] += int(weights[row])
            cards = (*cards, answer)
    whole = int(weights[:MOST_FOLLOWED].sum())
    return tuple(
        NextCards(
            seat,
            {state.pack.token(answer): count / whole for answer, count in found.most_common()},
        )
        for seat, found in counts.items()
    )


def _with_table(
    state: State, leader: int, hand: int, card: int, cards: tuple[int, ...]
) -> State:
    """The state of `me` after his card, with so many cards on the table."""
    mine = tuple(each for each in _cards(hand) if each != card)
    return replace(state, hand=mine, hands=None, table=Trick(leader, cards))


def _cards(hand: int) -> list[int]:
    return [card for card in range(64) if hand >> card & 1]

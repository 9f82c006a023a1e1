"""The actions of a game as numbers, the same for every seat and phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, Pack
from trunfo.engine.game import Rules
from trunfo.engine.position import Action
from trunfo.engine.trick_game import TrickGame

PASSED = 3
"""Cards that are passed."""


@dataclass(frozen=True)
class Actions:
    """All that can be done in a game, block after block.

    First every card by its number, lowest first; then, where the game has the phase, three cards
    passed, by their places in the sorted hand, the combinations in lexicographic order; the trump,
    four suits and turning up; staying out, and going with each set of places of the sorted hand
    thrown away, as a number of five bits, the lowest card the lowest bit.
    """

    game: TrickGame
    rules: Rules

    @cached_property
    def pack(self) -> Pack:
        """The cards."""
        return self.game.pack(self.rules)

    @cached_property
    def places(self) -> dict[int, int]:
        """The number of each card."""
        return {card: place for place, card in enumerate(self.pack.cards)}

    @cached_property
    def _passes(self) -> list[tuple[int, ...]]:
        size = self.game.first_size(self.rules)
        return list(combinations(range(size), PASSED))

    @cached_property
    def blocks(self) -> dict[str, range]:
        """The numbers of each kind of action."""
        size = self.game.dealt_sizes(self.rules)[0]
        sizes = {"play": len(self.pack.cards)}
        if "pass" in self.game.phases:
            sizes["pass"] = len(self._passes)
        if "trump" in self.game.phases:
            sizes["trump"] = len(SUIT_LETTERS) + 1
        if "go" in self.game.phases:
            sizes["go"] = 1 + (1 << size)
        found, first = {}, 0
        for name, count in sizes.items():
            found[name] = range(first, first + count)
            first += count
        return found

    @property
    def count(self) -> int:
        """How many there are."""
        return max(block.stop for block in self.blocks.values())

    def number(self, action: Action, hand: list[int]) -> int:
        """The number of an action of the seat that holds `hand`, sorted."""
        kind = next(iter(action))
        first, value = self.blocks[kind].start, action[kind]
        if kind == "play":
            return first + self.places[self.pack.card(value)]
        if kind == "trump":
            turned = value == "turn"
            return first + (len(SUIT_LETTERS) if turned else SUIT_LETTERS.index(value))
        if kind == "pass":
            chosen = tuple(sorted(hand.index(self.pack.card(token)) for token in value))
            return first + self._passes.index(chosen)
        if not value:
            return first
        thrown = (hand.index(self.pack.card(token)) for token in action["discard"])
        return first + 1 + sum(1 << place for place in thrown)

    def action(self, number: int, hand: list[int]) -> Action:
        """The action of a number, for the seat that holds `hand`, sorted.

        Raises
        ------
        ValueError
            If the seat has no such cards, or there is no such number.
        """
        for kind, block in self.blocks.items():
            if number in block:
                return self._action(kind, number - block.start, hand)
        raise ValueError(f"actions are numbers from 0 to {self.count - 1}, not {number}")

    def _action(self, kind: str, index: int, hand: list[int]) -> dict[str, Any]:
        token = self.pack.token
        if kind == "play":
            return {"play": token(self.pack.cards[index])}
        if kind == "trump":
            return {"trump": "turn" if index == len(SUIT_LETTERS) else SUIT_LETTERS[index]}
        if kind == "go" and index == 0:
            return {"go": False}
        places = self._passes[index] if kind == "pass" else _bits(index - 1)
        if places and places[-1] >= len(hand):
            raise ValueError(f"a hand of {len(hand)} cards has no card {places[-1]}")
        cards = [token(hand[place]) for place in places]
        return {"pass": cards} if kind == "pass" else {"go": True, "discard": cards}


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)

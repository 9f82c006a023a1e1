"""Deals that the kernel plays by itself, from the shuffle to the last card: what games say of them.

Arrays go by deals, and by playings: a deal in one seating is a playing. What the numbers of a game
mean stands on top of its `ext/rules/<game>/selfplay.pxi`, or of `ext/selfplay_sides.pxi`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import Pack, cards_of
from trunfo.engine.game import Rules
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.two_sides import TwoSidedGame
from trunfo.ext import selfplay
from trunfo.ext.selfplay import mix_each, shuffled

Keys = NDArray[np.uint64]
Whole = NDArray[np.int64]


class Standings(NamedTuple):
    """What deals begin with beside the cards, a row each."""

    dealers: Whole
    numbers: Whole
    scores: Whole
    absences: Whole

    def of(self, rows: NDArray[Any]) -> Standings:
        """Those of some rows."""
        return Standings(*(part[rows] for part in self))


class Paid(NamedTuple):
    """What playings have brought: by playing and seat."""

    points: Whole
    riscos: NDArray[np.float64]


class Acts(NamedTuple):
    """What was done in playings: `acts[playing, act]`, of which the first `made` count."""

    acts: Keys
    made: NDArray[np.int16]


@dataclass(frozen=True)
class SelfPlay(ABC):
    """How the kernel plays the deals of a game by itself.

    Parameters
    ----------
    game : TrickGame
        The game.
    rules : Rules
        Its options.

    Attributes
    ----------
    drawn : tuple of int
        What is drawn for a single deal of a match before the cards are shuffled: a number from 0
        below each.
    """

    game: TrickGame
    rules: Rules

    drawn: ClassVar[tuple[int, ...]] = ()

    @cached_property
    def kernel(self) -> selfplay.SelfPlay:
        """The game's part of the kernel."""
        module = import_module(f"trunfo.ext.rules.{self.game.name.replace('-', '_')}")
        found: selfplay.SelfPlay = module.SELF_PLAY
        return found

    # --- what a game tells ---

    @abstractmethod
    def law(self) -> dict[str, int]:
        """The options of the rules, for the kernel."""

    @abstractmethod
    def starts(self, at: Standings) -> NDArray[np.float64]:
        """The numbers that each deal begins with."""

    @abstractmethod
    def paid(self, at: Standings, results: NDArray[np.int16]) -> Paid:
        """What single deals of a match have paid."""

    @abstractmethod
    def opening(
        self, at: Standings, row: int, pack: Sequence[int]
    ) -> dict[str, str]:
        """A deal before anything is decided, as it stands in a file: values in JSON."""

    def first(self, numbers: Whole, drawn: NDArray[np.int32]) -> Standings:
        """What single deals of a match begin with; `drawn` as asked for above."""
        none = np.zeros((len(numbers), self.game.seats), np.int64)
        return Standings(numbers % self.game.seats, numbers, none, none)

    def written(self, acts: Sequence[int]) -> list[str]:
        """Acts as they stand in the file of a match, each as JSON."""
        quoted = self.quoted
        return [quoted[act] for act in acts]

    # --- whole matches, of games that have them ---

    def begun(self, numbers: Whole) -> Standings | None:
        """What whole matches begin with; None where they cannot be played so."""
        return None

    def carried(
        self, at: Standings, results: NDArray[np.int16]
    ) -> tuple[Standings, Paid, NDArray[np.bool_]]:
        """What the next deals begin with, what is paid if these are the last, and which are."""
        raise NotImplementedError

    # --- what follows ---

    @cached_property
    def pack(self) -> Pack:
        """The cards."""
        return self.game.pack(self.rules)

    @cached_property
    def tokens(self) -> list[str]:
        """The name of each card by its number, empty where there is none."""
        pack = self.pack
        return [pack.token(card) if pack.word >> card & 1 else "" for card in range(64)]

    @cached_property
    def quoted(self) -> list[str]:
        """The same as JSON."""
        return [f'"{token}"' for token in self.tokens]

    def cards(self, cards: Iterable[int]) -> str:
        """Cards as a list in JSON."""
        quoted = self.quoted
        return f"[{','.join([quoted[card] for card in cards])}]"

    def listed(self, cards: int) -> str:
        """A set of cards as a list in JSON, lowest first."""
        return self.cards(cards_of(cards))

    def deal(
        self, keys: Keys, drawn: Sequence[int]
    ) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Shuffled packs, a row a key, and what was drawn before."""
        cards = self.pack.cards
        packs = np.tile(np.array(cards, np.int8), (len(keys), 1))
        found = np.empty((len(keys), len(drawn)), np.int32)
        shuffled(keys, packs, np.array(drawn, np.int32), found)
        return packs, found

    def play(
        self, packs: NDArray[np.int8], which: NDArray[np.int32], keys: Keys,
        at: Standings, chairs: NDArray[np.int8],
    ) -> tuple[Acts, NDArray[np.int16]]:
        """Play deals to the end: acts, and the results `[playing, seat, column]`.

        Parameters
        ----------
        packs : int8[deal, card]
        which : int32[playing]
            The pack of each.
        keys : uint64[playing]
            The stream of the deal of each.
        at : Standings
            What each begins with.
        chairs : int8[playing, seat]
            Who sits where.
        """
        pack, seats, count = self.pack, self.game.seats, len(which)
        acts = np.empty((count, self.kernel.acts), np.uint64)
        made = np.empty(count, np.int16)
        results = np.empty((count, seats, self.kernel.columns), np.int16)
        self.kernel.play(
            pack=pack.word, worth=pack.worth, sides=self.game.sides(), law=self.law(),
            packs=packs, which=which, dealers=at.dealers.astype(np.int8),
            starts=self.starts(at), keys=keys, chairs=chairs,
            acts=acts, made=made, results=results,
        )
        return Acts(acts, made), results


def mixed(keys: Keys | int, counters: Sequence[int] | Whole) -> Keys:
    """`trunfo.ext.random.mix` of each key, or of the one, and each counter."""
    numbers = np.asarray(counters, np.uint64)
    each = np.full(len(numbers), keys, np.uint64) if isinstance(keys, int) else keys
    found = np.empty(len(numbers), np.uint64)
    mix_each(each, numbers, found)
    return found


class SidesSelfPlay(SelfPlay):
    """Games of two sides and 120 card points: hands one after the other, the rest is the stock.

    Without a stock the first card of the dealer's hand is turned up, else the last of the stock.
    """

    game: TwoSidedGame

    def law(self) -> dict[str, int]:
        """How a deal is paid."""
        double_at = self.rules["double_at"]
        assert isinstance(double_at, int)
        return {"double_at": double_at, "sweep_points": int(self.rules["sweep"] == "points")}

    def starts(self, at: Standings) -> NDArray[np.float64]:
        """Size of a hand, who leads, the place of the card turned up, who holds it."""
        size, stock = self.game.dealt_sizes(self.rules)
        rows = []
        for dealer in range(self.game.seats):
            turned = (len(self.pack.cards) - 1, -1) if stock else (size * dealer, dealer)
            rows.append((size, self.game.first_leader(self.rules, dealer), *turned))
        return np.array(rows, np.float64)[at.dealers]

    def paid(self, at: Standings, results: NDArray[np.int16]) -> Paid:
        """Card points and RISCOS of each seat's side."""
        return Paid(results[..., 0].astype(np.int64), results[..., 1].astype(np.float64))

    def opening(
        self, at: Standings, row: int, pack: Sequence[int]
    ) -> dict[str, str]:
        """Hands, dealer, trump, who leads, the stock."""
        dealer, (size, stock) = int(at.dealers[row]), self._sizes
        card = self.tokens[pack[-1] if stock else pack[size * dealer]]
        hands = [
            self.cards(sorted(pack[size * seat : size * (seat + 1)]))
            for seat in range(self.game.seats)
        ]
        holder = '"stock"' if stock else dealer
        found = {
            "hands": f"[{','.join(hands)}]",
            "dealer": str(dealer),
            "trump": f'{{"suit":"{card[-1]}","card":"{card}","holder":{holder}}}',
            "table": f'{{"leader":{self._leaders[dealer]},"cards":[]}}',
        }
        if stock:
            found["stock_cards"] = self.cards(pack[-stock:])
        return found

    @cached_property
    def _sizes(self) -> tuple[int, int]:
        return self.game.dealt_sizes(self.rules)

    @cached_property
    def _leaders(self) -> list[int]:
        return [self.game.first_leader(self.rules, seat) for seat in range(self.game.seats)]

"""What is certain in an ending of two sides: a line that no hidden card and nobody can spoil.

My side is here my seat alone: all others, the partner too, are taken to play whatever is worst, and
to hold whatever is worst of what fits all that has been seen. A card is good if for every answer
there is a card that is good, and so on: and-or search, the possible deals shrinking with every
card played. That is exact, because what I play hangs on nothing but what I have seen.

Possible deals are the bits of a whole number, so that those in which a seat can play a card are
found by a few operations. Sound where it answers; where it would take more than `MOST_STEPS`
it does not (`None`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trunfo.advice import Certainty
from trunfo.engine.cards import LANE, cards_of
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.scoring import TOTAL, riscos
from trunfo.engine.trick import winning_card
from trunfo.pimc.arrays import Words

MOST_CARDS, MOST_DEALS, MOST_STEPS = 4, 2_000, 4_000
"""Cards in my hand, deals, and positions of one search, up to which is searched at all."""


class TooFar(Exception):
    """The search would take too long."""


@dataclass
class Ending:
    """The end of a deal, as one seat knows it.

    Parameters
    ----------
    known : Knowledge
        The position.
    rules : Rules
        How it is paid.
    sides : sequence of int
        The side of each seat.
    worth : sequence of int
        Card points by card.
    deals : uint64[deal, seat]
        The hands in every deal that is possible.
    """

    known: Knowledge
    rules: Rules
    sides: Sequence[int]
    worth: Sequence[int]
    deals: Words
    steps: int = 0
    _seen: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = range(len(self.sides))
        rows = self.deals.tolist()
        self.everything = (1 << len(rows)) - 1
        self.holding: list[dict[int, int]] = [{} for _ in seats]
        for seat in seats:
            found = self.holding[seat]
            for number, row in enumerate(rows):
                for card in cards_of(row[seat]):
                    found[card] = found.get(card, 0) | 1 << number

    def sure(self, card: int, least: int) -> bool | None:
        """Whether a card, and then the right ones, bring at least so many RISCOS for certain.

        None if that is too far to see.
        """
        known = self.known
        self.steps, self.least, self._seen = 0, least, {}
        points, taken = known.points, known.taken
        assert points is not None
        side = self.sides[known.me]
        own, other = (points[side], points[1 - side]), (taken[side], taken[1 - side])
        try:
            return self._after(
                self.everything, known.hand, 0, known.leader, known.table, (*own, *other), card
            )
        except TooFar:
            return None

    def best_case(self) -> int:
        """RISCOS if my side takes all that is left."""
        known, side = self.known, self.sides[self.known.me]
        assert known.points is not None
        left = TOTAL - sum(known.points)
        tricks = known.hand.bit_count()
        return riscos(
            known.points[side] + left, known.taken[1 - side], known.taken[side] + tricks, self.rules
        )

    def _good(
        self, deals: int, hand: int, gone: int, leader: int, table: tuple[int, ...],
        score: tuple[int, ...],
    ) -> bool:
        """Whether what is wanted is certain, in some deals that are still possible."""
        mine, theirs, won, lost = score
        left, seats = TOTAL - mine - theirs, len(self.sides)
        turn = (leader + len(table)) % seats
        played = (self.known.me - leader) % seats < len(table)
        tricks = hand.bit_count() + played
        if riscos(mine + left, lost, won + tricks, self.rules) < self.least:
            return False
        if riscos(mine, lost + tricks, won, self.rules) >= self.least:
            return True
        key = (deals, hand, gone, leader, table, score)
        found = self._seen.get(key)
        if found is None:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise TooFar
            if turn == self.known.me:
                found = any(
                    self._after(deals, hand, gone, leader, table, score, card)
                    for card in self._own(hand, table)
                )
            else:
                found = all(
                    self._after(rest, hand, gone, leader, table, score, card)
                    for card, rest in self._answers(deals, turn, gone, table)
                )
            self._seen[key] = found
        return found

    def _after(
        self, deals: int, hand: int, gone: int, leader: int, table: tuple[int, ...],
        score: tuple[int, ...], card: int,
    ) -> bool:
        """The same after a card."""
        hand &= ~(1 << card)
        gone |= 1 << card
        table = (*table, card)
        if len(table) == len(self.sides):
            taker = (leader + table.index(winning_card(table, self.known.trump))) % len(table)
            points = sum(self.worth[each] for each in table)
            mine, theirs, won, lost = score
            if self.sides[taker] == self.sides[self.known.me]:
                score = (mine + points, theirs, won + 1, lost)
            else:
                score = (mine, theirs + points, won, lost + 1)
            leader, table = taker, ()
        return self._good(deals, hand, gone, leader, table, score)

    def _own(self, hand: int, table: tuple[int, ...]) -> list[int]:
        """My legal cards, the dearest first."""
        suit = hand & (0xFFFF << LANE * (table[0] // LANE)) if table else 0
        legal = suit if suit and self.known.must_follow else hand
        return sorted(cards_of(legal), key=lambda card: (-self.worth[card], -card))

    def _answers(
        self, deals: int, seat: int, gone: int, table: tuple[int, ...]
    ) -> Iterator[tuple[int, int]]:
        """The cards that a seat may play, and the deals that are then still possible."""
        has = self.holding[seat]
        follows = self.known.must_follow and bool(table)
        led = table[0] // LANE if table else -1
        void = deals
        if follows:
            for card, where in has.items():
                if card // LANE == led and not gone >> card & 1:
                    void &= ~where
        cards = (card for card in has if not gone >> card & 1)
        for card in sorted(cards, key=lambda card: (-self.worth[card], -card)):
            rest = deals & has[card]
            if follows and card // LANE != led:
                rest &= void
            if rest:
                yield card, rest


def guaranteed(
    known: Knowledge, rules: Rules, sides: Sequence[int], worth: Sequence[int], deals: Words,
    card: int, outcomes: Sequence[tuple[int, str]],
) -> Certainty | None:
    """What a card brings for certain, or what nothing can bring any more.

    Parameters
    ----------
    known, rules, sides, worth, deals
        As in `Ending`; deals may be none where they are too many.
    card : int
        The best card.
    outcomes : sequence of (int, str)
        RISCOS and their names, the least first.
    """
    if known.points is None:
        return None
    ending = Ending(known, rules, sides, worth, deals)
    found = None
    if len(deals):
        for least, name in outcomes:
            if not ending.sure(card, least):
                break
            found = Certainty(name, "always", len(deals), proved=True)
    if found is not None:
        return found
    most = ending.best_case()
    for least, name in outcomes[:2]:  # that not all can be had any more is no news
        if most < least:
            return Certainty(name, "never", len(deals) or None, proved=True)
    return None

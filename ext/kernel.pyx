"""The face of a game's kernel: numbers and arrays in, numbers and arrays out.

The friendly layers have validated everything in full sentences; here is checked
again only what would crash.
"""

from importlib import import_module

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memset

from trunfo.ext.bits cimport Cards, popcount

cdef extern from *:
    const char* TRUNFO_BUILD

BUILD = TRUNFO_BUILD.decode()


def load(str game):
    """The kernel of a game, by name."""
    return import_module("trunfo.ext.rules." + game).KERNEL


@cython.final
cdef class Root:
    """The public part of a position: what all worlds of one decision have in common.

    Parameters
    ----------
    pack : int
        Every card of the game, as a set.
    sides : sequence of int
        The side each seat plays for; its length is the number of seats.
    leader : int
        The seat that led, or is to lead, the open trick.
    table : sequence of int
        The cards of the open trick, in order of play.
    trump : int
        The trump suit, -1 for none.
    worth : sequence of int
        Card points of the cards 0 to 63 (a shorter sequence: the rest 0).
    won, taken : sequence of int
        Card points and tricks of each seat so far; in a game of sides any split
        within a side will do.
    double_at : int
        Card points from which a win is worth 2 RISCOS.
    sweep_points : bool
        Whether all points make a clean sweep, even with a trick lost.

    Raises
    ------
    ValueError
        If something is out of the range that the kernel can work with.
    """

    def __init__(
        self, *, uint64_t pack, sides, int leader, table=(), int trump=-1, worth=(),
        won=(), taken=(), int double_at=91, bint sweep_points=False,
    ):
        cdef int seat, seats = len(sides)
        if not 2 <= seats <= 4 or not 0 <= leader < seats or not -1 <= trump < 4:
            raise ValueError("seats, leader or trump out of range")
        if len(table) >= seats or len(set(table)) < len(table) or len(worth) > 64:
            raise ValueError("a trick that cannot be, or too many worths")
        if any(not 0 <= card < 64 or not pack >> card & 1 for card in table):
            raise ValueError("a card on the table that is not in the pack")
        if any(not 0 <= side < seats for side in sides):
            raise ValueError("side out of range")
        memset(&self.world, 0, sizeof(World))
        memset(&self.at, 0, sizeof(Position))
        self.world.pack = pack
        self.world.trump = <Cards>0xFFFF << (16 * trump) if trump >= 0 else 0
        self.world.seats = seats
        self.world.double_at = double_at
        self.world.sweep_points = sweep_points
        for seat, side in enumerate(sides):
            self.world.side[seat] = side
        for card, points in enumerate(worth):
            self.world.worth[card] = points
        for seat, points in enumerate(won):
            self.at.won[seat] = points
        for seat, tricks in enumerate(taken):
            self.at.taken[seat] = tricks
        for seat, card in enumerate(table):
            self.table[seat] = card
        self.leader = leader
        self.at.count = len(table)
        self.at.turn = (leader + len(table)) % seats

    @property
    def turn(self):
        """The seat to play."""
        return self.at.turn

    cdef int place(self, Position* at, const uint64_t* hands) except -1:
        """Fill `at` with this root and the given hands, one a seat, table cards not among them."""
        cdef int index, seat, card, size = popcount(hands[self.at.turn])
        cdef Cards seen = 0
        at[0] = self.at
        for seat in range(self.world.seats):
            if hands[seat] & ~self.world.pack or hands[seat] & seen:
                raise ValueError("a card in two hands, or one that is not in the pack")
            seen |= hands[seat]
            at.hands[seat] = hands[seat]
        for index in range(self.at.count):
            seat = (self.leader + index) % self.world.seats
            card = self.table[index]
            if seen >> card & 1 or popcount(hands[seat]) != size - 1:
                raise ValueError("hands that do not fit the table")
            at.trick |= <Cards>1 << card
            if index == 0:
                at.led = <Cards>0xFFFF << (card & 0x30)
                at.best = card
                at.winner = seat
            elif (card > at.best if (card ^ at.best) & 0x30 == 0 else self.world.trump >> card & 1):
                at.best = card
                at.winner = seat
        for index in range(self.at.count, self.world.seats):
            if popcount(hands[(self.leader + index) % self.world.seats]) != size:
                raise ValueError("hands of unequal size")
        return 0


@cython.final
cdef class Kernel:
    """One game's rules, compiled around the one search."""

    @staticmethod
    cdef Kernel of(str game, Rules rules):
        cdef Kernel kernel = Kernel.__new__(Kernel)
        kernel.game = game
        kernel.rules = rules
        return kernel

    def __reduce__(self):
        return load, (self.game,)

    def legal(self, Root root not None, const uint64_t[::1] hands not None):
        """The set of cards the seat to play may play; `hands` is one set a seat."""
        cdef Position at
        if hands.shape[0] != root.world.seats:
            raise ValueError("one hand a seat")
        root.place(&at, &hands[0])
        return self.rules.legal(&at, &root.world)

    def perft(self, Root root not None, const uint64_t[::1] hands not None, int depth):
        """The number of ways to play the next `depth` cards."""
        cdef Position at
        cdef uint64_t leaves
        if hands.shape[0] != root.world.seats:
            raise ValueError("one hand a seat")
        root.place(&at, &hands[0])
        with nogil:
            leaves = self.rules.count_lines(&at, &root.world, depth)
        return leaves

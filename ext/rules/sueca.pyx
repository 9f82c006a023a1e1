"""Sueca, as the kernel plays it."""

from libc.stdint cimport uint64_t

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Door, Kernel, Rules
from trunfo.ext.position cimport Position, World


cdef enum:
    SEATS = 4
    COUNTS_TRICKS = 0


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card."""
    return hand & led or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """The cards the seat to play may play."""
    return law(at.hands[at.turn], at.led)


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1


include "../play.pxi"
include "../plain.pxi"
include "../search.pxi"

KERNEL = Kernel.of("sueca", Rules(legal, play, count_lines, minimax))
SEARCH = Door.of(solve, SEATS)

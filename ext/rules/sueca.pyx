"""Sueca, as the kernel plays it."""

from libc.stdint cimport uint64_t

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Kernel, Rules
from trunfo.ext.position cimport Position, World


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """Follow suit if able, otherwise any card."""
    cdef Cards hand = at.hands[at.turn]
    return hand & at.led or hand


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1


include "../play.pxi"

KERNEL = Kernel.of("sueca", Rules(legal, play, count_lines))

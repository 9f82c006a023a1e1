"""The transposition table: what was found out about positions at the start of a trick."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from trunfo.ext.bits cimport Cards

cdef struct Entry:
    Cards all           # the cards still in hands
    Cards odd           # those of seats 1 and 3
    Cards late          # those of seats 2 and 3
    int16_t lower       # the side of seat 0 still takes at least so much
    int16_t upper       # and at most so much
    uint16_t generation  # of the table when this was written
    uint8_t leader

cdef struct Table:
    Entry* entries
    uint32_t mask       # entries less one, their number being a power of two
    uint16_t generation  # entries of another one are empty: forgetting all costs nothing

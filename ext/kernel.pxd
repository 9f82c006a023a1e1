"""The face of a game's kernel: the same classes for every game."""

cimport cython
from libc.stdint cimport uint64_t

from trunfo.ext.bits cimport Cards
from trunfo.ext.position cimport Position, World

cdef struct Rules:
    # One game's compiled functions: the door that a world goes through once, never a search.
    Cards (*legal)(const Position* at, const World* world) noexcept nogil
    void (*play)(
        Position* after, const Position* at, const World* world, int card
    ) noexcept nogil
    uint64_t (*count_lines)(const Position* at, const World* world, int depth) noexcept nogil


@cython.final
cdef class Root:
    cdef World world
    cdef Position at    # the root without its hands
    cdef int table[4]   # the cards on the table, in order of play
    cdef int leader

    cdef int place(self, Position* at, const uint64_t* hands) except -1


@cython.final
cdef class Kernel:
    cdef Rules rules
    cdef readonly str game

    @staticmethod
    cdef Kernel of(str game, Rules rules)

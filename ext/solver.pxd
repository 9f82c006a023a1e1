"""The solver of games of two sides, and the entry to a game's compiled search."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t

from trunfo.ext.effort cimport Effort, Enquire, LastDraws, Solve
from trunfo.ext.kernel cimport Root
from trunfo.ext.position cimport World
from trunfo.ext.table cimport Table


# Whether the search plays by the law of a world: that suit must be followed, whatever is led.
ctypedef bint (*Fits)(const World* world) noexcept nogil

cdef struct Ending:
    # What a game with a stock brings for positions in which only a few cards are left to draw.
    LastDraws last_draws
    int (*note_bits)(const World* world, bint open) noexcept nogil  # 2^bits notes are made ready


@cython.final
cdef class SearchEntry:
    # The way into one compiled search.
    cdef Solve solve
    cdef Enquire enquire
    cdef int seats
    cdef SearchEntry tricks     # the same play with tricks for the payoff; None for itself
    cdef Fits fits              # NULL: whatever the law says
    cdef Ending ending          # NULLs in a game without a stock

    @staticmethod
    cdef SearchEntry of(
        Solve solve, Enquire enquire, int seats, SearchEntry tricks=*, Fits fits=*, Ending* ending=*
    )


@cython.final
cdef class Solver:
    cdef Effort effort
    cdef Table table
    cdef SearchEntry main      # points and riscos
    cdef SearchEntry tricks
    cdef int megabytes
    cdef bint known         # whether the table has been made ready for `worth`
    cdef int8_t worth[64]
    cdef readonly str game

    cdef int prepare(
        self, Root root, double deadline, uint64_t node_limit, const int32_t[::1] stop
    ) except -1
    cdef int run(
        self, Root root, const uint64_t[:, ::1] worlds, int16_t* values, str objective, bint every,
        double deadline, uint64_t node_limit, const int32_t[::1] stop,
    ) except -1

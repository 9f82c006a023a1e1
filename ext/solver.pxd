"""The solver of games of two sides, and the door through which it enters a game's search."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t

from trunfo.ext.effort cimport Effort, Enquire, LastDraws, Solve
from trunfo.ext.kernel cimport Root
from trunfo.ext.table cimport Table


@cython.final
cdef class Door:
    # The way into one compiled search.
    cdef Solve solve
    cdef Enquire enquire
    cdef int seats
    cdef LastDraws last_draws   # NULL in a game without a stock

    @staticmethod
    cdef Door of(Solve solve, Enquire enquire, int seats, LastDraws last_draws=*)


@cython.final
cdef class Solver:
    cdef Effort effort
    cdef Table table
    cdef Door main      # points and riscos
    cdef Door tricks
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

"""Sueca's play with tricks for the payoff: what bridge solvers answer, from the same search."""

from trunfo.ext.bits cimport Cards
from trunfo.ext.solver cimport SearchEntry


cdef enum:
    SEATS = 4
    COUNTS_TRICKS = 1


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card."""
    return hand & led or hand


include "weights_tricks.pxi"
include "search.pxi"

SEARCH = SearchEntry.of(solve, enquire, SEATS)

"""Notes: what was found out about a moment of the last draws, kept under all it depends on."""

from libc.stdint cimport uint32_t

from trunfo.ext.bits cimport Cards

cdef struct Note:
    Cards one           # a hand
    Cards other         # the other hand, or all that its player cannot see
    Cards unknown       # further cards that matter
    uint32_t what       # the question
    int value           # and the answer

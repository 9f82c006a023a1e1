"""The transposition table: bounds for whole classes of positions at the start of a trick."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from trunfo.ext.bits cimport Cards

cdef enum:
    CUTS = 65536        # situations in which a card that cut is remembered
    CUT_GENERATIONS = 1024
    WAYS = 128          # entries in which one position may be

cdef struct Entry:
    # One bound, for all positions with this shape whose ranks agree where the mask says.
    uint64_t shape      # cards of each seat in each suit, four bits each; see `form`
    Cards odd           # relative ranks held by seats 1 and 3, the highest of a suit at bit 9
    Cards late          # relative ranks held by seats 2 and 3
    Cards mask          # relative ranks that mattered
    uint32_t valued[4]  # the cards with card points of each seat, five bits a suit
    uint32_t counted    # those that the proof counts
    int16_t bound       # what the favoured side still takes at least
    uint16_t generation  # of the table when this was written
    uint8_t kind        # leader, plus 4 if the side of seat 1 is favoured, plus 8 for tricks

cdef struct Table:
    Entry* entries
    uint32_t mask       # sets of WAYS entries less one, their number being a power of two
    uint32_t clock      # which of a full set goes next
    uint16_t generation  # entries of another one are empty: forgetting all costs nothing
    # loss[p << 10 | c << 5 | q]: what those in c of the sorted point cards p have over q
    uint8_t loss[32768]
    # The card that last cut in a situation like this, plus 64 times the generation modulo
    # CUT_GENERATIONS.
    uint16_t cuts[CUTS]

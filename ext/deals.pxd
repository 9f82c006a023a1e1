"""The numbering of the deals: see deals.pyx."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from trunfo.ext.bits cimport Cards
from trunfo.ext.random cimport uint128_t

cdef enum:
    HOLDERS = 8
    CARDS = 64      # also the most classes there can be

cdef struct Class:
    # Cards that the same holders may have.
    Cards cards
    int size
    int others      # set of the others that may have them, by number among the others
    bint odd        # whether the odd holder may
    int first       # its first group; the next class's first ends them
    int points      # of all its cards, if the odd holder may have them

cdef struct Group:
    # Cards of a class that are worth the same.
    Cards cards
    int size
    int worth       # card points; 0 where no total is asked for

cdef struct Splits:
    # The ways to split one class among the holders that leave the later classes dealable.
    int least, most         # cards for the odd holder
    int low[HOLDERS]        # the same for each of the others
    int high[HOLDERS]
    int low_after[HOLDERS]  # sums over the others after this one
    int high_after[HOLDERS]


cdef inline void complete(
    const Splits* splits, int others, int start, int left, int* x
) noexcept nogil:
    """Give `left` cards to the others from `start` on, as few as may be to the earlier ones."""
    cdef int h
    for h in range(start, others):
        x[h] = splits.low[h]
        if left - splits.high_after[h] > x[h]:
            x[h] = left - splits.high_after[h]
        left -= x[h]


cdef inline bint advance(const Splits* splits, int others, int* x) noexcept nogil:
    """Turn `x` into the next split of as many cards, in lexicographic order, if there is one."""
    cdef int h, tail = 0
    for h in range(others - 1, -1, -1):
        if x[h] < splits.high[h] and tail > splits.low_after[h]:
            x[h] += 1
            complete(splits, others, h + 1, tail - 1, x)
            return True
        tail += x[h]
    return False


@cython.final
cdef class Deals:
    cdef int holders, others, odd, classes, root
    cdef int width                      # of a row: total + 1
    cdef int states                     # in one level of the table
    cdef int sizes[HOLDERS]
    cdef int other[HOLDERS]             # the holder that each of the others is
    cdef int stride[HOLDERS]            # a state's index is the sum of stride * cards lacking
    cdef Class by_class[CARDS + 1]      # the last one only ends the groups
    cdef Group groups[CARDS]
    cdef int supply[CARDS + 1][HOLDERS]  # cards of the classes from k on that one of the others
    cdef int odd_supply[CARDS + 1]       # or the odd holder may have
    cdef int cards_left[CARDS + 1]       # cards of the classes from k on
    cdef int low[CARDS + 1]              # card points that the pile may still lack at class k
    cdef int high[CARDS + 1]
    cdef int total          # card points of the odd holder's cards; 0 where all count as worth 0
    cdef uint64_t* ways     # W, see `choices`
    cdef int32_t* slots     # row of the table where a state's block starts, by class and index
    cdef uint128_t* table   # rows of `width` counts, see `fill`
    cdef uint128_t count    # of deals

    cdef int set_up(
        self, const Cards* sets, const int* sizes, int holders, const int* worth, int odd, int total
    ) except -1
    cdef void world(self, uint128_t number, Cards* hands) noexcept nogil
    cdef int order_others(self) except -1
    cdef int sort_cards(self, const Cards* sets, const int* worth) except -1
    cdef void sum_supplies(self) noexcept nogil
    cdef int count_all(self) except -1
    cdef uint128_t* row(self, int k, int index) noexcept nogil
    cdef uint64_t* choices(self, int k, int group) noexcept nogil
    cdef void lacking(self, int index, int* lacks) noexcept nogil
    cdef int shift(self, const int* x) noexcept nogil
    cdef bint bounds(self, int k, const int* lacks, Splits* splits) noexcept nogil
    cdef int64_t plan(self) noexcept nogil
    cdef void count_choices(self, int k) noexcept nogil
    cdef void fill(self, int k, int index) noexcept nogil
    cdef int pick_points(
        self, int k, int index, const Splits* splits, uint128_t* number, int* total
    ) noexcept nogil
    cdef int pick_split(
        self, int k, int index, int total, const Splits* splits, uint128_t* number, int* x
    ) noexcept nogil
    cdef Cards choose(self, int k, int count, int points, uint64_t number) noexcept nogil

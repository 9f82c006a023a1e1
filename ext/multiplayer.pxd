"""The face of games in which each seat plays for itself: results of all seats."""

cimport cython
from libc.stdint cimport int8_t, uint32_t, uint64_t

from trunfo.ext.effort cimport Effort
from trunfo.ext.kernel cimport Root
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public

cdef struct Recall:
    # What a search knows of a position at the start of a trick.
    uint64_t key        # the cards still in the hands, who leads, what of the past matters
    uint32_t value      # what each seat still takes, a byte each, seat 0 the lowest
    uint32_t generation  # of the memory when this was written

cdef struct Memory:
    # The positions met in one world; the memory belongs to the caller of the search.
    Recall* entries
    uint64_t mask       # their number, a power of two, less one
    uint32_t generation  # entries of another one are empty: forgetting all costs nothing

cdef struct MultiplayerRules:
    # One game's compiled functions, entered once a world. `results` has
    # 64 rows, one a card, of one entry a seat; only rows of legal cards are written. `plan` is 0
    # for none, or the place among the game's plans, counted from 1, of what `planner` does.
    # `against` is the seat for which equal cards of others are the worst, -1 for none.
    void (*play_out)(
        const Position* root, const World* world, const Public* seen, const int* without,
        int plan, int planner, int8_t* results
    ) noexcept nogil
    bint (*solve)(
        Effort* effort, Memory* memory, const Position* root, const World* world,
        const float* payoffs, int against, int8_t* results
    ) noexcept nogil
    void (*oracle)(
        Effort* effort, const Position* root, const World* world, const float* payoffs,
        int against, int8_t* results
    ) noexcept nogil
    int searchable      # cards in the hands of a root of the search, at most
    int paid            # rows that `payoffs` must have; 0 where the result says what is paid


@cython.final
cdef class MultiplayerKernel:
    cdef MultiplayerRules game_rules
    cdef readonly str game
    cdef readonly tuple plans   # names of what a seat may do in playouts, but for plain play

    @staticmethod
    cdef MultiplayerKernel of(str game, MultiplayerRules rules, tuple plans=*)
    cdef int fit(
        self, Root root, const uint64_t[:, ::1] worlds, int8_t[:, :, ::1] results
    ) except -1
    cdef const float* table_of(self, Root root, const float[:, ::1] payoffs) except? NULL
    cdef int run(
        self, Effort* effort, Root root, const uint64_t[:, ::1] worlds,
        int8_t[:, :, ::1] results, const float[:, ::1] payoffs, bint lowest,
    ) except -1

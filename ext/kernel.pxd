"""The face of a game's kernel: the same classes for every game."""

cimport cython
from libc.stdint cimport int16_t, uint64_t

from trunfo.ext.bits cimport Cards
from trunfo.ext.effort cimport Effort
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public

cdef struct Values:
    # What a position is worth to a side: each with best play for that objective alone.
    int16_t points
    int16_t riscos
    int16_t tricks

cdef struct Rules:
    # One game's compiled functions, entered once a world, never from within a search.
    # (NULL for `minimax` and `play_out` where each seat plays for itself: see multiplayer.pxd.)
    Cards (*legal)(const Position* at, const World* world) noexcept nogil
    void (*play)(
        Position* after, const Position* at, const World* world, int card
    ) noexcept nogil
    uint64_t (*count_lines)(
        Effort* effort, const Position* at, const World* world, int depth
    ) noexcept nogil
    Values (*minimax)(
        Effort* effort, const Position* at, const World* world, int side
    ) noexcept nogil
    int (*rule_card)(Cards hand, const Public* seen) noexcept nogil
    void (*play_out)(
        const Position* root, const World* world, const Public* seen,
        int16_t* points, int16_t* riscos
    ) noexcept nogil
    # Takes what it knows out of `law` (see `option`) and fills the game's words and flags.
    # The pack, trump, seats and cards on the table are in place by then.
    int (*read_law)(dict law, World* world, Position* at) except -1


cdef int option(dict law, str name, int default, int least, int most) except? -1


@cython.final
cdef class Root:
    cdef readonly str game
    cdef World world
    cdef Position at    # the root without its hands
    cdef int table[4]   # the cards on the table, in order of play
    cdef int leader
    cdef int turned     # the last card of the stock, -1 for none

    cdef int check_game(self, str game) except -1
    cdef int show(self, Public* seen, Cards gone, voids, pinned) except -1
    cdef int place(self, Position* at, const uint64_t* hands) except -1
    cdef int place_as_known(
        self, Position* at, const uint64_t* hands, const Public* seen, pinned
    ) except -1


@cython.final
cdef class Kernel:
    cdef Rules rules
    cdef readonly str game

    @staticmethod
    cdef Kernel of(str game, Rules rules)
    cdef World take(self, Root root, Position* at, const uint64_t[::1] hands) except *

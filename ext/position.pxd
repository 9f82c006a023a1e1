"""A position, and the world it is played in.

Conventions of the kernel: no globals that change; the caller owns all memory;
`World` is written once and only read in a search, `Position` is small and is
copied at every node, so that nothing has to be undone.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t

from trunfo.ext.bits cimport Cards

# What only one game has is in a block of its own, `law` for what the deal fixes and `flags` for
# what a card played changes. The game's module names the places of both and fills them
# (`read_law` in its Rules); all other code copies them blind.
cdef enum:
    LAW_WORDS = 4
    FLAGS = 4

cdef struct World:
    # What one sampled deal fixes for as long as it is searched or played out.
    Cards pack          # every card of the game
    Cards trump         # the trump suit; no cards in a game without trumps
    int8_t worth[64]    # card points of each card
    int8_t stock[64]    # the stock in drawing order, if the game has one
    int size            # cards in the stock at the root
    int seats           # two to four, numbered in order of play
    int side[4]         # the side a seat plays for; the seat itself where all are alone
    uint64_t law[LAW_WORDS]     # the game's own: what its module says

cdef struct Position:
    # What a card played changes.
    Cards hands[4]
    Cards trick         # the cards of the open trick
    Cards led           # the suit to follow; no cards when nobody has led
    int16_t won[4]      # card points taken by each seat
    int8_t taken[4]     # tricks taken by each seat
    int8_t turn         # the seat to play
    int8_t count        # cards in the open trick
    int8_t best         # the card that is winning it; undefined when count is 0
    int8_t winner       # the seat that played `best`
    int8_t drawn        # cards gone from the stock
    int8_t flags[FLAGS]     # the game's own: what its module says


cdef inline int words(const World* world) noexcept nogil:
    """Words of a world: its hands, and its stock at eight cards a word."""
    return world.seats + (world.size + 7) // 8


cdef inline int stocked(const World* world, const uint64_t* row, int index) noexcept nogil:
    """The card at a place of the stock of a row of worlds."""
    return row[world.seats + index // 8] >> (8 * (index & 7)) & 63


cdef inline void stack(World* world, const uint64_t* row) noexcept nogil:
    """Take over the stock of a row of worlds."""
    cdef int index
    for index in range(world.size):
        world.stock[index] = stocked(world, row, index)

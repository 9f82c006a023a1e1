"""A position, and the world it is played in.

Conventions of the kernel: no globals that change; the caller owns all memory;
`World` is written once and only read in a search, `Position` is small and is
copied at every node, so that nothing has to be undone.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t

from trunfo.ext.bits cimport Cards

cdef struct World:
    # What one sampled deal fixes for as long as it is searched or played out.
    Cards pack          # every card of the game
    Cards trump         # the trump suit; no cards in a game without trumps
    int8_t worth[64]    # card points of each card
    int8_t stock[64]    # the stock in drawing order, if the game has one
    int size            # cards in the stock at the root
    int seats           # two to four, numbered in order of play
    int side[4]         # the side a seat plays for; the seat itself where all are alone
    int double_at       # card points from which a win counts double (RISCOS 2)
    bint sweep_points   # whether all the points are a clean sweep even if a trick was lost
    bint free           # whether suit need not be followed even with no stock left
    # Sobe e Desce:
    bint always_beat        # whether who follows must beat the trick if he can
    bint force_undertrump   # whether who cannot beat a ruff must undertrump if he can
    Cards costly        # Copas: the cards that nobody wants to take
    Cards queen         # Copas: the one of them that costs 13
    bint lead_two       # Copas: whether the two of clubs must be led to the first trick
    bint break_hearts   # Copas: whether hearts must be broken before they are led

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
    int8_t first        # Copas: whether the open trick is the first of the deal
    int8_t broken       # Copas: whether a heart has fallen in an earlier trick


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

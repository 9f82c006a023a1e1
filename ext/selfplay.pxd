"""Deals played wholly in the kernel, by players that it has itself."""

cimport cython
from libc.stdint cimport int8_t, int16_t, uint64_t

from trunfo.ext.bits cimport Cards
from trunfo.ext.position cimport Position, World
from trunfo.ext.random cimport fold

cdef enum Chair:
    # Who sits in a seat.
    RANDOM      # anything that is allowed
    GREEDY      # as if the trick ended with its card
    BY_RULE     # the rule player

cdef struct Playing:
    # A deal in one seating, while it is played. Seats are those of the deal, but where they are
    # said to be the kernel's, which counts only those that play cards.
    const int8_t* pack      # the cards in the order in which they are dealt
    const double* start     # what else the deal begins with: the game's own
    const int8_t* chairs    # who sits where
    int dealer
    uint64_t key            # the stream of the deal
    int decided[4]          # how often each seat has decided
    uint64_t* acts          # what was done, in order: a card, or a number that the game reads
    int made                # how many of them
    int16_t* results        # what each seat has in the end: the game's own
    int seats[4]            # the seat of each seat of the kernel
    int first               # the seat of the kernel that has led to the first trick
    World world
    Position at
    int turned              # the card turned up, -1 for none
    int holder              # the seat of the kernel that is known to hold it, -1 for none
    Cards gone              # cards of finished tricks
    Cards lacks[4]          # what each seat of the kernel has shown not to hold
    Cards void[4]           # the suits of which that is every card

cdef struct SelfPlayRules:
    # One game's compiled functions, and the shapes of its arrays.
    void (*play_deal)(Playing* playing) noexcept nogil
    int (*read_law)(dict law, World* world, Position* at) except -1
    int seats
    int acts        # at most
    int starts      # numbers that a deal begins with
    int columns     # of the results of a seat


cdef inline void record(Playing* playing, uint64_t act) noexcept nogil:
    """Write down what was done."""
    playing.acts[playing.made] = act
    playing.made += 1


cdef inline uint64_t at_random(Playing* playing, int seat, uint64_t count) noexcept nogil:
    """Which of `count` actions a seat takes at random: by the stream of its decision."""
    return fold(fold(playing.key, seat), playing.decided[seat]) % count


@cython.final
cdef class SelfPlay:
    cdef SelfPlayRules rules
    cdef readonly str game

    @staticmethod
    cdef SelfPlay of(str game, SelfPlayRules rules)

"""What everybody at the table knows: all that a rule player is shown beside its own hand.

It is a copy and holds no hand, so a policy that is given a hand and this struct
cannot look into anybody's cards.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t

from trunfo.ext.bits cimport Cards
from trunfo.ext.position cimport FLAGS, LAW_WORDS

cdef struct Public:
    # What a deal fixes.
    const int8_t* worth  # card points of each card, 64 of them
    Cards trump          # the trump suit; no cards in a game without trumps
    int seats
    int side[4]          # 0 or 1, or the seat itself where all are alone
    int without          # rules that the player leaves out, a bit each: none except in measurements
    uint64_t law[LAW_WORDS]     # the game's own, as in World
    int turned           # the card turned up under the stock, -1 once drawn or if there is none
    # What a card played changes.
    # (Where there is a stock, cards that a seat may hold may lie there as well.)
    Cards may[4]         # the cards that each seat may still hold, as far as everybody knows
    int stock            # cards still to be drawn, the turned-up one included
    Cards trick          # the cards of the open trick
    Cards led            # the suit to follow; no cards when nobody has led
    int16_t won[4]       # card points taken by each seat
    int8_t taken[4]      # tricks taken by each seat
    int8_t turn          # the seat to play
    int8_t count         # cards in the open trick
    int8_t best          # the card that is winning it; undefined when count is 0
    int8_t winner        # the seat that played `best`
    int8_t flags[FLAGS]  # the game's own, as in Position

"""What everybody at the table knows: all that a rule player is shown beside its own hand.

It is a copy and holds no hand, so a policy that is given a hand and this struct
cannot look into anybody's cards.
"""

from libc.stdint cimport int8_t, int16_t

from trunfo.ext.bits cimport Cards

cdef struct Public:
    # What a deal fixes.
    const int8_t* worth  # card points of each card, 64 of them
    Cards trump          # the trump suit; no cards in a game without trumps
    int seats
    int side[4]          # 0 or 1, or the seat itself where all are alone
    int without          # rules that the player leaves out, a bit each: none except in measurements
    bint free            # whether suit need not be followed even with no stock left
    bint always_beat     # Sobe e Desce: as in World
    bint force_undertrump    # the same
    int turned           # the card turned up under the stock, -1 once drawn or if there is none
    Cards costly         # Copas: the cards that nobody wants to take
    Cards queen          # Copas: the one of them that costs 13
    bint lead_two        # Copas: whether the two of clubs must be led to the first trick
    bint break_hearts    # Copas: whether hearts must be broken before they are led
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
    int8_t first         # Copas: whether the open trick is the first of the deal
    int8_t broken        # Copas: whether a heart has fallen in an earlier trick

# A card played before everybody's eyes: what is known of the hands, brought up to date. Included
# after play.pxi, with memcpy and the struct Public imported.
#
# The including module has defined, as inline functions:
#
#   Cards shown(seen, card)       the cards that the seat to play is shown not to hold by playing
#                                 `card` (the suit led, where it had to be followed)
#   void drawn(seen, at, world)   brings what everybody knows of a stock up to date after a card

cdef inline void update_public(Public* seen, const Position* at) noexcept nogil:
    """Bring the open trick and what was taken up to date."""
    seen.trick = at.trick
    seen.led = at.led
    memcpy(seen.flags, at.flags, sizeof(at.flags))
    memcpy(seen.won, at.won, sizeof(at.won))
    memcpy(seen.taken, at.taken, sizeof(at.taken))
    seen.turn = at.turn
    seen.count = at.count
    seen.best = at.best
    seen.winner = at.winner


cdef inline void play_in_public(
    Position* at, const World* world, Public* seen, int card
) noexcept nogil:
    """Play `card` in place, and let everybody see it."""
    cdef Position before = at[0]
    cdef Cards bit = <Cards>1 << card
    cdef int seat
    seen.may[at.turn] &= ~shown(seen, card)
    for seat in range(world.seats):
        seen.may[seat] &= ~bit
    play(at, &before, world, card)
    update_public(seen, at)
    drawn(seen, at, world)

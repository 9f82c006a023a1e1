# A stock from which all draw a card after each trick, the winner first: for any number of seats,
# and a stock that goes round. Needs Cards, Position, World and Public.

cdef inline void draw_round(Position* at, const World* world) noexcept nogil:
    """Deal a card to each seat from the one that won on; nothing once the stock is empty."""
    cdef int place, seat = at.winner
    if at.drawn >= world.size:
        return
    for place in range(world.seats):
        at.hands[seat] |= <Cards>1 << world.stock[at.drawn + place]
        seat += 1
        if seat == world.seats:
            seat = 0
    at.drawn += world.seats


cdef inline void drawn(Public* seen, const Position* at, const World* world) noexcept nogil:
    """Bring what everybody knows of the stock up to date after a card.

    The card turned up is the last of the stock: the seat before the one that won draws it.
    """
    cdef int last
    if seen.stock == world.size - at.drawn:
        return
    seen.stock = world.size - at.drawn
    if seen.stock == 0 and seen.turned >= 0:
        last = at.turn - 1 if at.turn else world.seats - 1
        seen.may[last] |= <Cards>1 << seen.turned
        seen.turned = -1

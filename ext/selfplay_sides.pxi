# What the games of two sides and 120 card points have in common where the kernel plays whole deals.
# Included after score.pxi, then selfplay.pxi.
#
# A deal begins with four numbers: cards in a hand, who leads, the place in the pack of the card
# that is turned up, and the seat that holds it, -1 for the stock. Hands are dealt one after the
# other, what is left is the stock. The results of a seat are card points and RISCOS.

cdef enum:
    SIDES_STARTS = 4
    SIDES_COLUMNS = 2


cdef inline void open_deal(Playing* playing) noexcept nogil:
    """Hands, trump and stock; nothing is decided before play."""
    cdef int size = <int>playing.start[0], place = 0, seat
    cdef World* world = &playing.world
    cdef Position* at = &playing.at
    for seat in range(world.seats):
        playing.seats[seat] = seat
        for _ in range(size):
            at.hands[seat] |= <Cards>1 << playing.pack[place]
            place += 1
    world.size = popcount(world.pack) - place
    for seat in range(world.size):
        world.stock[seat] = playing.pack[place + seat]
    at.turn = <int8_t>playing.start[1]
    playing.turned = playing.pack[<int>playing.start[2]]
    playing.holder = <int>playing.start[3]
    world.trump = lane(playing.turned)


cdef inline void close_deal(Playing* playing) noexcept nogil:
    """Card points and RISCOS."""
    cdef int seat
    for seat in range(playing.world.seats):
        playing.results[2 * seat] = final_points(&playing.at, &playing.world, seat)
        playing.results[2 * seat + 1] = final_riscos(&playing.at, &playing.world, seat)


cdef inline int greedy_card(Cards cards, const Public* seen) noexcept nogil:
    """Take, or give to the partner, as many card points as it can; lose as few as it can.

    As if the trick ended with its own card; between equals the card that is worth less, then
    the weaker one, then the first suit.
    """
    cdef Cards trick = seen.trick
    cdef int card, points = 0, brought, score, choice = -1, top = INT32_MIN
    cdef bint ours = seen.count and seen.side[seen.winner] == seen.side[seen.turn]
    while trick:
        points += seen.worth[lowest(trick)]
        trick &= trick - 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        brought = points + seen.worth[card]
        if not ours and seen.count and not beats(card, seen.best, seen.trump):
            brought = -brought
        score = (brought * 64 - seen.worth[card]) * 16 - (card & 15)
        if score > top:
            top = score
            choice = card
    return choice

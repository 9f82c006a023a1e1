# A deal played to its end by players of the kernel. Included after play.pxi, with the struct Public
# and what selfplay.pxd defines imported.
#
# The including module has defined, as inline functions:
#
#   Cards legal(at, world)          the cards the seat to play may play
#   int rule_card(hand, seen)       the card of the rule player, as in playout.pxi
#   int greedy_card(cards, seen)    of the `cards` that may be played, that of the greedy player
#   Cards shown(seen, card)         what the seat to play is shown not to hold (public_play.pxi)
#   void open_deal(playing)         lays out the cards, takes and records the decisions before play;
#                                   fewer than two seats in `world.seats`: no card is played
#   void close_deal(playing)        writes the results
#
# A rule player is shown what `Root.show` (kernel.pyx) shows it: so its card is the same as when
# it is asked from Python, decision by decision.


cdef inline void show_table(Public* seen, const Playing* playing) noexcept nogil:
    """What everybody knows, at every decision anew."""
    cdef const World* world = &playing.world
    cdef const Position* at = &playing.at
    cdef int seat
    cdef bint under = playing.turned >= 0 and at.drawn < world.size
    cdef Cards hidden = world.pack & ~playing.gone & ~at.trick
    if under:
        hidden &= ~(<Cards>1 << playing.turned)
    seen.stock = world.size - at.drawn
    seen.turned = playing.turned if under else -1
    seen.trick = at.trick
    seen.led = at.led
    memcpy(seen.flags, at.flags, sizeof(at.flags))
    memcpy(seen.won, at.won, sizeof(at.won))
    memcpy(seen.taken, at.taken, sizeof(at.taken))
    seen.turn = at.turn
    seen.count = at.count
    seen.best = at.best
    seen.winner = at.winner
    for seat in range(world.seats):
        seen.may[seat] = hidden & ~playing.void[seat]
    if playing.holder >= 0:
        for seat in range(world.seats):
            if seat != playing.holder:
                seen.may[seat] &= ~(<Cards>1 << playing.turned)


cdef inline void learn(Playing* playing, int seat, Cards lacking) noexcept nogil:
    """A seat has shown what it does not hold; a suit is known to be void when all of it is that."""
    cdef int suit
    cdef Cards cards
    playing.lacks[seat] |= lacking
    for suit in range(4):
        cards = <Cards>0xFFFF << (16 * suit)
        if not playing.world.pack & cards & ~playing.lacks[seat]:
            playing.void[seat] |= cards


cdef inline int card_at(Cards cards, int index) noexcept nogil:
    """The card of a set that has `index` others below it."""
    while index:
        cards &= cards - 1
        index -= 1
    return lowest(cards)


cdef inline int card_of(Playing* playing, Public* seen) noexcept nogil:
    """The card of the seat to play."""
    cdef int turn = playing.at.turn, seat = playing.seats[turn]
    cdef Cards cards
    if playing.chairs[seat] == BY_RULE:
        return rule_card(playing.at.hands[turn], seen)
    cards = legal(&playing.at, &playing.world)
    if playing.chairs[seat] == GREEDY:
        return greedy_card(cards, seen)
    return card_at(cards, at_random(playing, seat, popcount(cards)))


cdef void play_whole_deal(Playing* playing) noexcept nogil:
    """From the first decision to the results."""
    cdef Public seen
    cdef Position before
    cdef Cards lacking
    cdef int card, turn, seat
    open_deal(playing)
    playing.first = playing.at.turn
    if playing.world.seats >= 2:
        memset(&seen, 0, sizeof(Public))
        seen.worth = playing.world.worth
        seen.trump = playing.world.trump
        seen.seats = playing.world.seats
        memcpy(seen.law, playing.world.law, sizeof(seen.law))
        memcpy(seen.side, playing.world.side, sizeof(seen.side))
        while playing.at.hands[playing.at.turn]:
            show_table(&seen, playing)
            turn = playing.at.turn
            card = card_of(playing, &seen)
            playing.decided[playing.seats[turn]] += 1
            record(playing, card)
            lacking = shown(&seen, card)
            if lacking:
                learn(playing, turn, lacking)
            if card == playing.turned:
                playing.holder = -1
            before = playing.at
            play(&playing.at, &before, &playing.world, card)
            if not playing.at.count:
                playing.gone |= before.trick | <Cards>1 << card
                if (
                    playing.turned >= 0 and before.drawn < playing.world.size
                    and playing.at.drawn >= playing.world.size
                ):
                    seat = playing.at.turn - 1  # who drew last has the card turned up
                    playing.holder = seat if seat >= 0 else playing.world.seats - 1
    close_deal(playing)

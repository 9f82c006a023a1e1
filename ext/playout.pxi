# Playouts: a world played to its end by a rule player in every seat. Included after play.pxi, with
# memcpy, int16_t and the struct Public imported.
#
# The including module has defined, as inline functions:
#
#   int rule_card(hand, seen)     the card, a legal one, that the rule player plays from `hand`;
#                                 all else that it is told is public, it draws no random numbers
#   Cards shown(seen, card)       the cards that the seat to play is shown not to hold by playing
#                                 `card` (the suit led, where it had to be followed)
#   void drawn(seen, at, world)   brings what everybody knows of a stock up to date after a card
#   bint finish(at, world, seat, points, riscos)    whether what is left can be valued at once,
#                                 everybody knowing all cards; then writes the results for `seat`
#   int final_points(end, world, seat)    card points of that seat's side at the end of the deal
#   int final_riscos(end, world, seat)    what the deal pays to that seat, in RISCOS
#
# The rule player being deterministic, a world has one line for each card of its root: there is no
# seed, and what is compared between the cards of a world is free of the noise of a random policy.

cdef inline void look(Public* seen, const Position* at) noexcept nogil:
    """Bring the open trick and what was taken up to date."""
    seen.trick = at.trick
    seen.led = at.led
    memcpy(seen.won, at.won, sizeof(at.won))
    memcpy(seen.taken, at.taken, sizeof(at.taken))
    seen.turn = at.turn
    seen.count = at.count
    seen.best = at.best
    seen.winner = at.winner


cdef inline void play_openly(
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
    look(seen, at)
    drawn(seen, at, world)


cdef void play_out(const Position* root, const World* world, const Public* seen,
                   int16_t* points, int16_t* riscos) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats.

    `points` and `riscos` are 64 entries each, by card: the result for the seat to
    play at the root, its side's points so far included. Only legal cards are written.
    """
    cdef Position at
    cdef Public now
    cdef int card
    cdef Cards cards = legal(root, world)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        at = root[0]
        now = seen[0]
        play_openly(&at, world, &now, card)
        while at.hands[at.turn]:
            if finish(&at, world, root.turn, points + card, riscos + card):
                break
            play_openly(&at, world, &now, rule_card(at.hands[at.turn], &now))
        else:
            points[card] = final_points(&at, world, root.turn)
            riscos[card] = final_riscos(&at, world, root.turn)

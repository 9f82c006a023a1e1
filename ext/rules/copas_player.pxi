# Copas' rule player: what a seat plays that sees its own hand and what everybody knows.


cdef inline Cards playable(Cards hand, const Public* seen) noexcept nogil:
    """The cards that the seat to play may play."""
    return law(
        hand, seen.led, seen.first, seen.broken, seen.lead_two, seen.break_hearts, seen.costly
    )


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`."""
    cdef Cards cards = playable(hand, seen)
    cdef Cards below
    if not cards & (cards - 1):
        return lowest(cards)
    if not seen.led:
        return lowest(cards)
    if cards & seen.led:
        below = cards & ((<Cards>1 << seen.best) - 1)
        if below & seen.queen:
            return lowest(seen.queen)
        return highest(below) if below else lowest(cards)
    if cards & seen.queen:
        return lowest(seen.queen)
    return highest(cards & HEARTS) if cards & HEARTS else highest(cards)


cdef inline void play_on(Cards* hands, Public* seen, int card) noexcept nogil:
    """Play `card` in place, and let everybody see it."""
    cdef Cards bit = <Cards>1 << card
    cdef int seat, turn = seen.turn
    hands[turn] ^= bit
    if not seen.led:
        seen.led = lane(card)
        seen.best = card
        seen.winner = turn
    elif not seen.led & bit:
        seen.may[turn] &= ~seen.led
    elif card > seen.best:
        seen.best = card
        seen.winner = turn
    for seat in range(4):
        seen.may[seat] &= ~bit
    seen.trick |= bit
    seen.count += 1
    seen.turn = (turn + 1) & 3
    if seen.count == 4:
        seen.won[seen.winner] += taken_in(seen.trick, seen.queen)
        seen.taken[seen.winner] += 1
        seen.turn = seen.winner
        seen.first = False
        if seen.trick & HEARTS:
            seen.broken = True
        seen.count = 0
        seen.trick = seen.led = 0


cdef void play_out(
    const Position* root, const World* world, const Public* known, int plan, int8_t* results
) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats."""
    cdef Public seen, start = known[0]
    cdef Cards hands[4]
    cdef Cards held = root.hands[0] | root.hands[1] | root.hands[2] | root.hands[3]
    cdef Cards cards = legal(root, world)
    cdef int card, seat
    for seat in range(4):
        start.may[seat] &= held  # what is neither in a hand nor on the table is gone
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        seen = start
        memcpy(hands, root.hands, sizeof(hands))
        play_on(hands, &seen, card)
        while hands[seen.turn]:
            play_on(hands, &seen, rule_card(hands[seen.turn], &seen))
        for seat in range(4):
            results[4 * card + seat] = seen.won[seat]

# Which cards are tried, and in which order.

cdef inline Cards distinct(Cards cards, Cards others) noexcept nogil:
    """One card, the lowest, of every run of equal ones: neighbours without card points."""
    cdef Cards stops, plain, kept, bit, above
    if COUNTS_TRICKS:
        kept = 0
        plain = cards
        stops = others | <Cards>0x0400040004000400
    else:
        kept = cards & VALUED
        plain = cards & ~VALUED
        stops = others | VALUED
    while plain:
        bit = plain & -plain
        kept |= bit
        above = stops & -bit
        plain &= -(above & -above)
    return kept


cdef inline uint8_t* situation(Search* s, const Trick* t) noexcept nogil:
    """Where the card is kept that last cut in a like situation."""
    cdef uint64_t key
    cdef int X = s.effort.techniques >> 20 & 7
    if X == 0:
        key = s.hands[t.turn] & t.led or s.hands[t.turn]
    elif X == 1:
        key = (t.start.all & t.led) if t.led & s.hands[t.turn] else s.hands[t.turn]
    elif X == 2:
        key = s.hands[t.turn]
    elif X == 3:
        key = (s.hands[t.turn] & t.led | ((t.start.all & t.led) * 5)) if t.led & s.hands[t.turn] else s.hands[t.turn]
    elif X == 4:
        key = s.hands[t.turn] & t.led or s.hands[t.turn] | (t.start.all * 3)
    elif X == 5:
        key = s.hands[t.turn] & t.led or (s.hands[t.turn] ^ (t.winner & 1))
    else:
        key = s.hands[t.turn] & t.led or s.hands[t.turn] ^ (s.hands[t.turn ^ 2] * 3)
    key = (key ^ <uint64_t>(t.best if t.count else 64) << 56) * <uint64_t>0x9E3779B97F4A7C15
    return &s.table.cuts[(key >> 50 << 2 | t.turn) & 65535]


cdef inline void outlook(
    const Search* s, const Trick* t, Cards led, int* mine, int* theirs
) noexcept nogil:
    """The power that each side can still bring into the trick, without the seat to play."""
    cdef int ahead, seat, found
    mine[0] = theirs[0] = 0
    if t.count:
        found = power(t.best, t.led, s.trump)
        if (t.winner ^ t.turn) & 1:
            theirs[0] = found
        else:
            mine[0] = found
    for ahead in range(1, SEATS - t.count):
        seat = (t.turn + ahead) & (SEATS - 1)
        found = potential(s.hands[seat], led, s.trump)
        if ahead & 1:
            theirs[0] = max(theirs[0], found)
        else:
            mine[0] = max(mine[0], found)


cdef int choices(Search* s, const Trick* t, int cut, int* moves) noexcept nogil:
    """The cards worth trying, best first; their number."""
    cdef Cards hand = s.hands[t.turn], cards = law(hand, t.led), led
    cdef int scores[16]
    cdef int number = 0, card, score, index, mine = 0, theirs = 0, worth
    if not cards & (cards - 1):
        moves[0] = lowest(cards)
        return 1
    if s.effort.techniques & USE_NEIGHBOURS:
        cards = distinct(cards, t.start.all & ~hand)
    led = t.led
    if t.count:
        outlook(s, t, led, &mine, &theirs)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if t.count == 0 and led != lane(card):
            led = lane(card)
            outlook(s, t, led, &mine, &theirs)
        worth = 0 if COUNTS_TRICKS else s.world.worth[card]
        score = 0
        if s.effort.techniques & USE_CERTAINTY:
            if mine > theirs:
                score = 16 * worth
                if t.count == 0:
                    score += 1000
            elif power(card, led, s.trump) > theirs:
                score = 1000 + 16 * worth
                if led != lane(card):
                    score -= 32 * worth
            else:
                score = -16 * worth
        score -= card & 15
        if card == cut and s.effort.techniques & USE_CUTS:
            score = 10000
        index = number
        while index and scores[index - 1] < score:
            scores[index] = scores[index - 1]
            moves[index] = moves[index - 1]
            index -= 1
        scores[index] = score
        moves[index] = card
        number += 1
    return number

# Steps 4, 5 and 7 of search.pxi: which cards are tried, and in which order.

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


cdef inline Cards like(
    const Search* s, const Trick* t, int card, int found, int target, const Grounds* below,
    Grounds* total, int* best
) noexcept nogil:
    """The other cards of this suit that need not be tried because `card` has failed with `found`.

    If no card of the suit down to both of them won anything by rank, exchanging the two
    changes nothing but when their card points are played: by their difference, at most, and
    that only if the one that is worth more is counted: the other may fall in its place.
    """
    cdef Cards suit = lane(card), others, both, skip = 0
    cdef int other, gap, bound
    others = s.hands[t.turn] & suit
    if below.wins & suit:   # those below the lowest winner
        others &= (below.wins & suit & -(below.wins & suit)) - 1
        if not others >> card & 1:
            return 0
    others ^= <Cards>1 << card
    if COUNTS_TRICKS:
        return others
    while others:
        other = lowest(others)
        others &= others - 1
        both = <Cards>1 << card | <Cards>1 << other
        gap = s.world.worth[other] - s.world.worth[card]
        if s.effort.techniques & USE_COUNTED:
            if not below.counted >> (other if gap > 0 else card) & 1:
                gap = 0
        gap = abs(gap)
        bound = found - gap if t.turn & 1 else found + gap
        if (bound >= target) == (t.turn & 1):
            skip |= <Cards>1 << other
            best[0] = min(best[0], bound) if t.turn & 1 else max(best[0], bound)
            if below.counted & both:
                total.counted |= both
    return skip


cdef inline uint16_t* situation(Search* s, const Trick* t) noexcept nogil:
    """Where the card is kept that last cut in a like situation.

    Alike: the same seat has the same card to beat, and what is left of the suit to follow is
    the same; or, if it leads or cannot follow, its hand and its mate's suit lengths are.
    """
    cdef Cards hand = s.hands[t.turn]
    cdef uint64_t key = t.start.all & t.led
    if not hand & t.led:
        key = hand + (s.shape >> 16 * (t.turn ^ (SEATS >> 1)) & 0xFFFF) * SPREAD
    key = (key ^ <uint64_t>(t.best if t.count else 64) << 56) * SPREAD
    return &s.table.cuts[(key >> 50 << 2 | t.turn) & (CUTS - 1)]


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


cdef inline int lead_score(
    const Search* s, const Trick* t, int card, int mine, int theirs
) noexcept nogil:
    """How promising it is to lead the card, given the power of the others in that suit.

    Example: with the ace at my mate's and no trump against it, a low card comes first; a low
    card into a suit that an opponent can ruff comes last.
    """
    cdef int worth = 0 if COUNTS_TRICKS else s.world.worth[card], rank = card & 15, score
    cdef Cards suit = lane(card), us = s.hands[t.turn], them
    cdef bint trump = (s.trump >> card) & 1
    if mine > theirs:
        score = LEAD_MATE + LEAD_MATE_WORTH * worth - LEAD_MATE_RANK * rank
        if s.hands[t.turn ^ (SEATS >> 1)] & suit:
            score += LEAD_MATE_HOLDS
    elif power(card, suit, s.trump) > theirs:
        score = LEAD_TOP + LEAD_TOP_WORTH * worth - LEAD_TOP_RANK * rank
    else:
        score = -LEAD_LOW_WORTH * worth - LEAD_LOW_RANK * rank
        if potential(s.hands[(t.turn + 1) & (SEATS - 1)], suit, s.trump) == theirs:
            score += LEAD_THROUGH
    if trump:
        if SEATS == 4:
            us |= s.hands[t.turn ^ 2]
        them = t.start.all & ~us
        score += LEAD_TRUMP + LEAD_MAJORITY * (popcount(us & suit) - popcount(them & suit))
    elif theirs >= 32:
        score += LEAD_RUFFED
    return score + LEAD_LENGTH * popcount(s.hands[t.turn] & suit)


cdef inline int follow_score(
    const Search* s, const Trick* t, int card, int mine, int theirs
) noexcept nogil:
    """How promising it is to play the card to the trick, given the power of the others in it.

    Is the trick ours whatever I play? Then give points. If not, can this card make it ours?
    Otherwise save points. (The order of magnitude that SCIENCE, technique 2, speaks of.)
    """
    cdef int worth = 0 if COUNTS_TRICKS else s.world.worth[card], rank = card & 15, score
    cdef int force = power(card, t.led, s.trump)
    cdef Cards suit = s.hands[t.turn] & lane(card)
    cdef bint follows = (t.led >> card) & 1, ruffs = not follows and (s.trump >> card) & 1
    if mine > theirs:
        score = GIVE_WORTH * worth - GIVE_RANK * rank
        if not follows:
            score += GIVE_LENGTH * popcount(suit)
        if ruffs:
            score += GIVE_TRUMP + GIVE_TRUMP_WORTH * worth
    elif force > theirs:
        score = WIN + WIN_WORTH * worth - WIN_RANK * rank
        if not follows:
            score += WIN_RUFF + WIN_RUFF_WORTH * worth
            if t.count == SEATS - 1:
                score += WIN_RUFF_LAST * worth
    else:
        score = -SAVE_WORTH * worth - SAVE_RANK * rank
        if not follows:
            score += SAVE_LENGTH * popcount(suit)
            if s.hands[t.turn] & s.trump and not suit & (suit - 1):
                score += SAVE_VOID
        if ruffs:
            score += SAVE_RUFF
        if force > mine and force >= 16:
            score += SAVE_FORCE
    return score


cdef int choices(Search* s, const Trick* t, int cut, int* moves) noexcept nogil:
    """The cards worth trying, best first; their number."""
    cdef Cards hand = s.hands[t.turn], cards = law(hand, t.led), led = t.led
    cdef int scores[16]
    cdef int number = 0, card, score, index, mine = 0, theirs = 0
    if not cards & (cards - 1):
        moves[0] = lowest(cards)
        return 1
    if s.effort.techniques & USE_NEIGHBOURS:
        cards = distinct(cards, t.start.all & ~hand)
    if t.count:
        outlook(s, t, led, &mine, &theirs)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score = -(card & 15)
        if card == cut and s.effort.techniques & USE_CUTS:
            score = 1000000
        elif s.effort.techniques & USE_CERTAINTY:
            if t.count:
                score = follow_score(s, t, card, mine, theirs)
            else:
                if led != lane(card):
                    led = lane(card)
                    outlook(s, t, led, &mine, &theirs)
                score = lead_score(s, t, card, mine, theirs)
        index = number
        while index and scores[index - 1] < score:
            scores[index] = scores[index - 1]
            moves[index] = moves[index - 1]
            index -= 1
        scores[index] = score
        moves[index] = card
        number += 1
    return number

# Steps 3 and 8 of search.pxi. What the transposition table matches: classes of positions, not
# positions.

cdef inline uint32_t gathered(Cards hand) noexcept nogil:
    """The cards with card points of a hand, five bits a suit."""
    cdef Cards cards = hand >> 5
    return <uint32_t>(
        (cards & 31) | (cards >> 11 & 0x3E0) | (cards >> 22 & 0x7C00) | (cards >> 33 & 0xF8000)
    )


cdef inline uint64_t form(const Search* s, const Start* start) noexcept nogil:
    """What must be the same in all positions of a class: the hands' suit lengths.

    Without relative ranks the cards that are left, too: then equal relative ranks are equal cards.
    """
    if s.effort.techniques & USE_RELATIVE_RANKS:
        return s.shape
    return s.shape + start.all * SPREAD


cdef inline Entry* bucket(const Search* s, uint64_t shape, int leader) noexcept nogil:
    """The entries where positions of this shape are kept."""
    cdef uint64_t key = (shape + leader) * SPREAD
    return &s.table.entries[WAYS * ((key >> 32) & s.table.mask)]


cdef inline int losses(
    const Table* table, uint32_t better, uint32_t counted, uint32_t worse
) noexcept nogil:
    """The sum of what counted point cards of one hand have over those of another, suit by suit.

    Both hands have as many cards of each suit; the highest is compared with the highest and
    so on. (Loss of point cards' values, "payoff similarity": SCIENCE, technique 3.)
    """
    cdef int total = 0
    counted &= better
    while counted:
        total += table.loss[(better & 31) << 10 | (counted & 31) << 5 | (worse & 31)]
        better >>= 5
        counted >>= 5
        worse >>= 5
    return total


cdef inline bint alike(const uint32_t* some, const uint32_t* others) noexcept nogil:
    """Whether the hands have the same point cards."""
    cdef int seat
    for seat in range(SEATS):
        if some[seat] != others[seat]:
            return False
    return True


cdef inline Cards counterparts(
    const Search* s, const uint32_t* there, uint32_t counted
) noexcept nogil:
    """The counted point cards of a like position, as the cards that are in their places here."""
    cdef Cards cards, found = 0
    cdef uint32_t better
    cdef int seat, suit, card
    for seat in range(SEATS):
        for suit in range(4):
            cards = s.hands[seat] & VALUED & lane(16 * suit)
            better = there[seat] >> 5 * suit & 31
            while better and cards:
                card = highest(cards)
                cards ^= <Cards>1 << card
                if counted >> 5 * suit >> highest(better) & 1:
                    found |= <Cards>1 << card
                better ^= <uint32_t>1 << highest(better)
    return found


cdef bint probe(
    Search* s, const Start* start, int leader, int target, int* found, Grounds* grounds
) noexcept nogil:
    """Whether the table answers for this position; if so, with `found` and its `grounds`.

    For positions p and q that agree in the ranks that mattered, a way to play that brings a
    side so many points in p brings it as many in q but for the sum of max(0, p - q) over the
    counted cards: those that it got in p.
    """
    cdef uint64_t shape = form(s, start)
    cdef const Entry* entry = bucket(s, shape, leader)
    cdef uint32_t valued[4]
    cdef int needs[2]
    cdef int _way, seat, bound, side
    needs[0] = target
    needs[1] = start.rest - target + 1
    if not COUNTS_TRICKS:
        for seat in range(SEATS):
            valued[seat] = gathered(s.hands[seat])
    for _way in range(WAYS):
        if entry.generation != s.table.generation:
            break
        side = entry.kind >> 2 & 1
        bound = entry.bound
        if (
            entry.shape == shape
            and entry.kind & 11 == leader + 8 * COUNTS_TRICKS
            and bound >= needs[side]
            and ((entry.odd ^ start.odd) | (entry.late ^ start.late)) & entry.mask == 0
        ):
            if not COUNTS_TRICKS:
                for seat in range(SEATS):
                    bound -= losses(s.table, entry.valued[seat], entry.counted, valued[seat])
                if not s.effort.techniques & USE_SIMILARITY and not alike(entry.valued, valued):
                    bound = -1
            if bound >= needs[side]:
                found[0] = start.rest - bound if side else bound
                grounds.wins = actual(start, entry.mask)
                if not COUNTS_TRICKS:
                    grounds.counted = counterparts(s, entry.valued, entry.counted)
                return True
        entry += 1
    return False


cdef void store(
    Search* s, const Start* start, int leader, int bound, bint upper, Cards mask, Cards counted
) noexcept nogil:
    """Store a bound, as what the side that it favours takes at least."""
    cdef uint64_t shape = form(s, start)
    cdef Entry* first = bucket(s, shape, leader)
    cdef Entry* entry = first
    cdef int _way, seat
    for _way in range(WAYS):
        if entry.generation != s.table.generation:
            break
        entry += 1
    else:
        s.table.clock += 1
        entry = first + (s.table.clock & (WAYS - 1))
    entry.shape = shape
    entry.odd = start.odd
    entry.late = start.late
    entry.mask = mask
    if not COUNTS_TRICKS:
        for seat in range(SEATS):
            entry.valued[seat] = gathered(s.hands[seat])
        entry.counted = gathered(counted if s.effort.techniques & USE_COUNTED else start.all)
    entry.bound = start.rest - bound if upper else bound
    entry.generation = s.table.generation
    entry.kind = leader + 8 * COUNTS_TRICKS + (4 if upper else 0)


cdef inline Cards nth(Cards cards, int number) noexcept nogil:
    """The card with so many cards below it."""
    while number:
        cards &= cards - 1
        number -= 1
    return cards & -cards


cdef Cards relevant(const Search* s, const Start* start, Cards* wins) noexcept nogil:
    """The relative ranks down to the lowest card in `wins`, which is set to the lowest of each.

    The lowest is first extended through the same hand's next lower cards: only one of such
    equal cards was tried, and where only the higher ones are the same that would prove nothing.
    """
    cdef Cards mask = 0, lowests = 0, all, cards, change
    cdef int suit, place, bottom
    cdef uint32_t odd, late
    for suit in range(4):
        all = (start.all >> (16 * suit)) & 0xFFFF
        cards = (wins[0] >> (16 * suit)) & 0xFFFF
        if not s.effort.techniques & USE_WINNING_RANKS:
            cards = all
        if not cards:
            continue
        bottom = TOP + 1 - popcount(all)
        place = TOP + 1 - popcount(all >> lowest(cards))
        odd = (start.odd >> (16 * suit)) & 0xFFFF
        late = (start.late >> (16 * suit)) & 0xFFFF
        # Bit i: the card at relative rank i and the one below are in different hands.
        change = (odd ^ odd << 1) | (late ^ late << 1) | <Cards>1 << bottom
        place = highest(change & ((<Cards>2 << place) - 1))
        mask |= (((<Cards>2 << TOP) - (<Cards>1 << place))) << (16 * suit)
        lowests |= nth(all, place - bottom) << (16 * suit)
    wins[0] = lowests
    return mask


cdef Cards actual(const Start* start, Cards mask) noexcept nogil:
    """The cards here that are at the lowest relative ranks of a mask in each suit."""
    cdef Cards cards = 0, all
    cdef int suit
    for suit in range(4):
        if (mask >> (16 * suit)) & 0xFFFF:
            all = (start.all >> (16 * suit)) & 0xFFFF
            cards |= nth(
                all, lowest((mask >> (16 * suit)) & 0xFFFF) - (TOP + 1 - popcount(all))
            ) << (16 * suit)
    return cards

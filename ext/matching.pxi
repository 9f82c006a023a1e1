# What the transposition table matches: classes of positions, not positions.

cdef inline uint32_t gathered(Cards hand) noexcept nogil:
    """The cards with card points of a hand, five bits a suit."""
    cdef Cards cards = hand >> 5
    return <uint32_t>(
        (cards & 31) | (cards >> 11 & 0x3E0) | (cards >> 22 & 0x7C00) | (cards >> 33 & 0xF8000)
    )


cdef inline Entry* bucket(const Search* s, int leader) noexcept nogil:
    """The entries where positions of this shape are kept."""
    cdef uint64_t key = (s.shape + leader) * SPREAD
    return &s.table.entries[WAYS * ((key >> 32) & s.table.mask)]


cdef inline int losses(const Table* table, uint32_t better, uint32_t worse) noexcept nogil:
    """The sum of what the point cards of one hand have over those of the other, suit by suit.

    Both hands have as many cards of each suit; the highest is compared with the highest and
    so on. (Loss of point cards' values, "payoff similarity": SCIENCE, technique 3.)
    """
    cdef int total = 0
    while better != worse:
        total += table.loss[(better & 31) << 5 | (worse & 31)]
        better >>= 5
        worse >>= 5
    return total


cdef inline int allowance(
    const Search* s, const Entry* entry, const uint32_t* valued, bint upper
) noexcept nogil:
    """How far a bound of a like position may be off here."""
    cdef int seat, total = 0
    for seat in range(SEATS):
        if upper:
            total += losses(s.table, valued[seat], entry.valued[seat])
        else:
            total += losses(s.table, entry.valued[seat], valued[seat])
    if total and not s.effort.techniques & USE_SIMILARITY:
        total = 1000
    return total


cdef bint recall(
    Search* s, const Start* start, int leader, int target, int* found, Cards* wins
) noexcept nogil:
    """Whether the table answers for this position; if so, with `found` and its `wins`.

    V(q) >= V(p) - sum of max(0, p - q) over the point cards, and V(q) <= V(p) + sum of
    max(0, q - p), for positions p and q that agree in the ranks that mattered.
    """
    cdef const Entry* entry = bucket(s, leader)
    cdef uint32_t valued[4]
    cdef int _way, seat, bound
    cdef bint upper
    if not COUNTS_TRICKS:
        for seat in range(SEATS):
            valued[seat] = gathered(s.hands[seat])
    for _way in range(WAYS):
        if entry.generation != s.table.generation:
            break
        upper = entry.kind >> 2 & 1
        bound = entry.bound
        if (
            entry.shape == s.shape
            and entry.kind & 11 == leader + 8 * COUNTS_TRICKS
            and (bound < target) == upper
            and ((entry.odd ^ start.odd) | (entry.late ^ start.late)) & entry.mask == 0
        ):
            if not COUNTS_TRICKS:
                if upper:
                    bound += allowance(s, entry, valued, True)
                else:
                    bound -= allowance(s, entry, valued, False)
            if (bound < target) == upper:
                found[0] = bound
                wins[0] = actual(start, entry.mask)
                return True
        entry += 1
    return False


cdef void keep(
    Search* s, const Start* start, int leader, int bound, bint upper, Cards mask
) noexcept nogil:
    """Store a bound."""
    cdef Entry* first = bucket(s, leader)
    cdef Entry* entry = first
    cdef int _way, seat
    for _way in range(WAYS):
        if entry.generation != s.table.generation:
            break
        entry += 1
    else:
        s.table.clock += 1
        entry = first + (s.table.clock & (WAYS - 1))
    entry.shape = s.shape
    entry.odd = start.odd
    entry.late = start.late
    entry.mask = mask
    if not COUNTS_TRICKS:
        for seat in range(SEATS):
            entry.valued[seat] = gathered(s.hands[seat])
    entry.bound = bound
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

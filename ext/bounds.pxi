# Step 2 of search.pxi: what a side is sure of at the start of a trick, from a look at the cards.

cdef inline int smallest(
    const Search* s, Cards cards, int number, Grounds* grounds
) noexcept nogil:
    """The card points of the `number` cards of a set that have the fewest.

    Any of them may be the ones that fall: if they have points, all are counted.
    """
    cdef int total = 0, strength = 4, some
    number -= popcount(cards & ~VALUED)
    while number > 0 and strength < TOP:
        strength += 1
        some = min(number, popcount(cards & (<Cards>0x0001000100010001 << strength)))
        total += some * s.world.worth[strength]
        number -= some
    if total:
        grounds.counted |= cards
    return total


cdef int unbroken_trumps(
    const Search* s, const Start* start, int* side, Grounds* grounds
) noexcept nogil:
    """What the unbroken top trumps are worth to the side that holds them, whoever leads.

    Each of them takes its trick or falls in one of its own side. The hand with the most of
    them can play them to different tricks, to each of which everybody must give a card: at
    least the smallest. Holds wherever the ranks down to the lowest of them are the same.
    """
    cdef Cards trumps = start.all & s.trump, bit, run = 0
    cdef Cards own
    cdef int holder, mate, rounds, total = 0
    if not trumps:
        return 0
    own = s.hands[0] | (s.hands[2] if SEATS == 4 else 0)
    if not own >> highest(trumps) & 1:
        own = start.all ^ own
        side[0] = 1
    else:
        side[0] = 0
    while trumps:
        bit = <Cards>1 << highest(trumps)
        if not own & bit:
            break
        run |= bit
        trumps ^= bit
        if not COUNTS_TRICKS:
            total += s.world.worth[lowest(bit)]
    grounds.wins = grounds.counted = run
    holder = side[0]
    rounds = popcount(s.hands[holder] & run)
    if SEATS == 4:
        mate = holder ^ 2
        if popcount(s.hands[mate] & run) > rounds:
            mate = holder
            holder ^= 2
            rounds = popcount(s.hands[holder] & run)
    if COUNTS_TRICKS:
        return rounds
    if s.effort.techniques & USE_FORCED:
        total += smallest(s, s.hands[holder ^ 1], rounds, grounds)
        if SEATS == 4:
            total += smallest(s, s.hands[holder ^ 3], rounds, grounds)
            total += smallest(
                s, s.hands[mate] & ~run, rounds - popcount(s.hands[mate] & run), grounds
            )
    return total


cdef inline Cards solid(Cards hand, Cards all, int most) noexcept nogil:
    """The highest cards of one suit, at most so many, that the hand holds without a gap."""
    cdef Cards run = 0, bit
    while most and all:
        bit = <Cards>1 << highest(all)
        if not hand & bit:
            break
        run |= bit
        all ^= bit
        most -= 1
    return run


cdef int quick_tricks(
    const Search* s, const Start* start, int seat, Grounds* grounds
) noexcept nogil:
    """What the leader can cash at once in suits of which he holds the highest cards.

    First his top trumps; then as many rounds of another suit as no opponent who still has a
    trump can ruff: such an opponent has followed to everything so far, so that his suits are
    as long as ever. To each round the opponents must give at least their smallest card.
    """
    cdef Cards hand = s.hands[seat], run, suit_cards
    cdef Cards first = s.hands[(seat + 1) & (SEATS - 1)], third = s.hands[(seat + 3) & (SEATS - 1)]
    cdef int suit, total = 0, rounds, all_rounds = 0, drawn
    cdef bint ruffs_first, ruffs_third
    grounds.wins = grounds.counted = 0
    run = solid(hand & s.trump, start.all & s.trump, 16) if hand & s.trump else 0
    drawn = popcount(run)
    ruffs_first = popcount(first & s.trump) > drawn
    ruffs_third = SEATS == 4 and popcount(third & s.trump) > drawn
    for suit in range(4):
        suit_cards = lane(16 * suit)
        if not hand & suit_cards:
            continue
        if suit_cards != s.trump:
            rounds = 16
            if ruffs_first:
                rounds = popcount(first & suit_cards)
            if ruffs_third:
                rounds = min(rounds, popcount(third & suit_cards))
            run = solid(hand & suit_cards, start.all & suit_cards, rounds)
        else:
            run = solid(hand & s.trump, start.all & s.trump, 16)
        rounds = popcount(run)
        grounds.wins |= run
        grounds.counted |= run
        all_rounds += rounds
        if not COUNTS_TRICKS:
            while run:
                total += s.world.worth[lowest(run)]
                run &= run - 1
    if COUNTS_TRICKS or not all_rounds:
        return all_rounds
    total += smallest(s, first, all_rounds, grounds)
    if SEATS == 4:
        total += smallest(s, third, all_rounds, grounds)
        total += smallest(s, s.hands[seat ^ 2], all_rounds, grounds)
    return total


cdef bint bounded(
    const Search* s, const Start* start, int leader, int target, int* found, Grounds* grounds
) noexcept nogil:
    """Whether a static bound answers; if so, with `found` and the cards it relies on."""
    cdef int sure, side = 0
    if s.effort.techniques & USE_BOUNDS:
        sure = unbroken_trumps(s, start, &side, grounds)
        found[0] = start.rest - sure if side else sure
        if (found[0] < target) if side else (found[0] >= target):
            return True
    if s.effort.techniques & USE_QUICK:
        sure = quick_tricks(s, start, leader, grounds)
        found[0] = start.rest - sure if leader & 1 else sure
        if (found[0] < target) if leader & 1 else (found[0] >= target):
            return True
    return False

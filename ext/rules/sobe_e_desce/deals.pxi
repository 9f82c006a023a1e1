# Sobe e Desce: whole deals from the naming of trump on. Seat 0 is the chooser.

cdef enum:
    CLUBS = 3
    TURN_UP = 4                         # instead of naming a suit
    SHORT_PACK = 0x03FF03FF03FF03FF
    NO_ORDER = -1                       # the policy decides
    STAY = -2

cdef struct Setting:
    # What is fixed for a deal before a card is seen.
    bint turn_up            # options of the rules
    bint hearts
    bint always_beat
    bint force_undertrump
    int forced              # seats that must go whatever is trump, a bit each
    float break_even[4]     # go up to this chance of no trick; below 0: as far as points are gained
    int orders[5]           # trump, and what each seat does: decided beforehand, or NO_ORDER

cdef struct Deal:
    # A deal on its way.
    Cards hands[4]
    Cards dealt[4]          # the hands of five, before anything is exchanged
    Cards thrown[4]
    int8_t stock[40]        # cards not yet dealt, in drawing order
    int drawn
    int trump               # the suit
    int turned              # the card turned up, -1 for none
    int went                # who is in, a bit a seat
    int exchanged[4]
    int tricks[4]


cdef inline int next_card(Deal* deal) noexcept nogil:
    """Take the next card of the stock."""
    deal.drawn += 1
    return deal.stock[deal.drawn - 1]


cdef void shuffle(Deal* deal, uint64_t seed, uint64_t index) noexcept nogil:
    """A new deal, three cards to each seat: number `index` of those with that seed."""
    cdef Stream random = stream(seed, index)
    cdef int place, other, seat
    memset(deal, 0, sizeof(Deal))
    for place in range(40):
        other = <int>below(&random, place + 1)
        deal.stock[place] = deal.stock[other]
        deal.stock[other] = 16 * (place // 10) + place % 10
    for seat in range(4):
        for _ in range(3):
            deal.hands[seat] |= <Cards>1 << next_card(deal)
    deal.turned = deal.trump = -1


cdef void name_trump(Deal* deal, const Setting* setting) noexcept nogil:
    """The chooser names the trump or turns it up; then all are dealt up to five cards."""
    cdef int seat
    deal.trump = setting.orders[0]
    if deal.trump == NO_ORDER:
        deal.trump = rule_trump(setting, deal.hands[0])
    if deal.trump == TURN_UP:
        deal.turned = next_card(deal)
        deal.trump = deal.turned >> 4
        deal.hands[0] |= <Cards>1 << deal.turned
    for seat in range(4):
        while popcount(deal.hands[seat]) < 5:
            deal.hands[seat] |= <Cards>1 << next_card(deal)
        deal.dealt[seat] = deal.hands[seat]


cdef inline void exchange(Deal* deal, int seat, Cards thrown) noexcept nogil:
    """A seat goes, throws cards away and draws as many."""
    cdef int _
    deal.went |= 1 << seat
    deal.thrown[seat] = thrown
    deal.exchanged[seat] = popcount(thrown)
    deal.hands[seat] &= ~thrown
    for _ in range(deal.exchanged[seat]):
        deal.hands[seat] |= <Cards>1 << next_card(deal)


cdef inline Cards chosen(Cards hand, int mask) noexcept nogil:
    """The cards of a hand whose places in ascending order are the bits of `mask`."""
    cdef Cards found = 0
    while hand:
        if mask & 1:
            found |= hand & -hand
        mask >>= 1
        hand &= hand - 1
    return found


cdef void decide(Deal* deal, const Setting* setting, int seat) noexcept nogil:
    """A seat goes and exchanges, or stays out."""
    cdef Estimate estimate
    cdef int order = setting.orders[1 + seat]
    if order >= 0:
        exchange(deal, seat, chosen(deal.hands[seat], order))
    elif order == NO_ORDER:
        estimate = estimate_hand(setting, deal.hands[seat], deal.trump, seat, deal.went)
        if goes(setting, &estimate, deal.trump, seat):
            exchange(deal, seat, deal.hands[seat] & ~estimate.kept)


cdef int sit_down(
    const Deal* deal, const Setting* setting, World* world, Position* at, Public* seen, int* seats
) noexcept nogil:
    """Renumber the seats that are in, two or more; returns how many there are.

    The first to play who is in leads; `seats` is filled with their numbers in the deal.
    """
    cdef int seat
    memset(world, 0, sizeof(World))
    memset(at, 0, sizeof(Position))
    memset(seen, 0, sizeof(Public))
    world.pack = SHORT_PACK
    world.trump = seen.trump = <Cards>0xFFFF << (16 * deal.trump)
    world.law[LAW_ALWAYS_BEAT] = setting.always_beat
    world.law[LAW_FORCE_UNDERTRUMP] = setting.force_undertrump
    memcpy(seen.law, world.law, sizeof(world.law))
    seen.turned = -1
    for seat in range(4):
        if deal.went >> seat & 1:
            world.side[world.seats] = seen.side[world.seats] = world.seats
            at.hands[world.seats] = deal.hands[seat]
            seen.may[world.seats] = SHORT_PACK
            seats[world.seats] = seat
            world.seats += 1
    seen.seats = world.seats
    return world.seats


cdef void play_deal(Deal* deal, const Setting* setting, int8_t* cards) noexcept nogil:
    """Play the cards by the rule player; `cards` (20, or NULL) is filled in order of play."""
    cdef World world
    cdef Position at
    cdef Public seen
    cdef int seats[4]
    cdef int seat, card, number, played = 0
    if deal.went & (deal.went - 1) == 0:
        for seat in range(4):
            deal.tricks[seat] = 5 * (deal.went >> seat & 1)
        return
    number = sit_down(deal, setting, &world, &at, &seen, seats)
    while at.hands[at.turn]:
        card = rule_card(at.hands[at.turn], &seen)
        if cards != NULL:
            cards[played] = card
        played += 1
        play_in_public(&at, &world, &seen, card)
    for seat in range(number):
        deal.tricks[seats[seat]] = at.taken[seat]


cdef inline int change(const Deal* deal, int seat) noexcept nogil:
    """What a finished deal adds to the score of a seat."""
    cdef int worth = 2 if deal.trump == CLUBS else 1
    if not deal.went >> seat & 1:
        return 0
    return -worth * deal.tricks[seat] if deal.tricks[seat] else 5 * worth

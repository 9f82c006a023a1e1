# Copas, as the kernel plays whole deals: passing, greedy play, what a deal pays. A deal begins with
# a number beside the cards: the seats ahead to whom cards are passed, 0 for nowhere. An act of
# passing is the set of three cards, and bit 63. The results of a seat are penalty points and
# RISCOS.

cdef enum:
    HAND = 13
    PASSES = 286        # ways to pass three of thirteen cards
    MOON = 104


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """Who does not follow suit has none of it."""
    return 0 if lane(card) == seen.led else seen.led


cdef inline Cards passed_by_number(Cards hand, int number) noexcept nogil:
    """Three cards of thirteen by the place of their combination in lexicographic order."""
    cdef int first, second, third
    cdef int cards[13]
    for first in range(HAND):
        cards[first] = lowest(hand)
        hand &= hand - 1
    for first in range(HAND):
        for second in range(first + 1, HAND):
            third = HAND - 1 - second
            if number < third:
                third = second + 1 + number
                return (
                    <Cards>1 << cards[first] | <Cards>1 << cards[second] | <Cards>1 << cards[third]
                )
            number -= third
    return 0


cdef inline Cards passed_greedily(Cards hand, Cards queen) noexcept nogil:
    """The queen of spades, then the highest cards, of equally high ones the first suits'."""
    cdef Cards passed = hand & queen, rest
    cdef int card, choice
    while popcount(passed) < 3:
        rest = hand & ~passed
        choice = lowest(rest)
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if card & 15 > choice & 15:
                choice = card
        passed |= <Cards>1 << choice
    return passed


cdef inline void open_deal(Playing* playing) noexcept nogil:
    """Thirteen cards each, passed on; the two of clubs leads."""
    cdef Position* at = &playing.at
    cdef Cards queen = playing.world.law[LAW_QUEEN], hand
    cdef Cards passed[4]
    cdef int ahead = <int>playing.start[0], seat, place
    at.flags[FIRST] = 1
    at.flags[BROKEN] = 0
    for seat in range(4):
        playing.seats[seat] = seat
        for place in range(HAND):
            at.hands[seat] |= <Cards>1 << playing.pack[HAND * seat + place]
    if ahead:
        for seat in range(4):
            hand = at.hands[seat]
            if playing.chairs[seat] == BY_RULE:
                passed[seat] = pass_on(hand, queen)
            elif playing.chairs[seat] == GREEDY:
                passed[seat] = passed_greedily(hand, queen)
            else:
                passed[seat] = passed_by_number(hand, <int>at_random(playing, seat, PASSES))
            playing.decided[seat] += 1
            record(playing, passed[seat] | <uint64_t>1 << 63)
        for seat in range(4):
            at.hands[seat] &= ~passed[seat]
        for seat in range(4):
            at.hands[(seat + ahead) & 3] |= passed[seat]
    for seat in range(4):
        if at.hands[seat] >> 48 & 1:
            at.turn = seat


cdef inline int greedy_card(Cards cards, const Public* seen) noexcept nogil:
    """Take as few points as possible with a card, give as many.

    A card that does not take the trick is got rid of: of equal ones the highest goes. One
    that does is the lowest.
    """
    cdef Cards bit
    cdef int card, points, score, choice = -1, least = INT32_MAX
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        bit = <Cards>1 << card
        points = penalty(taken_in(seen.trick | bit, seen.law[LAW_QUEEN]))
        if not seen.count or bit & seen.led and card > seen.best:
            score = 32 * points + (card & 15)
        else:
            score = -32 * points - (card & 15)
        if score < least:
            least = score
            choice = card
    return choice


cdef inline void close_deal(Playing* playing) noexcept nogil:
    """Penalty points and RISCOS; who takes everything gets 104, and 0 points."""
    cdef int seat, shooter = -1
    for seat in range(4):
        if playing.at.won[seat] == ALL:
            shooter = seat
    for seat in range(4):
        if shooter < 0:
            playing.results[2 * seat] = penalty(playing.at.won[seat])
            playing.results[2 * seat + 1] = 26 - penalty(playing.at.won[seat])
        else:
            playing.results[2 * seat] = 0 if seat == shooter else 26
            playing.results[2 * seat + 1] = MOON if seat == shooter else 0

# Sobe e Desce: hands as they may be by what is said of them and by what was decided.
#
# What is said (cards that a hand has or lacks, the card turned up, how many were exchanged) holds
# in every world: nobody is given a card that he cannot have, nor one without which somebody
# after him would find too few. What was decided is evidence: who has gone, how many cards he
# exchanged and which trump was chosen tell more about the hands than anything else does. So a
# hand is drawn again until the policies would have done with it what was done (Bayes' rule, by
# rejection), but no more than TRIES times; then the last one stands.

cdef extern from "<assert.h>" nogil:
    void c_assert "assert"(bint invariant) noexcept

cdef enum:
    TRIES = 200         # hands drawn for a seat until one fits what it did
    UNKNOWN = -1
    ONE_TRY = 256       # nodes that drawing a hand and asking the policies counts as, at most

cdef struct Evidence:
    # What everybody, or the seat that decides, knows of the deal so far.
    int chosen              # what the chooser asked for: a suit or TURN_UP; UNKNOWN
    int turned              # the card turned up, or -1
    int went                # of those who have decided, who is in: a bit a seat
    int counted             # whose decisions are asked about: a bit a seat
    int exchanged[4]        # how many cards they exchanged; UNKNOWN
    int sizes[4]            # cards that each seat holds now
    Cards may[4]            # the cards that each seat may hold
    Cards held[4]           # cards that each seat holds for certain
    Cards played[4]         # and those that it has played

cdef struct Room:
    # Seats still to be given cards that cannot have just any: what each may have, and needs.
    int seats
    int needs[4]
    Cards may[4]


cdef inline int fill(int8_t* pool, Cards cards) noexcept nogil:
    """Write a set of cards down in ascending order; how many there are."""
    cdef int count = 0
    while cards:
        pool[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


cdef inline void draw_some(int8_t* pool, int count, int some, Stream* random) noexcept nogil:
    """Bring `some` cards of a pool, each as likely as any other, to its front."""
    cdef int place, other
    cdef int8_t card
    for place in range(some):
        other = place + <int>below(random, count - place)
        card = pool[place]
        pool[place] = pool[other]
        pool[other] = card


cdef inline Cards turned_up(const Evidence* evidence) noexcept nogil:
    """The card turned up, as a set."""
    return <Cards>1 << evidence.turned if evidence.turned >= 0 else 0


cdef inline Cards held_elsewhere(const Evidence* evidence, int me) noexcept nogil:
    """What the others hold for certain."""
    cdef Cards found = 0
    cdef int seat
    for seat in range(4):
        if seat != me:
            found |= evidence.held[seat]
    return found


cdef Room room_for(const Evidence* evidence, int seats, Cards loose) noexcept nogil:
    """What some seats need of the cards `loose`, which nobody is known to hold.

    Who may have any of them always finds enough: there are more cards than places.
    """
    cdef Room room
    cdef int seat
    room.seats = 0
    for seat in range(4):
        if seats >> seat & 1 and loose & ~evidence.may[seat] & ~turned_up(evidence):
            room.may[room.seats] = evidence.may[seat] & ~evidence.held[seat]
            room.needs[room.seats] = evidence.sizes[seat] - popcount(evidence.held[seat])
            room.seats += 1
    return room


cdef bint leaves_room(const Room* room, Cards cards) noexcept nogil:
    """Whether all the seats find among the cards what they need (Hall's condition)."""
    cdef int some, place, needs
    cdef Cards reach
    for some in range(1, 1 << room.seats):
        reach = needs = 0
        for place in range(room.seats):
            if some >> place & 1:
                reach |= room.may[place]
                needs += room.needs[place]
        if popcount(reach & cards) < needs:
            return False
    return True


cdef Cards pick(
    int8_t* pool, int count, int some, Cards loose, const Room* room, Stream* random
) noexcept nogil:
    """Draw `some` cards of a pool and leave enough of `loose` for the seats still to be served.

    They stand at its front then, in the order in which they were drawn. A card that
    somebody else cannot do without is passed over, now and later; as many as are
    wanted can always be had, if they can be had at all (the cards that can be
    done without are the independent sets of a matroid).
    """
    cdef Cards picked = 0, bit
    cdef int place = 0, other
    cdef int8_t card
    while place < some and place < count:
        other = place + <int>below(random, count - place)
        card = pool[other]
        bit = <Cards>1 << card
        if room.seats and not leaves_room(room, loose & ~picked & ~bit):
            count -= 1
            pool[other] = pool[count]
            pool[count] = card
            continue
        pool[other] = pool[place]
        pool[place] = card
        picked |= bit
        place += 1
    c_assert(place == some)
    return picked


cdef inline bint fits(
    const Setting* setting, const Evidence* evidence, const Deal* deal, int seat, Cards hand,
    Cards first, Estimate* estimate
) noexcept nogil:
    """Whether a seat with this hand of five would have done by the policies what it has done.

    `first` are the three cards of which a chooser named the trump. The costly question last.
    """
    cdef bint did = evidence.went >> seat & 1
    estimate[0] = estimate_hand(
        setting, hand, deal.trump, seat, evidence.went & ((1 << seat) - 1)
    )
    if goes(setting, estimate, deal.trump, seat) != did:
        return False
    if did and evidence.exchanged[seat] != UNKNOWN:
        if popcount(hand & ~estimate.kept) != evidence.exchanged[seat]:
            return False
    return seat or evidence.chosen == UNKNOWN or rule_trump(setting, first) == evidence.chosen


cdef inline int nth(Cards cards, int place) noexcept nogil:
    """The card at a place of a set, in ascending order."""
    while place:
        cards &= cards - 1
        place -= 1
    return lowest(cards)


cdef inline bint kept_so(
    const Setting* setting, const Evidence* evidence, const Deal* deal, int seat, Cards final,
    Cards thrown, Stream* random
) noexcept nogil:
    """Whether a seat may have come to five cards by going and throwing `thrown` away.

    Some of the five it had from the start, as many as it did not exchange: whether there are
    such that the policies would have gone, and kept just those. (More than one choice
    is so rare that it is not counted.)
    """
    cdef int8_t pool[5]
    cdef Estimate estimate
    cdef Cards hand, first, asked = 0
    cdef Cards useful = <Cards>0xFFFF << (16 * deal.trump) | ACES | SEVENS  # nothing else is kept
    cdef int mask, place, keeps = 5 - popcount(thrown)
    fill(pool, final)
    if seat == 0 and evidence.turned >= 0:
        asked = <Cards>1 << evidence.turned     # he had it from the start
    for mask in range(32):
        if popcount(mask) != keeps:
            continue
        hand = thrown
        for place in range(5):
            if mask >> place & 1:
                hand |= <Cards>1 << pool[place]
        if asked & ~hand:
            continue
        first = 0
        if seat == 0:   # of his cards, but not of one turned up, he saw some three at first
            first = hand & ~asked
            while popcount(first) > 3:
                first &= ~(<Cards>1 << nth(first, <int>below(random, popcount(first))))
        if hand & ~(thrown | useful):
            continue
        if fits(setting, evidence, deal, seat, hand, first, &estimate):
            if hand & ~estimate.kept == thrown:
                return True
    return False


cdef bint give_final(
    Deal* deal, const Setting* setting, const Evidence* evidence, int seat, Cards loose,
    const Room* room, Stream* random, Effort* effort
) noexcept nogil:
    """Give a seat that went the hand of now, and what it threw away; whether the policies agree.

    `loose` are the cards that nobody is known to hold.
    """
    cdef int8_t pool[40]
    cdef Cards held = evidence.held[seat], asked = turned_up(evidence) if seat == 0 else 0
    cdef Cards drawn, thrown
    cdef int count, needs = evidence.sizes[seat] - popcount(held), gone = evidence.exchanged[seat]
    cdef bint counted = evidence.counted >> seat & 1
    for _ in range(TRIES if counted else 1):
        if spend(effort, ONE_TRY):
            return False
        count = fill(pool, (loose | asked & ~held) & evidence.may[seat])
        drawn = pick(pool, count, needs, loose, room, random)
        thrown = asked & ~(drawn | held | evidence.played[seat]) if gone > 0 else 0
        if gone > 0:
            count = fill(pool, loose & ~drawn)
            thrown |= pick(pool, count, gone - popcount(thrown), loose & ~drawn, room, random)
        deal.hands[seat] = drawn | held
        deal.thrown[seat] = thrown
        if gone < 0 or kept_so(
            setting, evidence, deal, seat, drawn | held | evidence.played[seat], thrown, random
        ):
            return True
    return False


cdef bint give_first(
    Deal* deal, const Setting* setting, const Evidence* evidence, int seat, Cards loose,
    const Room* room, Stream* random, Effort* effort
) noexcept nogil:
    """Give a seat of whose hand nothing is said the five cards it had first, all still there.

    What the policies would throw away of them is noted in `deal.thrown`; whether they agree.
    """
    cdef int8_t pool[40]
    cdef Estimate estimate
    cdef Cards held = evidence.held[seat], first
    cdef int needs, place, count = fill(pool, loose)
    cdef bint counted = evidence.counted >> seat & 1, match
    held = (held & ~turned_up(evidence)) | (turned_up(evidence) if seat == 0 else 0)
    needs = 5 - popcount(held)
    for _ in range(TRIES if counted else 1):
        if spend(effort, ONE_TRY):
            return False
        deal.hands[seat] = held | pick(pool, count, needs, loose, room, random)
        first = 0
        for place in range(min(needs, 3)):
            first |= <Cards>1 << pool[place]
        match = fits(setting, evidence, deal, seat, deal.hands[seat], first, &estimate)
        deal.thrown[seat] = deal.hands[seat] & ~estimate.kept
        if match:
            return True
    return False


cdef inline Cards as_many(Cards thrown, Cards hand, int count, int trump) noexcept nogil:
    """Of what a policy throws away so many cards; if it is not enough the lowest, trumps last."""
    cdef Cards rest
    c_assert(popcount(hand) >= count)
    while popcount(thrown) > count:
        thrown &= thrown - 1
    while popcount(thrown) < count:
        rest = hand & ~thrown
        if rest & ~(<Cards>0xFFFF << (16 * trump)):
            rest &= ~(<Cards>0xFFFF << (16 * trump))
        thrown |= rest & -rest
    return thrown

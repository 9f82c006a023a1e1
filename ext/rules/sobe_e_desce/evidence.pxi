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


cdef inline Cards some_of(Cards cards, int some, Stream* random) noexcept nogil:
    """So many of the cards, each as likely as any other."""
    cdef int8_t pool[40]
    cdef Cards found = 0
    cdef int place, count = fill(pool, cards)
    draw_some(pool, count, some, random)
    for place in range(some):
        found |= <Cards>1 << pool[place]
    return found


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
    somebody else cannot do without is passed over, now and later; they are
    fewer only if so many cannot be had (the cards that can be done without
    are the independent sets of a matroid).
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
    such that the policies would have gone, and kept just those. (That there may
    be several is not counted: such hands are drawn too seldom. See `give_exchanged`.)
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


cdef void draw_final(
    Deal* deal, const Evidence* evidence, int seat, Cards loose, const Room* room, Stream* random
) noexcept nogil:
    """Give a seat that went any hand of now, and what it threw away, that can be.

    `loose` are the cards that nobody is known to hold.
    """
    cdef int8_t pool[40]
    cdef Cards held = evidence.held[seat], asked = turned_up(evidence) if seat == 0 else 0
    cdef Cards drawn, thrown
    cdef int count, needs = evidence.sizes[seat] - popcount(held), gone = evidence.exchanged[seat]
    count = fill(pool, (loose | asked & ~held) & evidence.may[seat])
    drawn = pick(pool, count, needs, loose, room, random)
    thrown = asked & ~(drawn | held | evidence.played[seat]) if gone > 0 else 0
    if gone > 0:
        count = fill(pool, loose & ~drawn)
        thrown |= pick(pool, count, gone - popcount(thrown), loose & ~drawn, room, random)
    c_assert(popcount(drawn) == needs and popcount(thrown) == max(gone, 0))
    deal.hands[seat] = drawn | held
    deal.thrown[seat] = thrown


cdef bint give_final(
    Deal* deal, const Setting* setting, const Evidence* evidence, int seat, Cards loose,
    const Room* room, Stream* random, Effort* effort
) noexcept nogil:
    """Give a seat that went a hand of now, and what it threw away; whether the policies agree."""
    cdef bint counted = evidence.counted >> seat & 1
    for _ in range(TRIES if counted else 1):
        if spend(effort, ONE_TRY):
            return False
        draw_final(deal, evidence, seat, loose, room, random)
        if evidence.exchanged[seat] < 0 or kept_so(
            setting, evidence, deal, seat, deal.hands[seat] | evidence.played[seat],
            deal.thrown[seat], random
        ):
            return True
    return False


cdef uint64_t choose(int count, int some) noexcept nogil:
    """In how many ways some cards can be chosen of so many."""
    cdef uint64_t ways = 1
    cdef int index
    if not 0 <= some <= count:
        return 0
    for index in range(some):
        ways = ways * (count - index) // (index + 1)
    return ways


cdef struct Parts:
    # Cards by which a hand of now can come about: `keeps` kept, `gone` drawn, `throws` thrown.
    int keeps
    int gone
    int throws
    int held            # cards that it holds for certain, but for the one turned up
    int held_useful     # and those of them that a policy may keep
    int may             # loose cards that it may hold
    int may_useful
    int loose


cdef uint64_t count_ways(const Parts* parts, uint64_t* by_held) noexcept nogil:
    """In how many ways hand and cards thrown can come about, all cards kept being useful.

    `by_held` (6) is filled: in how many of them so many of the cards held have been kept.
    """
    cdef uint64_t total = 0
    cdef int held, loose
    for held in range(6):
        loose = parts.keeps - held
        by_held[held] = (
            choose(parts.held_useful, held) * choose(parts.may_useful, loose)
            * choose(parts.may - loose, parts.gone - parts.held + held)
            * choose(parts.loose - (parts.keeps + parts.gone - parts.held), parts.throws)
        )
        total += by_held[held]
    return total


cdef bint give_exchanged(
    Deal* deal, const Setting* setting, const Evidence* evidence, int seat, Cards loose,
    const Room* room, Stream* random, Effort* effort
) noexcept nogil:
    """The same as `give_final`, exactly as likely as it should be, before a card is played.

    What was kept, drawn and thrown away is drawn apart, each way in which a hand of now can
    come about being equally likely, if the policies would have kept and thrown just that.
    """
    cdef int8_t pool[40]
    cdef uint64_t by_held[6]
    cdef uint64_t with_turned[6]
    cdef const uint64_t* shares
    cdef uint64_t ways = 0, turned_ways = 0, number
    cdef Cards useful = <Cards>0xFFFF << (16 * deal.trump) | ACES | SEVENS
    cdef Cards asked = turned_up(evidence) if seat == 0 else 0, held = evidence.held[seat] & ~asked
    cdef Cards may = loose & evidence.may[seat], hand, first, drawn, kept, thrown
    cdef Estimate estimate
    cdef Parts parts, turned_parts
    cdef int gone = evidence.exchanged[seat], held_kept
    cdef bint match, keeps_turned
    parts.keeps, parts.gone, parts.throws = 5 - gone, gone, gone
    parts.held, parts.held_useful = popcount(held), popcount(held & useful)
    parts.may, parts.may_useful = popcount(may), popcount(may & useful)
    parts.loose = popcount(loose)
    turned_parts = parts
    turned_parts.keeps -= 1
    if asked:
        parts.throws -= 1
    if not asked & evidence.held[seat]:
        ways = count_ways(&parts, by_held)
    if asked & evidence.may[seat]:
        turned_ways = count_ways(&turned_parts, with_turned)
    if evidence.counted >> seat & 1 and gone >= 0 and ways + turned_ways:
        for _ in range(TRIES):
            if spend(effort, ONE_TRY):
                return False
            number = below(random, ways + turned_ways)
            keeps_turned = number >= ways
            shares = by_held
            if keeps_turned:
                shares = with_turned
                number -= ways
            held_kept = 0
            while number >= shares[held_kept]:
                number -= shares[held_kept]
                held_kept += 1
            kept = some_of(held & useful, held_kept, random)
            drawn = held & ~kept
            gone = parts.keeps - keeps_turned - held_kept
            kept |= pick(pool, fill(pool, may & useful), gone, loose, room, random)
            gone = parts.gone - popcount(drawn)
            drawn |= pick(pool, fill(pool, may & ~kept), gone, loose & ~kept, room, random)
            hand = kept | drawn
            gone = parts.gone - (asked != 0 and not keeps_turned)
            thrown = pick(pool, fill(pool, loose & ~hand), gone, loose & ~hand, room, random)
            if keeps_turned:
                kept |= asked
            else:
                thrown |= asked
            if popcount(kept | drawn) != 5 or popcount(thrown) != parts.gone:
                continue                # somebody after it would find too few
            first = some_of((kept | thrown) & ~asked, 3, random) if seat == 0 else 0
            match = fits(setting, evidence, deal, seat, kept | thrown, first, &estimate)
            if match and estimate.kept == kept:
                deal.hands[seat] = kept | drawn
                deal.thrown[seat] = thrown
                return True
    draw_final(deal, evidence, seat, loose, room, random)
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

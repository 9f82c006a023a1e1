# Sobe e Desce before a card is played: worlds as the seat that decides may think they are, and what
# the rule policies themselves would decide.
#
# Who has gone, how many cards he exchanged and which trump was chosen tell more about the hands
# than anything else does. So those who have decided are given hands with which the policies would
# have done the same (Bayes' rule, by rejection).

cdef enum:
    TRIES = 200         # hands drawn for a seat until one fits what it did
    DEALS = 1000        # worlds drawn until one fits what is said of the hands
    UNKNOWN = -1
    ONE_TRY = 256       # nodes that drawing a hand and asking the policies counts as, at most

cdef struct Evidence:
    # What everybody, or the seat that decides, knows of the deal so far.
    int chosen              # what the chooser asked for: a suit or TURN_UP; UNKNOWN
    int turned              # the card turned up, or -1
    int went                # of those who have decided, who is in: a bit a seat
    int exchanged[4]        # how many cards they exchanged; UNKNOWN
    Cards may[4]            # the cards that each seat may hold
    Cards held[4]           # cards that each seat holds for certain


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


cdef bint draw_world(
    Deal* deal, const Setting* setting, const Evidence* evidence, int decides, Cards hand,
    Stream* random, Effort* effort
) noexcept nogil:
    """A deal as it may stand before seat `decides` goes or stays out; whether it fits the facts.

    Who has decided gets, one after the other, a hand with which the policies would have done the
    same: the first of up to TRIES drawn. (Exact for one such seat; for several nearly, since
    the later hands' chances to fit hardly depend on the earlier ones.) If none fits he gets
    the last.
    """
    cdef int8_t pool[40]
    cdef Cards thrown[4]
    cdef Estimate estimate
    cdef int seat, count, place, known, turned = evidence.turned
    cdef Cards left = SHORT_PACK & ~hand, drawn_hand, first
    cdef bint match
    deal.drawn = deal.went = 0
    memset(deal.hands, 0, sizeof(deal.hands))
    deal.hands[decides] = hand
    if turned >= 0:
        left &= ~(<Cards>1 << turned)
    for seat in range(4):
        left &= ~(evidence.held[seat] if seat > decides else 0)
    for seat in range(4):
        if seat == decides:
            continue
        drawn_hand = evidence.held[seat] if seat > decides else 0
        count = fill(pool, left)
        known = popcount(drawn_hand)
        if seat == 0 and turned >= 0:
            drawn_hand |= <Cards>1 << turned
            known += 1
        if known > 5:
            return False
        thrown[seat] = 0
        for _ in range(TRIES if seat < decides else 1):
            if spend(effort, ONE_TRY):
                return False
            draw_some(pool, count, 5 - known, random)
            deal.hands[seat] = drawn_hand
            first = 0
            for place in range(5 - known):
                deal.hands[seat] |= <Cards>1 << pool[place]
                if place < 3:
                    first |= <Cards>1 << pool[place]
            if seat > decides:
                break
            match = fits(setting, evidence, deal, seat, deal.hands[seat], first, &estimate)
            thrown[seat] = deal.hands[seat] & ~estimate.kept
            if match:
                break
        left &= ~deal.hands[seat]
    count = fill(deal.stock, left)
    draw_some(deal.stock, count, count, random)
    for seat in range(decides):
        if not evidence.went >> seat & 1:
            continue
        known = evidence.exchanged[seat]
        # Not what the policy would do: then he threw the lowest cards away, trumps last.
        while known != UNKNOWN and popcount(thrown[seat]) > known:
            thrown[seat] &= thrown[seat] - 1
        while known != UNKNOWN and popcount(thrown[seat]) < known:
            first = deal.hands[seat] & ~thrown[seat]
            if first & ~(<Cards>0xFFFF << (16 * deal.trump)):
                first &= ~(<Cards>0xFFFF << (16 * deal.trump))
            thrown[seat] |= first & -first
        exchange(deal, seat, thrown[seat])
    for seat in range(4):
        if seat == decides or (seat < decides and not evidence.went >> seat & 1):
            continue
        if deal.hands[seat] & ~evidence.may[seat] or evidence.held[seat] & ~deal.hands[seat]:
            return False
    return True


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
        if fits(setting, evidence, deal, seat, hand, first, &estimate):
            if hand & ~estimate.kept == thrown:
                return True
    return False


cdef inline int nth(Cards cards, int place) noexcept nogil:
    """The card at a place of a set, in ascending order."""
    while place:
        cards &= cards - 1
        place -= 1
    return lowest(cards)


cdef bint draw_play(
    Deal* deal, const Setting* setting, const Evidence* evidence, int me, Cards unseen,
    const Cards* played, const int* sizes, Stream* random, Effort* effort
) noexcept nogil:
    """Hands as they may be while cards are played; whether there is room for all.

    One seat after the other gets cards with which the policies would have led to what it has
    said: the first of up to TRIES drawn, if none fits the last. What it threw away is then out of
    play, and so are the hands of those who stay out. (Exact for one such seat, as above.)
    """
    cdef int8_t pool[40]
    cdef Estimate estimate
    cdef Cards left = unseen, held, drawn, thrown, elsewhere = 0
    cdef int seat, other, count, room, place, gone
    cdef bint match
    for seat in range(4):
        elsewhere |= evidence.held[seat] if seat != me else 0
    for place in range(8):
        seat = place & 3
        if seat == me or (evidence.went >> seat & 1) == (place > 3):
            continue                        # first those who are in, then those who are out
        held = evidence.held[seat]
        room = sizes[seat] - popcount(held) if place < 4 else 5
        gone = evidence.exchanged[seat] if place < 4 else 0
        thrown = drawn = 0
        for _ in range(TRIES):
            if spend(effort, ONE_TRY):
                return False
            count = fill(pool, left & ~elsewhere & (evidence.may[seat] if place < 4 else left))
            if count < room:
                return False
            draw_some(pool, count, room, random)
            drawn = thrown = 0
            for other in range(room):
                drawn |= <Cards>1 << pool[other]
            if place > 3:
                estimate = estimate_hand(
                    setting, drawn, deal.trump, seat, evidence.went & ((1 << seat) - 1)
                )
                match = not goes(setting, &estimate, deal.trump, seat)
            elif gone < 0:
                match = True
            else:
                if seat == 0 and evidence.turned >= 0 and (
                    not (drawn | held | played[seat]) >> evidence.turned & 1
                ):
                    thrown = <Cards>1 << evidence.turned
                count = fill(pool, left & ~elsewhere & ~drawn & ~thrown)
                if count + popcount(thrown) < gone:
                    return False
                draw_some(pool, count, gone - popcount(thrown), random)
                for other in range(gone - popcount(thrown)):
                    thrown |= <Cards>1 << pool[other]
                match = kept_so(
                    setting, evidence, deal, seat, drawn | held | played[seat], thrown, random
                )
            if match:
                break
        deal.hands[seat] = drawn | held
        left &= ~(drawn | held | thrown)
    return True


cdef int bind(
    Setting* setting, const float[::1] break_even, int forced, bint hearts, bint turn_up,
    bint always_beat, bint force_undertrump
) except -1:
    """Fill in the options of the rules and what the policies go by."""
    settle_on(setting, hearts, turn_up, always_beat, force_undertrump)
    return know(setting, forced, break_even)


cdef int read_evidence(Evidence* evidence, may, held) except -1:
    """Take over what is said of the hands."""
    cdef int seat
    if len(may) != 4 or len(held) != 4:
        raise ValueError("what may be held and what is, by four seats")
    for seat in range(4):
        evidence.may[seat] = may[seat]
        evidence.held[seat] = held[seat]
    return 0


def going_worlds(
    uint64_t seed, uint64_t first, uint64_t[:, ::1] worlds not None,
    const float[::1] break_even not None, *, int seat, uint64_t hand, int trump, int chosen,
    int turned, int went, exchanged, int forced, may, held, bint hearts=True, bint turn_up=True,
    bint always_beat=False, bint force_undertrump=False, double deadline=INFINITY,
    const int32_t[::1] stop=None,
):
    """Draw worlds for `go_results`, in which those who have decided did so by the policies.

    Parameters
    ----------
    seed, first : int
        World i is drawn from the stream (seed, first + i).
    worlds : uint64, shape (n, 4 + words)
        Filled: four hands of five, exchanged where that is done, then the first 5 * (4 - seat)
        cards to be drawn, a byte each. Seats are counted from the chooser.
    break_even : float32, shape (4,)
        As in `simulate`, and so are the options.
    seat, hand, trump : int
        Who decides, its five cards as a set, the trump suit.
    chosen : int
        What the chooser asked for: a suit, or 4 for turning up; -1 if it tells nothing.
    turned : int
        The card turned up, -1 for none.
    went : int
        Of the seats before this one those that are in, a bit each.
    exchanged : sequence of int
        By seat the number of cards that it exchanged, -1 if nobody knows.
    forced : int
        The seats that must go whatever is trump, a bit each.
    may, held : sequence of int
        By seat the set of cards it may hold, and of those it holds for certain.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        How many worlds were filled: fewer than asked for if what is said fits hardly any, or
        if it was stopped.

    Raises
    ------
    ValueError
        For arrays of the wrong shape, or a hand that cannot be.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Setting setting
    cdef Evidence evidence
    cdef Deal deal
    cdef Stream random
    cdef Effort effort
    cdef Py_ssize_t index, done = 0, n = worlds.shape[0]
    cdef int other, stock, place
    cdef bint fitting
    if not 0 <= seat < 4 or not 0 <= trump < 4 or len(exchanged) != 4:
        raise ValueError("four seats and four suits")
    stock = 5 * (4 - seat)
    if worlds.shape[1] != 4 + (stock + 7) // 8:
        raise ValueError(f"four hands, and {stock} cards at eight a word")
    if popcount(hand) != 5 or hand & ~SHORT_PACK:
        raise ValueError("who decides has five cards")
    if turned >= 0 and (turned >> 4 != trump or not SHORT_PACK >> turned & 1):
        raise ValueError("turned: a trump, or -1")
    if turned >= 0 and (hand >> turned & 1) != (seat == 0):
        raise ValueError("the chooser has the card turned up")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    read_evidence(&evidence, may, held)
    evidence.chosen, evidence.turned, evidence.went = chosen, turned, went
    for other in range(4):
        if not UNKNOWN <= exchanged[other] <= 5:
            raise ValueError("exchanged: 0 to 5 cards, or -1")
        evidence.exchanged[other] = exchanged[other]
    memset(&deal, 0, sizeof(Deal))
    deal.trump, deal.turned = trump, turned
    begin(&effort, deadline, stop)
    with nogil:
        for index in range(n):
            random = stream(seed, first + <uint64_t>index)
            fitting = False
            for _ in range(DEALS):
                fitting = draw_world(&deal, &setting, &evidence, seat, hand, &random, &effort)
                if fitting or effort.gave_up:
                    break
            if effort.gave_up:
                break
            if not fitting:
                continue
            for place in range(worlds.shape[1]):
                worlds[done, place] = deal.hands[place] if place < 4 else 0
            for place in range(stock):
                worlds[done, 4 + place // 8] |= (
                    <uint64_t>deal.stock[deal.drawn + place] << (8 * (place & 7))
                )
            done += 1
    raise_interrupt(&effort)
    return done


def playing_worlds(
    uint64_t seed, uint64_t first, uint64_t[:, ::1] worlds not None,
    const float[::1] break_even not None, *, int seat, uint64_t unseen, played, sizes, int trump,
    int chosen, int turned, int went, exchanged, int forced, may, held, bint hearts=True,
    bint turn_up=True, bint always_beat=False, bint force_undertrump=False,
    double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Draw worlds for a card to play, in which everybody has gone and exchanged by the policies.

    Parameters
    ----------
    seed, first, break_even, trump, chosen, turned, went, exchanged, forced, may, held
        As in `going_worlds`; the hands are those of now.
    worlds : uint64, shape (n, 4)
        Filled: the hands, seats counted from the chooser; nothing for this seat and those out.
    seat : int
        Who is to play.
    unseen : int
        The cards that this seat has not seen, as a set.
    played : sequence of int
        By seat the cards that it has played, as a set.
    sizes : sequence of int
        By seat the cards that it holds, 0 for one that is out.
    deadline, stop
        As in `going_worlds`.

    Returns
    -------
    int
        How many worlds were filled: fewer than asked for if what is said fits hardly any, or
        if it was stopped.

    Raises
    ------
    ValueError
        For arrays of the wrong shape, or seats, cards or numbers that cannot be.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Setting setting
    cdef Evidence evidence
    cdef Deal deal
    cdef Stream random
    cdef Effort effort
    cdef Cards cards[4]
    cdef int counts[4]
    cdef Py_ssize_t index, done = 0, n = worlds.shape[0]
    cdef int other
    cdef bint fitting
    if worlds.shape[1] != 4:
        raise ValueError("four hands a world")
    if not 0 <= seat < 4 or not 0 <= trump < 4 or len(exchanged) != 4:
        raise ValueError("four seats and four suits")
    if len(played) != 4 or len(sizes) != 4 or unseen & ~SHORT_PACK:
        raise ValueError("played and sizes by four seats, cards of the pack")
    if turned >= 0 and (turned >> 4 != trump or not SHORT_PACK >> turned & 1):
        raise ValueError("turned: a trump, or -1")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    read_evidence(&evidence, may, held)
    evidence.chosen, evidence.turned, evidence.went = chosen, turned, went
    for other in range(4):
        if not UNKNOWN <= exchanged[other] <= 5:
            raise ValueError("exchanged: 0 to 5 cards, or -1")
        evidence.exchanged[other] = exchanged[other]
        cards[other], counts[other] = played[other], sizes[other]
        if other != seat and evidence.went >> other & 1 and (
            popcount(cards[other]) + counts[other] != 5
            or popcount(evidence.held[other]) > counts[other]
        ):
            raise ValueError("who is in has had five cards")
    memset(&deal, 0, sizeof(Deal))
    deal.trump, deal.turned = trump, turned
    begin(&effort, deadline, stop)
    with nogil:
        for index in range(n):
            random = stream(seed, first + <uint64_t>index)
            fitting = False
            for _ in range(DEALS):
                memset(deal.hands, 0, sizeof(deal.hands))
                fitting = draw_play(
                    &deal, &setting, &evidence, seat, unseen, cards, counts, &random,
                    &effort,
                )
                if fitting or effort.gave_up:
                    break
            if effort.gave_up:
                break
            if not fitting:
                continue
            for other in range(4):
                worlds[done, other] = deal.hands[other] if evidence.went >> other & 1 else 0
            done += 1
    raise_interrupt(&effort)
    return done


def policy_trump(
    uint64_t hand, const float[::1] break_even not None, *, int forced, bint hearts=True,
    bint turn_up=True, bint always_beat=False, bint force_undertrump=False,
):
    """What the chooser asks for by the policy: a suit, or 4 to turn up; as in `simulate`.

    Raises
    ------
    ValueError
        For a hand that is not one of three cards, or other than four break-even chances.
    """
    cdef Setting setting
    if popcount(hand) != 3 or hand & ~SHORT_PACK:
        raise ValueError("the chooser has three cards")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    return rule_trump(&setting, hand)


def policy_going(
    int seat, uint64_t hand, int trump, const float[::1] break_even not None, *, int went,
    int forced, bint hearts=True, bint turn_up=True, bint always_beat=False,
    bint force_undertrump=False,
):
    """Whether a seat goes by the policy, and what it throws away.

    Returns
    -------
    int
        The set of cards thrown away; -1 to stay out.

    Raises
    ------
    ValueError
        For a hand that is not one of five cards, a seat or a trump that cannot be, or other
        than four break-even chances.
    """
    cdef Setting setting
    cdef Estimate estimate
    if popcount(hand) != 5 or hand & ~SHORT_PACK:
        raise ValueError("who decides has five cards")
    if not 0 <= seat < 4 or not 0 <= trump < 4:
        raise ValueError("four seats and four suits")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    estimate = estimate_hand(&setting, hand, trump, seat, went)
    return hand & ~estimate.kept if goes(&setting, &estimate, trump, seat) else -1

# Sobe e Desce: worlds as the seat that decides, or plays, may think they are, and what the rule
# policies themselves would decide.


cdef bint is_free(const Evidence* evidence, int seat, Cards loose) noexcept nogil:
    """Whether nothing is said of a hand but by how many cards were exchanged.

    That alone tells of the turned-up card whether it is held after 0 and after 5.
    """
    cdef Cards turned = turned_up(evidence), said
    cdef Cards held = evidence.held[seat], may = evidence.may[seat]
    if seat == 0 and turned and 0 != evidence.exchanged[seat] != 5:
        said = held & turned | turned & ~may
        if said:
            return False
    return not (loose & ~may | held) & ~turned


cdef int draw_going(
    Deal* deal, const Setting* setting, const Evidence* evidence, int decides, Cards hand,
    Stream* random, Effort* effort
) noexcept nogil:
    """Deal as it may stand before seat `decides` says: whose decisions fit, a bit each.

    Who has decided gets his hand first, one after the other, those after `decides` theirs; the
    rest is the stock. (For one seat that has decided the hands are exactly as likely as they
    should be; for several nearly, since the later hands' chances to fit hardly depend on the
    earlier ones.) Void if the effort gave up.
    """
    cdef int8_t pool[40]
    cdef Cards left = SHORT_PACK & ~hand & ~turned_up(evidence) & ~held_elsewhere(evidence, decides)
    cdef int seat, count, served = 1 << decides, known, fitting = 0, from_stock = 0
    cdef int needing = evidence.went | (0xF & ~((1 << decides) - 1))
    cdef Room room
    cdef bint fit
    deal.drawn = deal.went = 0
    memset(deal.hands, 0, sizeof(deal.hands))
    memset(deal.thrown, 0, sizeof(deal.thrown))
    deal.hands[decides] = hand
    for seat in range(4):
        if seat == decides:
            continue
        served |= 1 << seat
        room = room_for(evidence, needing & ~served, left)
        if seat > decides:
            count = fill(pool, left & evidence.may[seat])
            known = popcount(evidence.held[seat])
            deal.hands[seat] = evidence.held[seat] | pick(
                pool, count, 5 - known, left, &room, random
            )
        else:
            if evidence.went >> seat & 1 and not is_free(evidence, seat, left):
                fit = give_exchanged(deal, setting, evidence, seat, left, &room, random, effort)
                deal.went |= 1 << seat
            else:
                fit = give_first(deal, setting, evidence, seat, left, &room, random, effort)
                from_stock |= 1 << seat
            fitting |= fit << seat
        if effort.gave_up:
            return 0
        left &= ~(deal.hands[seat] | deal.thrown[seat])
    count = fill(deal.stock, left)
    draw_some(deal.stock, count, count, random)
    for seat in range(decides):
        if not (from_stock & evidence.went) >> seat & 1:
            continue
        known = evidence.exchanged[seat]
        if known != UNKNOWN:
            deal.thrown[seat] = as_many(deal.thrown[seat], deal.hands[seat], known, deal.trump)
        exchange(deal, seat, deal.thrown[seat])
    return fitting


cdef int draw_playing(
    Deal* deal, const Setting* setting, const Evidence* evidence, int me, Cards unseen,
    Stream* random, Effort* effort
) noexcept nogil:
    """Hands as they may be while cards are played: whose decisions fit, a bit each.

    First those who are in get theirs, then those who are out, who have five. Void if the effort
    gave up.
    """
    cdef Cards left = unseen & ~turned_up(evidence) & ~held_elsewhere(evidence, me)
    cdef int place, seat, fitting = 0, needing = evidence.went & ~(1 << me)
    cdef Room room
    memset(deal.hands, 0, sizeof(deal.hands))
    memset(deal.thrown, 0, sizeof(deal.thrown))
    for place in range(8):
        seat = place & 3
        if seat == me or (evidence.went >> seat & 1) == (place > 3):
            continue
        needing &= ~(1 << seat)
        room = room_for(evidence, needing, left)
        if place < 4:
            if give_final(deal, setting, evidence, seat, left, &room, random, effort):
                fitting |= 1 << seat
        elif give_first(deal, setting, evidence, seat, left, &room, random, effort):
            fitting |= 1 << seat
        if effort.gave_up:
            return 0
        left &= ~(deal.hands[seat] | deal.thrown[seat])
    return fitting


cdef int bind(
    Setting* setting, const float[::1] break_even, int forced, bint hearts, bint turn_up,
    bint always_beat, bint force_undertrump
) except -1:
    """Fill in the options of the rules and what the policies go by."""
    settle_on(setting, hearts, turn_up, always_beat, force_undertrump)
    return know(setting, forced, break_even)


cdef int read_evidence(
    Evidence* evidence, int trump, int chosen, int turned, int went, int counted, exchanged, may,
    held
) except -1:
    """Take over what is said of the deal; all hands have five cards as yet."""
    cdef int seat
    if not 0 <= trump < 4 or not 0 <= went < 16 or not 0 <= counted < 16:
        raise ValueError("trump, went, counted: a suit, and sets of seats")
    if len(exchanged) != 4 or len(may) != 4 or len(held) != 4:
        raise ValueError("exchanged, may and held by four seats")
    if turned >= 0 and (turned >> 4 != trump or not SHORT_PACK >> turned & 1):
        raise ValueError("turned: a trump, or -1")
    memset(evidence, 0, sizeof(Evidence))
    evidence.chosen, evidence.turned = chosen, turned
    evidence.went, evidence.counted = went, counted
    for seat in range(4):
        if not UNKNOWN <= exchanged[seat] <= 5:
            raise ValueError("exchanged: 0 to 5 cards, or -1")
        evidence.exchanged[seat] = exchanged[seat]
        evidence.may[seat] = may[seat]
        evidence.held[seat] = held[seat]
        evidence.sizes[seat] = 5
    return 0


cdef int check_room(const Evidence* evidence, int me, int needing, Cards unseen) except -1:
    """Refuse what leaves somebody without the cards that he needs."""
    cdef Cards left = unseen & ~held_elsewhere(evidence, me), seen = 0
    cdef Room room = room_for(evidence, needing, left)
    cdef int seat
    for seat in range(4):
        if seat == me:
            continue
        if evidence.held[seat] & (seen | ~unseen):
            raise ValueError("held: unseen cards, each in one hand")
        if popcount(evidence.held[seat]) > evidence.sizes[seat]:
            raise ValueError("held: more cards than a hand has")
        seen |= evidence.held[seat]
    if not leaves_room(&room, left):
        raise ValueError("no deal fits what is said of the hands")
    return 0


def going_worlds(
    uint64_t seed, uint64_t first, uint64_t[:, ::1] worlds not None,
    const float[::1] break_even not None, *, int seat, uint64_t hand, int trump, int chosen,
    int turned, int went, exchanged, int forced, may, held, int counted=15, bint hearts=True,
    bint turn_up=True, bint always_beat=False, bint force_undertrump=False,
    uint8_t[::1] fits=None, double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Draw worlds for `go_results`, in which those who have decided did so by the policies.

    What is said of the hands holds in every world. Where no hand is found with which a seat would
    have decided so, it has one of those that can be.

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
        By seat the set of cards it may hold, and of those it holds for certain. What a seat that
        is out may hold is not looked at.
    counted : int
        The seats whose decisions are taken into account, a bit each.
    fits : uint8, shape (n,), optional
        Filled: the seats, a bit each, whose decision is what the policies would have done.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        How many worlds were filled, from the first: fewer than asked for if it was stopped.

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
    cdef Py_ssize_t done = 0, n = worlds.shape[0]
    cdef int stock, place, fitting, needing
    if not 0 <= seat < 4:
        raise ValueError("four seats")
    stock = 5 * (4 - seat)
    if worlds.shape[1] != 4 + (stock + 7) // 8:
        raise ValueError(f"four hands, and {stock} cards at eight a word")
    if fits is not None and fits.shape[0] != n:
        raise ValueError("fits: one number a world")
    if popcount(hand) != 5 or hand & ~SHORT_PACK:
        raise ValueError("who decides has five cards")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    read_evidence(&evidence, trump, chosen, turned, went, counted, exchanged, may, held)
    if turned >= 0 and (hand >> turned & 1) != (seat == 0):
        raise ValueError("the chooser has the card turned up")
    evidence.went &= (1 << seat) - 1
    needing = evidence.went | (0xF & ~((1 << seat) - 1))
    check_room(&evidence, seat, needing & ~(1 << seat), SHORT_PACK & ~hand)
    memset(&deal, 0, sizeof(Deal))
    deal.trump, deal.turned = trump, turned
    begin(&effort, deadline, stop)
    with nogil:
        while done < n:
            random = stream(seed, first + <uint64_t>done)
            fitting = draw_going(&deal, &setting, &evidence, seat, hand, &random, &effort)
            if effort.gave_up:
                break
            if fits is not None:
                fits[done] = fitting
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
    int chosen, int turned, int went, exchanged, int forced, may, held, int counted=15,
    bint hearts=True, bint turn_up=True, bint always_beat=False, bint force_undertrump=False,
    uint8_t[::1] fits=None, double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Draw worlds for a card to play, in which everybody has gone and exchanged by the policies.

    What is said of the hands holds in every world, as in `going_worlds`.

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
    counted, fits, deadline, stop
        As in `going_worlds`.

    Returns
    -------
    int
        How many worlds were filled, from the first: fewer than asked for if it was stopped.

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
    cdef Py_ssize_t done = 0, n = worlds.shape[0]
    cdef int other, fitting
    if worlds.shape[1] != 4 or not 0 <= seat < 4:
        raise ValueError("four seats, four hands a world")
    if fits is not None and fits.shape[0] != n:
        raise ValueError("fits: one number a world")
    if len(played) != 4 or len(sizes) != 4 or unseen & ~SHORT_PACK:
        raise ValueError("played and sizes by four seats, cards of the pack")
    bind(&setting, break_even, forced, hearts, turn_up, always_beat, force_undertrump)
    read_evidence(&evidence, trump, chosen, turned, went, counted, exchanged, may, held)
    for other in range(4):
        if other == seat or not evidence.went >> other & 1:
            continue
        evidence.played[other], evidence.sizes[other] = played[other], sizes[other]
        if popcount(evidence.played[other]) + evidence.sizes[other] != 5:
            raise ValueError("who is in has had five cards")
    check_room(&evidence, seat, evidence.went & ~(1 << seat), unseen)
    memset(&deal, 0, sizeof(Deal))
    deal.trump, deal.turned = trump, turned
    begin(&effort, deadline, stop)
    with nogil:
        while done < n:
            random = stream(seed, first + <uint64_t>done)
            fitting = draw_playing(&deal, &setting, &evidence, seat, unseen, &random, &effort)
            if effort.gave_up:
                break
            if fits is not None:
                fits[done] = fitting
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

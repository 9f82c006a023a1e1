# Sobe e Desce's rule policies before play: which trump, who goes, what is exchanged. Each sees its
# own hand, the trump, and who has gone before; the same in the same situation gives the same.
#
# All three go by one table, STRENGTH: for the cards that are kept, the rest of the hand being
# drawn, how often such hands took no trick and how many they took. Its cells are filled from
# deals that these policies play, each by turns doing something else than it thinks best
# (bench/tables/sobe_policy.py).

cdef enum:
    CLASSES = 150       # 25 of trumps, 3 of aces, 2 of sevens

cdef struct Estimate:
    # What a hand can expect from going.
    float none      # chance of no trick
    float tricks    # number of tricks
    Cards kept      # the cards that it does not throw away


cdef inline int class_of_hand(Cards kept, Cards trump) noexcept nogil:
    """The class of the cards that are kept: trumps by highest and number, side aces and sevens.

    The highest trump is one of 2 to 6, queen, jack, king, 7, ace; four or more count alike,
    as two or more side aces do, and one or more side sevens.
    """
    cdef Cards trumps = kept & trump
    cdef int found = 0, strength
    if trumps:
        strength = highest(trumps) & 15
        found = 1 + (strength - 4 if strength > 4 else 0) * 4 + min(popcount(trumps), 4) - 1
    found = found * 3 + min(popcount(kept & ACES & ~trump), 2)
    return found * 2 + (kept & SEVENS & ~trump != 0)


cdef inline float worth_of(const Estimate* estimate) noexcept nogil:
    """Points that a hand takes off its owner's score, trump not being clubs."""
    return estimate.tricks - NO_TRICK * estimate.none


cdef inline Estimate estimate_in(int column, bint leads, int cell) noexcept nogil:
    """The table's estimate against 1 to 3 opponents (column 0 to 2; 3: all made to go)."""
    cdef Estimate estimate
    estimate.kept = 0
    estimate.none = STRENGTH[column][leads][cell][0] / 1000.
    estimate.tricks = STRENGTH[column][leads][cell][1] / 1000.
    return estimate


cdef inline Estimate against(
    float opponents, bint everybody, bint leads, int cell
) noexcept nogil:
    """The estimate for a number of opponents that need not be whole: between two columns."""
    cdef Estimate low, high
    cdef int whole = <int>opponents
    cdef float part = opponents - whole
    if everybody:
        return estimate_in(3, leads, cell)
    if whole >= 3:
        return estimate_in(2, leads, cell)
    if whole == 0:
        low.kept = 0
        low.none = 0
        low.tricks = 5
    else:
        low = estimate_in(whole - 1, leads, cell)
    high = estimate_in(whole, leads, cell)
    low.none += part * (high.none - low.none)
    low.tricks += part * (high.tricks - low.tricks)
    return low


cdef Estimate best_exchange(
    Cards hand, Cards trump, float opponents, bint everybody, bint leads
) noexcept nogil:
    """What to keep of a hand, and what it can then expect.

    Only trumps, aces and sevens are kept, if at all: of equal choices the one that keeps most.
    """
    cdef Cards useful = hand & (trump | ACES | SEVENS)
    cdef Cards kept = useful
    cdef Estimate best = against(opponents, everybody, leads, class_of_hand(kept, trump))
    cdef Estimate estimate
    best.kept = kept
    while kept:
        kept = (kept - 1) & useful
        estimate = against(opponents, everybody, leads, class_of_hand(kept, trump))
        if worth_of(&estimate) > worth_of(&best) + 1e-6:
            best = estimate
            best.kept = kept
    return best


cdef inline float expected_opponents(
    const Setting* setting, int trump, int seat, int went
) noexcept nogil:
    """How many others will be in if `seat` goes: who went, who must go, and some of the rest."""
    cdef int in_before = popcount(went)
    cdef int after = 0xF & ~((2 << seat) - 1)
    cdef int must = popcount(after & setting.forced)
    if everybody_goes(setting, trump):
        return 3
    return in_before + must + (popcount(after) - must) * GO_RATE[min(in_before + must, 3)] / 1000.


cdef inline bint everybody_goes(const Setting* setting, int trump) noexcept nogil:
    """Whether the trump makes everybody go: hearts, where that rule holds."""
    return trump == 0 and setting.hearts


cdef inline Estimate estimate_hand(
    const Setting* setting, Cards hand, int trump, int seat, int went
) noexcept nogil:
    """What a seat can expect if it goes, by what it knows when it is its turn to say."""
    return best_exchange(
        hand, <Cards>0xFFFF << (16 * trump),
        expected_opponents(setting, trump, seat, went), everybody_goes(setting, trump), went == 0,
    )


cdef inline bint goes(
    const Setting* setting, const Estimate* estimate, int trump, int seat
) noexcept nogil:
    """Whether a seat goes: if it must, if it gains points by it, or as its break-even says."""
    if everybody_goes(setting, trump) or setting.forced >> seat & 1:
        return True
    if setting.break_even[seat] < 0:
        return worth_of(estimate) > 0
    return estimate.none <= setting.break_even[seat]


cdef float suit_worth(const Setting* setting, Cards hand, int suit) noexcept nogil:
    """Points that the chooser takes off his score with a suit for trump, by three or four cards."""
    cdef Estimate estimate = estimate_hand(setting, hand, suit, 0, 0)
    cdef float worth = worth_of(&estimate)
    if worth < 0 and not everybody_goes(setting, suit) and not setting.forced & 1:
        worth = 0
    return 2 * worth if suit == CLUBS else worth


cdef int rule_trump(const Setting* setting, Cards hand) noexcept nogil:
    """The suit that the chooser names, TURN_UP to let the next card name it; by three cards."""
    cdef Cards unseen = SHORT_PACK & ~hand
    cdef float worth, total = 0, top = -1e9
    cdef int suit, card, choice = 0, number = popcount(unseen)
    for suit in range(4):
        worth = suit_worth(setting, hand, suit)
        if worth > top:
            top = worth
            choice = suit
    if not setting.turn_up:
        return choice
    while unseen:
        card = lowest(unseen)
        unseen &= unseen - 1
        total += suit_worth(setting, hand | <Cards>1 << card, card >> 4)
    return TURN_UP if total > top * number else choice

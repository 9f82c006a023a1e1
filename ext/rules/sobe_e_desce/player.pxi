# Sobe e Desce's rule player: what a seat plays that sees its own hand and what everybody knows.
#
# Each legal card is valued by the tricks that the hand is then expected to take, and by what the
# first of them is worth: who takes none goes up by five.
#
#   value = chance(this trick) + sum of later(other cards) + 5 * chance of one (if none so far)
#
# So who needs a trick takes the surest way to it, and who has one does not waste a good card on a
# trick that a poor one takes. `later` is a table of how often a card of that class, kept until so
# many tricks are left, took one in deals of these players themselves (bench/tables/sobe_policy.py).
# Chances take each unseen card to be equally likely anywhere it may be, and independent; trumps
# are likelier to be in a hand than out of play, since hands were exchanged for them.

cdef extern from *:
    """
    #define TRUNFO_NO_TRICK 5.0f
    #define TRUNFO_TRUMP_DENSITY 4.5f
    """
    float NO_TRICK "TRUNFO_NO_TRICK"            # points for no trick, in tricks
    float TRUMP_DENSITY "TRUNFO_TRUMP_DENSITY"  # how much likelier trumps are in a hand

cdef enum:
    LATER_CLASSES = 9    # trumps by unseen higher ones, 0 to 4; side cards the same, 0 to 3


cdef inline float lacks(float cards, int pool, int size) noexcept nogil:
    """The chance that a hand of `size` from a pool holds none of `cards` of its cards."""
    cdef float chance = 1, one
    if cards >= pool:
        return 0
    one = 1 - cards / pool
    for _ in range(size):
        chance *= one
    return chance


cdef inline float beaten(
    const Public* seen, Cards may, int size, int best, Cards led
) noexcept nogil:
    """The chance that a seat still to play, which may hold `may`, beats `best`.

    Example: the 7 of clubs is winning and the ace unseen among 35 cards: a hand of five
    has it with 1 - (34/35)^5 = 0.14; and it may be void of clubs and have a trump.
    """
    cdef int pool = popcount(may)
    cdef int suit
    cdef float void
    if led == seen.trump:
        return 1 - lacks(TRUMP_DENSITY * popcount(may & higher(best)), pool, size)
    suit = popcount(may & led)
    void = lacks(suit, pool, size)
    void *= 1 - lacks(
        TRUMP_DENSITY * popcount(may & overtrumps(best, seen.trump)), pool - suit, size
    )
    if lane(best) != led:
        return void
    return void + 1 - lacks(popcount(may & higher(best)), pool, size)


cdef inline int later_class(int card, Cards unseen, Cards trump) noexcept nogil:
    """The class of a card that is kept, by how many higher ones are unseen."""
    cdef int above = popcount(unseen & higher(card))
    if lane(card) == trump:
        return min(above, 4)
    return 5 + min(above, 3)


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`, of equal ones the lowest."""
    cdef Cards cards = law(hand, seen.led, seen.best, seen.trump, seen.law)
    cdef Cards rest = hand, unseen = 0, led
    cdef int card, seat, behind, choice = lowest(cards), left = popcount(hand) - 1
    cdef float total = 0, none = 1, value, chance, risk, top = -1
    cdef float later[64]
    if not cards & (cards - 1):
        return choice
    for seat in range(seen.seats):
        if seat != seen.turn:
            unseen |= seen.may[seat]
    unseen &= ~hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        later[card] = LATER[seen.seats - 2][left][later_class(card, unseen, seen.trump)] / 256.
        total += later[card]
        none *= 1 - later[card]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        led = seen.led if seen.count else lane(card)
        chance = 0
        if not seen.count or beats(card, seen.best, seen.trump):
            chance = 1
            for behind in range(1, seen.seats - seen.count):
                seat = seen.turn + behind
                if seat >= seen.seats:
                    seat -= seen.seats
                risk = beaten(seen, seen.may[seat] & ~hand, left + 1, card, led)
                chance *= max(<float>0, 1 - risk)
        value = chance + total - later[card]
        if not seen.taken[seen.turn]:
            value -= NO_TRICK * (1 - chance) * none / (1 - later[card])
            value += NO_TRICK
        if value > top:
            top = value
            choice = card
    return choice


cdef void play_out(
    const Position* root, const World* world, const Public* known, const int* without, int plan,
    int planner, int8_t* results
) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats.

    Unlike other games, what is neither in a hand nor gone lies out of play, where nobody knows it.
    """
    cdef Position at
    cdef Public seen
    cdef Cards cards = legal(root, world)
    cdef int card, seat
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        at = root[0]
        seen = known[0]
        play_in_public(&at, world, &seen, card)
        while at.hands[at.turn]:
            play_in_public(&at, world, &seen, rule_card(at.hands[at.turn], &seen))
        for seat in range(world.seats):
            results[world.seats * card + seat] = at.taken[seat]

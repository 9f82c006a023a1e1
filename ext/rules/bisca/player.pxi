# Bisca's rule player: what a seat plays that sees its own hand and what everybody knows.
#
# Every legal card is scored, in 64ths of a card point, and the best is played:
#
#   following   the points of the trick, won or lost, less the price of the card
#   leading     the same, weighted by the chance that the other takes the trick
#
# The price says what a card would have been worth later: trumps and bare sevens are dear, an ace
# that nobody can catch is not. So it ruffs for points only, takes with the cheapest card that
# serves, and leads what it can spare. In the last trick before the stock runs out, losing brings
# the turned-up trump, whose price is known, and winning a card that is not.
#
# Once the stock is empty the other hand is known by counting: then the last cards are played as
# well as can be, and before them each card by the other's best answer in the same trick.
# The prices were set by matches, see bench/NOTES.md.

cdef extern from *:
    """
    /* Side suit or trump; 2 to 6, D V R 7 A. */
    static const short trunfo_bisca_price[2][6] = {
        {11, 39, 70, 111, 297, 330},
        {401, 514, 591, 865, 1015, 1881}
    };
    /* Of 64 times, how often a side card is ruffed by who has a trump: by the card, as above. */
    static const short trunfo_bisca_ruffed[6] = {12, 5, 15, 16, 64, 64};
    /* What the other's card brings on average when he takes the trick, or leaves it to me. */
    #define TRUNFO_BISCA_TAKES 171
    #define TRUNFO_BISCA_LEAVES 48
    """
    const short BISCA_PRICE "trunfo_bisca_price"[2][6]
    const short BISCA_RUFFED "trunfo_bisca_ruffed"[6]
    int TAKES "TRUNFO_BISCA_TAKES"
    int LEAVES "TRUNFO_BISCA_LEAVES"

cdef enum:
    POINT = 64      # one card point
    EXACT = 4       # cards each from which the end is searched

cdef enum Without:
    WITHOUT_CHANCES = 1     # a card led is beaten if any unseen card beats it
    WITHOUT_TURNED = 2      # the last draw is like the others
    WITHOUT_COUNTING = 4    # the other hand is not worked out once the stock is empty


cdef inline int rank_of(int card) noexcept nogil:
    """0 for the cards without points, 1 to 5 for D V R 7 A."""
    return max((card & 15) - 4, 0)


cdef inline int price(int card, Cards trump) noexcept nogil:
    """What it costs to part with a card."""
    return BISCA_PRICE[(trump >> card) & 1][rank_of(card)]


cdef inline int chance_held(int cards, int held, int unseen) noexcept nogil:
    """The chance, of 1024, that at least one of `cards` is among `held` of the `unseen`.

    Example: two cards beat mine, the other holds 3 of 30 unseen: 1 - 27/30 · 26/29.
    """
    cdef int index, none = 1024
    for index in range(cards):
        if unseen - held <= index:
            return 1024
        none = none * (unseen - held - index) // (unseen - index)
    return 1024 - none


cdef inline int hidden_lead(
    const Public* seen, int card, Cards unseen, int held
) noexcept nogil:
    """What leading `card` brings while the other hand is hidden."""
    cdef Cards suit = lane(card)
    cdef int number = popcount(unseen)
    cdef int higher = popcount(unseen & suit & -(<Cards>2 << card))
    cdef int beaten = chance_held(higher, held, number), ruffed
    cdef int points = POINT * seen.worth[card]
    if seen.without & WITHOUT_CHANCES:
        beaten = 1024 if higher else 0
    elif suit != seen.trump:
        ruffed = chance_held(popcount(unseen & seen.trump), held, number)
        beaten += ((1024 - beaten) * ruffed >> 10) * BISCA_RUFFED[rank_of(card)] >> 6
    return (
        (1024 - beaten) * (points + LEAVES) - beaten * (points + TAKES)
    ) // 1024 - price(card, seen.trump)


cdef inline int answer_worth(
    const Public* seen, int led, int card
) noexcept nogil:
    """What `card` brings as an answer to `led`: the trick, less its price."""
    cdef int points = POINT * (seen.worth[led] + seen.worth[card])
    if not beats(card, led, seen.trump):
        points = -points
    return points - price(card, seen.trump)


cdef inline int last_draw(const Public* seen, Cards unseen) noexcept nogil:
    """What it is worth to lose this trick: the turned-up trump rather than a hidden card."""
    cdef int hidden = 0, number = popcount(unseen)
    if seen.stock != 2 or seen.turned < 0 or number == 0 or seen.without & WITHOUT_TURNED:
        return 0
    while unseen:
        hidden += price(lowest(unseen), seen.trump)
        unseen &= unseen - 1
    return price(seen.turned, seen.trump) - hidden // number


cdef int open_lead(
    const Public* seen, int card, Cards other, const World* world
) noexcept nogil:
    """What leading `card` brings if the other, whose hand is known, answers as he would."""
    cdef Cards moves = answers(other, card, world)
    cdef int score, least = INT32_MAX
    while moves:
        score = -answer_worth(seen, card, lowest(moves))
        moves &= moves - 1
        least = min(least, score)
    return least - price(card, seen.trump)


cdef int searched_worth(
    const Public* seen, Cards hand, Cards other, int card, const World* world
) noexcept nogil:
    """The difference in card points after `card`, for who plays it, with all cards known."""
    cdef Cards rest = hand ^ (<Cards>1 << card)
    cdef int points, left = worth_of(hand | other, world)
    if seen.count == 0:
        return led_with(rest, other, card, world, left, -1000, 1000)
    points = seen.worth[seen.best] + seen.worth[card]
    left -= seen.worth[card]
    if beats(card, seen.best, seen.trump):
        return points + lead_on(rest, other, world, left, -1000, 1000)
    return -points - lead_on(other, rest, world, left, -1000, 1000)


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`, of equal ones the cheapest."""
    cdef World world
    cdef Cards unseen = seen.may[1 - seen.turn] & ~hand
    cdef Cards cards = hand
    cdef int held = popcount(hand) - seen.count
    cdef bint counted = seen.stock == 0 and popcount(unseen) == held
    cdef int card, score, cost, choice = lowest(hand), top = INT32_MIN, cheapest = INT32_MAX
    cdef int losing = last_draw(seen, unseen)
    if seen.without & WITHOUT_COUNTING:
        counted = False
    memcpy(world.worth, seen.worth, sizeof(world.worth))
    world.trump = seen.trump
    memcpy(world.law, seen.law, sizeof(world.law))
    if seen.stock == 0 and seen.count:
        cards = answers(hand, seen.best, &world)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if counted and popcount(hand) <= EXACT:
            score = searched_worth(seen, hand, unseen, card, &world)
        elif seen.count:
            score = answer_worth(seen, seen.best, card)
            if not beats(card, seen.best, seen.trump):
                score += losing
        elif counted:
            score = open_lead(seen, card, unseen, &world)
        else:
            score = hidden_lead(seen, card, unseen, held)
        cost = price(card, seen.trump) + (card & 15)
        if score > top or score == top and cost < cheapest:
            top = score
            cheapest = cost
            choice = card
    return choice


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """Who does not follow suit when he must has none of it."""
    if seen.stock or not seen.law[LAW_FOLLOW] or not seen.count or lane(card) == seen.led:
        return 0
    return seen.led


cdef inline bint finish(
    const Position* at, const World* world, int seat, int16_t* points, int16_t* riscos
) noexcept nogil:
    """A few cards each and no stock: both hands are known, and played as well as can be."""
    cdef int turn = at.turn, other = 1 - turn
    cdef int16_t mine, paid_to_me
    if at.drawn < world.size or at.count or popcount(at.hands[turn]) > EXACT:
        return False
    value_ending(
        at.hands[turn], at.hands[other], world, at.won[turn], at.won[other],
        at.taken[other] == 0, at.taken[turn] == 0, &mine, &paid_to_me,
    )
    if seat == turn:
        points[0] = mine
        riscos[0] = paid_to_me
    else:
        points[0] = (
            at.won[0] + at.won[1] + worth_of(at.hands[0] | at.hands[1], world) - mine
        )
        riscos[0] = -paid_to_me
    return True

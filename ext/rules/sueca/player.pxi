# Sueca's rule player: what a seat plays that sees its own hand and what everybody knows.
#
# Every legal card is scored, in 64ths of a card point, and the best is played:
#
#   score = stake * (chance that our side takes the trick - chance that it does not) - price
#
# The stake is the points on the table with the card's own; the price says what the card would
# have been worth later. So it smears on a trick that is certain, wins cheaply in last seat, ruffs
# for points only, and keeps a 7 that the ace may catch, without a rule for each. The prices were
# set by matches, one after the other, see bench/NOTES.md.
#
# Chances take each unseen card to be equally likely with every seat that may hold it, and the
# cards as independent: cruder than counting deals, but one table look-up.

cdef extern from *:
    """
    #define TRUNFO_CERTAIN 64
    /* TRUNFO_CERTAIN * (1 - 1/ways)^cards */
    static const unsigned char trunfo_none[4][17] = {
        {64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {64, 43, 28, 19, 13, 8, 6, 4, 2, 2, 1, 1, 0, 0, 0, 0, 0}
    };
    /* By situation (leading, following, void in the suit led), side suit or trump,
       2 to 6 D V R 7 A, and cards that may beat it later (0, 1, more). */
    static const short trunfo_price[3][2][6][3] = {
        {{{112, 207, 134}, {75, 97, 24}, {77, 124, 21},
          {58, 168, 100}, {118, 181, 200}, {0, 750, 750}},
         {{384, 234, -740}, {362, 297, 491}, {333, 372, 234},
          {489, 401, 123}, {870, 686, 450}, {930, 850, 850}}},
        {{{232, 106, 12}, {195, 60, 16}, {157, 115, 21},
          {219, 100, 100}, {-62, 452, 200}, {650, 127, 40}},
         {{226, 63, -48}, {218, 123, 54}, {333, 180, 105},
          {426, 236, 123}, {816, 528, 450}, {1060, 850, 850}}},
        {{{492, 106, 20}, {375, 50, 16}, {337, 100, 21},
          {320, 30, 20}, {304, 209, -172}, {730, 307, -83}},
         {{477, 314, 203}, {469, 374, 305}, {584, 431, 342},
          {677, 487, 374}, {1212, 779, 701}, {1532, 1101, 1101}}}
    };
    #define TRUNFO_RESCUE 42
    """
    const unsigned char NONE_OF "trunfo_none"[4][17]
    const short PRICE "trunfo_price"[3][2][6][3]
    int CERTAIN "TRUNFO_CERTAIN"
    int RESCUE "TRUNFO_RESCUE"

cdef enum:
    LEADING, FOLLOWING, VOID

cdef enum Without:
    WITHOUT_CHANCES = 1      # the trick is as good as taken by who is winning it
    WITHOUT_RUFFS = 2        # nobody behind is thought to ruff, known void or not
    WITHOUT_PARTNER = 4      # the partner behind is thought to save no trick
    WITHOUT_COUNTING = 8     # prices as if higher cards were still out
    WITHOUT_LEADS = 16       # a card costs as much to lead as to follow with

cdef struct View:
    # The unseen cards as seen from one seat.
    Cards others[4]  # what each other seat may hold; nothing for the own seat
    int trump_ways   # seats that may hold trumps
    int suit_ways    # seats that may hold the suit led


cdef inline Cards higher(int card) noexcept nogil:
    """The cards of the same suit above `card`."""
    return lane(card) & -(<Cards>2 << card)


cdef inline int ways(const View* view, Cards cards) noexcept nogil:
    """How many seats may hold one of `cards`."""
    cdef int seat, seats = 0
    for seat in range(4):
        seats += view.others[seat] & cards != 0
    return seats


cdef inline int chance_none(const View* view, int seat, Cards cards, int ways) noexcept nogil:
    """The chance that `seat` holds none of `cards`, which `ways` seats may hold.

    Example: two higher clubs are unseen and all three others may hold them; one of them has
    neither with a chance of (2/3)^2 = 28/64. The turned-up trump may be in one hand only,
    and there the chance of no trump is 0.
    """
    cdef Cards mine = view.others[seat] & cards
    cdef Cards theirs = (
        view.others[(seat + 1) & 3] | view.others[(seat + 2) & 3] | view.others[(seat + 3) & 3]
    )
    if mine & ~theirs:
        return 0
    return NONE_OF[ways][popcount(mine)]


cdef inline int chance_beaten(
    const View* view, const Public* seen, int seat, int best, Cards led
) noexcept nogil:
    """The chance that `seat`, still to play, can beat `best`.

    Example: the king of clubs is winning, ace and 7 are unseen and three seats may hold
    them: `seat` has one of them with 1 - (2/3)^2 = 36/64. If it has thrown on clubs
    before, it beats the king with any trump, of which it has one for certain while it is
    known to hold the turned-up card. A ruff by a seat that has not yet shown a void is left
    out: reckoning with it lost points (bench/NOTES.md).
    """
    cdef bint lacks = not view.others[seat] & led
    if lane(best) == led and (led == seen.trump or not lacks):
        return CERTAIN - chance_none(view, seat, higher(best), view.suit_ways)
    if not lacks or seen.without & WITHOUT_RUFFS:
        return 0
    return CERTAIN - chance_none(
        view, seat, seen.trump if lane(best) == led else higher(best), view.trump_ways
    )


cdef inline int chance_ours(
    const View* view, const Public* seen, int best, bint ours, Cards led
) noexcept nogil:
    """The chance that our side takes the trick that `best` is winning after my card.

    Example: partner's ace of trumps is winning: 64/64, whoever plays after me. My king
    is winning and only my partner is behind: 64/64 as well.
    """
    cdef int chance = CERTAIN if ours else 0
    cdef int behind, seat, beaten
    if seen.without & WITHOUT_CHANCES:
        return chance
    for behind in range(1, 4 - seen.count):
        seat = (seen.turn + behind) & 3
        beaten = chance_beaten(view, seen, seat, best, led)
        if behind != 2:
            chance = chance * (CERTAIN - beaten) >> 6
        elif not seen.without & WITHOUT_PARTNER:
            # What beat us meanwhile is higher than `best`: hence the discount.
            chance += ((CERTAIN - chance) * beaten >> 6) * RESCUE >> 6
    return chance


cdef inline int stake(const Public* seen, int card) noexcept nogil:
    """The card points in the trick once `card` is in it."""
    cdef Cards cards = seen.trick
    cdef int points = seen.worth[card]
    while cards:
        points += seen.worth[lowest(cards)]
        cards &= cards - 1
    return points


cdef inline int threats(
    const View* view, const Public* seen, Cards unseen, int card
) noexcept nogil:
    """What may beat `card` when it is led later: 0, 1 or 2 for more.

    Unseen higher cards, and an opponent without the suit who may hold a trump. Example:
    with the ace of clubs gone my 7 of clubs has none, until an opponent throws on clubs.
    """
    cdef Cards suit = lane(card)
    cdef Cards opponent
    cdef int ahead, count = popcount(unseen & higher(card))
    if suit != seen.trump:
        for ahead in range(1, 4, 2):
            opponent = view.others[(seen.turn + ahead) & 3]
            if not opponent & suit and opponent & seen.trump:
                count += 1
    return min(count, 2)


cdef inline int price(
    const View* view, const Public* seen, Cards unseen, int card
) noexcept nogil:
    """What it costs to part with `card` now: its use later, by rank and what may still beat it.

    Examples: an ace of a side suit costs nothing to lead as long as nobody is known to
    ruff it, but 11 points to throw away. A low trump costs less than nothing to lead: it
    draws trumps, and the matches like that better than leading a low card of a side suit.
    """
    cdef bint trump = lane(card) == seen.trump
    cdef int strength = card & 15
    cdef int rank = strength - 4 if strength > 4 else 0
    cdef int threat = 2 if seen.without & WITHOUT_COUNTING else threats(view, seen, unseen, card)
    cdef int situation
    if seen.count == 0:
        situation = FOLLOWING if seen.without & WITHOUT_LEADS else LEADING
    else:
        situation = FOLLOWING if lane(card) == seen.led else VOID
    return PRICE[situation][trump][min(rank, 5)][threat]


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`, of equal ones the lowest."""
    cdef View view
    cdef Cards cards = hand & seen.led or hand
    cdef Cards unseen = 0, led = seen.led
    cdef int seat, card, best, score, chance, choice = lowest(cards), top = INT32_MIN
    cdef bint mine, ours
    if not cards & (cards - 1):
        return choice
    for seat in range(4):
        view.others[seat] = seen.may[seat] & ~hand if seat != seen.turn else 0
        unseen |= view.others[seat]
    view.trump_ways = ways(&view, seen.trump)
    view.suit_ways = ways(&view, led)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if seen.count == 0:
            mine = True
            led = lane(card)
            view.suit_ways = ways(&view, led)
        else:
            mine = beats(card, seen.best, seen.trump)
        best = card if mine else seen.best
        ours = mine or (seen.winner ^ seen.turn) & 1 == 0
        chance = chance_ours(&view, seen, best, ours, led)
        score = (2 * chance - CERTAIN) * stake(seen, card)
        score -= price(&view, seen, unseen, card)
        if score > top:
            top = score
            choice = card
    return choice

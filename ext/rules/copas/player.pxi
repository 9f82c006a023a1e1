# Copas' rule player: what a seat plays that sees its own hand and what everybody knows.
#
#   following   duck with the highest card that does, or take with the highest where the trick is
#               likely to stay free of points; the queen of spades falls under ace, king and jack
#   void        the queen of spades, then what is most dangerous to keep
#   leading     the suit and card that is least likely to take points
#
# How dangerous a card is depends on how many lower and how many other cards of its suit are
# unseen. The tables were set by matches (bench/NOTES.md).
#
# A player who alone has taken all points so far goes on trying to take the rest if he has more of
# them than tricks to lose, and a leader with a very good hand begins to; under the plan "shoot" a
# seat does so whatever it holds. From nine points on the others defend.

cdef extern from *:
    """
    /* Worth of leading a card: by kind, lower cards of its suit unseen (0 to 2, more), cards of
       its suit unseen (0, 1-2, 3-5, 6-8, more). */
    static const short trunfo_copas_lead[6][4][5] = {
        {{-112, -27, -52, -20, 4}, {-82, -64, -41, -7, 8}, {-86, -95, -21, 8, 9},
         {-80, -83, -20, 35, 25}},
        {{-94, 25, -31, 19, 56}, {-89, -53, -33, -7, 55}, {-120, -98, -53, -38, -34},
         {-100, -85, -79, -83, -14}},
        {{-114, -88, -111, -102, -102}, {-70, -72, -76, -120, -111},
         {-95, -71, -91, -107, -72}, {-106, -94, -104, -74, -112}},
        {{-78, 36, 36, -21, -6}, {-119, 25, 23, -11, 2}, {-110, 6, 26, 21, 5},
         {-99, 24, 17, 38, 11}},
        {{-111, -29, -64, -40, -3}, {-85, -43, -52, -29, -13}, {-87, -73, -57, -41, -64},
         {-91, -100, -27, -8, -15}},
        {{-284, 14, -284, -324, -285}, {-305, -289, -326, -286, -301},
         {-313, -283, -291, -287, -279}, {-296, -304, -305, -315, -305}}
    };
    /* Worth of throwing away the top card of a suit: by kind, lower cards unseen as above,
       length of the suit in the hand (1 to 4, more). */
    static const short trunfo_copas_discard[3][4][5] = {
        {{6, -5, -6, 13, 37}, {40, 19, 2, 4, 4}, {63, 37, 15, 28, 35}, {84, 52, 29, 15, -12}},
        {{21, 17, 33, -6, -5}, {73, 36, 49, 61, 39}, {71, 67, 47, 74, 43},
         {116, 83, 74, 72, 26}},
        {{82, 57, 56, 9, 20}, {104, 69, 68, 45, 10}, {100, 92, 33, 49, 7},
         {111, 97, 59, 15, -15}}
    };
    static const unsigned char trunfo_copas_place[16] = {
        0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4
    };
    """
    const short LEAD "trunfo_copas_lead"[6][4][5]
    const short DISCARD "trunfo_copas_discard"[3][4][5]
    const unsigned char PLACE "trunfo_copas_place"[16]

cdef enum Kind:
    # Kinds of cards to lead, the first three also of cards to throw away.
    PLAIN
    HEART
    OVER        # a spade above the queen, who is with another player
    UNDER       # a spade below her
    GUARDED     # a spade of the hand that holds her
    HERSELF

cdef enum:
    SHORT_SUIT = 2      # to lead from: worth of each card less
    SHOOT_EARLY = 2     # tricks more than twice his losers with which a leader tries for everything
    DEFEND_FROM = 9     # points of one player from which the others defend
    GIVE_FROM = 18      # and from which they give a heart to another

cdef enum Without:
    WITHOUT_DEFENCE = 1     # nobody minds that another is taking everything
    WITHOUT_SHOOTING = 2    # nobody goes on to take everything
    WITHOUT_TAKING = 4      # a trick is never taken where it can be ducked, but in last seat
    WITHOUT_DANGER = 8      # the highest card is thrown away, hearts first
    WITHOUT_LEADS = 16      # the lowest card is led


cdef inline Cards playable(Cards hand, const Public* seen) noexcept nogil:
    """The cards that the seat to play may play."""
    return law(hand, seen.led, seen.flags, seen.law)


cdef inline int penalty(int won) noexcept nogil:
    """Penalty points of what a seat has taken."""
    return won - 3 if won >= QUEEN else won


cdef inline Cards below(int card) noexcept nogil:
    """The cards of the same suit below `card`."""
    return lane(card) & (((<Cards>1) << card) - 1)


cdef int losers(Cards hand, Cards unseen) noexcept nogil:
    """How many tricks one who wants to take everything may lose, by a rough count.

    A suit without its highest card loses all its cards; one with it loses only what is not
    high, and nothing if the high cards are likely to draw all that the others have.
    """
    cdef Cards suit, mine, out
    cdef int high, count = 0
    while hand:
        suit = lane(lowest(hand))
        mine = hand & suit
        hand ^= mine
        out = unseen & suit
        if not out:
            continue
        high = popcount(mine & (~<Cards>0 << highest(out)))
        if 3 * high < popcount(out):
            count += popcount(mine) - high
    return count


cdef inline int low_card(Cards cards) noexcept nogil:
    """The card of the lowest rank."""
    cdef int card, choice = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= ~lane(card)
        if card & 15 < choice & 15:
            choice = card
    return choice


cdef inline int kind_of(int card, Cards mine, Cards out, const Public* seen) noexcept nogil:
    """The kind of a card; `mine` and `out` are the cards of its suit here and elsewhere."""
    cdef Cards bit = <Cards>1 << card
    if bit & HEARTS:
        return HEART
    if out & seen.law[LAW_QUEEN]:
        return OVER if bit > seen.law[LAW_QUEEN] else UNDER
    if bit == seen.law[LAW_QUEEN]:
        return HERSELF
    return GUARDED if mine & seen.law[LAW_QUEEN] else PLAIN


cdef int lead(Cards cards, Cards unseen, const Public* seen) noexcept nogil:
    """The card to lead: of each suit the lowest and the highest are looked at.

    Examples: the two of hearts, which cannot take the trick; a spade below the queen who is out,
    to draw those that guard her; never the king of spades then, while there is another card.
    """
    cdef Cards rest = cards, mine, out
    cdef int card, place, kind, score, step, choice = lowest(cards), top = -30000
    if seen.without & WITHOUT_LEADS:
        return low_card(cards)
    while rest:
        mine = rest & lane(lowest(rest))
        rest ^= mine
        out = unseen & lane(lowest(mine))
        place = PLACE[popcount(out)]
        for step in range(2 if mine & (mine - 1) else 1):
            card = highest(mine) if step else lowest(mine)
            kind = kind_of(card, mine, out, seen)
            score = LEAD[kind][min(popcount(out & below(card)), 3)][place]
            score -= SHORT_SUIT * popcount(mine)
            if score > top:
                top = score
                choice = card
    return choice


cdef int discard(Cards cards, Cards unseen, const Public* seen) noexcept nogil:
    """The card to throw away by one who cannot follow: the queen, or the top card of some suit.

    Example: the bare ace of spades while the queen is with another, before any heart.
    """
    cdef Cards rest = cards, mine, out
    cdef int card, kind, score, choice = lowest(cards), top = -30000
    if cards & seen.law[LAW_QUEEN]:
        return lowest(seen.law[LAW_QUEEN])
    if seen.without & WITHOUT_DANGER:
        return highest(cards & HEARTS or cards)
    while rest:
        mine = rest & lane(lowest(rest))
        rest ^= mine
        out = unseen & lane(lowest(mine))
        card = highest(mine)
        kind = kind_of(card, mine, out, seen)
        if kind > OVER:
            kind = PLAIN
        score = DISCARD[kind][min(popcount(out & below(card)), 3)][min(popcount(mine), 5) - 1]
        if score > top:
            top = score
            choice = card
    return choice


cdef inline int follow(Cards mine, Cards unseen, const Public* seen) noexcept nogil:
    """The card to follow suit with.

    The queen of spades goes under a higher spade at once. In last seat a trick without points
    is taken with the highest card, and so is the first trick; otherwise the highest card that
    ducks is played. (To take tricks early with high cards, while they are likely to be free of
    points, was worth nothing.) Who has to go over the best card does so with his highest, but with
    points in the trick with the lowest, in the hope of being beaten, and below the queen of
    spades while she is out.
    """
    cdef Cards under = mine & ((<Cards>1 << seen.best) - 1)
    cdef Cards over = mine ^ under
    cdef bint points = seen.trick & seen.law[LAW_COSTLY] != 0
    if under & seen.law[LAW_QUEEN]:
        return lowest(seen.law[LAW_QUEEN])
    if over != seen.law[LAW_QUEEN]:
        over &= ~seen.law[LAW_QUEEN]
    elif under:
        return highest(under)
    if not points and (seen.count == 3 or seen.flags[FIRST]) and not seen.without & WITHOUT_TAKING:
        return highest(over) if over else highest(under)
    if under:
        return highest(under)
    if seen.count == 3:
        return highest(over)
    if unseen & seen.led & seen.law[LAW_QUEEN] and over & (seen.law[LAW_QUEEN] - 1):
        return highest(over & (seen.law[LAW_QUEEN] - 1))
    return lowest(over) if points else highest(over)


cdef int shoot(Cards cards, Cards unseen, const Public* seen) noexcept nogil:
    """The card of one who wants to take everything: he wins what he can, throws low cards away."""
    cdef Cards rest = cards, suit, mine, over
    cdef int card, score, choice, top = -30000
    if not seen.led:
        choice = lowest(cards)
        while rest:
            suit = lane(lowest(rest))
            mine = rest & suit
            rest ^= mine
            card = highest(mine)
            score = popcount(mine) - 16 * popcount(unseen & suit & ~below(card))
            if suit == <Cards>HEARTS and unseen & suit & ~below(card):
                score -= 100
            if score > top:
                top = score
                choice = card
        return choice
    if cards & seen.led:
        over = cards & ~((<Cards>2 << seen.best) - 1)
        if not over:
            rest = cards & ~seen.law[LAW_COSTLY]
            return lowest(rest) if rest else lowest(cards)
        return lowest(over) if seen.count == 3 else highest(over)
    rest = cards & ~seen.law[LAW_COSTLY]
    if not rest:
        return lowest(cards)
    choice = lowest(rest)
    while rest:
        suit = lane(lowest(rest))
        mine = rest & suit
        rest ^= mine
        card = lowest(mine)
        score = 4 * popcount(unseen & suit & ~below(card)) - popcount(mine)
        if score > top:
            top = score
            choice = card
    return choice


cdef int defend(Cards cards, int threat, const Public* seen) noexcept nogil:
    """Against one who is taking everything; -1 for the card that is played in any case.

    Who can take a trick with points from him does. Who is void throws him no points, or a low
    heart, and keeps his high cards; late in the attempt a heart for another ends it.
    """
    cdef Cards over
    if not seen.led:
        return -1
    if seen.winner != threat:
        if cards & seen.led or penalty(seen.won[threat]) < GIVE_FROM or not cards & HEARTS:
            return -1
        return lowest(cards & HEARTS)
    if not cards & seen.led:
        return low_card(cards & ~seen.law[LAW_COSTLY] or cards & ~seen.law[LAW_QUEEN] or cards)
    over = cards & ~((<Cards>2 << seen.best) - 1)
    if not over or not seen.trick & seen.law[LAW_COSTLY]:
        return -1
    return lowest(over) if seen.count == 3 else highest(over)


cdef inline bint hopes(Cards hand, Cards unseen, const Public* seen) noexcept nogil:
    """Whether who alone has taken points goes on to take everything.

    The more he has, the more tricks he may have to lose.
    """
    if seen.without & WITHOUT_SHOOTING:
        return False
    return 4 * (penalty(seen.won[seen.turn]) - 1) >= 3 * losers(hand, unseen)


cdef inline bint dreams(Cards hand, Cards unseen, const Public* seen) noexcept nogil:
    """Whether a leader with such a hand tries to take everything before any points have gone."""
    if seen.led or seen.flags[FIRST] or seen.without & WITHOUT_SHOOTING:
        return False
    return 2 * losers(hand, unseen) + SHOOT_EARLY <= popcount(hand)


cdef inline int choose(
    Cards hand, Cards unseen, int who, bint tries, const Public* seen
) noexcept nogil:
    """The card that the rule player plays.

    `unseen` are the others' cards, `who` is the taker of all points so far; `tries` says that
    the seat wants to take everything.
    """
    cdef Cards cards = playable(hand, seen)
    cdef int card
    if not cards & (cards - 1):
        return lowest(cards)
    if who == seen.turn:
        if tries or hopes(hand, unseen, seen):
            return shoot(cards, unseen, seen)
    elif who == NOBODY:
        if tries or dreams(hand, unseen, seen):
            return shoot(cards, unseen, seen)
    elif who != SPLIT and penalty(seen.won[who]) >= DEFEND_FROM:
        if not seen.without & WITHOUT_DEFENCE:
            card = defend(cards, who, seen)
            if card >= 0:
                return card
    if not seen.led:
        return lead(cards, unseen, seen)
    if cards & seen.led:
        return follow(cards, unseen, seen)
    return discard(cards, unseen, seen)


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`."""
    cdef Cards unseen = (seen.may[0] | seen.may[1] | seen.may[2] | seen.may[3]) & ~hand
    return choose(hand, unseen, taker(seen.won), False, seen)


cdef inline void play_on(Public* seen, int card) noexcept nogil:
    """Let everybody see `card` played; the rule player does not ask who was void in what."""
    cdef Cards bit = <Cards>1 << card
    if not seen.led:
        seen.led = lane(card)
        seen.best = card
        seen.winner = seen.turn
    elif seen.led & bit and card > seen.best:
        seen.best = card
        seen.winner = seen.turn
    seen.trick |= bit
    seen.count += 1
    seen.turn = (seen.turn + 1) & 3


cdef void play_out(
    const Position* root, const World* world, const Public* known, const int* without, int plan,
    int planner, int8_t* results
) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats.

    Under the plan the planner tries to take everything.
    """
    cdef Public seen, start = known[0]
    cdef Cards hands[4]
    cdef Cards left, held = root.hands[0] | root.hands[1] | root.hands[2] | root.hands[3]
    cdef Cards cards = legal(root, world)
    cdef int card, first, seat, turn, who, brings, shooter = planner if plan else -1
    while cards:
        first = card = lowest(cards)
        cards &= cards - 1
        seen = start
        memcpy(hands, root.hands, sizeof(hands))
        who = taker(seen.won)
        left = held
        while True:
            hands[seen.turn] ^= <Cards>1 << card
            left ^= <Cards>1 << card
            play_on(&seen, card)
            if seen.count == 4:
                brings = taken_in(seen.trick, seen.law[LAW_QUEEN])
                if brings:
                    seen.won[seen.winner] += brings
                    if who != seen.winner:
                        who = seen.winner if who == NOBODY else SPLIT
                    if seen.trick & HEARTS:
                        seen.flags[BROKEN] = 1
                seen.turn = seen.winner
                seen.flags[FIRST] = 0
                seen.count = 0
                seen.trick = seen.led = 0
                if not left & seen.law[LAW_COSTLY]:
                    break
            turn = seen.turn
            seen.without = without[turn]
            card = choose(hands[turn], left & ~hands[turn], who, turn == shooter, &seen)
        for seat in range(4):
            results[4 * first + seat] = seen.won[seat]


cdef Cards pass_on(Cards hand, Cards queen) noexcept nogil:
    """The three cards that the rule player passes.

    Top cards of short suits, best where that leaves none of the suit: to be void is to throw
    points on others. The queen of spades and those above her go only if there is no lower
    spade to guard them; who keeps her chooses who gets her.
    """
    cdef Cards passed = 0, rest, suit, mine
    cdef int index, card, score, top, choice
    cdef bint guarded = hand & lane(lowest(queen)) & (queen - 1) != 0
    for index in range(3):
        rest = hand & ~passed
        top = -30000
        choice = lowest(rest)
        while rest:
            suit = lane(lowest(rest))
            mine = rest & suit
            rest ^= mine
            card = highest(mine)
            score = (card & 15) - 8 * popcount(mine)
            if popcount(mine) <= 3 - index:
                score += 10
            if suit & queen and <Cards>1 << card >= queen:
                score = -13 if guarded else 25
            if score > top:
                top = score
                choice = card
        passed |= <Cards>1 << choice
    return passed


def passes(
    const uint64_t[::1] hands not None, uint64_t[::1] cards not None, *, int queen=DEFAULT_QUEEN,
    double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Choose the three cards that the rule player passes from each of some hands.

    Parameters
    ----------
    hands : uint64[n]
        Sets of cards, three or more each.
    cards : uint64[n]
        Filled with the cards passed, as sets.
    queen : int
        The queen of spades, whose place among the spades is an option.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        The number of hands finished, from the first; later entries are not written.

    Raises
    ------
    ValueError
        If shapes do not fit, or a hand has fewer than three cards.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Effort effort
    cdef Py_ssize_t index, done = 0
    if cards.shape[0] != hands.shape[0] or not 0 <= queen < 64:
        raise ValueError("one set of passed cards a hand; a queen of the pack")
    for index in range(hands.shape[0]):
        if popcount(hands[index]) < 3:
            raise ValueError("a hand of fewer than three cards")
    begin(&effort, deadline, stop)
    with nogil:
        for index in range(hands.shape[0]):
            if spend(&effort, 2):
                break
            cards[index] = pass_on(hands[index], <Cards>1 << queen)
            done += 1
    raise_interrupt(&effort)
    return done

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
# A player who alone has taken all points so far, five or more, goes on trying to take the rest; so
# does the seat at the root under the plan "shoot". The others see it by the same signs.

cdef extern from *:
    """
    typedef struct {
        short lead[6][4][5];
        short discard[3][4][5];
        short take[2][3][5];
        short high[2][3][5];
        short misc[8];
    } trunfo_copas_prices;
    #ifndef TRUNFO_TUNE
    #define TRUNFO_TUNE static const
    #endif
    TRUNFO_TUNE trunfo_copas_prices trunfo_copas[2] = {{
        {{{-90, 10, 10, 8, 5}, {-90, -60, -20, -8, -2}, {-90, -80, -40, -15, -6}, {-90, -90, -60, -30, -10}},
         {{-90, 20, 20, 20, 20}, {-90, 20, 20, 20, 20}, {-90, 20, 20, 20, 20}, {-90, 10, 10, 10, 10}},
         {{-90, 0, -20, -20, -20}, {-90, -60, -40, -30, -30}, {-90, -80, -60, -40, -40}, {-90, -90, -60, -50, -50}},
         {{-90, 10, 10, 5, 0}, {-90, -60, -30, -20, -20}, {-90, -80, -60, -40, -40}, {-90, -90, -80, -70, -60}},
         {{-90, -90, -90, -90, -90}, {-90, -90, -90, -90, -90}, {-90, -90, -90, -90, -90}, {-90, -90, -90, -90, -90}},
         {{-300, -10, -300, -300, -300}, {-300, -300, -300, -300, -300}, {-300, -300, -300, -300, -300}, {-300, -300, -300, -300, -300}}},
        {{{5, 5, 5, 5, 5}, {40, 30, 25, 20, 15}, {60, 50, 40, 30, 20}, {70, 60, 50, 40, 30}},
         {{10, 10, 10, 10, 10}, {60, 50, 45, 40, 35}, {70, 65, 60, 50, 40}, {80, 75, 70, 60, 50}},
         {{90, 80, 60, 30, 10}, {90, 80, 60, 30, 10}, {90, 80, 60, 30, 10}, {90, 80, 60, 30, 10}}},
        {{{0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}, {0, 0, 0, 0, 1}},
         {{0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}, {0, 0, 0, 0, 1}}},
        {{{0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}},
         {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}},
        {2, 5, 9, 0, 0, 0, 0, 0}
    }, {{{{0}}}}};
    static const unsigned char trunfo_copas_out[16] = {
        0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4
    };
    """
    ctypedef struct Prices "trunfo_copas_prices":
        short lead[6][4][5]         # worth of leading: kind of card, lower unseen, suit unseen
        short discard[3][4][5]      # worth of throwing away: kind, lower unseen, own length
        short take[2][3][5]         # above 0: take with the highest; queen out, behind, suit unseen
        short high[2][3][5]         # above 0: must go over it, and does with the highest; points,
                                    # behind, suit unseen
        short misc[8]
    const Prices PRICES "trunfo_copas"[2]
    const unsigned char OUT "trunfo_copas_out"[16]

cdef enum Kind:
    # Kinds of cards, to lead or to throw away.
    PLAIN, UNDER, GUARDED, HEART, OVER, HERSELF

cdef enum:
    SHORT_SUIT, SHOOT_FROM, DEFEND_FROM

cdef enum Without:
    WITHOUT_DEFENCE = 1     # nobody minds that another is taking everything
    WITHOUT_SHOOTING = 2    # nobody goes on to take everything
    WITHOUT_TAKING = 4      # a trick is never taken where it can be ducked, but in last seat
    WITHOUT_DANGER = 8      # the highest card is thrown away, hearts first
    WITHOUT_LEADS = 16      # the lowest card is led


cdef inline Cards playable(Cards hand, const Public* seen) noexcept nogil:
    """The cards that the seat to play may play."""
    return law(
        hand, seen.led, seen.first, seen.broken, seen.lead_two, seen.break_hearts, seen.costly
    )


cdef inline int penalty(int won) noexcept nogil:
    """Penalty points of what a seat has taken."""
    return won - 3 if won >= QUEEN else won


cdef inline Cards below(int card) noexcept nogil:
    """The cards of the same suit below `card`."""
    return lane(card) & (((<Cards>1) << card) - 1)


cdef int lead(
    Cards cards, Cards unseen, const Public* seen, const Prices* prices
) noexcept nogil:
    """The card to lead: of each suit the lowest and the highest are looked at."""
    cdef Cards rest = cards, suit, mine, out
    cdef int card, kind, place, score, step, choice = lowest(cards), top = -30000
    while rest:
        suit = lane(lowest(rest))
        mine = rest & suit
        rest ^= mine
        out = unseen & suit
        place = OUT[popcount(out)]
        for step in range(2):
            card = highest(mine) if step else lowest(mine)
            if suit == <Cards>HEARTS:
                kind = HEART
            elif not suit & seen.queen:
                kind = PLAIN
            elif <Cards>1 << card == seen.queen:
                kind = HERSELF
            elif out & seen.queen:
                kind = OVER if <Cards>1 << card > seen.queen else UNDER
            else:
                kind = GUARDED if mine & seen.queen else PLAIN
            score = prices.lead[kind][min(popcount(out & below(card)), 3)][place]
            score -= prices.misc[SHORT_SUIT] * popcount(mine)
            if score > top:
                top = score
                choice = card
            if not mine & (mine - 1):
                break
    return choice


cdef int discard(
    Cards cards, Cards unseen, const Public* seen, const Prices* prices
) noexcept nogil:
    """The card to throw away by one who cannot follow: the top card of some suit."""
    cdef Cards rest = cards, suit, mine, out
    cdef int card, kind, score, choice = lowest(cards), top = -30000
    if cards & seen.queen:
        return lowest(seen.queen)
    while rest:
        suit = lane(lowest(rest))
        mine = rest & suit
        rest ^= mine
        out = unseen & suit
        card = highest(mine)
        kind = 1 if suit == <Cards>HEARTS else 0
        if out & seen.queen and <Cards>1 << card > seen.queen:
            kind = 2
        score = prices.discard[kind][min(popcount(out & below(card)), 3)][min(popcount(mine), 5) - 1]
        if score > top:
            top = score
            choice = card
    return choice


cdef inline int follow(
    Cards mine, Cards unseen, const Public* seen, const Prices* prices
) noexcept nogil:
    """The card to follow suit with."""
    cdef Cards under = mine & ((<Cards>1 << seen.best) - 1)
    cdef Cards over = mine ^ under
    cdef Cards out = unseen & seen.led
    cdef bint points = seen.trick & seen.costly != 0
    cdef bint queen_out = out & seen.queen != 0
    cdef int place
    if under & seen.queen:
        return lowest(seen.queen)
    if over != seen.queen:
        over &= ~seen.queen
    if seen.count == 3:
        if under and (points or not over or over == seen.queen):
            return highest(under)
        return highest(over)
    place = OUT[popcount(out)]
    if under:
        if points or not over or over == seen.queen or seen.led == <Cards>HEARTS:
            return highest(under)
        if seen.first:
            return highest(over)
        if queen_out and over > seen.queen:
            return highest(under)
        if prices.take[queen_out][2 - seen.count][place] > 0:
            return highest(over)
        return highest(under)
    if queen_out and over & (seen.queen - 1):
        return highest(over & (seen.queen - 1))
    if seen.first or prices.high[points][2 - seen.count][place] > 0:
        return highest(over)
    return lowest(over)


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
            rest = cards & ~seen.costly
            return lowest(rest) if rest else lowest(cards)
        return lowest(over) if seen.count == 3 else highest(over)
    rest = cards & ~seen.costly
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
    """Against one who is taking everything: a card that takes or gives points; -1 for none.

    Who can still take a trick with points from him does; who is void throws him no points, and
    gives them to whoever else is winning.
    """
    cdef Cards over
    if not seen.led:
        return -1
    if cards & seen.led:
        if seen.winner != threat or not seen.trick & seen.costly:
            return -1
        over = cards & ~((<Cards>2 << seen.best) - 1)
        if not over:
            return -1
        return lowest(over) if seen.count == 3 else highest(over)
    if seen.winner != threat:
        over = cards & seen.costly
        return lowest(over & HEARTS) if over & HEARTS else -1
    over = cards & ~seen.costly
    return -1 if not over or over == cards else -2


cdef inline int choose(
    Cards hand, Cards unseen, int who, bint tries, const Public* seen
) noexcept nogil:
    """The card that the rule player plays.

    `unseen` are the others' cards, `who` is the taker of all points so far; `tries` says that
    the seat wants to take everything.
    """
    cdef const Prices* prices = &PRICES[seen.without >> 8 & 1]
    cdef Cards cards = playable(hand, seen)
    cdef int card
    if not cards & (cards - 1):
        return lowest(cards)
    if who < SPLIT:
        if who == seen.turn:
            if (
                tries or penalty(seen.won[who]) >= prices.misc[SHOOT_FROM]
            ) and not seen.without & WITHOUT_SHOOTING:
                return shoot(cards, unseen, seen)
        elif (
            penalty(seen.won[who]) >= prices.misc[DEFEND_FROM]
            and not seen.without & WITHOUT_DEFENCE
        ):
            card = defend(cards, who, seen)
            if card >= 0:
                return card
            if card == -2:
                cards &= ~seen.costly
    elif tries and who == NOBODY:
        return shoot(cards, unseen, seen)
    if not seen.led:
        return lead(cards, unseen, seen, prices)
    if cards & seen.led:
        return follow(cards, unseen, seen, prices)
    return discard(cards, unseen, seen, prices)


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that the rule player plays from `hand`."""
    cdef Cards unseen = (seen.may[0] | seen.may[1] | seen.may[2] | seen.may[3]) & ~hand
    return choose(hand, unseen, taker(seen.won), False, seen)


cdef inline void play_on(Public* seen, int card) noexcept nogil:
    """Let everybody see `card` played. (What lies on the table stays in `may`: see `choose`.)"""
    cdef Cards bit = <Cards>1 << card
    if not seen.led:
        seen.led = lane(card)
        seen.best = card
        seen.winner = seen.turn
    elif not seen.led & bit:
        seen.may[seen.turn] &= ~seen.led
    elif card > seen.best:
        seen.best = card
        seen.winner = seen.turn
    seen.trick |= bit
    seen.count += 1
    seen.turn = (seen.turn + 1) & 3


cdef void play_out(
    const Position* root, const World* world, const Public* known, const int* without, int plan,
    int8_t* results
) noexcept nogil:
    """Play each legal card of the root, then let the rule player finish the deal in all seats.

    `plan` is 0, or 1 and the seat that tries to take everything.
    """
    cdef Public seen, start = known[0]
    cdef Cards hands[4]
    cdef Cards left, held = root.hands[0] | root.hands[1] | root.hands[2] | root.hands[3]
    cdef Cards cards = legal(root, world)
    cdef int card, first, seat, turn, who, brings, shooter = plan - 1
    for seat in range(4):
        start.may[seat] &= held  # what is neither in a hand nor on the table is gone
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
                brings = taken_in(seen.trick, seen.queen)
                if brings:
                    seen.won[seen.winner] += brings
                    if who != seen.winner:
                        who = seen.winner if who == NOBODY else SPLIT
                    if seen.trick & HEARTS:
                        seen.broken = True
                seen.turn = seen.winner
                seen.first = False
                seen.count = 0
                seen.trick = seen.led = 0
                if not left & seen.costly:
                    break
            turn = seen.turn
            seen.without = without[turn]
            card = choose(hands[turn], left & ~hands[turn], who, turn == shooter, &seen)
        for seat in range(4):
            results[4 * first + seat] = seen.won[seat]


cdef Cards pass_on(Cards hand, Cards queen) noexcept nogil:
    """The three cards that the rule player passes.

    Spades above the queen, and she herself, unless guarded by enough low ones; else high cards
    of short suits.
    """
    cdef Cards passed = 0, rest, suit, mine, spades = hand & lane(lowest(queen))
    cdef int index, card, score, top, choice
    cdef int low = popcount(spades & (queen - 1))
    for index in range(3):
        rest = hand & ~passed
        top = -30000
        choice = lowest(rest)
        while rest:
            suit = lane(lowest(rest))
            mine = rest & suit
            rest ^= mine
            card = highest(mine)
            score = 4 * (card & 15) - 5 * popcount(mine)
            if suit & queen:
                if <Cards>1 << card >= queen:
                    score = 100 if low < 4 else -50
                else:
                    score -= 40
            elif suit == <Cards>HEARTS:
                score += 4
            if score > top:
                top = score
                choice = card
        passed |= <Cards>1 << choice
    return passed


cdef void passes(const Cards* hands, Cards* cards, Py_ssize_t number, Cards queen) noexcept nogil:
    """What the rule player passes from each hand."""
    cdef Py_ssize_t index
    for index in range(number):
        cards[index] = pass_on(hands[index], queen)

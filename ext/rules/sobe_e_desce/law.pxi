# Sobe e Desce: which cards may be played, and what a card played tells. For two to four seats that
# are in, numbered 0, 1, ... in order of play.

cdef enum:
    ACES = 0x0200020002000200
    SEVENS = 0x0100010001000100


cdef inline Cards higher(int card) noexcept nogil:
    """The cards of the same suit above `card`."""
    return lane(card) & -(<Cards>2 << card)


cdef inline Cards overtrumps(int best, Cards trump) noexcept nogil:
    """The trumps that beat the card that is winning a trick in which trump was not led."""
    return higher(best) if lane(best) == trump else trump


cdef inline Cards law(
    Cards hand, Cards led, int best, Cards trump, bint always_beat, bint force_undertrump
) noexcept nogil:
    """The cards of `hand` that may be played; `best` is winning the trick, `led` its suit.

    Examples (trump diamonds, table 6♣ V♦ 7♦): with R♦ 2♦ 5♠ any card, with A♦ R♦ 5♠
    the ace, with 4♣ A♦ the 4♣.
    """
    cdef Cards followers = hand & led
    cdef Cards better
    if not led:
        return hand & trump & ACES or hand
    if followers:
        if not always_beat or lane(best) != led:
            return followers
        return followers & higher(best) or followers
    better = hand & overtrumps(best, trump)
    if better:
        return better
    return (force_undertrump and hand & trump) or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """The cards the seat to play may play."""
    return law(
        at.hands[at.turn], at.led, at.best, world.trump,
        world.always_beat, world.force_undertrump,
    )


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick; what is in it does not matter."""
    at.taken[at.winner] += 1


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """What the seat to play does not hold, since it plays `card`.

    Who leads anything else lacks the ace of trump; who does not follow lacks the suit, and the
    trumps that he would have had to play; who need not beat lacks the cards that would.
    """
    cdef Cards suit = lane(card)
    if not seen.led:
        return seen.trump & ACES & ~(<Cards>1 << card)
    if suit == seen.led:
        if seen.always_beat and lane(seen.best) == seen.led and card < seen.best:
            return higher(seen.best)
        return 0
    if suit != seen.trump:
        if seen.force_undertrump:
            return seen.led | seen.trump
    elif lane(seen.best) != seen.trump or card > seen.best:
        return seen.led
    return seen.led | overtrumps(seen.best, seen.trump)

# Sobe e Desce: which cards may be played, and what a card played tells. For two to four seats that
# are in, numbered 0, 1, ... in order of play.

cdef enum:
    ACES = 0x0200020002000200
    SEVENS = 0x0100010001000100


cdef enum:
    # Words of World.law, each 1 or 0.
    LAW_ALWAYS_BEAT         # who follows must beat the trick if he can
    LAW_FORCE_UNDERTRUMP    # who cannot beat a ruff must undertrump if he can


cdef int read_law(dict law, World* world, Position* at) except -1:
    """Take `always_beat` and `force_undertrump` (0 or 1, 0 if not given) out of a law."""
    world.law[LAW_ALWAYS_BEAT] = option(law, "always_beat", 0, 0, 1)
    world.law[LAW_FORCE_UNDERTRUMP] = option(law, "force_undertrump", 0, 0, 1)
    return 0


cdef inline Cards higher(int card) noexcept nogil:
    """The cards of the same suit above `card`."""
    return lane(card) & -(<Cards>2 << card)


cdef inline Cards overtrumps(int best, Cards trump) noexcept nogil:
    """The trumps that beat the card that is winning a trick in which trump was not led."""
    return higher(best) if lane(best) == trump else trump


cdef inline Cards law(
    Cards hand, Cards led, int best, Cards trump, const uint64_t* words
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
        if not words[LAW_ALWAYS_BEAT] or lane(best) != led:
            return followers
        return followers & higher(best) or followers
    better = hand & overtrumps(best, trump)
    if better:
        return better
    if words[LAW_FORCE_UNDERTRUMP] and hand & trump:
        return hand & trump
    return hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """The cards the seat to play may play."""
    return law(at.hands[at.turn], at.led, at.best, world.trump, world.law)


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
        if seen.law[LAW_ALWAYS_BEAT] and lane(seen.best) == seen.led and card < seen.best:
            return higher(seen.best)
        return 0
    if suit != seen.trump:
        if seen.law[LAW_FORCE_UNDERTRUMP]:
            return seen.led | seen.trump
    elif lane(seen.best) != seen.trump or card > seen.best:
        return seen.led
    return seen.led | overtrumps(seen.best, seen.trump)

# Endings of Bisca without stock: both hands are known by counting, so the rest is a plain search.
#
# For a few cards each. It needs no table and starts in no time, which is what playouts and the last
# draws want; long endings are for the one search of all games (search.pxi).
#
# All values are differences: card points that the leader of the next trick still takes, less those
# that the other takes.

cdef inline Cards answers(Cards hand, int led, const World* world) noexcept nogil:
    """The cards that may be played on `led` with no stock left."""
    return law(hand, lane(led)) if world.law[LAW_FOLLOW] else hand


cdef inline int worth_of(Cards cards, const World* world) noexcept nogil:
    """Card points of a set."""
    cdef int points = 0
    while cards:
        points += world.worth[lowest(cards)]
        cards &= cards - 1
    return points


cdef int led_with(
    Cards leader, Cards other, int card, const World* world, int rest, int low, int high
) noexcept nogil:
    """The difference if `card`, no longer among the leader's, is led; exact within low..high.

    Fail-soft alpha-beta: a value at or above `high` is a lower bound, one at or below
    `low` an upper bound. `rest` is what all the cards are worth, `card` included.
    """
    cdef Cards moves = answers(other, card, world), bit
    cdef int reply, points, found, least = 1000
    while moves:
        reply = lowest(moves)
        bit = moves & -moves
        moves ^= bit
        points = world.worth[card] + world.worth[reply]
        if beats(reply, card, world.trump):
            found = -points - lead_on(
                other ^ bit, leader, world, rest - points, -points - min(high, least), -points - low
            )
        else:
            found = points + lead_on(
                leader, other ^ bit, world, rest - points, low - points, min(high, least) - points
            )
        if found < least:
            least = found
            if least <= low:
                break
    return least


cdef int lead_on(
    Cards leader, Cards other, const World* world, int rest, int low, int high
) noexcept nogil:
    """The difference at the start of a trick, as `led_with` tells it."""
    cdef Cards moves = leader, bit
    cdef int found, best = -1000
    if low >= rest or not leader:
        return rest     # all that is left cannot do better
    if high <= -rest:
        return -rest
    while moves:
        bit = moves & -moves
        moves ^= bit
        found = led_with(leader ^ bit, other, lowest(bit), world, rest, max(low, best), high)
        if found > best:
            best = found
            if best >= high:
                break
    return best


cdef bint leader_sweeps(Cards leader, Cards other, const World* world) noexcept nogil:
    """Whether the leader of the next trick can take it and all others."""
    cdef Cards moves = leader, replies
    cdef int card
    if not leader:
        return True
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        replies = answers(other, card, world)
        while replies:
            if beats(lowest(replies), card, world.trump) or not leader_sweeps(
                leader ^ (<Cards>1 << card), other ^ (replies & -replies), world
            ):
                break
            replies &= replies - 1
        else:
            return True
    return False


cdef bint other_sweeps(Cards leader, Cards other, const World* world) noexcept nogil:
    """Whether the other can take the next trick and all after it."""
    cdef Cards moves = leader, replies
    cdef int card
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        replies = answers(other, card, world)
        while replies:
            if beats(lowest(replies), card, world.trump) and leader_sweeps(
                other ^ (replies & -replies), leader ^ (<Cards>1 << card), world
            ):
                break
            replies &= replies - 1
        else:
            return False
    return True


cdef inline int paid(
    int mine, int theirs, bint sweeps, bint swept, const World* world
) noexcept nogil:
    """RISCOS of a side with `mine` card points in the end; who has taken, or takes, every trick."""
    if (mine == 120) if world.law[LAW_SWEEP_POINTS] else sweeps:
        return 4
    if (theirs == 120) if world.law[LAW_SWEEP_POINTS] else swept:
        return -4
    if mine > theirs:
        return 2 if mine >= <int>world.law[LAW_DOUBLE_AT] else 1
    if mine < theirs:
        return -2 if theirs >= <int>world.law[LAW_DOUBLE_AT] else -1
    return 0


cdef void value_ending(
    Cards leader, Cards other, const World* world, int won, int lost, bint unbeaten, bint winless,
    int16_t* points, int16_t* riscos
) noexcept nogil:
    """Card points and RISCOS of the leader of the next trick with best play from both.

    `won` and `lost` are the leader's card points so far and the other's; `unbeaten`
    says that he has lost no trick yet, `winless` that he has taken none.

    More points is always as good, so the value in points fixes that in RISCOS, but for
    a sweep, which has all the points and is asked for by itself.
    """
    cdef int rest = worth_of(leader | other, world)
    cdef int mine = won + ((rest + lead_on(leader, other, world, rest, -1000, 1000)) >> 1)
    cdef bint sweeps = unbeaten and leader_sweeps(leader, other, world)
    cdef bint swept = winless and other_sweeps(leader, other, world)
    points[0] = mine
    riscos[0] = paid(mine, won + lost + rest - mine, sweeps, swept, world)

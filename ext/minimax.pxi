# Plain minimax over play.pxi: no table, no pruning, no ordering, nothing shared with the search
# that it is the oracle of.

from trunfo.ext.kernel cimport Values
from trunfo.ext.two_sides cimport LAW_DOUBLE_AT, LAW_SWEEP_POINTS


cdef inline int class_of(
    const World* world, int mine, int theirs, int took, int lost
) noexcept nogil:
    """RISCOS of a side from the card points and tricks of both."""
    if (mine == 120) if world.law[LAW_SWEEP_POINTS] else (lost == 0):
        return 4
    if (theirs == 120) if world.law[LAW_SWEEP_POINTS] else (took == 0):
        return -4
    if mine >= 61:
        return 2 if mine >= <int>world.law[LAW_DOUBLE_AT] else 1
    if theirs >= 61:
        return -2 if theirs >= <int>world.law[LAW_DOUBLE_AT] else -1
    return 0


cdef Values result(const Position* at, const World* world, int side) noexcept nogil:
    """What the finished play is worth to the side."""
    cdef Values values
    cdef int seat, mine = 0, theirs = 0, took = 0, lost = 0
    for seat in range(world.seats):
        if world.side[seat] == side:
            mine += at.won[seat]
            took += at.taken[seat]
        else:
            theirs += at.won[seat]
            lost += at.taken[seat]
    values.points = mine
    values.riscos = class_of(world, mine, theirs, took, lost)
    values.tricks = took
    return values


cdef Values minimax(
    Effort* effort, const Position* at, const World* world, int side
) noexcept nogil:
    """The result for the side with best play from everybody, for each objective alone.

    In one pass: without pruning, the same positions are visited for all of them. Void if the
    effort gave up.
    """
    cdef Position after
    cdef Values best, found
    cdef Cards moves = legal(at, world)
    cdef bint ours = world.side[at.turn] == side
    if not moves:
        return result(at, world, side)
    best.points = best.riscos = best.tricks = -1000 if ours else 1000
    while moves and not spend(effort, 1):
        play(&after, at, world, lowest(moves))
        moves &= moves - 1
        found = minimax(effort, &after, world, side)
        if (found.points > best.points) == ours:
            best.points = found.points
        if (found.riscos > best.riscos) == ours:
            best.riscos = found.riscos
        if (found.tricks > best.tricks) == ours:
            best.tricks = found.tricks
    return best

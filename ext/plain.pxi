# Plain minimax over play.pxi: no table, no pruning, no ordering, nothing shared with the search
# that it is the oracle of.

from trunfo.ext.solver cimport POINTS, TRICKS, Objective


cdef int result(
    const Position* at, const World* world, int side, Objective objective
) noexcept nogil:
    """What the finished play is worth to the side: card points, tricks or RISCOS."""
    cdef int seat, mine = 0, theirs = 0, took = 0, lost = 0
    for seat in range(world.seats):
        if world.side[seat] == side:
            mine += at.won[seat]
            took += at.taken[seat]
        else:
            theirs += at.won[seat]
            lost += at.taken[seat]
    if objective == TRICKS:
        return took
    if objective == POINTS:
        return mine
    if (mine == 120) if world.sweep_points else (lost == 0):
        return 4
    if (theirs == 120) if world.sweep_points else (took == 0):
        return -4
    if mine >= 61:
        return 2 if mine >= world.double_at else 1
    if theirs >= 61:
        return -2 if theirs >= world.double_at else -1
    return 0


cdef int minimax(
    const Position* at, const World* world, int side, Objective objective
) noexcept nogil:
    """The result for the side with best play from everybody."""
    cdef Position after
    cdef Cards moves = legal(at, world)
    cdef bint ours = world.side[at.turn] == side
    cdef int best = -1000 if ours else 1000, found
    if not moves:
        return result(at, world, side, objective)
    while moves:
        play(&after, at, world, lowest(moves))
        moves &= moves - 1
        found = minimax(&after, world, side, objective)
        if (found > best) == ours:
            best = found
    return best

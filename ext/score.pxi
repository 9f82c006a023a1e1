# What a finished deal of two sides pays: the same in every game of 120 card points.

from trunfo.ext.two_sides cimport LAW_DOUBLE_AT, LAW_SWEEP_POINTS


cdef inline int final_points(const Position* end, const World* world, int seat) noexcept nogil:
    """The card points of the side of `seat`."""
    cdef int other, points = 0
    for other in range(world.seats):
        if world.side[other] == world.side[seat]:
            points += end.won[other]
    return points


cdef inline int final_riscos(const Position* end, const World* world, int seat) noexcept nogil:
    """1, 2 from `double_at` points, 4 for a sweep; 0 for as many points each, negative if lost."""
    cdef int points[2]
    cdef int tricks[2]
    cdef int other, side, won, lost, worth
    points[0] = points[1] = tricks[0] = tricks[1] = 0
    for other in range(world.seats):
        side = world.side[other] == world.side[seat]
        points[side] += end.won[other]
        tricks[side] += end.taken[other]
    if points[0] == points[1]:
        return 0
    side = points[1] > points[0]
    won = points[side]
    lost = points[1 - side]
    if lost == 0 and (world.law[LAW_SWEEP_POINTS] or tricks[1 - side] == 0):
        worth = 4
    else:
        worth = 2 if won >= <int>world.law[LAW_DOUBLE_AT] else 1
    return worth if side else -worth

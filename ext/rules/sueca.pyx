"""Sueca, as the kernel plays it."""

from libc.stdint cimport INT32_MIN, int16_t, uint64_t
from libc.string cimport memcpy

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Door, Kernel, Rules
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public


cdef enum:
    SEATS = 4
    COUNTS_TRICKS = 0


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card."""
    return hand & led or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """The cards the seat to play may play."""
    return law(at.hands[at.turn], at.led)


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1


include "../play.pxi"
include "../plain.pxi"
include "../weights_points.pxi"
include "../search.pxi"
include "sueca_player.pxi"


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """Who does not follow suit has none of it."""
    return 0 if lane(card) == seen.led else seen.led


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
    if lost == 0 and (world.sweep_points or tricks[1 - side] == 0):
        worth = 4
    else:
        worth = 2 if won >= world.double_at else 1
    return worth if side else -worth


include "../playout.pxi"

KERNEL = Kernel.of("sueca", Rules(legal, play, count_lines, minimax, rule_card, play_out))
SEARCH = Door.of(solve, enquire, SEATS)

"""Sueca, as the kernel plays it."""

from libc.stdint cimport INT32_MIN, int8_t, int16_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Kernel, Rules
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public
from trunfo.ext.selfplay cimport (
    BY_RULE, GREEDY, Playing, SelfPlay, SelfPlayRules, at_random, record,
)
from trunfo.ext.solver cimport SearchEntry
from trunfo.ext.two_sides cimport read_payment

from trunfo.ext.tricks import SEARCH as TRICKS


cdef enum:
    SEATS = 4
    COUNTS_TRICKS = 0


cdef int read_law(dict law, World* world, Position* at) except -1:
    """What a deal pays is all that the rules leave open."""
    return read_payment(law, world)


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
include "../minimax.pxi"
include "../weights_points.pxi"
include "../search.pxi"
include "sueca/player.pxi"


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """Who does not follow suit has none of it."""
    return 0 if lane(card) == seen.led else seen.led


cdef inline void drawn(Public* seen, const Position* at, const World* world) noexcept nogil:
    """Nothing is drawn in Sueca."""


cdef inline bint finish(
    const Position* at, const World* world, int seat, int16_t* points, int16_t* riscos
) noexcept nogil:
    """A playout goes on to the last card."""
    return False


include "../score.pxi"
include "../playout.pxi"
include "../selfplay_sides.pxi"
include "../selfplay.pxi"

KERNEL = Kernel.of(
    "sueca", Rules(legal, play, count_lines, minimax, rule_card, play_out, read_law)
)
SEARCH = SearchEntry.of(solve, enquire, SEATS, TRICKS)
SELF_PLAY = SelfPlay.of(
    "sueca", SelfPlayRules(play_whole_deal, read_law, SEATS, 40, SIDES_STARTS, SIDES_COLUMNS)
)

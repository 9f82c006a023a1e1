"""Bisca, as the kernel plays it."""

from libc.stdint cimport INT32_MAX, INT32_MIN, int8_t, int16_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Kernel, Rules
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public
from trunfo.ext.solver cimport Door


cdef enum:
    SEATS = 2
    COUNTS_TRICKS = 0


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card: the law of the endings without stock."""
    return hand & led or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """Any card while the stock lasts, and ever after if the option says so."""
    if at.drawn < world.size or world.free:
        return at.hands[at.turn]
    return law(at.hands[at.turn], at.led)


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it, and draws first."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1
    if at.drawn < world.size:  # the stock of two players is even
        at.hands[at.winner] |= <Cards>1 << world.stock[at.drawn]
        at.hands[1 - at.winner] |= <Cards>1 << world.stock[at.drawn + 1]
        at.drawn += 2


include "../play.pxi"
include "../plain.pxi"
include "../weights_points.pxi"
include "../search.pxi"
include "bisca/ending.pxi"
include "bisca/player.pxi"
include "../score.pxi"
include "../playout.pxi"
include "bisca/draws.pxi"

KERNEL = Kernel.of("bisca", Rules(legal, play, count_lines, minimax, rule_card, play_out))
SEARCH = Door.of(solve, enquire, SEATS, last_draws)

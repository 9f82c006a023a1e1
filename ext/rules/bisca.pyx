"""Bisca, as the kernel plays it."""

from libc.stdint cimport INT32_MAX, INT32_MIN, int8_t, int16_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.kernel cimport Kernel, Rules, option
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public
from trunfo.ext.selfplay cimport (
    BY_RULE, GREEDY, Playing, SelfPlay, SelfPlayRules, at_random, record,
)
from trunfo.ext.solver cimport Ending, SearchEntry
from trunfo.ext.two_sides cimport LAW_OWN, read_payment

from trunfo.ext.tricks2 import SEARCH as TRICKS


cdef enum:
    SEATS = 2
    COUNTS_TRICKS = 0


cdef enum:
    # The word of World.law that only this game has.
    LAW_FOLLOW = LAW_OWN    # 1 if suit must be followed once the stock is empty, or 0


cdef int read_law(dict law, World* world, Position* at) except -1:
    """Take what a deal pays and `follow` (0 or 1, 1 if not given) out of a law."""
    read_payment(law, world)
    world.law[LAW_FOLLOW] = option(law, "follow", 1, 0, 1)
    return 0


cdef bint follows(const World* world) noexcept nogil:
    """Whether suit must be followed once the stock is empty."""
    return world.law[LAW_FOLLOW]


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card: the law of the endings without stock."""
    return hand & led or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """Any card while the stock lasts, and ever after if the option says so."""
    if at.drawn < world.size or not world.law[LAW_FOLLOW]:
        return at.hands[at.turn]
    return law(at.hands[at.turn], at.led)


include "../draw.pxi"


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it, and draws first."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1
    draw_round(at, world)


include "../play.pxi"
include "../minimax.pxi"
include "../weights_points.pxi"
include "../search.pxi"
include "bisca/ending.pxi"
include "bisca/player.pxi"
include "../score.pxi"
include "../playout.pxi"
include "../selfplay_sides.pxi"
include "../selfplay.pxi"
include "bisca/draws.pxi"

KERNEL = Kernel.of(
    "bisca", Rules(legal, play, count_lines, minimax, rule_card, play_out, read_law)
)
cdef Ending ENDING = Ending(last_draws, note_bits)
SEARCH = SearchEntry.of(solve, enquire, SEATS, TRICKS, follows, &ENDING)
SELF_PLAY = SelfPlay.of(
    "bisca", SelfPlayRules(play_whole_deal, read_law, SEATS, 40, SIDES_STARTS, SIDES_COLUMNS)
)

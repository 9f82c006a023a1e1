"""Bisca for four, in pairs, as the kernel plays it: the test of what a further game needs."""

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
    TRUMP_PRICE = 12    # what a trump without points is worth to the rule player, in card points


cdef int read_law(dict law, World* world, Position* at) except -1:
    """What a deal pays is all that the rules leave open."""
    return read_payment(law, world)


cdef inline Cards law(Cards hand, Cards led) noexcept nogil:
    """Follow suit if able, otherwise any card: the law once the stock is empty."""
    return hand & led or hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """Any card while the stock lasts."""
    if at.drawn < world.size:
        return at.hands[at.turn]
    return law(at.hands[at.turn], at.led)


include "trunfo/ext/draw.pxi"


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and the points in it, and draws first; then the others."""
    cdef Cards cards = at.trick
    at.taken[at.winner] += 1
    while cards:
        at.won[at.winner] += world.worth[lowest(cards)]
        cards &= cards - 1
    draw_round(at, world)


include "trunfo/ext/play.pxi"
include "trunfo/ext/minimax.pxi"
include "trunfo/ext/weights_points.pxi"
include "trunfo/ext/search.pxi"


cdef int rule_card(Cards hand, const Public* seen) noexcept nogil:
    """The card that wins most, or saves most, in this trick, less its price; the lowest of equal.

    The trick counts as it stands: whoever is winning it is taken to keep it.
    """
    cdef Cards cards = hand if seen.stock else law(hand, seen.led), trick = seen.trick
    cdef int card, points = 0, score, choice = lowest(cards), top = INT32_MIN
    cdef bint ours
    while trick:
        points += seen.worth[lowest(trick)]
        trick &= trick - 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        ours = (
            not seen.count or beats(card, seen.best, seen.trump)
            or (seen.winner ^ seen.turn) & 1 == 0
        )
        score = points + seen.worth[card]
        if not ours:
            score = -score
        score -= seen.worth[card] + (TRUMP_PRICE if lane(card) == seen.trump else 0)
        if score > top:
            top = score
            choice = card
    return choice


cdef inline Cards shown(const Public* seen, int card) noexcept nogil:
    """Who does not follow suit when he must has none of it."""
    return 0 if seen.stock or lane(card) == seen.led else seen.led


cdef inline bint finish(
    const Position* at, const World* world, int seat, int16_t* points, int16_t* riscos
) noexcept nogil:
    """A playout goes on to the last card."""
    return False


include "trunfo/ext/score.pxi"
include "trunfo/ext/playout.pxi"
include "trunfo/ext/selfplay_sides.pxi"
include "trunfo/ext/selfplay.pxi"

KERNEL = Kernel.of(
    "bisca4", Rules(legal, play, count_lines, minimax, rule_card, play_out, read_law)
)
SEARCH = SearchEntry.of(solve, enquire, SEATS, TRICKS)
SELF_PLAY = SelfPlay.of(
    "bisca4", SelfPlayRules(play_whole_deal, read_law, SEATS, 40, SIDES_STARTS, SIDES_COLUMNS)
)

"""Sobe e Desce, as the kernel plays it: the cards, and whole deals from the naming of trump on.

A card is played among the two to four seats that are in, numbered 0, 1, ... in order of play.
`simulate` deals, names the trump, decides who goes and what he exchanges, and plays, all by the
rule policies: the material of the match value. `trump_results` and `go_results` play on from such
a decision in given worlds.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, highest, lane, lowest, popcount
from trunfo.ext.effort cimport Effort, begin, raise_interrupt, spend
from trunfo.ext.kernel cimport Kernel, Rules, option
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public
from trunfo.ext.random cimport Stream, below, stream
from trunfo.ext.multiplayer cimport Memory, MultiplayerKernel, MultiplayerRules, Recall
from trunfo.ext.selfplay cimport (
    BY_RULE, GREEDY, RANDOM, Playing, SelfPlay, SelfPlayRules, at_random, record,
)


include "sobe_e_desce/law.pxi"
include "../play.pxi"


cdef inline void drawn(Public* seen, const Position* at, const World* world) noexcept nogil:
    """Nothing is drawn while cards are played."""


include "../public_play.pxi"
include "sobe_e_desce/tables.pxi"
include "sobe_e_desce/player.pxi"
include "sobe_e_desce/search.pxi"
include "sobe_e_desce/deals.pxi"
include "sobe_e_desce/policy.pxi"
include "sobe_e_desce/selfplay.pxi"
include "../selfplay.pxi"

KERNEL = Kernel.of(
    "sobe_e_desce", Rules(legal, play, count_lines, NULL, rule_card, NULL, read_law)
)
MULTIPLAYER = MultiplayerKernel.of(
    "sobe_e_desce", MultiplayerRules(play_out, solve_all, try_all, MOST_CARDS, PAYOFFS)
)
SELF_PLAY = SelfPlay.of("sobe_e_desce", SelfPlayRules(play_whole_deal, read_law, 4, 25, 7, 3))

COLUMNS = 15

cdef enum:
    WHOLE_DEAL = 256    # nodes that a deal by the rule policies counts as


cdef int settle_on(
    Setting* setting, bint hearts, bint turn_up, bint always_beat, bint force_undertrump
) except -1:
    """Fill in the options of the rules, all decisions left to the policies."""
    cdef int place
    memset(setting, 0, sizeof(Setting))
    setting.hearts = hearts
    setting.turn_up = turn_up
    setting.always_beat = always_beat
    setting.force_undertrump = force_undertrump
    for place in range(5):
        setting.orders[place] = NO_ORDER
    return 0


cdef inline void run_deal(
    Deal* deal, const Setting* setting, uint64_t seed, uint64_t index, int8_t* cards
) noexcept nogil:
    """One whole deal."""
    cdef int seat
    shuffle(deal, seed, index)
    name_trump(deal, setting)
    for seat in range(4):
        decide(deal, setting, seat)
    play_deal(deal, setting, cards)


def simulate(
    uint64_t seed, uint64_t first, const uint8_t[::1] forced not None,
    const float[:, ::1] break_even not None, int8_t[:, ::1] results not None, *,
    bint hearts=True, bint turn_up=True, bint always_beat=False, bint force_undertrump=False,
    const int8_t[:, ::1] orders=None, uint64_t[:, ::1] hands=None, int8_t[:, ::1] cards=None,
    double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Deal and play whole deals by the rule policies, from the naming of trump to the last card.

    Seat 0 is the chooser, the others follow in order of play. Deal i of the call is deal
    number `first + i` of `seed`: the same cards whatever the call and the machine. The GIL
    is released.

    Parameters
    ----------
    seed, first : int
        Which deals.
    forced : uint8, shape (n,)
        The seats that must go whatever is trump, a bit each: bit 0 the chooser, where that
        rule holds, and who has five points or fewer or stayed out twice.
    break_even : float32, shape (n, 4)
        The greatest chance of no trick with which a seat goes of its own will; below 0:
        it goes if it gains points by it (1 a trick, 5 lost for none).
    results : int8, shape (n, 15)
        Filled: trump suit; card turned up, or -1; who went, a bit a seat; of the four seats
        the number of cards exchanged (0 too for who stayed out), tricks, and points added to
        the score (a lone player has five tricks; where nobody went all is 0).
    hearts, turn_up, always_beat, force_undertrump : bool
        Options of the rules: hearts make everybody go; the chooser may turn up; a card must
        beat the trick if it can; who has only trumps too low to win must play one.
    orders : int8, shape (n, 5), optional
        What is done instead of asking a policy: column 0 the trump (a suit, or 4 to turn up),
        then each seat: -2 stays out, 0 to 31 goes and throws away its cards at the places
        that are bits of the number, in ascending order; -1 leaves it to the policy. Whether
        a seat with an order must go is not looked at.
    hands : uint64, shape (n, 8), optional
        Filled: the hands of five before exchanging, then the cards that were thrown away.
    cards : int8, shape (n, 20), optional
        Filled: the cards in order of play, -1 after the last.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        The number of deals finished, from the first; later rows are not written.

    Raises
    ------
    ValueError
        For arrays of the wrong shape, or an order that does not exist.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Setting setting
    cdef Deal deal
    cdef int8_t* played
    cdef int8_t* row
    cdef Effort effort
    cdef Py_ssize_t index, done = 0, n = results.shape[0]
    cdef int seat, place, low, high
    if results.shape[1] != 15 or forced.shape[0] != n:
        raise ValueError("one row of 15 results and one set of forced seats a deal")
    if break_even.shape[0] != n or break_even.shape[1] != 4:
        raise ValueError("four break-even chances a deal")
    if orders is not None and (orders.shape[0] != n or orders.shape[1] != 5):
        raise ValueError("five orders a deal, the first for the trump")
    if hands is not None and (hands.shape[0] != n or hands.shape[1] != 8):
        raise ValueError("four hands and four sets thrown away a deal")
    if cards is not None and (cards.shape[0] != n or cards.shape[1] != 20):
        raise ValueError("twenty cards a deal")
    if orders is not None:
        for index in range(n):
            for place in range(5):
                low, high = (-2, 31) if place else (-1, 4 if turn_up else 3)
                if not low <= orders[index, place] <= high:
                    raise ValueError("orders: trump -1 to 4, seats -2 to 31")
    settle_on(&setting, hearts, turn_up, always_beat, force_undertrump)
    begin(&effort, deadline, stop)
    with nogil:
        for index in range(n):
            if spend(&effort, WHOLE_DEAL):
                break
            setting.forced = forced[index]
            for seat in range(4):
                setting.break_even[seat] = break_even[index, seat]
            if orders is not None:
                for place in range(5):
                    setting.orders[place] = orders[index, place]
            played = NULL
            if cards is not None:
                played = &cards[index, 0]
                memset(played, 0xFF, 20)
            run_deal(&deal, &setting, seed, first + index, played)
            row = &results[index, 0]
            row[0] = deal.trump
            row[1] = deal.turned
            row[2] = deal.went
            for seat in range(4):
                row[3 + seat] = deal.exchanged[seat]
                row[7 + seat] = deal.tricks[seat]
                row[11 + seat] = change(&deal, seat)
                if hands is not None:
                    hands[index, seat] = deal.dealt[seat]
                    hands[index, 4 + seat] = deal.thrown[seat]
            done += 1
    raise_interrupt(&effort)
    return done


include "sobe_e_desce/choices.pxi"
include "sobe_e_desce/evidence.pxi"
include "sobe_e_desce/worlds.pxi"

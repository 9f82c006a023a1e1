"""Copas, as the kernel plays it.

What a seat has taken (`won`, and the results) is the number of its hearts, and 16 more if it
took the queen of spades.
"""

from libc.math cimport INFINITY
from libc.stdint cimport INT32_MAX, int8_t, int16_t, int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, highest, lane, lowest, popcount
from trunfo.ext.effort cimport Effort, begin, raise_interrupt, spend
from trunfo.ext.kernel cimport Kernel, Rules, option
from trunfo.ext.position cimport Position, World
from trunfo.ext.public cimport Public
from trunfo.ext.multiplayer cimport Memory, MultiplayerKernel, MultiplayerRules, Recall
from trunfo.ext.selfplay cimport (
    BY_RULE, GREEDY, Playing, SelfPlay, SelfPlayRules, at_random, record,
)


cdef enum:
    HEARTS = 0xFFFF
    QUEEN = 16          # the queen of spades in a result
    ALL = 13 + QUEEN    # everything: a moon
    SPLIT = 4           # in place of a seat: points have gone to more than one
    NOBODY = 5          # the same: to none so far
    SEARCHABLE = 32     # cards in the hands of a root of the search, at most


cdef enum:
    # Words of World.law.
    LAW_QUEEN           # the queen of spades, as a set of one card
    LAW_COSTLY          # the cards that nobody wants to take, as a set
    LAW_LEAD_TWO        # 1 if the two of clubs must be led to the first trick, or 0
    LAW_BREAK_HEARTS    # 1 if a heart must have fallen before one is led, or 0

cdef enum:
    # Places in Position.flags, each 1 or 0.
    FIRST               # the open trick is the first of the deal
    BROKEN              # a heart has fallen in an earlier trick

cdef enum:
    DEFAULT_QUEEN = 41  # below the jack


cdef int read_law(dict law, World* world, Position* at) except -1:
    """Take the options of the rules and the state of the deal out of a law.

    `queen` is the queen of spades, whose place among the spades is an option (41 if not given);
    the others are 0 or 1: `lead_two` (1 if not given), `break_hearts`, `first`, `broken` (0).
    """
    cdef int queen = option(law, "queen", DEFAULT_QUEEN, 0, 63)
    if not world.pack >> queen & 1:
        raise ValueError("queen: a card of the pack")
    world.law[LAW_QUEEN] = <Cards>1 << queen
    world.law[LAW_COSTLY] = world.pack & lane(0) | <Cards>1 << queen
    world.law[LAW_LEAD_TWO] = option(law, "lead_two", 1, 0, 1)
    world.law[LAW_BREAK_HEARTS] = option(law, "break_hearts", 0, 0, 1)
    at.flags[FIRST] = option(law, "first", 0, 0, 1)
    at.flags[BROKEN] = option(law, "broken", 0, 0, 1)
    return 0


cdef inline Cards law(
    Cards hand, Cards led, const int8_t* flags, const uint64_t* words
) noexcept nogil:
    """The cards of a hand that may be played.

    Follow suit if able. To the first trick the two of clubs is led (or any card without
    points), and who cannot follow plays no points unless he has nothing else. Hearts may
    be led at any time, or when broken, as the option says.
    """
    cdef Cards two = <Cards>1 << 48
    if hand & led:
        return hand & led
    if flags[FIRST]:
        if not led and words[LAW_LEAD_TWO] and hand & two:
            return two
        return hand & ~words[LAW_COSTLY] or hand
    if not led and words[LAW_BREAK_HEARTS] and not flags[BROKEN]:
        return hand & ~<Cards>HEARTS or hand
    return hand


cdef inline Cards legal(const Position* at, const World* world) noexcept nogil:
    """The cards the seat to play may play."""
    return law(at.hands[at.turn], at.led, at.flags, world.law)


cdef inline int taken_in(Cards trick, Cards queen) noexcept nogil:
    """What a trick brings who takes it."""
    return popcount(trick & HEARTS) + (QUEEN if trick & queen else 0)


cdef inline void settle(Position* at, const World* world) noexcept nogil:
    """The winner takes the trick and what is in it; the first trick is over."""
    at.taken[at.winner] += 1
    at.won[at.winner] += taken_in(at.trick, world.law[LAW_QUEEN])
    at.flags[FIRST] = 0
    if at.trick & HEARTS:
        at.flags[BROKEN] = 1


include "../play.pxi"


cdef inline int taker(const int16_t* won) noexcept nogil:
    """The seat that has taken all points so far, or SPLIT or NOBODY."""
    cdef int seat, who = NOBODY
    for seat in range(4):
        if won[seat]:
            who = seat if who == NOBODY else SPLIT
    return who


cdef inline uint32_t packed(const Position* at) noexcept nogil:
    """What each seat has taken, a byte each."""
    return (
        <uint32_t>at.won[0] | <uint32_t>at.won[1] << 8
        | <uint32_t>at.won[2] << 16 | <uint32_t>at.won[3] << 24
    )


cdef inline uint32_t prize(Cards cards, const World* world) noexcept nogil:
    """What a trick brings who takes it."""
    return taken_in(cards, world.law[LAW_QUEEN])


cdef inline uint64_t owners(const Position* at, Cards held) noexcept nogil:
    """Whose the cards are, from the lowest of each suit, two bits a card."""
    cdef Cards odd = at.hands[1] | at.hands[3], late = at.hands[2] | at.hands[3], bit
    cdef uint64_t key = 0
    while held:
        bit = held & -held
        held ^= bit
        key = key << 2 | (odd & bit != 0) | (late & bit != 0) << 1
    return key


cdef inline uint64_t memory_key(const Position* at, const World* world) noexcept nogil:
    """What is left in the hands, who leads, who can still take everything, and broken hearts.

    Up to 20 cards, whose the cards of each suit are in order of rank, and which of the spades
    is the queen: cards with the same owners in the same order are the same deal under other
    names, since rank is only ever compared within a suit and hearts cost the same. In bits
    from the top: 40 for the owners, 4 for each length of three suits, 4 for the queen. More
    cards, in one world, are the hands by themselves, and bit 63 is set, which is no card.
    """
    cdef Cards held = at.hands[0] | at.hands[1] | at.hands[2] | at.hands[3]
    cdef Cards queen = world.law[LAW_QUEEN]
    cdef uint64_t key
    if popcount(held) > 20:
        return (
            held | <uint64_t>at.turn << 13 | <uint64_t>at.flags[BROKEN] << 15
            | <uint64_t>taker(at.won) << 29 | <uint64_t>1 << 63
        )
    key = owners(at, held)
    key = key << 4 | popcount(held & lane(0))
    key = key << 4 | popcount(held & lane(16))
    key = key << 4 | popcount(held & lane(32))
    key = key << 4 | (popcount(held & lane(32) & (queen - 1)) if held & queen else 15)
    return key << 6 | <uint64_t>taker(at.won) << 3 | at.turn << 1 | (
        at.flags[BROKEN] & world.law[LAW_BREAK_HEARTS]
    )


cdef inline bint decided(const Position* at, const World* world) noexcept nogil:
    """Whether no points are left in the hands."""
    return not (at.hands[0] | at.hands[1] | at.hands[2] | at.hands[3]) & world.law[LAW_COSTLY]


cdef inline int paid(uint32_t result, int seat) noexcept nogil:
    """RISCOS of a seat: 26 - X, or 104 for everything, and then 0 to the others."""
    cdef uint32_t other = result ^ <uint32_t>0x01010101 * ALL
    cdef int had = result >> (8 * seat) & 0xFF
    if had == ALL:
        return 104
    if (other - 0x01010101) & ~other & <uint32_t>0x80808080:  # one of the bytes is ALL
        return 0
    return 26 - had + (3 if had >= QUEEN else 0)


cdef inline bint better(
    uint32_t result, uint32_t other, int mover, int against, const float* payoffs
) noexcept nogil:
    """Whether `result` pays the mover more, or as much and less to the seat `against`."""
    cdef int more = paid(result, mover) - paid(other, mover)
    return more > 0 or more == 0 and paid(result, against) < paid(other, against)


cdef inline bint enough(uint32_t result, const Position* at, int against) noexcept nogil:
    """Whether no other card can be better for the mover, or as good and worse for `against`.

    A moon of his own is the most that there is, and leaves 0 to any other. Else 26 less what he
    has already: the most as soon as he can no longer take everything, which is when someone else
    has points. Where he is `against` himself that is enough. Else that seat must get the least as
    well, which would have to be proved: so they go on.
    """
    cdef int mover = at.turn
    cdef int who
    if paid(result, mover) == 104:
        return True
    if mover != against or paid(result, mover) != 26 - paid_for(at.won[mover]):
        return False
    who = taker(at.won)
    return who != NOBODY and who != mover


cdef inline int paid_for(int won) noexcept nogil:
    """Penalty points of what a seat has taken."""
    return won - 3 if won >= QUEEN else won


cdef inline bint hopeless(
    const Position* after, uint32_t best, const Position* at, const World* world, int against
) noexcept nogil:
    """Whether a card costs the mover more than the best so far whatever follows.

    So it is if he is sure to take what is in the trick: it is complete, or nobody behind him
    has a higher card of the suit. Points once taken stay taken, so that is at least what it
    costs. Sound only when two have points: before, taking points can stop a moon or make one.
    Costing as much is still good enough if it may be worse for the seat `against`, which it is
    not where that seat is the mover.
    """
    cdef int mover = at.turn, seat, had
    cdef Cards higher
    if taker(at.won) != SPLIT:
        return False
    had = after.won[mover]
    if after.count:
        if after.winner != mover:
            return False
        higher = after.led & -(<Cards>2 << after.best)
        seat = after.turn
        for _ in range(4 - after.count):
            if after.hands[seat] & higher:
                return False
            seat = (seat + 1) & 3
        had += taken_in(after.trick, world.law[LAW_QUEEN])
    return paid(best, mover) > 26 - paid_for(had) - (mover == against)


cdef inline Cards distinct(Cards moves, const Position* at, const World* world) noexcept nogil:
    """`moves` without each card above another of them that comes to the same.

    Between the two there is no card that anybody else holds or that is winning the trick, and
    neither is the queen of spades: apart from her the cards of a suit cost the same. To swap
    the two changes no comparison from here on, nor which of two cards is the lower.
    """
    cdef Cards held = at.hands[0] | at.hands[1] | at.hands[2] | at.hands[3]
    cdef Cards free, above, mine = moves & ~world.law[LAW_QUEEN]
    if at.count:
        held |= <Cards>1 << at.best
    free = world.pack & ~held
    # A bit above each of `mine` is carried over free places to the next card that is held.
    above = mine << 1
    above = (((above & free) + free) & ~free) | (above & ~free)
    return moves & ~(above & mine)


include "../maxn.pxi"
include "copas/player.pxi"


include "copas/selfplay.pxi"
include "../selfplay.pxi"


KERNEL = Kernel.of("copas", Rules(legal, play, count_lines, NULL, rule_card, NULL, read_law))
MULTIPLAYER = MultiplayerKernel.of(
    "copas", MultiplayerRules(play_out, solve, oracle, SEARCHABLE, 0), ("shoot",)
)
SELF_PLAY = SelfPlay.of("copas", SelfPlayRules(play_whole_deal, read_law, 4, 56, 1, 2))

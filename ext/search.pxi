# The one search for two sides that play in turn, included as text by each module that needs it.
#
# The including module has defined
#
#   SEATS               2 or 4; seats 0 and 2 play against seats 1 and 3
#   COUNTS_TRICKS       1 if a trick is worth one whatever is in it, 0 if its card points
#   law(hand, led)      an inline function: the cards of `hand` that may be played on `led`

from libc.stdint cimport int16_t, uint64_t

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.position cimport Position, World
from trunfo.ext.solver cimport RISCOS, Effort, Objective, look_up
from trunfo.ext.table cimport Entry, Table

cdef enum:
    NONE = -32768
    SIDES = 0x5         # whether seat s plays on the side of seat 0: bit s

cdef struct Trick:
    Cards led           # the suit to follow, no cards when nobody has led
    int best            # the card that is winning
    int winner          # its seat
    int turn            # the seat to play
    int count           # cards on the table
    int points          # card points on the table

cdef struct Search:
    Effort* effort
    Table* table
    const World* world
    Cards hands[SEATS]


cdef inline bint ours(int seat) noexcept nogil:
    """Whether the seat plays on the side of seat 0."""
    return (SIDES >> seat) & 1


cdef inline bint takes(int card, int best, Cards trump) noexcept nogil:
    """Whether `card` takes the trick from `best`."""
    if lane(card) == lane(best):
        return card > best
    return (trump >> card) & 1


cdef int explore(Search* s, const Trick* t, int target) noexcept nogil:
    """What the side of seat 0 still takes: exact enough to tell whether it is `target` or more.

    Fail-soft: from `target` up the answer is a lower bound, below it an upper bound.
    """
    cdef Entry* entry = NULL
    cdef int found, best
    cdef bint us
    cdef Cards moves
    if t.count == 0:
        if not s.hands[t.turn]:
            return 0
        entry = slot(s, t.turn)
        if matches(s, entry, t.turn):
            if entry.lower >= target:
                return entry.lower
            if entry.upper < target:
                return entry.upper
    us = ours(t.turn)
    best = -1 if us else 1000
    moves = law(s.hands[t.turn], t.led)
    while moves:
        found = after(s, t, lowest(moves), target)
        moves &= moves - 1
        if s.effort.gave_up:
            return 0
        if us:
            best = max(best, found)
            if best >= target:
                break
        else:
            best = min(best, found)
            if best < target:
                break
    if entry != NULL:
        store(s, t.turn, best, target)
    return best


cdef int after(Search* s, const Trick* t, int card, int target) noexcept nogil:
    """What the side of seat 0 still takes if `card` is played now, as `explore` tells it."""
    cdef Trick u = t[0]
    cdef int gain = 0, found
    cdef Cards bit = <Cards>1 << card
    s.effort.nodes += 1
    if s.effort.nodes >= s.effort.check_at:
        look_up(s.effort)
        if s.effort.gave_up:
            return 0
    u.points += s.world.worth[card]
    if t.count == 0:
        u.led = lane(card)
        u.best = card
        u.winner = t.turn
    elif takes(card, t.best, s.world.trump):
        u.best = card
        u.winner = t.turn
    u.count = t.count + 1
    u.turn = t.turn + 1
    if u.turn == SEATS:
        u.turn = 0
    if u.count == SEATS:
        if ours(u.winner):
            gain = 1 if COUNTS_TRICKS else u.points
        u.led = 0
        u.turn = u.winner
        u.count = u.points = 0
    s.hands[t.turn] ^= bit
    found = gain + explore(s, &u, target - gain)
    s.hands[t.turn] ^= bit
    return found


cdef inline Cards hand(const Search* s, int seat) noexcept nogil:
    return s.hands[seat] if seat < SEATS else 0


cdef inline Entry* slot(const Search* s, int leader) noexcept nogil:
    """Where the position at the start of a trick is kept, if it is."""
    cdef uint64_t key = leader
    cdef int seat
    for seat in range(SEATS):
        key = (key ^ s.hands[seat]) * <uint64_t>0x9E3779B97F4A7C15
        key ^= key >> 29
    return &s.table.entries[(key >> 16) & s.table.mask]


cdef inline bint matches(const Search* s, const Entry* entry, int leader) noexcept nogil:
    """Whether the entry is about this position."""
    return (
        entry.generation == s.table.generation and entry.leader == leader
        and entry.all == (hand(s, 0) | hand(s, 1) | hand(s, 2) | hand(s, 3))
        and entry.odd == (hand(s, 1) | hand(s, 3)) and entry.late == (hand(s, 2) | hand(s, 3))
    )


cdef inline void store(Search* s, int leader, int found, int target) noexcept nogil:
    """Keep what `explore` found about this position."""
    cdef Entry* entry = slot(s, leader)
    if not matches(s, entry, leader):
        entry.generation = s.table.generation
        entry.leader = leader
        entry.all = hand(s, 0) | hand(s, 1) | hand(s, 2) | hand(s, 3)
        entry.odd = hand(s, 1) | hand(s, 3)
        entry.late = hand(s, 2) | hand(s, 3)
        entry.lower = 0
        entry.upper = 1000
    if found >= target:
        entry.lower = max(entry.lower, found)
    else:
        entry.upper = min(entry.upper, found)


include "thresholds.pxi"

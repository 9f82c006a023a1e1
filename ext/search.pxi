# The one search for two sides that play in turn, included as text by each module that needs it.
#
# A question, "does the side of seat 0 still take `target` or more?", goes through these steps; the
# code names them by their numbers.
#
#   At the start of a trick (`next_trick`, `open_trick`):
#   1  trivial answers: enough already, too little left, the last trick plays itself
#   2  static bounds: unbroken top trumps, quick tricks (bounds.pxi)
#   3  the table: a bound of a like position, met before (matching.pxi)
#   For each card (`explore`):
#   4  equal cards: of neighbours without points between only the lowest is tried (ordering.pxi)
#   5  order: first the card that last cut in a like situation, then by a score (ordering.pxi)
#   6  the card is played and asked about (`after`); the first that decides the question cuts
#   7  like cards: what a card that failed says of others of its suit (ordering.pxi)
#   And back at the start of the trick:
#   8  the answer is stored with its grounds: what it rests on (matching.pxi)
#
# From such questions thresholds.pxi makes values. Each of the techniques can be left out
# (Technique in effort.pxd); the answers are the same.
#
# The including module has defined
#
#   SEATS               2 or 4; seats 0 and 2 play against seats 1 and 3
#   COUNTS_TRICKS       1 if a trick is worth one whatever is in it, 0 if its card points
#   LEAD_MATE, ...      the weights of the order of moves, see weights_points.pxi
#   law(hand, led)      an inline function: the cards of `hand` that may be played on `led`

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from trunfo.ext.bits cimport Cards, highest, lane, lowest, popcount
from trunfo.ext.effort cimport (
    NO_VALUE, RISCOS, USE_BOUNDS, USE_CERTAINTY, USE_COUNTED, USE_CUTS, USE_FORCED, USE_LIKES,
    USE_NEIGHBOURS, USE_QUICK, USE_RELATIVE_RANKS, USE_SIMILARITY, USE_STEPS, USE_TABLE,
    USE_WINNING_RANKS, Effort, Objective, spend,
)
from trunfo.ext.position cimport Position, World
from trunfo.ext.two_sides cimport LAW_DOUBLE_AT, LAW_SWEEP_POINTS
from trunfo.ext.table cimport CUT_GENERATIONS, CUTS, WAYS, Entry, Table

cdef enum:
    TOP = 9             # strength of the highest card of a suit

cdef Cards SPREAD = 0x9E3779B97F4A7C15     # for hashing
cdef Cards VALUED = 0x03E003E003E003E0      # the cards that may have card points: 5 to TOP

cdef struct Start:
    # A position at the start of a trick, as far as playing the trick leaves it alone.
    Cards all           # the cards in hands
    Cards odd           # relative ranks, the highest of each suit at TOP: those of seats 1 and 3
    Cards late          # those of seats 2 and 3
    int rest            # what is still to be won: card points or tricks

cdef struct Trick:
    const Start* start
    Cards led           # the suit to follow, no cards when nobody has led
    Cards cards         # on the table
    int best            # the card that is winning
    int winner          # its seat
    int turn            # the seat to play
    int count           # cards on the table
    int points          # what the trick is worth so far

cdef struct Grounds:
    # What an answer rests on: it holds wherever the cards down to the lowest winners lie in the
    # same hands, but for what the counted cards are worth less there.
    #
    # An answer favours one side: some way to play brings it so much whatever the others do.
    # Only the card points that it gets by it, in one line or another, were counted. Point
    # cards that always go to the others, or that were not needed any more, may be worth less.
    # (An addition of our own to technique 3 of SCIENCE, in the spirit of local partition
    # search: what must match comes from the parts of the position that the proof used.)
    Cards wins          # cards that won by rank, at least the lowest of each suit
    Cards counted       # the point cards that the favoured side gets in some line

cdef struct Search:
    Effort* effort
    Table* table
    const Position* at  # the root
    const World* world
    Cards trump
    uint64_t shape      # cards of each seat in each suit, four bits each
    Cards hands[4]


cdef inline int power(int card, Cards led, Cards trump) noexcept nogil:
    """Of two cards in a trick the one with more power wins; 16 and more can win at all."""
    return (card & 15) + 16 * <int>((led >> card) & 1) + 32 * <int>((trump >> card) & 1)


cdef inline int potential(Cards hand, Cards led, Cards trump) noexcept nogil:
    """The power of the strongest card that the hand may play, 0 if it can only throw away."""
    cdef Cards able = hand & led or hand & trump
    return power(highest(able), led, trump) if able else 0


cdef int explore(Search* s, const Trick* t, int target, Grounds* grounds) noexcept nogil:
    """What the side of seat 0 still takes: exact enough to tell whether it is `target` or more.

    Fail-soft: from `target` up the answer is a lower bound, below it an upper bound.
    """
    cdef int moves[16]
    cdef int number, index, found, best
    cdef bint us = not t.turn & 1
    cdef Cards done = 0
    cdef Grounds below, total
    cdef uint16_t* cut = situation(s, t)
    cdef int stamp = s.table.generation % CUT_GENERATIONS << 6
    # Steps 4 and 5. A cut of another generation: 64 or more, no card.
    number = choices(s, t, cut[0] ^ stamp, moves)
    best = -1000 if us else 1000
    total.wins = total.counted = 0
    for index in range(number):
        if done >> moves[index] & 1:
            continue
        found = after(s, t, moves[index], target, &below)   # step 6
        if s.effort.gave_up:
            return 0
        if (found >= target) == us:
            cut[0] = stamp | moves[index]
            grounds[0] = below
            return found
        total.wins |= below.wins
        total.counted |= below.counted
        if us:
            best = max(best, found)
        else:
            best = min(best, found)
        # Step 7.
        if s.effort.techniques & USE_LIKES and index + 1 < number:
            done |= like(s, t, moves[index], found, target, &below, &total, &best)
    grounds[0] = total
    return best


cdef int after(
    Search* s, const Trick* t, int card, int target, Grounds* grounds
) noexcept nogil:
    """What the side of seat 0 still takes if `card` is played now, as `explore` tells it."""
    cdef Trick u
    cdef int found, gain
    cdef Cards bit = <Cards>1 << card
    cdef uint64_t one = <uint64_t>1 << (16 * t.turn + (card >> 2 & 12))
    if spend(s.effort, 1):
        return 0
    u.start = t.start
    u.led = t.led
    u.best = t.best
    u.winner = t.winner
    u.cards = t.cards | bit
    u.points = t.points + (0 if COUNTS_TRICKS else s.world.worth[card])
    if t.count == 0:
        u.led = lane(card)
        u.best = card
        u.winner = t.turn
    elif power(card, t.led, s.trump) > power(t.best, t.led, s.trump):
        u.best = card
        u.winner = t.turn
    u.count = t.count + 1
    u.turn = (t.turn + 1) & (SEATS - 1)
    s.hands[t.turn] ^= bit
    s.shape -= one
    if u.count < SEATS:
        found = explore(s, &u, target, grounds)
    else:
        gain = 0 if u.winner & 1 else u.points
        found = gain + next_trick(s, &u, target - gain, grounds)
        # The winner has won by rank only if another card of its suit fell: otherwise any
        # card of the suit would have done.
        bit = <Cards>1 << u.best
        if u.cards & lane(u.best) & ~bit:
            grounds.wins |= bit
        if (found >= target) != (u.winner & 1):     # the winner is of the side it favours
            grounds.counted |= u.cards
        bit = <Cards>1 << card
    s.hands[t.turn] ^= bit
    s.shape += one
    return found


cdef int next_trick(Search* s, const Trick* t, int target, Grounds* grounds) noexcept nogil:
    """What the side of seat 0 still takes after the trick, as `explore` tells it."""
    cdef Start start
    cdef Trick u
    cdef Cards all = t.start.all, cards = t.cards, below, hole
    cdef Cards odd = t.start.odd, late = t.start.late
    cdef int card
    grounds.wins = grounds.counted = 0
    start.rest = t.start.rest - t.points
    if target <= 0:             # step 1
        return 0
    if target > start.rest:
        return start.rest
    # Take the cards of the trick out of the relative ranks: those below move up by one.
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        hole = <Cards>1 << ((card & 0x30) + TOP - popcount(all & lane(card) & -(<Cards>2 << card)))
        below = hole - (<Cards>1 << (card & 0x30))
        odd = (odd & ~(below | hole)) | (odd & below) << 1
        late = (late & ~(below | hole)) | (late & below) << 1
        all ^= <Cards>1 << card
    start.all = all
    start.odd = odd
    start.late = late
    u.start = &start
    u.led = u.cards = 0
    u.best = u.winner = 0
    u.turn = t.winner
    u.count = u.points = 0
    if COUNTS_TRICKS:
        u.points = 1
    return open_trick(s, &u, target, grounds)


cdef int open_trick(Search* s, const Trick* t, int target, Grounds* grounds) noexcept nogil:
    """As `explore`, at the start of a trick."""
    cdef const Start* start = t.start
    cdef Cards mask
    cdef int found
    grounds.wins = grounds.counted = 0
    if not s.hands[t.turn]:
        return 0
    if not s.hands[t.turn] & (s.hands[t.turn] - 1):
        return last_trick(s, t, target, grounds)    # step 1
    if bounded(s, start, t.turn, target, &found, grounds):      # step 2
        relevant(s, start, &grounds.wins)
        return found
    # Step 3.
    if s.effort.techniques & USE_TABLE and probe(s, start, t.turn, target, &found, grounds):
        return found
    found = explore(s, t, target, grounds)
    if s.effort.gave_up:
        return 0
    mask = relevant(s, start, &grounds.wins)    # step 8
    if s.effort.techniques & USE_TABLE:
        store(s, start, t.turn, found, found < target, mask, grounds.counted)
    return found


cdef int last_trick(Search* s, const Trick* t, int target, Grounds* grounds) noexcept nogil:
    """The last trick plays itself."""
    cdef Cards led = lane(lowest(s.hands[t.turn]))
    cdef int seat, found, best = -1, winner = 0
    for seat in range(SEATS):
        found = power(lowest(s.hands[seat]), led, s.trump)
        if found > best:
            best = found
            winner = seat
    if t.start.all & lane(lowest(s.hands[winner])) & ~s.hands[winner]:
        grounds.wins = s.hands[winner]
    found = 0 if winner & 1 else t.start.rest
    if (found >= target) != (winner & 1):
        grounds.counted = t.start.all
    return found


include "bounds.pxi"
include "matching.pxi"
include "ordering.pxi"
include "thresholds.pxi"

# How a card changes a position: the same for every game, included by each module in ext/rules.
#
# The including module has defined, as inline functions:
#
#   Cards legal(at, world)      the cards the seat to play may play
#   void settle(at, world)      credits the trick just completed to at.winner, draws cards

from trunfo.ext.effort cimport Effort, spend


cdef inline bint beats(int card, int best, Cards trump) noexcept nogil:
    """Whether `card` takes the trick from `best`; ranks are numbered by strength."""
    if lane(card) == lane(best):
        return card > best
    return (trump >> card) & 1


cdef inline void play(
    Position* after, const Position* at, const World* world, int card
) noexcept nogil:
    """Copy `at` to `after` and play `card`, which the seat to play holds, there."""
    cdef Cards bit = <Cards>1 << card
    after[0] = at[0]
    after.hands[at.turn] ^= bit
    after.trick |= bit
    if at.count == 0:
        after.led = lane(card)
        after.best = card
        after.winner = at.turn
    elif beats(card, at.best, world.trump):
        after.best = card
        after.winner = at.turn
    after.count = at.count + 1
    after.turn = at.turn + 1
    if after.turn == world.seats:
        after.turn = 0
    if after.count == world.seats:
        settle(after, world)
        after.turn = after.winner
        after.count = 0
        after.trick = after.led = 0


cdef uint64_t count_lines(
    Effort* effort, const Position* at, const World* world, int depth
) noexcept nogil:
    """The number of ways to play the next `depth` cards (perft); void if the effort gave up."""
    cdef Position after
    cdef Cards moves = legal(at, world)
    cdef uint64_t leaves = 0
    if depth <= 1:
        return popcount(moves) if depth else 1
    while moves and not spend(effort, 1):
        play(&after, at, world, lowest(moves))
        moves &= moves - 1
        leaves += count_lines(effort, &after, world, depth - 1)
    return leaves

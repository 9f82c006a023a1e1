# Sobe e Desce: what max^n needs to know (ext/maxn.pxi). A result is the tricks of each seat, and
# what it is worth stands in a table by the tricks of seats 0, 1 and 2.

cdef enum:
    PAYOFFS = 216   # rows of the table: three digits to base 6
    MOST_SEATS = 4
    MOST_CARDS = 20     # in the hands of a root: all that can be


cdef inline uint32_t packed(const Position* at) noexcept nogil:
    """The tricks of each seat, a byte each."""
    return (
        <uint32_t>at.taken[0] | <uint32_t>at.taken[1] << 8
        | <uint32_t>at.taken[2] << 16 | <uint32_t>at.taken[3] << 24
    )


cdef inline uint32_t prize(Cards cards, const World* world) noexcept nogil:
    """A trick is a trick."""
    return 1


cdef inline uint64_t memory_key(const Position* at, const World* world) noexcept nogil:
    """Whose the cards of each suit are in order of rank, who leads, and the tricks of each seat.

    Cards with the same owners in the same order are the same deal under other names: rank is
    only ever compared within a suit, for who wins and for what may be played. Except for the ace
    of trump, which must be led: whether it is still held is part of the key. In bits from the
    top: 2 for each of up to 20 cards, 4 for each length of three suits, 1, 2 for who leads, and
    8 for the tricks of three seats; those of a fourth follow from the number of cards, which
    is the same for each seat and so can be seen from the cards of seat 1.
    """
    cdef Cards held = at.hands[0] | at.hands[1] | at.hands[2] | at.hands[3]
    cdef Cards rest = held, bit
    cdef uint64_t key = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        key <<= 2
        if at.hands[1] & bit:
            key |= 1
        elif at.hands[2] & bit:
            key |= 2
        elif at.hands[3] & bit:
            key |= 3
    key = key << 4 | popcount(held & lane(0))
    key = key << 4 | popcount(held & lane(16))
    key = key << 4 | popcount(held & lane(32))
    key = key << 1 | (held & world.trump & ACES != 0)
    key = key << 2 | at.turn
    return key << 8 | <uint64_t>(36 * at.taken[0] + 6 * at.taken[1] + at.taken[2])


cdef inline bint decided(const Position* at, const World* world) noexcept nogil:
    """Every trick counts, to the last."""
    return False


cdef inline const float* row_of(const float* payoffs, uint32_t result) noexcept nogil:
    """What a result is worth to each seat."""
    cdef int row = 36 * (result & 0xFF) + 6 * (result >> 8 & 0xFF) + (result >> 16 & 0xFF)
    return payoffs + MOST_SEATS * row


cdef inline bint better(
    uint32_t result, uint32_t other, int mover, int against, const float* payoffs
) noexcept nogil:
    """Whether `result` is worth more to the mover, or as much and less to the seat `against`."""
    cdef const float* this = row_of(payoffs, result)
    cdef const float* that = row_of(payoffs, other)
    return this[mover] > that[mover] or this[mover] == that[mover] and this[against] < that[against]


cdef inline bint enough(uint32_t result, const Position* at, int against) noexcept nogil:
    """How good it can get stands in the table only: so all cards are tried."""
    return False


cdef inline bint hopeless(
    const Position* after, uint32_t best, const Position* at, const World* world, int against
) noexcept nogil:
    """The same."""
    return False


cdef inline Cards distinct(Cards moves, const Position* at, const World* world) noexcept nogil:
    """`moves` without each card above another of them that comes to the same.

    Between the two there is no card that anybody else holds or that is winning the trick: to
    swap them changes no comparison from here on, neither who wins nor what must beat what.
    Only the ace of trump is like no other card, since it must be led.
    """
    cdef Cards held = at.hands[0] | at.hands[1] | at.hands[2] | at.hands[3]
    cdef Cards gaps, above, mine = moves & ~(world.trump & ACES)
    if at.count:
        held |= <Cards>1 << at.best
    gaps = world.pack & ~held
    # A bit above each of `mine` is carried over the gaps to the next card that is held.
    above = mine << 1
    above = (((above & gaps) + gaps) & ~gaps) | (above & ~gaps)
    return moves & ~(above & mine)


include "../../maxn.pxi"


cdef void spread(const float* payoffs, int seats, float* table) noexcept nogil:
    """Payoffs with room for four seats a row, so that a row is found without their number."""
    cdef int row, seat
    for row in range(PAYOFFS):
        for seat in range(seats):
            table[MOST_SEATS * row + seat] = payoffs[seats * row + seat]


cdef bint solve_all(
    Effort* effort, Memory* memory, const Position* root, const World* world,
    const float* payoffs, int against, int8_t* results
) noexcept nogil:
    """`solve` with payoffs of as many columns as there are seats."""
    cdef float table[864]
    spread(payoffs, world.seats, table)
    return solve(effort, memory, root, world, table, against, results)


cdef void try_all(
    Effort* effort, const Position* root, const World* world, const float* payoffs, int against,
    int8_t* results
) noexcept nogil:
    """`oracle` with payoffs of as many columns as there are seats."""
    cdef float table[864]
    spread(payoffs, world.seats, table)
    oracle(effort, root, world, table, against, results)

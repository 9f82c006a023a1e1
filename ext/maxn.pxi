# Exact max^n: every card is known, and each seat takes what is best for itself. Included after
# play.pxi, with Effort, spend, Memory, Recall and uint32_t, uint64_t, int8_t imported.
#
# A value is a result of all seats, a byte each, seat 0 the lowest. There is no window as in a game
# of two sides: what one player gains nobody in particular loses, so that most of alpha-beta is
# unsound here. What remains is exact:
#
#   - positions met before are looked up (at the start of a trick);
#   - of cards that make no difference only the lowest is tried;
#   - a card that cannot be better than one before is not searched (immediate pruning), and a
#     player who cannot do any better stops. Shallow pruning has nothing to say: the points that
#     the next player secures himself not to take need not come to me, others can take them.
#
# Ties: of what is equal for the mover the worst for the seat `against`, of these the lowest card.
# Where there is no such seat it is the mover himself, for whom they are equal: so the lowest card.
# Cards are tried from the lowest, and a later one must be strictly better.
#
# The including module has defined, as inline functions:
#
#   uint32_t packed(at)             what each seat has so far, a byte each
#   uint64_t memory_key(at, world)  a number that two positions of one world, at the start of a
#                                   trick, share only if each seat still takes the same in both:
#                                   what is left in the hands, who leads, what of the past matters
#   uint32_t prize(cards, world)    what a trick of these cards brings who takes it
#   bint decided(at, world)         at the start of a trick: whether nobody gets anything more
#   bint better(a, b, mover, against, payoffs)    whether the final result a is better for the
#                                   mover than b, or as good and worse for the seat `against`
#   bint enough(final, at, against) whether no other card can be better in this sense
#   bint hopeless(after, best, at, world, against)    whether the card that led from `at` to `after`
#                                   cannot be better in this sense than the best result so far
#   Cards distinct(moves, at, world)    `moves` without those to which a lower one is equal: the
#                                   rest of the play is the same but for the name of the card

cdef struct MaxnSearch:
    # What does not change in a search.
    Effort* effort
    Memory* memory
    const World* world
    const float* payoffs
    int against         # a seat, or -1


cdef inline uint32_t last_trick(const Position* at, const World* world) noexcept nogil:
    """What each seat takes in the last trick, in which nobody has a choice."""
    cdef Cards cards = at.hands[at.turn]
    cdef int seat = at.turn, winner = at.turn, best = lowest(cards), card
    for _ in range(world.seats - 1):
        seat += 1
        if seat == world.seats:
            seat = 0
        card = lowest(at.hands[seat])
        cards |= at.hands[seat]
        if beats(card, best, world.trump):
            best = card
            winner = seat
    return prize(cards, world) << (8 * winner)


cdef uint32_t maxn(MaxnSearch* s, const Position* at) noexcept nogil:
    """What each seat still takes from here on; void once the effort gave up."""
    cdef Position after
    cdef Recall* recall = NULL
    cdef uint64_t key = 0
    cdef uint32_t had, found, best = 0
    cdef Cards moves
    cdef bint any = False
    cdef int against = at.turn if s.against < 0 else s.against
    if at.count == 0:
        if not at.hands[at.turn] or decided(at, s.world):
            return 0
        if not at.hands[at.turn] & (at.hands[at.turn] - 1):
            return last_trick(at, s.world)
        key = memory_key(at, s.world)
        recall = s.memory.entries + (key * 0x9E3779B97F4A7C15u >> 20 & s.memory.mask)
        if recall.key == key and recall.generation == s.memory.generation:
            return recall.value
    had = packed(at)
    moves = distinct(legal(at, s.world), at, s.world)
    while moves:
        if spend(s.effort, 1):
            return 0
        play(&after, at, s.world, lowest(moves))
        moves &= moves - 1
        if any and hopeless(&after, best, at, s.world, against):
            continue
        found = packed(&after) + maxn(s, &after)
        if not any or better(found, best, at.turn, against, s.payoffs):
            best = found
            any = True
            if moves and enough(best, at, against):
                break
    best -= had
    if recall != NULL and not s.effort.gave_up:
        recall.key = key
        recall.value = best
        recall.generation = s.memory.generation
    return best


cdef inline void write(int8_t* row, uint32_t result, int seats) noexcept nogil:
    """A result as one number a seat."""
    cdef int seat
    for seat in range(seats):
        row[seat] = result >> (8 * seat) & 0xFF


cdef bint solve(
    Effort* effort, Memory* memory, const Position* root, const World* world,
    const float* payoffs, int against, int8_t* results
) noexcept nogil:
    """The result of every legal card of the root; False if the effort gave up."""
    cdef Position after
    cdef MaxnSearch s
    cdef uint32_t found = 0
    cdef Cards moves = legal(root, world)
    cdef Cards tried = distinct(moves, root, world)
    cdef int card
    s.effort = effort
    s.memory = memory
    s.world = world
    s.payoffs = payoffs
    s.against = against
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        if tried >> card & 1:  # else it is equal to the one before
            effort.nodes += 1
            play(&after, root, world, card)
            found = packed(&after) + maxn(&s, &after)
            if effort.gave_up:
                return False
        write(results + card * world.seats, found, world.seats)
    return True


cdef uint32_t exhaustive_maxn(
    Effort* effort, const Position* at, const World* world, const float* payoffs, int against
) noexcept nogil:
    """The final result by trying everything, for the oracle; void if the effort gave up."""
    cdef Position after
    cdef uint32_t found, best = 0
    cdef bint any = False
    cdef Cards moves = legal(at, world)
    while moves and not spend(effort, 1):
        play(&after, at, world, lowest(moves))
        moves &= moves - 1
        found = exhaustive_maxn(effort, &after, world, payoffs, against)
        if not any or better(
            found, best, at.turn, at.turn if against < 0 else against, payoffs
        ):
            best = found
            any = True
    return best if any else packed(at)


cdef void oracle(
    Effort* effort, const Position* root, const World* world, const float* payoffs, int against,
    int8_t* results
) noexcept nogil:
    """As `solve`, by trying everything."""
    cdef Position after
    cdef int card
    cdef Cards moves = legal(root, world)
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        play(&after, root, world, card)
        write(
            results + card * world.seats,
            exhaustive_maxn(effort, &after, world, payoffs, against), world.seats,
        )

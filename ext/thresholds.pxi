# From questions with yes or no to values: the part of the search that is entered from outside.

cdef enum:
    STEP = 4 - 3 * COUNTS_TRICKS     # four card points, or one trick


cdef struct Standing:
    # Seen by the side of the seat to play at the root.
    bint us         # whether that is the side of seat 0
    int mine        # card points, or tricks, of that side so far
    int theirs
    int rest        # and what is still to be won
    bint unbeaten   # whether the others have no trick
    bint winless    # whether that side has no trick
    bint promising  # whether that side looks like getting more than half
    int guess       # about what the side of seat 0 still takes


cdef inline int ask(Search* s, const Trick* t, int card, int target) noexcept nogil:
    """What `explore` tells of the position after `card`, of this one if that is -1."""
    cdef Grounds grounds
    if card >= 0:
        return after(s, t, card, target, &grounds)
    if t.count:
        return explore(s, t, target, &grounds)
    return open_trick(s, t, target, &grounds)


cdef int value(
    Search* s, const Trick* t, int card, int low, int high, int guess
) noexcept nogil:
    """What the side of seat 0 still takes after `card`, known to be in low..high.

    Away from a guess in small steps, as long as the answers are all the same, then
    bisection: a question near the value, answered fail-soft, tells more than one far off.
    """
    cdef int target, found, step = STEP
    cdef bint rose = False, fell = False
    target = guess
    while low < high:
        target = min(max(target, low + 1), high)
        found = ask(s, t, card, target)
        if s.effort.gave_up:
            return 0
        if found >= target:
            low = found
            rose = True
        else:
            high = found
            fell = True
        if rose and fell or not s.effort.techniques & USE_STEPS:
            target = (low + high + 1) >> 1
        elif rose:
            target = low + step
        else:
            target = high - step + 1
    return low


cdef bint sweeps(Search* s, const Trick* t, int card, int side) noexcept nogil:
    """Whether `side` takes this trick and all others once `card` is played: a question of tricks.

    So it goes to the search that counts tricks. It is nearly free: a trick lost ends it.
    """
    cdef int tricks = popcount(s.hands[t.turn])
    cdef int target = tricks if side == 0 else 1
    cdef int found = s.effort.tricks(s.effort, s.table, s.at, s.world, card, target)
    return (found >= target) == (side == 0)


cdef bint reaches(
    Search* s, const Trick* t, int card, const Standing* root, int points
) noexcept nogil:
    """Whether the side of the root has at least `points` in the end once `card` is played."""
    cdef int need = points - root.mine
    if need <= 0:
        return True
    if need > root.rest:
        return False
    if root.us:
        return ask(s, t, card, need) >= need
    return ask(s, t, card, root.rest - need + 1) <= root.rest - need


cdef int riscos(Search* s, const Trick* t, int card, const Standing* root) noexcept nogil:
    """The class of the result of the root's side once `card` is played."""
    cdef const World* world = s.world
    cdef int total = root.mine + root.theirs + root.rest, side = 0 if root.us else 1
    cdef int double_at = world.law[LAW_DOUBLE_AT]
    cdef bint more, less = False
    # Of the two questions in the middle the likelier one first: mostly it answers both.
    if not root.promising and s.effort.techniques & USE_STEPS:
        less = not reaches(s, t, card, root, total - 60)
    more = not less and reaches(s, t, card, root, 61)
    if more:
        if not reaches(s, t, card, root, double_at):
            return 1
        if world.law[LAW_SWEEP_POINTS]:
            return 4 if reaches(s, t, card, root, 120) else 2
        return 4 if root.unbeaten and sweeps(s, t, card, side) else 2
    if not less and reaches(s, t, card, root, total - 60):
        return 0
    if reaches(s, t, card, root, total - double_at + 1):
        return -1
    if world.law[LAW_SWEEP_POINTS]:
        return -2 if reaches(s, t, card, root, total - 119) else -4
    return -4 if root.winless and sweeps(s, t, card, 1 - side) else -2


cdef bint estimate(const Search* s, const Standing* root, int turn) noexcept nogil:
    """Whether the side of the seat has the better cards: points so far, in hands, and trumps.

    With six for a trump right for 249 of the 300 filed deals.
    """
    cdef int seat, ahead = root.mine - root.theirs, found
    cdef Cards cards
    for seat in range(SEATS):
        found = 6 * popcount(s.hands[seat] & s.trump)
        cards = s.hands[seat] & VALUED
        while cards:
            found += s.world.worth[lowest(cards)]
            cards &= cards - 1
        ahead += -found if (seat ^ turn) & 1 else found
    return ahead >= 0


cdef void stand(
    Search* s, Start* start, Trick* t, Standing* root, Effort* effort, Table* table,
    const Position* at, const World* world,
) noexcept nogil:
    """Set out the position to be solved."""
    cdef Cards cards
    cdef int seat, card, suit, place
    s.effort = effort
    s.table = table
    s.at = at
    s.world = world
    s.trump = world.trump
    memset(s.hands, 0, sizeof(s.hands))
    memset(root, 0, sizeof(Standing))
    root.us = not at.turn & 1
    root.unbeaten = root.winless = True
    s.shape = 0
    start.all = at.trick
    for seat in range(SEATS):
        s.hands[seat] = at.hands[seat]
        start.all |= at.hands[seat]
        for suit in range(4):
            card = popcount(at.hands[seat] & lane(16 * suit))
            s.shape |= <uint64_t>card << (16 * seat + 4 * suit)
        if (seat ^ at.turn) & 1 == 0:
            root.mine += at.taken[seat] if COUNTS_TRICKS else at.won[seat]
            root.winless = root.winless and at.taken[seat] == 0
        else:
            root.theirs += at.taken[seat] if COUNTS_TRICKS else at.won[seat]
            root.unbeaten = root.unbeaten and at.taken[seat] == 0
    # Relative ranks. Who played a card on the table does not matter: it will be taken out.
    start.odd = start.late = 0
    for suit in range(4):
        place = 16 * suit + TOP
        cards = start.all & lane(16 * suit)
        while cards:
            card = highest(cards)
            cards ^= <Cards>1 << card
            for seat in range(SEATS):
                if at.hands[seat] >> card & 1:
                    start.odd |= <Cards>(seat & 1) << place
                    start.late |= <Cards>(seat >> 1) << place
            place -= 1
    start.rest = 0
    if COUNTS_TRICKS:
        start.rest = popcount(at.hands[at.turn])
    else:
        cards = start.all
        while cards:
            start.rest += s.world.worth[lowest(cards)]
            cards &= cards - 1
    root.rest = start.rest
    root.guess = (root.rest + 1) >> 1
    root.promising = estimate(s, root, at.turn)
    t.start = start
    t.led = at.led
    t.cards = cards = at.trick
    t.best = at.best
    t.winner = at.winner
    t.turn = at.turn
    t.count = at.count
    t.points = 1 if COUNTS_TRICKS else 0
    while cards and not COUNTS_TRICKS:
        t.points += s.world.worth[lowest(cards)]
        cards &= cards - 1


cdef int answer(
    Search* s, const Trick* t, int card, Standing* root, Objective objective
) noexcept nogil:
    """The value for the root's side of the position after `card`, of the root itself if -1.

    What is found is where the search for the next card begins.
    """
    cdef int found
    if objective == RISCOS:
        found = riscos(s, t, card, root)
        root.promising = found > 0
        return found
    root.guess = found = value(s, t, card, 0, root.rest, root.guess)
    return root.mine + (found if root.us else root.rest - found)


cdef int enquire(
    Effort* effort, Table* table, const Position* at, const World* world, int card, int target
) noexcept nogil:
    """What the side of seat 0 still takes after `card`, as `explore` tells it."""
    cdef Search s
    cdef Start start
    cdef Trick t
    cdef Standing root
    stand(&s, &start, &t, &root, effort, table, at, world)
    return ask(&s, &t, card, target)


cdef bint solve(
    Effort* effort, Table* table, const Position* at, const World* world, Objective objective,
    bint every, int16_t* values,
) noexcept nogil:
    """Answer one world: write to `values` the value of the position, or values[card] of every card.

    Returns whether it was finished; if not, nothing was written.
    """
    cdef Search s
    cdef Start start
    cdef Trick t
    cdef Standing root
    cdef int16_t found[64]
    cdef Cards moves = law(at.hands[at.turn], at.led)
    cdef Cards others, leaders
    cdef int card, same = 0
    stand(&s, &start, &t, &root, effort, table, at, world)
    if not every:
        found[0] = answer(&s, &t, -1, &root, objective)
        if not effort.gave_up:
            values[0] = found[0]
        return not effort.gave_up
    for card in range(64):
        found[card] = NO_VALUE
    others = start.all & ~at.hands[at.turn]
    leaders = distinct(moves, others) if effort.techniques & USE_NEIGHBOURS else moves
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        if not leaders >> card & 1:     # equal to the one tried just before it
            found[card] = found[same]
            continue
        same = card
        found[card] = answer(&s, &t, card, &root, objective)
        if effort.gave_up:
            return False
    for card in range(64):
        values[card] = found[card]
    return True

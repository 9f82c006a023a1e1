# From questions with yes or no to values: the part of the search that its door calls.

cdef struct Standing:
    # Seen by the side of the seat to play at the root.
    bint us         # whether that is the side of seat 0
    int mine        # card points, or tricks, of that side so far
    int theirs
    int rest        # and what is still to be won
    bint unbeaten   # whether the others have no trick
    bint winless    # whether that side has no trick


cdef inline int ask(Search* s, const Trick* t, int card, int target) noexcept nogil:
    """What `explore` tells of the position after `card`, or of this one if there is no card (-1)."""
    return explore(s, t, target) if card < 0 else after(s, t, card, target)


cdef int value(Search* s, const Trick* t, int card, int low, int high) noexcept nogil:
    """What the side of seat 0 still takes after `card`, known to be in low..high: bisection."""
    cdef int target, found
    while low < high:
        target = (low + high + 1) >> 1
        found = ask(s, t, card, target)
        if s.effort.gave_up:
            return 0
        if found >= target:
            low = found
        else:
            high = found
    return low


cdef bint sweeps(Search* s, const Trick* t, int side) noexcept nogil:
    """Whether `side` takes this trick and all others."""
    cdef bint attacks = ours(t.turn) == (side == 0)
    cdef Cards moves = law(s.hands[t.turn], t.led)
    if not moves:
        return True
    while moves:
        if sweeps_after(s, t, lowest(moves), side) == attacks:
            return attacks
        moves &= moves - 1
    return not attacks


cdef bint sweeps_after(Search* s, const Trick* t, int card, int side) noexcept nogil:
    """Whether `side` takes this trick and all others once `card` is played now."""
    cdef Trick u = t[0]
    cdef bint found
    s.effort.nodes += 1
    if s.effort.nodes >= s.effort.check_at:
        look_up(s.effort)
    if s.effort.gave_up:
        return False
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
        if ours(u.winner) != (side == 0):
            return False
        u.led = 0
        u.turn = u.winner
        u.count = 0
    s.hands[t.turn] ^= <Cards>1 << card
    found = sweeps(s, &u, side)
    s.hands[t.turn] ^= <Cards>1 << card
    return found


cdef inline bint sweeps_all(Search* s, const Trick* t, int card, int side) noexcept nogil:
    """Whether `side` takes every trick after `card`, or from here if there is no card (-1)."""
    return sweeps(s, t, side) if card < 0 else sweeps_after(s, t, card, side)


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
    if reaches(s, t, card, root, 61):
        if not reaches(s, t, card, root, world.double_at):
            return 1
        if world.sweep_points:
            return 4 if reaches(s, t, card, root, 120) else 2
        return 4 if root.unbeaten and sweeps_all(s, t, card, side) else 2
    if reaches(s, t, card, root, total - 60):
        return 0
    if reaches(s, t, card, root, total - world.double_at + 1):
        return -1
    if world.sweep_points:
        return -2 if reaches(s, t, card, root, total - 119) else -4
    return -4 if root.winless and sweeps_all(s, t, card, 1 - side) else -2


cdef void stand(Search* s, Trick* t, Standing* root, const Position* at) noexcept nogil:
    """Set out the position to be solved."""
    cdef Cards cards = at.trick
    cdef int seat
    t.led = at.led
    t.best = at.best
    t.winner = at.winner
    t.turn = at.turn
    t.count = at.count
    t.points = 0
    while cards:
        t.points += s.world.worth[lowest(cards)]
        cards &= cards - 1
    root.us = ours(at.turn)
    root.mine = root.theirs = root.rest = 0
    root.unbeaten = root.winless = True
    for seat in range(SEATS):
        s.hands[seat] = at.hands[seat]
        if ours(seat) == root.us:
            root.mine += at.taken[seat] if COUNTS_TRICKS else at.won[seat]
            root.winless = root.winless and at.taken[seat] == 0
        else:
            root.theirs += at.taken[seat] if COUNTS_TRICKS else at.won[seat]
            root.unbeaten = root.unbeaten and at.taken[seat] == 0
        cards |= at.hands[seat]
    if COUNTS_TRICKS:
        root.rest = popcount(at.hands[at.turn])
        return
    root.rest = t.points
    while cards:
        root.rest += s.world.worth[lowest(cards)]
        cards &= cards - 1


cdef int answer(
    Search* s, const Trick* t, int card, const Standing* root, Objective objective
) noexcept nogil:
    """The value for the root's side of the position after `card`, of the root itself if -1."""
    cdef int found
    if objective == RISCOS:
        return riscos(s, t, card, root)
    found = value(s, t, card, 0, root.rest)
    return root.mine + (found if root.us else root.rest - found)


cdef bint solve(
    Effort* effort, Table* table, const Position* at, const World* world, Objective objective,
    bint every, int16_t* values,
) noexcept nogil:
    """Answer one world: write to `values` the value of the position, or values[card] of every card.

    Returns whether it was finished; if not, nothing was written.
    """
    cdef Search s
    cdef Trick t
    cdef Standing root
    cdef int16_t found[64]
    cdef Cards moves = law(at.hands[at.turn], at.led)
    cdef int card
    s.effort = effort
    s.table = table
    s.world = world
    stand(&s, &t, &root, at)
    if not every:
        found[0] = answer(&s, &t, -1, &root, objective)
        if not effort.gave_up:
            values[0] = found[0]
        return not effort.gave_up
    for card in range(64):
        found[card] = NONE
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        found[card] = answer(&s, &t, card, &root, objective)
        if effort.gave_up:
            return False
    for card in range(64):
        values[card] = found[card]
    return True

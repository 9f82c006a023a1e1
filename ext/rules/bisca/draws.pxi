# The last draws of Bisca: the stock still hides cards, but so few that all the places where they
# can be are tried, and each player decides on his own information.
#
# To plan with a known stock would be wrong: both sides would count on cards that nobody knows. Here
# each decision is the best on average over everything that its player cannot see:
#
#   lead_policy(hand, public)          the card that a leader with this hand leads
#   answer_policy(hand, card, public)  the card that the other, with this hand, answers
#
# and the average takes what follows to be played by the same policies, down to the empty stock,
# from where both hands are known and the search is exact. What a card played tells about the hand
# it came from is left out: every hand that fits is as likely as any other. What that loses, and
# what planning with known cards would lose, stands in bench/NOTES.md.
#
# All values are the leader's: the difference in card points still to come, or RISCOS. They are sums
# over all orders of the hidden cards, so whole numbers, and the policies are the same everywhere.

from libc.stdint cimport uint32_t

from trunfo.ext.effort cimport POINTS
from trunfo.ext.notes cimport Note

cdef enum NoteKind:
    EXPECTED = 1, LEADS, ANSWERS, ENDS, TABLED, OPEN
    NO_CARD = 63
    SEARCHED = 5        # cards each from which an ending is worth the search with a table

cdef int[4] NOTE_BITS = [13, 13, 17, 19]    # by cards in the stock, halved

cdef enum:
    MOST_NOTE_BITS = 20

cdef struct Draws:
    Effort* effort
    Table* table
    const World* world
    Note* notes
    uint64_t mask       # their number, a power of two, less one
    Objective objective

cdef struct Moment:
    # The start of a trick with every card known, its stock in any order.
    Cards leader, other
    Cards hidden        # the stock without the turned-up card
    Cards turned        # the turned-up card, no cards once it is drawn
    int won, lost       # card points of the leader so far, and of the other
    bint won_any, lost_any  # whether the leader has taken a trick, and the other


cdef inline uint32_t score_of(const Draws* draws, const Moment* m) noexcept nogil:
    """What the policies depend on of what was taken: nothing, if points are wanted."""
    if draws.objective == POINTS:
        return 0
    return m.won | m.won_any << 7 | m.lost_any << 8 | 1 << 9


cdef inline Note* note_of(
    Draws* draws, Cards one, Cards other, Cards unknown, uint32_t what
) noexcept nogil:
    """The place of a note; the caller looks whether it is there."""
    cdef uint64_t key = one * <uint64_t>0x9E3779B97F4A7C15
    key = (key ^ other ^ key >> 31) * <uint64_t>0xBF58476D1CE4E5B9
    key = (key ^ unknown ^ what ^ key >> 29) * <uint64_t>0x94D049BB133111EB
    return &draws.notes[(key ^ key >> 32) & draws.mask]


cdef inline bint noted(
    const Note* note, Cards one, Cards other, Cards unknown, uint32_t what
) noexcept nogil:
    return (
        note.what == what and note.one == one and note.other == other and note.unknown == unknown
    )


cdef inline void write(
    Note* note, Cards one, Cards other, Cards unknown, uint32_t what, int value
) noexcept nogil:
    note.one = one
    note.other = other
    note.unknown = unknown
    note.what = what
    note.value = value


cdef inline int orders(int cards) noexcept nogil:
    """In how many orders so many hidden cards can lie."""
    cdef int number = 1, index
    for index in range(2, cards + 1):
        number *= index
    return number


cdef inline int tie_break(int card, const World* world) noexcept nogil:
    """Of equally good cards the one with the least of this is played: no trump, no points, low."""
    cdef int trump = (world.trump >> card) & 1
    return trump << 16 | world.worth[card] << 10 | (card & 15) << 2 | card >> 4


cdef inline Cards next_choice(Cards chosen, Cards among) noexcept nogil:
    """The next subset of `among` with as many cards as `chosen`, 0 after the last one.

    Cards from the highest gap downwards move up by one place, as an odometer does.
    """
    cdef Cards rest = among & ~chosen, low = chosen, moved, up
    cdef int kept = 0
    # the lowest card of the subset that has a free place directly above it, within `among`
    while low:
        moved = low & -low
        up = among & -(moved << 1)
        up &= -up
        low ^= moved
        if up & rest:
            chosen ^= moved | up
            # the cards below it go to the lowest places
            chosen &= ~(moved - 1)
            while kept:
                chosen |= among & -among
                among &= among - 1
                kept -= 1
            return chosen
        kept += 1
    return 0


cdef inline Cards first_choice(int cards, Cards among) noexcept nogil:
    """The lowest so many cards of a set that has them."""
    cdef Cards chosen = 0
    while cards:
        chosen |= among & -among
        among &= among - 1
        cards -= 1
    return chosen


cdef int searched(Draws* draws, const Moment* m, int rest) noexcept nogil:
    """The value with no stock left, by the search of all games."""
    cdef Position at
    cdef int16_t found = 0
    memset(&at, 0, sizeof(at))
    at.hands[0] = m.leader
    at.hands[1] = m.other
    at.won[0] = m.won
    at.won[1] = m.lost
    at.taken[0] = m.won_any
    at.taken[1] = m.lost_any
    solve(draws.effort, draws.table, &at, draws.world, draws.objective, False, &found)
    return 2 * (found - m.won) - rest if draws.objective == POINTS else found


cdef int tabled(Draws* draws, Cards leader, Cards other, bint tricks) noexcept nogil:
    """The difference in card points, or in tricks, where suit need never be followed.

    A hand of n cards has so few subsets that a table of all that can be left, with
    exact values, is enough: C(2n, n) of them, 705,432 for eleven cards.
    """
    cdef uint32_t what = TABLED | tricks << 8
    cdef Note* note = note_of(draws, leader, other, 0, what)
    cdef Cards cards = leader, replies, card, reply
    cdef int gain, found, least, best = -1000
    if not leader or out_of_time(draws):
        return 0
    if noted(note, leader, other, 0, what):
        return note.value
    draws.effort.nodes += 1
    while cards:
        card = cards & -cards
        cards ^= card
        replies = other
        least = 1000
        while replies:
            reply = replies & -replies
            replies ^= reply
            gain = 1 if tricks else (
                draws.world.worth[lowest(card)] + draws.world.worth[lowest(reply)]
            )
            if beats(lowest(reply), lowest(card), draws.world.trump):
                found = -gain - tabled(draws, other ^ reply, leader ^ card, tricks)
            else:
                found = gain + tabled(draws, leader ^ card, other ^ reply, tricks)
            if found < least:
                least = found
                if least <= best:
                    break
        if least > best:
            best = least
    write(note_of(draws, leader, other, 0, what), leader, other, 0, what, best)
    return best


cdef int tabled_ending(Draws* draws, const Moment* m, int rest) noexcept nogil:
    """The value of a long ending in which suit need never be followed."""
    cdef int mine, points = tabled(draws, m.leader, m.other, False), tricks = 0
    if draws.objective == POINTS:
        return points
    if not (m.won_any and m.lost_any):
        tricks = tabled(draws, m.leader, m.other, True)
    mine = m.won + ((rest + points) >> 1)
    return paid(
        mine, m.won + m.lost + rest - mine, not m.lost_any and tricks == popcount(m.leader),
        not m.won_any and tricks == -popcount(m.leader), draws.world,
    )


cdef int ended(Draws* draws, const Moment* m) noexcept nogil:
    """The value with no stock left."""
    cdef uint32_t what = ENDS | score_of(draws, m) << 8
    cdef Note* note = note_of(draws, m.leader, m.other, 0, what)
    cdef int rest, found
    cdef int16_t points, riscos
    if noted(note, m.leader, m.other, 0, what):
        return note.value
    rest = worth_of(m.leader | m.other, draws.world)
    if popcount(m.leader) >= SEARCHED:
        if draws.world.law[LAW_FOLLOW]:
            found = searched(draws, m, rest)
        else:
            found = tabled_ending(draws, m, rest)
    elif draws.objective == POINTS:
        found = lead_on(m.leader, m.other, draws.world, rest, -1000, 1000)
    else:
        value_ending(
            m.leader, m.other, draws.world, m.won, m.lost, not m.lost_any, not m.won_any,
            &points, &riscos,
        )
        found = riscos
    write(note, m.leader, m.other, 0, what, found)
    return found


cdef int draw_on(
    Draws* draws, const Moment* m, int card, int answer, Cards first, Cards second
) noexcept nogil:
    """The value once `card` was answered and the winner has drawn `first`, the other `second`."""
    cdef Moment n = m[0]
    cdef int points = draws.world.worth[card] + draws.world.worth[answer], found
    cdef Cards leader = m.leader ^ (<Cards>1 << card), other = m.other ^ (<Cards>1 << answer)
    draws.effort.nodes += 1
    n.hidden &= ~(first | second)
    n.turned &= ~second
    if not beats(answer, card, draws.world.trump):
        n.leader = leader | first
        n.other = other | second
        n.won += points
        n.won_any = True
        found = expected(draws, &n)
        if draws.objective == POINTS:
            found += points * orders(popcount(n.hidden))
        return found
    n.leader = other | first
    n.other = leader | second
    n.won = m.lost + points
    n.lost = m.won
    n.won_any = True
    n.lost_any = m.won_any
    found = expected(draws, &n)
    if draws.objective == POINTS:
        found += points * orders(popcount(n.hidden))
    return -found


cdef int answered(Draws* draws, const Moment* m, int card, int answer) noexcept nogil:
    """The value, summed over the orders of the stock, if `card` is answered so."""
    cdef Cards firsts = m.hidden, seconds, first
    cdef int total = 0
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        seconds = m.hidden ^ first or m.turned
        while seconds:
            total += draw_on(draws, m, card, answer, first, seconds & -seconds)
            seconds &= seconds - 1
    return total


cdef int expected(Draws* draws, const Moment* m) noexcept nogil:
    """The value at the start of a trick, summed over the orders of the stock."""
    cdef uint32_t what
    cdef Note* note
    cdef int card, answer, found
    if not m.turned:
        return ended(draws, m)
    what = EXPECTED | score_of(draws, m) << 8
    note = note_of(draws, m.leader, m.other, m.hidden, what)
    if noted(note, m.leader, m.other, m.hidden, what):
        return note.value
    card = lead_policy(draws, m)
    answer = answer_policy(draws, m, card)
    found = answered(draws, m, card, answer)
    # what has been looked up meanwhile may have taken the place: it is looked for again
    write(
        note_of(draws, m.leader, m.other, m.hidden, what), m.leader, m.other, m.hidden, what, found
    )
    return found


cdef bint out_of_time(Draws* draws) noexcept nogil:
    """Whether to give up; looks at the limits now and then."""
    return spend(draws.effort, 0)


cdef int lead_policy(Draws* draws, const Moment* m) noexcept nogil:
    """The card led: the best for the leader on average over all that he cannot see."""
    cdef Cards unknown = m.other | m.hidden, cards = m.leader, others
    cdef uint32_t what = LEADS | score_of(draws, m) << 8
    cdef Note* note = note_of(draws, m.leader, unknown, m.turned, what)
    cdef Moment n = m[0]
    cdef int card, total, best = INT32_MIN, choice = NO_CARD
    if noted(note, m.leader, unknown, m.turned, what):
        return note.value
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total = 0
        others = first_choice(popcount(m.other), unknown)
        while others and not out_of_time(draws):
            n.other = others
            n.hidden = unknown ^ others
            total += answered(draws, &n, card, answer_policy(draws, &n, card))
            others = next_choice(others, unknown)
        if total > best or total == best and (
            tie_break(card, draws.world) < tie_break(choice, draws.world)
        ):
            best = total
            choice = card
    write(note, m.leader, unknown, m.turned, what, choice)
    return choice


cdef int answer_policy(Draws* draws, const Moment* m, int card) noexcept nogil:
    """The card answered: the best for the other on average over all that he cannot see."""
    cdef Cards bit = <Cards>1 << card
    cdef Cards unknown = (m.leader ^ bit) | m.hidden, cards = m.other, rest
    cdef uint32_t what = ANSWERS | score_of(draws, m) << 8 | <uint32_t>card << 24
    cdef Note* note = note_of(draws, m.other, unknown, m.turned, what)
    cdef Moment n = m[0]
    cdef int answer, total, held = popcount(m.leader) - 1, best = INT32_MAX, choice = NO_CARD
    cdef bint more
    if noted(note, m.other, unknown, m.turned, what):
        return note.value
    while cards:
        answer = lowest(cards)
        cards &= cards - 1
        total = 0
        rest = first_choice(held, unknown)
        more = True
        while more and not out_of_time(draws):
            n.leader = rest | bit
            n.hidden = unknown ^ rest
            total += answered(draws, &n, card, answer)
            rest = next_choice(rest, unknown)
            more = rest != 0
        if total < best or total == best and (
            tie_break(answer, draws.world) < tie_break(choice, draws.world)
        ):
            best = total
            choice = answer
    write(note, m.other, unknown, m.turned, what, choice)
    return choice


cdef int play_line(Draws* draws, const Moment* start, int card, int answer) noexcept nogil:
    """The value for the leader in the world's own order of the stock, all by the policies.

    `card` is led now, and answered by `answer` if that is a card already chosen.
    """
    cdef Moment m = start[0]
    cdef int drawn = 0, total = 0, sign = 1
    while m.turned:
        if answer == NO_CARD:
            answer = answer_policy(draws, &m, card)
        sign *= take_trick(draws, &m, card, answer, drawn)
        total += sign * (draws.world.worth[card] + draws.world.worth[answer])
        drawn += 2
        answer = NO_CARD
        if m.turned:
            card = lead_policy(draws, &m)
    if draws.objective == POINTS:
        return total + sign * ended(draws, &m)
    return sign * ended(draws, &m)


cdef int double_dummy(Draws* draws, const Moment* m, int drawn) noexcept nogil:
    """The value at the start of a trick if both players see all cards, the stock's order too."""
    cdef uint32_t what = OPEN | score_of(draws, m) << 8
    cdef Note* note
    cdef Cards cards = m.leader
    cdef int found, best = -1000
    if drawn >= draws.world.size:
        return ended(draws, m)
    note = note_of(draws, m.leader, m.other, drawn, what)
    if noted(note, m.leader, m.other, drawn, what):
        return note.value
    while cards and not out_of_time(draws):
        found = led_double_dummy(draws, m, lowest(cards), drawn)
        cards &= cards - 1
        best = max(best, found)
    write(note_of(draws, m.leader, m.other, drawn, what), m.leader, m.other, drawn, what, best)
    return best


cdef int led_double_dummy(Draws* draws, const Moment* m, int card, int drawn) noexcept nogil:
    """The value if `card` is led and both players see all cards."""
    cdef Cards moves = m.other if drawn < draws.world.size else (
        answers(m.other, card, draws.world)
    )
    cdef int least = 1000
    while moves:
        least = min(least, answered_double_dummy(draws, m, card, lowest(moves), drawn))
        moves &= moves - 1
    return least


cdef int answered_double_dummy(
    Draws* draws, const Moment* start, int card, int answer, int drawn
) noexcept nogil:
    """The value once `card` was answered, both players seeing all cards."""
    cdef Moment m = start[0]
    cdef int points, sign
    draws.effort.nodes += 1
    sign = take_trick(draws, &m, card, answer, drawn)
    points = draws.world.worth[card] + draws.world.worth[answer]
    if draws.objective != POINTS:
        points = 0
    return sign * (points + double_dummy(draws, &m, drawn + 2))


cdef inline int take_trick(
    Draws* draws, Moment* m, int card, int answer, int drawn
) noexcept nogil:
    """Move on to the next trick in the world's own order; -1 if the lead changes, else 1."""
    cdef Cards first = 0, second = 0
    cdef int sign = 1
    if drawn < draws.world.size:
        first = <Cards>1 << draws.world.stock[drawn]
        second = <Cards>1 << draws.world.stock[drawn + 1]
    m.hidden &= ~(first | second)
    m.turned &= ~second
    m.leader ^= <Cards>1 << card
    m.other ^= <Cards>1 << answer
    if beats(answer, card, draws.world.trump):
        sign = -1
        m.leader, m.other = m.other, m.leader
        m.won, m.lost = m.lost, m.won
        m.won_any, m.lost_any = m.lost_any, m.won_any
    m.leader |= first
    m.other |= second
    m.won += draws.world.worth[card] + draws.world.worth[answer]
    m.won_any = True
    return sign


cdef int note_bits(const World* world, bint open) noexcept nogil:
    """How many notes are worth having, as a power of two."""
    if open or not world.law[LAW_FOLLOW]:
        return MOST_NOTE_BITS
    return NOTE_BITS[min(world.size // 2, 3)]


cdef bint last_draws(
    Effort* effort, Table* table, const Position* at, const World* world, Objective objective,
    Note* notes, uint64_t mask, bint open, int16_t* values, int8_t* lead,
) noexcept nogil:
    """Write to `values` what each card of the seat to play is worth to it in this world.

    Both players then follow the policies; if `open`, or with no stock left, both see all
    cards and play as well as can be. `lead`, if not NULL, is for the card that the leader
    of this trick leads by the policy. Returns whether it was finished in time; if not,
    nothing was written.
    """
    cdef Draws draws
    cdef Moment m
    cdef int16_t found[64]
    cdef int me = at.turn, leader = me if at.count == 0 else 1 - me, card, value, index
    cdef int total = at.won[0] + at.won[1]
    cdef Cards cards = at.hands[me] if world.size or not at.count else (
        answers(at.hands[me], at.best, world)
    )
    draws.effort = effort
    draws.table = table
    draws.world = world
    draws.notes = notes
    draws.mask = mask
    draws.objective = objective
    m.leader = at.hands[leader] | at.trick
    m.other = at.hands[1 - leader]
    m.hidden = 0
    for index in range(at.drawn, world.size - 1):
        m.hidden |= <Cards>1 << world.stock[index]
    m.turned = <Cards>1 << world.stock[world.size - 1] if world.size else 0
    m.won = at.won[leader]
    m.lost = at.won[1 - leader]
    m.won_any = at.taken[leader] != 0
    m.lost_any = at.taken[1 - leader] != 0
    total += worth_of(m.leader | m.other | m.hidden | m.turned, world)
    for card in range(64):
        found[card] = NO_VALUE
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if open or not world.size:
            if at.count == 0:
                value = led_double_dummy(&draws, &m, card, 0)
            else:
                value = -answered_double_dummy(&draws, &m, at.best, card, 0)
        elif at.count == 0:
            value = play_line(&draws, &m, card, NO_CARD)
        else:
            value = -play_line(&draws, &m, at.best, card)
        if effort.gave_up:
            return False
        if objective == POINTS:  # from a difference to come to points in the end
            value = (total + at.won[me] - at.won[1 - me] + value) >> 1
        found[card] = value
    if lead != NULL:
        card = lead_policy(&draws, &m)
        if effort.gave_up:
            return False
        lead[0] = card
    for card in range(64):
        values[card] = found[card]
    return True

"""The match value of Sobe e Desce: what a match is worth to its four players.

Seats are counted from the chooser of the deal to come, seat 0. A state of the match is the four
scores and a number from 0 to 3 for the deals stayed out in a row, as far as they make a
difference where the chooser must go: seat 0 must go in any case, seat 3 has just been chooser and
was in. Bit 0: seat 1 has stayed out twice and must go. Bit 1: seat 2 has stayed out once.

`sweep` is one step of value iteration (Bellman, 1957), in place; `values` reads the result.
"""

from libc.math cimport INFINITY, fabsf
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.string cimport memset

from trunfo.ext.effort cimport Effort, begin, check_limits, raise_interrupt, spend

cdef extern from *:
    """
    #define TRUNFO_LANES 8
    /* Sums run side by side in vectors: the compiler may not do that by itself, since it
       changes the order of the additions. One order on every machine, so one result. */
    typedef float trunfo_lanes __attribute__((
        vector_size(4 * TRUNFO_LANES), aligned(4), may_alias
    ));
    static inline float trunfo_dot(const float* one, const float* other, int count) {
        trunfo_lanes sums = {0};
        for (int at = 0; at < count; at += TRUNFO_LANES)
            sums += *(const trunfo_lanes*)(one + at) * *(const trunfo_lanes*)(other + at);
        return ((sums[0] + sums[4]) + (sums[1] + sums[5]))
            + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    }
    """
    int LANES "TRUNFO_LANES"
    # The sum of products; `count` is a multiple of LANES.
    float dot "trunfo_dot"(const float* one, const float* other, int count) noexcept nogil

cdef enum:
    FLAGS = 4
    MOST_OUTCOMES = 512
    NEAR = 6                # set by matches from 26, 28, 31 and 40 points

cdef struct Table:
    const float* values     # [flag, score, score, score, score, seat]
    int end                 # scores 1 to `end` are in it
    Py_ssize_t size         # numbers for one value of the flags
    int near                # points beyond the end for which its last step holds


cdef inline const float* entry(const Table* table, int flags, const int* scores) noexcept nogil:
    """The four values of a state whose scores are all in the table."""
    cdef Py_ssize_t place = flags
    cdef int seat
    for seat in range(4):
        place = place * table.end + scores[seat] - 1
    return table.values + 4 * place


cdef inline void settle(const int* scores, float* found) noexcept nogil:
    """RISCOS of a match that is over: who is lowest wins, of equal ones the first in order.

    The winner gets the sum of the others' scores, each of them loses his own; a loser
    below 0 counts as 0.
    """
    cdef int seat, winner = 0
    cdef float total = 0
    for seat in range(1, 4):
        if scores[seat] < scores[winner]:
            winner = seat
    for seat in range(4):
        found[seat] = -max(scores[seat], 0)
        total -= found[seat]
    found[winner] = 0
    for seat in range(4):
        if seat != winner:
            found[winner] -= found[seat]


cdef inline void value_at(
    const Table* table, int flags, const int* scores, float* found
) noexcept nogil:
    """The values of a state; beyond the table's end they go on along its last step.

    For each score beyond, the values change with every point as they do between the last two
    scores of that seat, the others being where they are, at the end at most; but after `near`
    points by no more than a RISCO for that seat. Where it still has a chance to win a point
    costs more than that, where it has none it costs what it says. All seats' changes are made
    smaller alike, so that the sum over the seats stays zero.
    """
    cdef int inside[4]
    cdef int seat, other, beyond = 0
    cdef float points
    cdef const float* last
    cdef const float* before
    for seat in range(4):
        inside[seat] = min(scores[seat], table.end)
        beyond |= scores[seat] > table.end
    last = entry(table, flags, inside)
    for seat in range(4):
        found[seat] = last[seat]
    if not beyond:
        return
    for seat in range(4):
        if scores[seat] > table.end:
            inside[seat] -= 1
            before = entry(table, flags, inside)
            inside[seat] += 1
            points = scores[seat] - table.end
            if points > table.near and last[seat] - before[seat] < -1:
                points = table.near + (points - table.near) / (before[seat] - last[seat])
            for other in range(4):
                found[other] += points * (last[other] - before[other])


cdef struct Steps:
    # Where a deal leads, seat by seat: what each number of tricks does, -1 for staying out first.
    int after[4][2][7]      # the score after the deal; the second index is for clubs
    Py_ssize_t place[4][2][7]   # what that contributes to the place in the table
    uint8_t mark[4][2][7]   # ENDED if it ends the match, BEYOND if it is not in the table


cdef enum:
    ENDED = 1
    BEYOND = 2


cdef inline void lay_out(Steps* steps, const Table* table, const int* scores) noexcept nogil:
    """Fill in the steps from a state; in the next deal each seat is counted one less."""
    cdef int seat, clubs, tricks, after
    cdef Py_ssize_t stride
    for seat in range(4):
        stride = 4
        for _ in range(seat - 1 if seat else 3, 3):
            stride *= table.end
        for clubs in range(2):
            for tricks in range(-1, 6):
                after = scores[seat]
                if tricks > 0:
                    after -= tricks << clubs
                elif tricks == 0:
                    after += 5 << clubs
                steps.after[seat][clubs][tricks + 1] = after
                steps.place[seat][clubs][tricks + 1] = stride * (after - 1)
                steps.mark[seat][clubs][tricks + 1] = (
                    ENDED if after <= 0 else BEYOND if after > table.end else 0
                )


cdef inline void follow(
    const Table* table, const Steps* steps, int flags, const int8_t* tricks, int clubs,
    float* found
) noexcept nogil:
    """What the four seats have after a deal: RISCOS, or the value of the match that goes on.

    `tricks` are those of each seat, -1 for who stayed out.
    """
    cdef int scores[4]
    cdef int turned[4]
    cdef float moved[4]
    cdef const float* inside
    cdef Py_ssize_t place = 0
    cdef int seat, mark = 0, next_flags = 0
    for seat in range(4):
        mark |= steps.mark[seat][clubs][tricks[seat] + 1]
        place += steps.place[seat][clubs][tricks[seat] + 1]
    if flags & 2 and tricks[2] < 0:
        next_flags |= 1
    if tricks[3] < 0:
        next_flags |= 2
    if not mark:
        inside = table.values + place + next_flags * table.size
        found[0] = inside[3]
        found[1] = inside[0]
        found[2] = inside[1]
        found[3] = inside[2]
        return
    for seat in range(4):
        scores[seat] = steps.after[seat][clubs][tricks[seat] + 1]
    if mark & ENDED:
        settle(scores, found)
        return
    for seat in range(4):  # the next chooser is seat 1
        turned[seat] = scores[(seat + 1) & 3]
    value_at(table, next_flags, turned, moved)
    for seat in range(4):
        found[(seat + 1) & 3] = moved[seat]


cdef inline bint must(int seat, int flags, const int* scores) noexcept nogil:
    """Whether a seat other than the chooser must go, whatever is trump."""
    return scores[seat] <= 5 or (seat == 1 and flags & 1)


def sweep(
    float[:, :, :, :, :, ::1] values not None, uint8_t[:, :, :, :, :, ::1] levels not None,
    const float[:, ::1] chances not None, const int8_t[:, ::1] tricks not None,
    const int8_t[::1] worth not None, const uint32_t[::1] order not None, *,
    int choices, int rounds=0, float margin=0, double deadline=INFINITY,
    const int32_t[::1] stop=None,
):
    """Replace the values of some states by what the next deal is expected to leave.

    Parameters
    ----------
    values : float32, shape (4, end, end, end, end, 4)
        By flags and scores, less one, of the seats from the chooser on: the value to each seat.
    levels : uint8, shape (4, end, end, end, end, 3)
        How boldly the seats 1 to 3 go, a level each; `choices` for who must go.
    chances : float32, shape ((choices + 1) ** 3, outcomes)
        Of each outcome of a deal, by the levels of the seats 1 to 3.
    tricks : int8, shape (outcomes, 4)
        Tricks of each seat, -1 for who stayed out.
    worth : int8, shape (outcomes,)
        What a trick is worth: 2 with clubs for trump.
    order : uint32, shape (n,)
        The states in which to go on, numbers in `values` without flags and seats.
    choices : int
        Levels there are to choose from.
    rounds : int
        How often each seat in turn may change its level to the one that is best for it,
        the others' being what they are.
    margin : float
        The least gain for which it does.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    tuple of (float, int, int)
        The greatest change of a value, how many levels were changed, and the number of states
        finished, in the order given; the others are as they were.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Table table
    cdef Effort effort
    cdef Steps onward
    cdef int end = values.shape[1], outcomes = tricks.shape[0], columns = chances.shape[1]
    cdef int flags, seat, level, best, index, context
    cdef int ways = choices + 1, changed = 0
    cdef int steps[3]
    cdef int chosen[3]
    cdef int scores[4]
    cdef uint32_t state, rest
    cdef Py_ssize_t place, step, done = 0
    cdef float worst = 0, top, value
    cdef float found[4]
    cdef float results[4][MOST_OUTCOMES]
    cdef float* kept
    cdef uint8_t* kept_levels
    if values.shape[0] != FLAGS or values.shape[5] != 4 or levels.shape[5] != 3:
        raise ValueError("values of four flags and four seats, levels of three")
    if levels.shape[0] != FLAGS or not (
        end == values.shape[2] == values.shape[3] == values.shape[4] == levels.shape[1]
        == levels.shape[2] == levels.shape[3] == levels.shape[4]
    ) or end < 2:
        raise ValueError("the same scores for all seats, at least two")
    if chances.shape[0] != ways ** 3 or tricks.shape[1] != 4 or worth.shape[0] != outcomes:
        raise ValueError("chances for each context, tricks of four seats, a worth each")
    if columns < outcomes or columns % LANES or columns > MOST_OUTCOMES:
        raise ValueError(f"chances in columns up to a multiple of {LANES}, {MOST_OUTCOMES} at most")
    for index in range(outcomes):
        for seat in range(4):
            if not -1 <= tricks[index, seat] <= 5:
                raise ValueError("-1 to 5 tricks")
        if not 1 <= worth[index] <= 2:
            raise ValueError("a trick is worth 1 or 2")
    for place in range(order.shape[0]):
        if order[place] >= end ** 4:
            raise ValueError("states of the table")
    table.values = &values[0, 0, 0, 0, 0, 0]
    table.end = end
    table.near = 0  # the last rows lean on this themselves: a step above 1 would feed itself
    table.size = 4 * <Py_ssize_t>end ** 4
    steps[0], steps[1], steps[2] = ways * ways, ways, 1
    memset(results, 0, sizeof(results))
    begin(&effort, deadline, stop)
    with nogil:
        for place in range(order.shape[0]):
            check_limits(&effort)
            if effort.gave_up:
                break
            state = order[place]
            rest = state
            for seat in range(3, -1, -1):
                scores[seat] = rest % end + 1
                rest //= end
            lay_out(&onward, &table, scores)
            for flags in range(FLAGS):
                for index in range(outcomes):
                    follow(&table, &onward, flags, &tricks[index, 0], worth[index] - 1, found)
                    for seat in range(4):
                        results[seat][index] = found[seat]
                step = (flags * <Py_ssize_t>end ** 4 + state)
                kept_levels = &levels[0, 0, 0, 0, 0, 0] + 3 * step
                context = 0
                for seat in range(3):
                    chosen[seat] = choices if must(seat + 1, flags, scores) else kept_levels[seat]
                    context += steps[seat] * chosen[seat]
                for _ in range(rounds):
                    for seat in range(3):
                        if chosen[seat] == choices:
                            continue
                        context -= steps[seat] * chosen[seat]
                        best = chosen[seat]
                        top = dot(
                            &chances[context + steps[seat] * best, 0], results[seat + 1], columns
                        ) + margin
                        for level in range(choices):
                            if level == chosen[seat]:
                                continue
                            value = dot(
                                &chances[context + steps[seat] * level, 0], results[seat + 1],
                                columns,
                            )
                            if value > top:
                                top = value
                                best = level
                        changed += best != chosen[seat]
                        chosen[seat] = best
                        context += steps[seat] * best
                for seat in range(3):
                    kept_levels[seat] = chosen[seat]
                kept = &values[0, 0, 0, 0, 0, 0] + 4 * step
                for seat in range(4):
                    value = dot(&chances[context, 0], results[seat], columns)
                    worst = max(worst, fabsf(value - kept[seat]))
                    kept[seat] = value
            done += 1
    raise_interrupt(&effort)
    return worst, changed, done


def read_values(
    const float[:, :, :, :, :, ::1] values not None, const int32_t[:, ::1] scores not None,
    const uint8_t[::1] flags not None, float[:, ::1] found not None, *,
    double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Read values, also of scores beyond the table's end and of matches that are over.

    Parameters
    ----------
    values : float32, shape (4, end, end, end, end, 4)
        As in `sweep`.
    scores : int32, shape (n, 4)
        Of the seats from the chooser of the coming deal on; where one of them is 0 or
        less the match is over, and seat 0 is the chooser of the deal that ended it.
    flags : uint8, shape (n,)
        0 to 3, see the module.
    found : float32, shape (n, 4)
        Filled: expected RISCOS, or those that are paid.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        The number of rows finished, from the first.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Table table
    cdef Effort effort
    cdef Py_ssize_t row, done = 0, n = scores.shape[0]
    cdef int seat
    cdef int own[4]
    cdef bint over
    if values.shape[0] != FLAGS or values.shape[5] != 4:
        raise ValueError("values of four flags and four seats")
    if scores.shape[1] != 4 or found.shape[1] != 4 or flags.shape[0] != n or found.shape[0] != n:
        raise ValueError("four scores, flags and four values a row")
    table.values = &values[0, 0, 0, 0, 0, 0]
    table.end = values.shape[1]
    table.near = NEAR
    table.size = 4 * <Py_ssize_t>table.end ** 4
    begin(&effort, deadline, stop)
    with nogil:
        for row in range(n):
            if spend(&effort, 1):
                break
            over = False
            for seat in range(4):
                own[seat] = scores[row, seat]
                over |= own[seat] <= 0
            if over:
                settle(own, &found[row, 0])
            else:
                value_at(&table, flags[row] & 3, own, &found[row, 0])
            done += 1
    raise_interrupt(&effort)
    return done

# Sobe e Desce: decisions before play. Each action is carried out in worlds in which every card and
# the order of the stock are known; the others decide by the rule policies, each on what it knows,
# and the cards are then played out.

cdef enum:
    RECALLS = 1 << 16       # positions kept in a search, 1 MB
    ACTIONS = 5             # for the trump: four suits, TURN_UP
    OUT = -1                # in results: the seat stayed out
    UNDONE = -128

cdef struct Table:
    # A reckoning of cards: what it pays, and what the search needs. `payoffs` NULL: rule player.
    const float* payoffs    # [clubs][went][tricks of seats 0, 1, 2][seat], seats of the deal
    Memory memory
    Effort effort
    int me                  # the seat that decides


cdef void seat_payoffs(
    const float* payoffs, const int* seats, int number, int me, float* table
) noexcept nogil:
    """What results are worth to the seats that are in, and last to `me`, if not among them.

    `payoffs` has a row for the tricks of the seats 0, 1 and 2 of the deal, `table` one
    for the tricks of the first three seats that are in.
    """
    cdef int tricks[4]
    cdef int first, second, third, place, row
    cdef const float* paid
    for first in range(6):
        for second in range(6 - first):
            for third in range(6 - first - second if number > 2 else 1):
                if number < 4 and first + second + third != 5:
                    continue
                memset(tricks, 0, sizeof(tricks))
                tricks[seats[0]] = first
                tricks[seats[1]] = second
                if number > 2:
                    tricks[seats[2]] = third
                paid = payoffs + 4 * (36 * tricks[0] + 6 * tricks[1] + tricks[2])
                row = MOST_SEATS * (36 * first + 6 * second + third)
                for place in range(number):
                    table[row + place] = paid[seats[place]]
                if number < 4:
                    table[row + number] = paid[me]


cdef void search_deal(Deal* deal, const Setting* setting, Table* table) noexcept nogil:
    """Play the cards by max^n; void if the effort gave up."""
    cdef World world
    cdef Position at
    cdef Public seen
    cdef MaxnSearch s
    cdef float payoffs[864]
    cdef int seats[4]
    cdef int place, number
    cdef uint32_t result
    number = sit_down(deal, setting, &world, &at, &seen, seats)
    seat_payoffs(
        table.payoffs + 4 * PAYOFFS * (16 * (deal.trump == CLUBS) + deal.went),
        seats, number, table.me, payoffs,
    )
    s.effort = &table.effort
    s.memory = &table.memory
    s.world = &world
    s.payoffs = payoffs
    s.against = number      # the column of a seat that is out
    for place in range(number):
        if seats[place] == table.me:
            s.against = place
    table.memory.generation += 1
    result = maxn(&s, &at)
    for place in range(number):
        deal.tricks[seats[place]] = result >> (8 * place) & 0xFF


cdef void play_through(
    Deal* deal, const Setting* setting, int first, Table* table, int8_t* result
) noexcept nogil:
    """All from seat `first` on decide, and the cards are played: tricks of each seat, or OUT."""
    cdef int seat
    for seat in range(first, 4):
        decide(deal, setting, seat)
    if table.payoffs != NULL and deal.went & (deal.went - 1):
        search_deal(deal, setting, table)
    else:
        play_deal(deal, setting, NULL)
    for seat in range(4):
        result[seat] = deal.tricks[seat] if deal.went >> seat & 1 else OUT


cdef void unpack(Deal* deal, const uint64_t* row, int size) noexcept nogil:
    """A world as a deal: four hands, then the stock at eight cards a word."""
    cdef int index
    memset(deal, 0, sizeof(Deal))
    for index in range(4):
        deal.hands[index] = deal.dealt[index] = row[index]
    for index in range(size):
        deal.stock[index] = row[4 + index // 8] >> (8 * (index & 7)) & 63
    deal.trump = deal.turned = -1


cdef int check_worlds(const uint64_t[:, ::1] worlds, int went, int cards, int size) except -1:
    """Refuse worlds that are not four hands of so many cards and a stock, all different.

    The hand of a seat before `went` ends that stayed out does not matter and may be empty.
    """
    cdef Deal deal
    cdef Py_ssize_t world
    cdef int seat, index
    cdef Cards seen, bit
    if worlds.shape[1] != 4 + (size + 7) // 8:
        raise ValueError(f"four hands, and a stock of {size} at eight cards a word")
    for world in range(worlds.shape[0]):
        unpack(&deal, &worlds[world, 0], size)
        seen = 0
        for seat in range(4):
            if deal.hands[seat] & ~<Cards>SHORT_PACK or deal.hands[seat] & seen:
                raise ValueError("a card in two hands, or one that is not in the pack")
            if popcount(deal.hands[seat]) != cards and went >> seat & 1:
                raise ValueError(f"a hand that has not {cards} cards")
            seen |= deal.hands[seat]
        for index in range(size):
            bit = <Cards>1 << deal.stock[index]
            if bit & ~<Cards>SHORT_PACK or bit & seen:
                raise ValueError("a stock with a card twice, or one that is not in the pack")
            seen |= bit
    return 0


cdef int lay_table(
    Table* table, int me, const float[:, :, :, ::1] payoffs, double deadline,
    const int32_t[::1] stop,
) except -1:
    """Make ready to play cards; the memory is freed by the caller."""
    memset(table, 0, sizeof(Table))
    begin(&table.effort, deadline, stop)
    table.me = me
    if payoffs is None:
        return 0
    if payoffs.shape[0] != 2 or payoffs.shape[1] != 16:
        raise ValueError("payoffs must have shape (2, 16, 216, 4)")
    if payoffs.shape[2] != PAYOFFS or payoffs.shape[3] != 4:
        raise ValueError("payoffs must have shape (2, 16, 216, 4)")
    table.payoffs = &payoffs[0, 0, 0, 0]
    table.memory.mask = RECALLS - 1
    table.memory.entries = <Recall*>calloc(RECALLS, sizeof(Recall))
    if table.memory.entries == NULL:
        raise MemoryError("no room for the positions met in a search")
    return 0


def trump_results(
    const uint64_t[:, ::1] worlds not None, int8_t[:, :, ::1] results not None,
    const float[::1] break_even not None, *, int forced=1, bint hearts=True, bint turn_up=True,
    bint always_beat=False, bint force_undertrump=False,
    const float[:, :, :, ::1] payoffs=None, double deadline=INFINITY,
    const int32_t[::1] stop=None,
):
    """What comes of each way to make trump, in worlds in which the chooser holds three cards.

    Seat 0 is the chooser. Everything after his decision is done by the rule policies, his
    own going and exchanging too.

    Parameters
    ----------
    worlds : uint64, shape (n, 8)
        Three cards in each hand, then the 28 others in the order in which they will be dealt,
        a byte each, the first in the lowest byte. After the decision a card turned up comes
        first, then each seat in turn gets what it lacks of five, then what it exchanges.
    results : int8, shape (n, 5, 4)
        Filled: the tricks of each seat for each suit and for turning up, -1 for who stayed
        out; -128 for turning up where that is not allowed. The suit turned up is that of the
        first card of the stock.
    break_even : float32, shape (4,)
        As in `simulate`, and so are the options and `forced`.
    payoffs : float32, shape (2, 16, 216, 4), optional
        What the end of the deal is worth to each seat: by whether clubs are trump, who is in
        (a bit a seat), the tricks of seats 0, 1 and 2 as digits to base 6. Cards are then
        played by exact max^n, everybody seeing all; without, by the rule player.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        The number of worlds finished; always the first ones.

    Raises
    ------
    ValueError
        For arrays of the wrong shape, or worlds that are not as said.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Setting setting
    cdef Deal deal
    cdef Table table
    cdef Py_ssize_t done = 0, n = worlds.shape[0]
    cdef int action
    if results.shape[0] != n or results.shape[1] != ACTIONS or results.shape[2] != 4:
        raise ValueError("results must have shape (worlds, 5, 4)")
    check_worlds(worlds, 0xF, 3, 28)
    settle_on(&setting, hearts, turn_up, always_beat, force_undertrump)
    know(&setting, forced, break_even)
    lay_table(&table, 0, payoffs, deadline, stop)
    with nogil:
        while done < n and not table.effort.gave_up:
            memset(&results[done, 0, 0], UNDONE, ACTIONS * 4)
            for action in range(ACTIONS if turn_up else TURN_UP):
                if spend(&table.effort, WHOLE_DEAL):
                    break
                unpack(&deal, &worlds[done, 0], 28)
                setting.orders[0] = action
                name_trump(&deal, &setting)
                play_through(&deal, &setting, 0, &table, &results[done, action, 0])
            if not table.effort.gave_up:
                done += 1
        free(table.memory.entries)
    raise_interrupt(&table.effort)
    return done


def go_results(
    const uint64_t[:, ::1] worlds not None, const int8_t[::1] actions not None,
    int8_t[:, :, ::1] results not None, const float[::1] break_even not None, *,
    int seat, int trump, int went=0, int stock=20, int forced=1, bint hearts=True,
    bint always_beat=False, bint force_undertrump=False,
    const float[:, :, :, ::1] payoffs=None, double deadline=INFINITY,
    const int32_t[::1] stop=None,
):
    """What comes of staying out and of each way to go, for a seat whose turn it is to say.

    Seat 0 is the chooser; those after `seat` decide by the rule policies. All actions
    draw from the same stock in the same order.

    Parameters
    ----------
    worlds : uint64, shape (n, 4 + words)
        The hands of five, exchanged where that is done, then the cards not yet drawn in
        drawing order, a byte each, the first in the lowest byte. The hands of who stayed out
        do not matter. `seat` holds the same in all worlds.
    actions : int8, shape (m,)
        -2 stays out, 0 to 31 goes and throws away the cards at the places that are bits of
        the number, in ascending order.
    results : int8, shape (n, m, 4)
        Filled: the tricks of each seat, -1 for who stayed out.
    seat, trump, went : int
        Who is to say, the trump suit, who of those before is in, a bit a seat.
    stock : int
        The number of cards not yet drawn: 20 less what was exchanged, and five for each seat
        still to say at the least.
    break_even, forced, payoffs, deadline, stop
        As in `trump_results`, and so are the options, the return value and the errors.
    """
    cdef Setting setting
    cdef Deal deal
    cdef Table table
    cdef Py_ssize_t done = 0, n = worlds.shape[0], m = actions.shape[0], index
    if results.shape[0] != n or results.shape[1] != m or results.shape[2] != 4:
        raise ValueError("results must have shape (worlds, actions, 4)")
    if not 0 <= seat < 4 or not 0 <= trump < 4 or not 0 <= went < 1 << seat:
        raise ValueError("seat 0 to 3, trump 0 to 3, went: seats before this one")
    if not 5 * (4 - seat) <= stock <= 20:
        raise ValueError("stock: 20 at most, five for each seat still to say at the least")
    for index in range(m):
        if not -2 <= actions[index] < 32 or actions[index] == NO_ORDER:
            raise ValueError("actions: -2, or 0 to 31")
    check_worlds(worlds, went | (0xF & ~((1 << seat) - 1)), 5, stock)
    settle_on(&setting, hearts, False, always_beat, force_undertrump)
    know(&setting, forced, break_even)
    lay_table(&table, seat, payoffs, deadline, stop)
    with nogil:
        while done < n and not table.effort.gave_up:
            for index in range(m):
                if spend(&table.effort, WHOLE_DEAL):
                    break
                unpack(&deal, &worlds[done, 0], stock)
                deal.trump = trump
                deal.went = went
                setting.orders[1 + seat] = actions[index]
                play_through(&deal, &setting, seat, &table, &results[done, index, 0])
            if not table.effort.gave_up:
                done += 1
        free(table.memory.entries)
    raise_interrupt(&table.effort)
    return done


cdef int know(Setting* setting, int forced, const float[::1] break_even) except -1:
    """Fill in what the policies go by."""
    cdef int seat
    if break_even.shape[0] != 4 or not 0 <= forced < 16:
        raise ValueError("four break-even chances; forced: a bit a seat")
    setting.forced = forced
    for seat in range(4):
        setting.break_even[seat] = break_even[seat]
    return 0

# Sobe e Desce, as the kernel plays whole deals: trump, going and exchange, greedy play, the tricks.
#
# A deal begins with seven numbers beside the cards: who must go whatever is trump, a bit each from
# the chooser on; whether hearts make everybody go; whether the chooser may turn up; and the four
# break-even chances, the chooser's first. Acts before play are the trump (a suit, or TURN_UP), then
# of each seat STAYS, or the set of cards thrown away and GOES. The results of a seat are its tricks
# (-1 for who stayed out), which of the five they were, a bit each (none of who is alone), and the
# trump.

cdef extern from *:
    """
    /* Sets of places in a hand of five, small ones first, then in lexicographic order. */
    static const signed char trunfo_sobe_thrown[32] = {
        0, 1, 2, 4, 8, 16, 3, 5, 9, 17, 6, 10, 18, 12, 20, 24,
        7, 11, 19, 13, 21, 25, 14, 22, 26, 28, 15, 23, 27, 29, 30, 31
    };
    #define TRUNFO_SOBE_STAYS ((uint64_t)1 << 62)
    #define TRUNFO_SOBE_GOES ((uint64_t)1 << 63)
    """
    const signed char THROWN "trunfo_sobe_thrown"[32]
    uint64_t STAYS "TRUNFO_SOBE_STAYS"
    uint64_t GOES "TRUNFO_SOBE_GOES"

cdef enum:
    BEFORE_PLAY = 5     # acts: the trump, and what each seat decides
    OUT_OF_PLAY = -1


cdef inline void choose_trump(Playing* playing, Deal* deal, Setting* setting) noexcept nogil:
    """The chooser makes trump."""
    cdef int seat = (playing.dealer + 1) & 3
    if playing.chairs[seat] == RANDOM:
        setting.orders[0] = <int>at_random(playing, seat, 5 if setting.turn_up else 4)
    else:
        setting.orders[0] = rule_trump(setting, deal.hands[0])
    playing.decided[seat] += 1
    record(playing, setting.orders[0])
    name_trump(deal, setting)


cdef inline void go_or_stay(
    Playing* playing, Deal* deal, const Setting* setting, int place
) noexcept nogil:
    """A seat, counted from the chooser, decides; at random anything that is allowed."""
    cdef int seat = (playing.dealer + 1 + place) & 3, number
    cdef bint may_stay = not (
        everybody_goes(setting, deal.trump) or setting.forced >> place & 1
    )
    if playing.chairs[seat] == RANDOM:
        number = <int>at_random(playing, seat, 32 + may_stay) - may_stay
        if number >= 0:
            exchange(deal, place, chosen(deal.hands[place], THROWN[number]))
    else:
        decide(deal, setting, place)
    playing.decided[seat] += 1
    record(playing, GOES | deal.thrown[place] if deal.went >> place & 1 else STAYS)


cdef inline void open_deal(Playing* playing) noexcept nogil:
    """Three cards, trump, two more, who goes with what."""
    cdef Deal deal
    cdef Setting setting
    cdef World* world = &playing.world
    cdef int place, seat, leader, number = 0
    memset(&deal, 0, sizeof(Deal))
    memset(&setting, 0, sizeof(Setting))
    setting.forced = <int>playing.start[0]
    setting.hearts = playing.start[1] != 0
    setting.turn_up = playing.start[2] != 0
    setting.always_beat = world.law[LAW_ALWAYS_BEAT] != 0
    setting.force_undertrump = world.law[LAW_FORCE_UNDERTRUMP] != 0
    for place in range(4):
        setting.break_even[place] = playing.start[3 + place]
    for place in range(5):
        setting.orders[place] = NO_ORDER
    for place in range(40):
        deal.stock[place] = playing.pack[place]
    for place in range(4):
        for _ in range(3):
            deal.hands[place] |= <Cards>1 << next_card(&deal)
    deal.turned = deal.trump = -1
    choose_trump(playing, &deal, &setting)
    for place in range(4):
        go_or_stay(playing, &deal, &setting, place)
    leader = 0      # the first from the chooser on who goes
    while leader < 3 and not deal.went >> leader & 1:
        leader += 1
    world.trump = <Cards>0xFFFF << (16 * deal.trump)
    for seat in range(4):
        place = (seat - playing.dealer - 1) & 3
        if not deal.went >> place & 1:
            continue
        playing.seats[number] = seat
        playing.at.hands[number] = deal.hands[place]
        world.side[number] = number
        if place == leader:
            playing.at.turn = number
        if place == 0 and deal.turned >= 0 and deal.exchanged[0] == 0:
            playing.turned = deal.turned
            playing.holder = number
        number += 1
    world.seats = number


cdef inline int greedy_card(Cards cards, const Public* seen) noexcept nogil:
    """The lowest card that takes the trick, if none does the lowest; trumps last."""
    cdef Cards rest = cards, taking = 0
    cdef int card, score, choice = -1, least = 1000
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if not seen.count or beats(card, seen.best, seen.trump):
            taking |= <Cards>1 << card
    rest = taking or cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        score = (card & 15) + (16 if seen.trump >> card & 1 else 0)
        if score < least:
            least = score
            choice = card
    return choice


cdef inline void close_deal(Playing* playing) noexcept nogil:
    """Who took which tricks; the acts are gone through again."""
    cdef int number = playing.world.seats, seat, act, trick, card, best, winner, turn, place
    cdef int trump = lowest(playing.world.trump) >> 4
    for seat in range(4):
        playing.results[3 * seat] = OUT_OF_PLAY
        playing.results[3 * seat + 1] = 0
        playing.results[3 * seat + 2] = trump
    for seat in range(number):
        playing.results[3 * playing.seats[seat]] = 5 if number == 1 else 0
    turn = playing.first
    act = BEFORE_PLAY
    for trick in range(5 if number > 1 else 0):
        best = winner = -1
        for place in range(number):
            card = <int>playing.acts[act]
            act += 1
            if place == 0 or beats(card, best, playing.world.trump):
                best = card
                winner = turn
            turn = turn + 1 if turn + 1 < number else 0
        turn = winner
        seat = playing.seats[winner]
        playing.results[3 * seat] += 1
        playing.results[3 * seat + 1] |= 1 << trick

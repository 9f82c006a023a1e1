"""Every deal of the hidden cards that fits has a number: how many there are, and which is which.

A *holder* is a hand, a stock or a pile that hidden cards may be in. Cards that the same
holders may have form a *class*; inside a class cards differ at most by their points. Let r be
the cards that each holder still lacks, and t the points that the pile still lacks. Then

    count(k, r, t) = sum over x, s of  W(k, x_pile, s) * M(x) * count(k + 1, r - x, t - s)

is the number of ways to deal the classes from k on: x says how many cards of class k each
holder gets, W is the number of ways to choose x_pile of them with s points together for the
pile, and M the number of ways to deal the others of the class to the other holders, a
multinomial coefficient. Everything is an integer, so nothing is rounded.

From these counts follows a numbering of the deals, 0 to count - 1: skip whole terms of the
sum while they are no larger than the number, and split what remains by division into the
number of a choice for the pile, of a deal of the rest of the class, and of a deal of the
later classes. Whoever draws a number uniformly has drawn a deal uniformly.

Without a total for the pile the formula is the same with t = 0 throughout, and any one holder
in the place of the pile. It is called the *odd* holder here, the rest are the *others*. What
the odd holder lacks is no part of a state: it follows from the cards left.

Bounds. No sum or product on the way exceeds n! / (n_1! n_2! ...), the number of ways to deal
all the cards regardless of who may hold what, since each counts different ways to deal a part
of them. `order_others` checks that this is below 2**128 = 3.4e38. In these games it is largest
where much has been played and forgotten: about 1.4e17 in Sueca (seven cards in each hand) and
6.1e22 in Copas (ten).
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cimport cython

from trunfo.ext.bits cimport Cards, lowest, popcount
from trunfo.ext.random cimport uint128_t

cdef extern from "<assert.h>" nogil:
    void c_assert "assert"(bint invariant) noexcept

cdef enum:
    MOST_STATES = 1 << 22   # of the table, in 4 bytes each
    MOST_COUNTS = 1 << 24   # in 16 bytes each

cdef uint64_t CHOOSE[CARDS + 1][CARDS + 1]  # binomial coefficients; C(64, 32) = 1.8e18 fits


cdef void fill_choose() noexcept nogil:
    cdef int n, k
    memset(CHOOSE, 0, sizeof(CHOOSE))
    for n in range(CARDS + 1):
        CHOOSE[n][0] = 1
        for k in range(1, n + 1):
            CHOOSE[n][k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]

fill_choose()


cdef inline uint128_t arrangements(const int* x, int others, int left) noexcept nogil:
    """The number of ways to deal `left` cards, x[h] to each of the others."""
    cdef int h
    cdef uint128_t ways = <uint128_t>1
    for h in range(others):
        ways *= <uint128_t>CHOOSE[left][x[h]]
        left -= x[h]
    return ways


cdef inline uint128_t divide(uint128_t* number, uint128_t by) noexcept nogil:
    """Divide in place and return the remainder."""
    cdef uint128_t dividend = number[0]
    if <uint64_t>((dividend | by) >> 64) == 0:  # nearly always, and several times as fast
        number[0] = <uint128_t>(<uint64_t>dividend / <uint64_t>by)
        return <uint128_t>(<uint64_t>dividend % <uint64_t>by)
    number[0] = dividend / by
    return dividend - number[0] * by


cdef inline Cards subset(Cards cards, int count, uint64_t number) noexcept nogil:
    """Subset `number` of those with `count` cards, the ones with the lowest card first."""
    cdef int size = popcount(cards)
    cdef Cards chosen = 0, card
    cdef uint64_t having
    while 0 < count < size:
        size -= 1
        card = cards & (0 - cards)
        cards ^= card
        having = CHOOSE[size][count - 1]
        if number < having:
            chosen |= card
            count -= 1
        else:
            number -= having
    return chosen | cards if count else chosen


@cython.final
cdef class Deals:
    """The numbered deals of some cards to some holders.

    Made by `Dealer`, which has checked what comes in; empty until `set_up`.
    """

    def __dealloc__(self):
        free(self.ways)
        free(self.slots)
        free(self.table)

    cdef int set_up(
        self, const Cards* sets, const int* sizes, int holders, const int* worth, int odd, int total
    ) except -1:
        """Count the deals of the cards in `sets`, as many as the sizes add up to.

        Of the holders, one to eight, `odd` must get `total` card points; -1 if it need not.
        """
        cdef int h
        cdef int worthless[CARDS]
        memset(worthless, 0, sizeof(worthless))
        self.holders = holders
        self.odd = odd
        self.total = max(total, 0)
        self.width = self.total + 1
        for h in range(holders):
            self.sizes[h] = sizes[h]
        self.order_others()
        self.sort_cards(sets, worth if total >= 0 else worthless)
        self.sum_supplies()
        return self.count_all()

    # Setting up: the others and their strides, the classes and their groups, the counts.

    cdef int order_others(self) except -1:
        """Number the others and the states, and check that the counts fit their words."""
        cdef int h
        cdef int64_t states = 1
        cdef int left = 0
        cdef uint128_t deals = <uint128_t>1, most = ~<uint128_t>0
        for h in range(self.holders):
            left += self.sizes[h]
            if deals > most / <uint128_t>CHOOSE[left][self.sizes[h]]:
                raise ValueError("more than 2**128 deals")
            deals *= <uint128_t>CHOOSE[left][self.sizes[h]]
            if h != self.odd:
                self.other[self.others] = h
                self.stride[self.others] = states
                self.root += states * self.sizes[h]
                self.others += 1
                states *= self.sizes[h] + 1
                if states > MOST_STATES:
                    raise ValueError("too many ways to share out the cards to count")
        self.states = states
        return 0

    cdef int sort_cards(self, const Cards* sets, const int* worth) except -1:
        """Sort the cards into classes, and those for the odd holder into groups by worth."""
        cdef int h, mask, groups = 0
        cdef Cards rest = 0
        cdef Class* kind
        cdef dict classes = {}, by_worth
        for h in range(self.holders):
            rest |= sets[h]
        while rest:
            mask = 0
            for h in range(self.holders):
                mask |= (sets[h] >> lowest(rest) & 1) << h
            classes[mask] = classes.get(mask, 0) | (rest & (0 - rest))
            rest &= rest - 1
        # The classes with most ways to split them come last, where the cards that the holders
        # lack leave a single split: the earlier levels of the table have few states then.
        for mask, members in sorted(
            classes.items(), key=lambda item: (item[0].bit_count(), item[1].bit_count())
        ):
            kind = &self.by_class[self.classes]
            self.classes += 1
            kind.cards = members
            kind.size = popcount(members)
            kind.first = groups
            kind.odd = mask >> self.odd & 1
            for h in range(self.others):
                kind.others |= (mask >> self.other[h] & 1) << h
            by_worth = {}
            rest = members
            while rest:
                value = worth[lowest(rest)] if kind.odd else 0
                by_worth[value] = by_worth.get(value, 0) | (rest & (0 - rest))
                kind.points += value
                rest &= rest - 1
            for value, equals in sorted(by_worth.items()):
                self.groups[groups].cards = equals
                self.groups[groups].size = popcount(equals)
                self.groups[groups].worth = value
                groups += 1
        self.by_class[self.classes].first = groups
        return 0

    cdef void sum_supplies(self) noexcept nogil:
        """Sum up what the classes from k on can give, in cards and in points."""
        cdef int k, h
        cdef Class* kind
        for k in range(self.classes - 1, -1, -1):
            kind = &self.by_class[k]
            self.cards_left[k] = self.cards_left[k + 1] + kind.size
            self.odd_supply[k] = self.odd_supply[k + 1] + (kind.size if kind.odd else 0)
            for h in range(self.others):
                self.supply[k][h] = self.supply[k + 1][h]
                if kind.others >> h & 1:
                    self.supply[k][h] += kind.size
            self.high[k] = min(self.total, self.high[k + 1] + kind.points)
        self.low[0] = self.total
        for k in range(self.classes):
            self.low[k + 1] = max(0, self.low[k] - self.by_class[k].points)

    cdef int count_all(self) except -1:
        """Allocate the tables and fill them; set `count`."""
        cdef int k, index, groups = self.by_class[self.classes].first
        cdef int64_t rows, choices
        if self.low[self.classes] > 0:
            return 0  # not even all the cards that the pile may hold have so many points
        if self.states * (self.classes + 1) > MOST_STATES:
            raise ValueError("too many ways to share out the cards to count")
        self.slots = <int32_t*>calloc(self.states * (self.classes + 1), sizeof(int32_t))
        choices = <int64_t>(groups + self.classes + 1) * (self.sizes[self.odd] + 1) * self.width
        if choices > MOST_COUNTS:
            raise ValueError("too many ways to share out the points to count")
        self.ways = <uint64_t*>calloc(choices, sizeof(uint64_t))
        if self.slots is NULL or self.ways is NULL:
            raise MemoryError()
        rows = self.plan()
        if rows * self.width > MOST_COUNTS:
            raise ValueError("too many ways to share out the cards to count")
        self.table = <uint128_t*>calloc(rows * self.width, sizeof(uint128_t))
        if self.table is NULL:
            raise MemoryError()
        with nogil:
            for k in range(self.classes):
                self.count_choices(k)
            self.row(self.classes, 0)[0] = <uint128_t>1
            for k in range(self.classes - 1, -1, -1):
                for index in range(self.states):
                    if self.slots[k * self.states + index]:
                        self.fill(k, index)
        self.count = self.row(0, self.root)[self.total]
        return 0

    cdef inline uint128_t* row(self, int k, int index) noexcept nogil:
        """The counts of a state, by the points that the pile lacks; zeros for a dead state."""
        return self.table + <int64_t>self.slots[k * self.states + index] * self.width

    cdef inline uint64_t* choices(self, int k, int group) noexcept nogil:
        """W of class k from a group on: the ways to choose g cards, s points, at [g * width + s].

        Each class has one table a group, and one for the end of its groups.
        """
        return self.ways + <int64_t>(k + group) * (self.sizes[self.odd] + 1) * self.width

    cdef void lacking(self, int index, int* lacks) noexcept nogil:
        """The cards that each of the others lacks in the state of that index."""
        cdef int h
        for h in range(self.others):
            lacks[h] = index // self.stride[h] % (self.sizes[self.other[h]] + 1)

    cdef inline int shift(self, const int* x) noexcept nogil:
        """What giving x[h] cards to each of the others subtracts from a state's index."""
        cdef int h, shift = 0
        for h in range(self.others):
            shift += self.stride[h] * x[h]
        return shift

    cdef inline bint bounds(self, int k, const int* lacks, Splits* splits) noexcept nogil:
        """Set the bounds of the splits of class k; False if there is no split.

        Nobody may be left to lack more than the later classes can supply. Within these
        bounds each choice for one holder leaves a choice for the next.
        """
        cdef Class* kind = &self.by_class[k]
        cdef int h, low = 0, high = 0
        cdef int odd_lacks = self.cards_left[k]
        splits.least = 1
        splits.most = 0
        for h in range(self.others - 1, -1, -1):
            odd_lacks -= lacks[h]
            splits.low[h] = max(0, lacks[h] - self.supply[k + 1][h])
            splits.high[h] = min(lacks[h], kind.size) if kind.others >> h & 1 else 0
            if splits.low[h] > splits.high[h]:
                return False
            splits.low_after[h] = low
            splits.high_after[h] = high
            low += splits.low[h]
            high += splits.high[h]
        splits.least = max(odd_lacks - self.odd_supply[k + 1], kind.size - high, 0)
        splits.most = min(odd_lacks, kind.size - low) if kind.odd else 0
        return splits.least <= splits.most

    cdef int64_t plan(self) noexcept nogil:
        """Find the states that can be reached; give each its block. Returns the rows needed.

        Row 0 stays zero and serves all states from which the cards cannot be dealt.
        """
        cdef int k, index, g
        cdef int lacks[HOLDERS]
        cdef int x[HOLDERS]
        cdef Splits splits
        cdef int32_t* slot
        cdef int32_t* later
        cdef int64_t rows = 1
        self.slots[self.root] = -1  # reached, without a block yet
        for k in range(self.classes):
            slot = self.slots + k * self.states
            later = slot + self.states
            for index in range(self.states):
                if slot[index] == 0:
                    continue
                self.lacking(index, lacks)
                if not self.bounds(k, lacks, &splits):
                    slot[index] = 0
                    continue
                slot[index] = <int32_t>rows
                rows += splits.most - splits.least + 2
                for g in range(splits.least, splits.most + 1):
                    complete(&splits, self.others, 0, self.by_class[k].size - g, x)
                    later[index - self.shift(x)] = -1
                    while advance(&splits, self.others, x):
                        later[index - self.shift(x)] = -1
        self.slots[self.classes * self.states] = <int32_t>rows  # nobody lacks anything
        return rows + 1

    cdef void count_choices(self, int k) noexcept nogil:
        """Fill the tables W of class k, from its last group to its first."""
        cdef Class* kind = &self.by_class[k]
        cdef int end = self.by_class[k + 1].first
        cdef int most = min(kind.size, self.sizes[self.odd]) if kind.odd else 0
        cdef int i, g, j, s, points
        cdef uint64_t ways
        cdef const uint64_t* later
        cdef uint64_t* here
        self.choices(k, end)[0] = 1
        for i in range(end - 1, kind.first - 1, -1):
            for g in range(most + 1):
                here = self.choices(k, i) + g * self.width
                for j in range(min(g, self.groups[i].size) + 1):
                    later = self.choices(k, i + 1) + (g - j) * self.width
                    ways = CHOOSE[self.groups[i].size][j]
                    points = j * self.groups[i].worth
                    for s in range(points, min(self.total, kind.points) + 1):
                        here[s] += ways * later[s - points]

    cdef void fill(self, int k, int index) noexcept nogil:
        """Count the deals from a state on, the states of class k + 1 being filled.

        The state's block is one row with its counts, count(k, r, t) at t, then a row for
        each number g of cards that the odd holder may get: the ways to deal the rest of
        the class and all the later ones, by the points that the pile then still lacks.
        """
        cdef Class* kind = &self.by_class[k]
        cdef int g, s, t
        cdef int lacks[HOLDERS]
        cdef int x[HOLDERS]
        cdef Splits splits
        cdef uint128_t ways
        cdef uint128_t* row = self.row(k, index)
        cdef uint128_t* after = row
        cdef const uint128_t* later
        cdef const uint64_t* chosen
        self.lacking(index, lacks)
        self.bounds(k, lacks, &splits)
        for g in range(splits.least, splits.most + 1):
            after += self.width
            complete(&splits, self.others, 0, kind.size - g, x)
            while True:
                ways = arrangements(x, self.others, kind.size - g)
                later = self.row(k + 1, index - self.shift(x))
                for t in range(self.low[k + 1], self.high[k + 1] + 1):
                    after[t] += ways * later[t]
                if not advance(&splits, self.others, x):
                    break
            chosen = self.choices(k, kind.first) + g * self.width
            for s in range(min(self.total, kind.points) + 1):
                if chosen[s] == 0:
                    continue
                ways = <uint128_t>chosen[s]
                for t in range(
                    max(self.low[k], self.low[k + 1] + s),
                    min(self.high[k], self.high[k + 1] + s) + 1,
                ):
                    row[t] += ways * after[t - s]

    # Dealing.

    cdef int pick_points(
        self, int k, int index, const Splits* splits, uint128_t* number, int* total
    ) noexcept nogil:
        """Look up what the odd holder gets of class k: returns how many cards.

        Takes their points from `total`. Leaves the number of the choice among these cards,
        times the ways to deal all that follows, plus the number of that.
        """
        cdef int g, s
        cdef const uint64_t* chosen
        cdef const uint128_t* after = self.row(k, index)
        cdef uint128_t term
        for g in range(splits.least, splits.most + 1):
            after += self.width
            chosen = self.choices(k, self.by_class[k].first) + g * self.width
            for s in range(
                max(0, total[0] - self.high[k + 1]), min(total[0], self.by_class[k].points) + 1
            ):
                if chosen[s] == 0:
                    continue
                term = <uint128_t>chosen[s] * after[total[0] - s]
                if number[0] < term:
                    total[0] -= s
                    return g
                number[0] -= term
        c_assert(False)  # the number was below the sum of all terms
        return splits.most

    cdef int pick_split(
        self, int k, int index, int total, const Splits* splits, uint128_t* number, int* x
    ) noexcept nogil:
        """Look up how many cards of class k each of the others gets: moves `x` on to it.

        Returns the index of the state that follows, and leaves in `number` the number of the
        arrangement, times the ways to deal the later classes, plus the number of that.
        """
        cdef int after, left = 0, h
        cdef uint128_t term
        for h in range(self.others):
            left += x[h]
        while True:
            after = index - self.shift(x)
            term = arrangements(x, self.others, left) * self.row(k + 1, after)[total]
            if number[0] < term:
                return after
            number[0] -= term
            if not advance(splits, self.others, x):
                c_assert(False)  # the number was below the sum of all terms
                return after

    cdef inline Cards choose(self, int k, int count, int points, uint64_t number) noexcept nogil:
        """Set `number` of those with `count` cards of class k and `points` card points."""
        cdef int i, j, worth
        cdef const uint64_t* later
        cdef uint64_t ways, term
        cdef Cards chosen = 0
        for i in range(self.by_class[k].first, self.by_class[k + 1].first):
            if count == 0:
                break
            worth = self.groups[i].worth
            for j in range(min(count, self.groups[i].size) + 1):
                if j * worth > points:
                    break
                later = self.choices(k, i + 1) + (count - j) * self.width
                ways = CHOOSE[self.groups[i].size][j]
                term = ways * later[points - j * worth]
                if number < term:
                    chosen |= subset(self.groups[i].cards, j, number % ways)
                    number //= ways
                    count -= j
                    points -= j * worth
                    break
                number -= term
        c_assert(count == 0 and points == 0)
        return chosen

    cdef void world(self, uint128_t number, Cards* hands) noexcept nogil:
        """Set the holders' cards in the world of that number."""
        cdef int k, h, g, points, index = self.root, total = self.total
        cdef int lacks[HOLDERS]
        cdef int x[HOLDERS]
        cdef Splits splits
        cdef Cards cards, hand
        cdef uint64_t ways
        cdef uint128_t deal
        memset(hands, 0, self.holders * sizeof(Cards))
        for h in range(self.others):
            lacks[h] = self.sizes[self.other[h]]
        for k in range(self.classes):
            self.bounds(k, lacks, &splits)
            points = total
            g = self.pick_points(k, index, &splits, &number, &total)
            points -= total
            ways = self.choices(k, self.by_class[k].first)[g * self.width + points]
            hand = self.choose(k, g, points, <uint64_t>divide(&number, <uint128_t>ways))
            hands[self.odd] |= hand
            cards = self.by_class[k].cards ^ hand
            complete(&splits, self.others, 0, self.by_class[k].size - g, x)
            index = self.pick_split(k, index, total, &splits, &number, x)
            deal = number
            number = divide(&deal, self.row(k + 1, index)[total])
            for h in range(self.others):
                lacks[h] -= x[h]
                ways = CHOOSE[popcount(cards)][x[h]]
                hand = subset(cards, x[h], <uint64_t>divide(&deal, <uint128_t>ways))
                hands[self.other[h]] |= hand
                cards ^= hand
            c_assert(cards == 0)

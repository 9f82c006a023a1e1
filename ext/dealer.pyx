"""Exactly uniform deals of the hidden cards: every world that fits is as likely as any other.

The deals that fit have numbers (deals.pyx). To deal is to draw a number from the world's own
random stream (random.pxd) and to look the deal up. One that fails the split condition, see
`Dealer`, is rejected and another number drawn, which leaves the rest exactly uniform.
"""

from itertools import combinations

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, lowest, popcount
from trunfo.ext.effort cimport Effort, begin, raise_interrupt, spend
from trunfo.ext.deals cimport CARDS, HOLDERS, Deals
from trunfo.ext.random cimport Stream, below128, stream, uint128_t

cdef enum:
    MOST_WORTH = 127        # card points of one card, and of the share in the split condition
    MOST_TRICK = 8
    PATIENCE = 100_000      # worlds rejected in a row before the split condition is given up
    ONE_TRY = 16            # nodes that drawing a world counts as


class NoWorld(ValueError):
    """No deal of the hidden cards fits what is known.

    Attributes
    ----------
    constraint : {"holders", "total", "share"}
        What cannot be satisfied: who may hold what; that, together with the
        points of the pile; or the split of the tricks gone.
    holders : tuple of int or None
        With "holders": the smallest set of holders for whom there are too few
        or too many cards (Hall's condition). Otherwise None.
    cards : int
        With `holders`: all the cards that they may hold, where those are too
        few, or the cards that nobody else may hold, where those are too many.
    """

    def __init__(self, message, constraint, holders=None, cards=0):
        super().__init__(message, constraint, holders, cards)
        self.constraint = constraint
        self.holders = holders
        self.cards = cards

    def __str__(self):
        return self.args[0]


cdef inline void add_card(uint128_t* sums, int trick, int worth) noexcept nogil:
    """Let the subsets behind `sums` have one more card or not; see Dealer.sums."""
    cdef int m
    cdef uint128_t last = sums[trick - 1] << worth
    for m in range(trick - 1, 0, -1):
        sums[m] |= sums[m - 1] << worth
    sums[0] |= last


@cython.final
cdef class Dealer:
    """Deals the hidden cards, exactly uniformly over all worlds that fit what is known.

    Set up once a decision; afterwards it only reads itself, so that several
    threads may deal from the same one.

    Parameters
    ----------
    allowed : sequence of int
        For each holder, one to eight, the set of hidden cards that it may hold.
        Every card in any of the sets goes to exactly one holder; one that is
        certain is in its holder's set only.
    sizes : sequence of int
        The number of hidden cards that each holder has.
    worth : sequence of int
        Card points of the cards 0 to 63, at most 127 each (a shorter sequence:
        the rest 0). Matters for `total` and `share` only.
    pile : int
        The holder that stands for the cards played that nobody remembers, -1
        for none. It has a column in the worlds like every other.
    total : int
        Card points that the cards of the pile add up to, -1 if that is unknown.
    extra : int
        Other cards known to be played, but not who took them.
    share : int
        Card points, at most 127, that one side took out of pile and extra, -1
        if that is unknown. A world then fits only if some of the cards of pile
        and extra, as many as make whole tricks, have just these points: the
        other side took the rest.
    trick : int
        Cards in a trick, at most eight.

    Raises
    ------
    ValueError
        If an argument is out of range, if the sizes do not add up to the number
        of cards, or if the table of counts would be too large (hundreds of
        megabytes; no position of these games comes near).
    NoWorld
        If no deal fits. Where the pile holds cards, a share that cannot be is
        noticed by `deal` or `enumerate` only.

    Notes
    -----
    The method stands at the top of deals.pyx.
    """

    cdef Deals deals
    cdef int holders, pile, share, trick
    cdef int worth[CARDS]
    cdef Cards worthless
    # The split condition: bit s of sums[m] says whether some of the cards of extra, m of them
    # modulo `trick`, have s points together.
    cdef uint128_t sums[MOST_TRICK]

    def __cinit__(
        self, allowed, sizes, *, worth=(), pile=-1, total=-1, extra=0, share=-1, trick=4,
    ):
        cdef Cards sets[HOLDERS]
        cdef int places[HOLDERS]
        cdef Cards cards = 0, known
        cdef int h, odd
        # All that may be any integer is an object until it is known to fit its C type.
        if not 1 <= len(allowed) <= HOLDERS or len(sizes) != len(allowed):
            raise ValueError("one to eight holders, each with a set of cards and a size")
        if not -1 <= pile < len(allowed) or not -1 <= total or (total >= 0 > pile):
            raise ValueError("a pile that is no holder, or a total without a pile")
        if not -1 <= share <= MOST_WORTH or not 1 <= trick <= MOST_TRICK or len(worth) > CARDS:
            raise ValueError("share or trick out of range, or too many worths")
        if any(not 0 <= points <= MOST_WORTH for points in worth):
            raise ValueError("card points of a card out of range")
        if any(not 0 <= size <= CARDS for size in sizes):
            raise ValueError("size out of range")
        try:
            known = extra
            for h in range(len(allowed)):
                sets[h] = allowed[h]
                cards |= sets[h]
        except OverflowError:
            raise ValueError("a set of cards that is no 64-bit word") from None
        if sum(sizes) != popcount(cards):
            raise ValueError(f"{popcount(cards)} cards for {sum(sizes)} places")
        if cards & known:
            raise ValueError("a card both hidden and known to be played")
        self.holders = len(allowed)
        self.pile = pile
        self.share = share
        self.trick = trick
        self.worthless = ~<Cards>0
        for h in range(self.holders):
            places[h] = sizes[h]
        for h in range(len(worth)):
            self.worth[h] = worth[h]
            if self.worth[h]:
                self.worthless ^= <Cards>1 << h
        self.deals = Deals()
        if pile < 0 or total <= self.points(sets[self.pile]):  # else a large table for nothing
            # Where no total asks for the pile, the largest holder leaves the smallest table.
            odd = pile if total >= 0 else list(sizes).index(max(sizes))
            self.deals.set_up(sets, places, self.holders, self.worth, odd, total)
        if self.deals.count == <uint128_t>0:
            raise no_deal(
                [sets[h] for h in range(self.holders)], [places[h] for h in range(self.holders)]
            )
        self.start_split(known, pile < 0 or sizes[pile] == 0)

    @property
    def count(self):
        """The number of deals that fit, before the split condition."""
        return (int(<uint64_t>(self.deals.count >> 64)) << 64) | <uint64_t>self.deals.count

    def deal(
        self, seed, first, uint64_t[:, ::1] worlds not None, *,
        double deadline=INFINITY, const int32_t[::1] stop=None,
    ):
        """Draw worlds, each from a random stream of its own.

        Parameters
        ----------
        seed : int
            0 to 2**64 - 1. World k draws from the stream `mix(seed, k)` and from
            nothing else: it does not depend on other worlds, batches or threads.
        first : int
            The number of the world that the first row receives.
        worlds : array of uint64, shape (n, holders)
            Receives one world a row, as the set of cards of each holder.
        deadline : float
            The `time.monotonic()` to stop at.
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0.

        Returns
        -------
        int
            The number of worlds finished, from the first; later rows are not written.

        Raises
        ------
        ValueError
            If an argument is out of range.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        NoWorld
            If, for some world, 100,000 draws in a row failed the split
            condition: the worlds that meet it, if there are any, are then all
            but certainly fewer than one in 10,000 (where they are not, this
            happens with probability e**-10, or 0.00005). Rows may then have
            been written.
        """
        cdef uint64_t key, number
        cdef Effort effort
        cdef bint hopeless = False
        cdef Py_ssize_t done
        try:
            key = seed
            number = first
        except OverflowError:
            raise ValueError("seed and first must be from 0 to 2**64 - 1") from None
        self.check_shape(worlds)
        if first + worlds.shape[0] > 2**64:
            raise ValueError("world numbers must be below 2**64")
        begin(&effort, deadline, stop)
        if worlds.shape[0] == 0:
            return 0
        with nogil:
            done = self.draw_worlds(
                &effort, key, number, &worlds[0, 0], worlds.shape[0], &hopeless
            )
        raise_interrupt(&effort)
        if hopeless:
            raise NoWorld(
                f"none of {PATIENCE} worlds drawn splits into tricks with a share of"
                f" {self.share} points", "share",
            )
        return done

    def enumerate(
        self, uint64_t[:, ::1] worlds not None, *,
        double deadline=INFINITY, const int32_t[::1] stop=None,
    ):
        """Write all the worlds that fit, the split condition included.

        They come in the order of their numbers: by what the first class of
        cards does, then the second, and so on. Classes with fewer holders come
        first, then smaller ones, then those with the lower card. The order is a
        function of the arguments of the constructor alone.

        Parameters
        ----------
        worlds : array of uint64, shape (m, holders), m at least `count`
            Receives one world a row, as the set of cards of each holder.
        deadline, stop
            As in `deal`.

        Returns
        -------
        int
            The number of worlds, and of rows written. It can be 0. -1 if it was stopped before
            all were found: some of all worlds are no sample of them.

        Raises
        ------
        ValueError
            If the array is too small.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        cdef Effort effort
        cdef uint128_t number = <uint128_t>0
        cdef Py_ssize_t row = 0
        cdef uint64_t hands[HOLDERS]
        self.check_shape(worlds)
        if worlds.shape[0] < self.count:
            raise ValueError(f"{worlds.shape[0]} rows for {self.count} worlds")
        begin(&effort, deadline, stop)
        with nogil:
            while number < self.deals.count and not spend(&effort, ONE_TRY):
                self.deals.world(number, hands)
                if self.fits_share(hands):
                    memcpy(&worlds[row, 0], hands, self.holders * sizeof(uint64_t))
                    row += 1
                number += <uint128_t>1
        raise_interrupt(&effort)
        return -1 if effort.gave_up else row

    cdef int points(self, Cards cards) noexcept nogil:
        """Card points of a set of cards."""
        cdef int points = 0
        while cards:
            points += self.worth[lowest(cards)]
            cards &= cards - 1
        return points

    cdef int check_shape(self, uint64_t[:, ::1] worlds) except -1:
        if worlds.shape[1] != self.holders:
            raise ValueError(f"{worlds.shape[1]} columns for {self.holders} holders")
        return 0

    cdef Py_ssize_t draw_worlds(
        self, Effort* effort, uint64_t seed, uint64_t first, uint64_t* worlds, Py_ssize_t rows,
        bint* hopeless
    ) noexcept nogil:
        """Draw a world for each row: how many; `hopeless` is set if patience ran out."""
        cdef Py_ssize_t row
        cdef int _try
        cdef Stream numbers
        cdef uint64_t hands[HOLDERS]
        for row in range(rows):
            numbers = stream(seed, first + <uint64_t>row)
            for _try in range(PATIENCE):
                if spend(effort, ONE_TRY):
                    return row
                self.deals.world(below128(&numbers, self.deals.count), hands)
                if self.fits_share(hands):
                    break
            else:
                hopeless[0] = True
                return row
            memcpy(worlds + row * self.holders, hands, self.holders * sizeof(uint64_t))
        return rows

    # The split condition.

    cdef int start_split(self, Cards extra, bint alone) except -1:
        """Set `sums` from the cards of extra; `alone` says that the pile adds none to them."""
        cdef uint64_t hands[HOLDERS]
        self.sums[0] = <uint128_t>1
        while extra:
            add_card(self.sums, self.trick, self.worth[lowest(extra)])
            extra &= extra - 1
        memset(hands, 0, sizeof(hands))
        if alone and not self.fits_share(hands):
            raise NoWorld(f"the cards known to be played do not split into tricks with a share of"
                          f" {self.share} points", "share")
        return 0

    cdef bint fits_share(self, const Cards* hands) noexcept nogil:
        """Whether whole tricks of pile and extra can have the points of the share."""
        cdef uint128_t sums[MOST_TRICK]
        cdef Cards pile
        cdef int _zero
        if self.share < 0:
            return True
        memcpy(sums, self.sums, sizeof(sums))
        pile = hands[self.pile] if self.pile >= 0 else 0
        # Every residue of a number of worthless cards is reached with trick - 1 of them.
        for _zero in range(min(popcount(pile & self.worthless), self.trick - 1)):
            add_card(sums, self.trick, 0)
        pile &= ~self.worthless
        while pile:
            add_card(sums, self.trick, self.worth[lowest(pile)])
            pile &= pile - 1
        return <uint64_t>(sums[0] >> self.share) & 1


def no_deal(allowed, sizes):
    """The error for constraints that no deal fits: names the smallest set of holders at fault."""
    holders = range(len(allowed))
    for count in range(1, len(allowed) + 1):
        for some in combinations(holders, count):
            places = sum(sizes[holder] for holder in some)
            within = beyond = 0
            for holder in holders:
                if holder in some:
                    within |= allowed[holder]
                else:
                    beyond |= allowed[holder]
            if within.bit_count() < places:
                return NoWorld(
                    f"holders {some} have {places} cards, but may have only"
                    f" {within.bit_count()}", "holders", some, within,
                )
            only = within & ~beyond
            if only.bit_count() > places:
                return NoWorld(
                    f"holders {some} have {places} cards, but {only.bit_count()} can be with"
                    f" nobody else", "holders", some, only,
                )
    return NoWorld("the pile cannot have the points that it should", "total")

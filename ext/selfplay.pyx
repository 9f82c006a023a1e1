"""The face of deals that are played wholly in the kernel, and how they are shuffled.

A game whose matches can be played so has `SELF_PLAY = SelfPlay.of(name, SelfPlayRules(...))` in its
module, from `selfplay.pxi`. Rows of the arrays are independent of each other: the same deal in
another seating is another row.
"""

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t
from libc.string cimport memset

from trunfo.ext.bits cimport Cards, popcount
from trunfo.ext.effort cimport Effort, begin, raise_interrupt, spend
from trunfo.ext.position cimport Position, World
from trunfo.ext.random cimport fold
from trunfo.ext.twister cimport Twister, twist_below, twist_seed, twist_shuffle, twist_start

CHAIRS = ("random", "greedy", "rules")

cdef enum:
    SHUFFLE = 40    # nodes that a shuffle counts as
    DEAL = 80       # nodes that a deal counts as


@cython.final
cdef class SelfPlay:
    """Deals of one game, played by players of the kernel."""

    @staticmethod
    cdef SelfPlay of(str game, SelfPlayRules rules):
        cdef SelfPlay made = SelfPlay.__new__(SelfPlay)
        made.game = game
        made.rules = rules
        return made

    @property
    def acts(self):
        """Acts of a deal, at most."""
        return self.rules.acts

    @property
    def columns(self):
        """Columns of the results of a seat."""
        return self.rules.columns

    def play(
        self, *, uint64_t pack, worth, sides, dict law not None,
        const int8_t[:, ::1] packs not None, const int32_t[::1] which not None,
        const int8_t[::1] dealers not None, const double[:, ::1] starts not None,
        const uint64_t[::1] keys not None, const int8_t[:, ::1] chairs not None,
        uint64_t[:, ::1] acts not None, int16_t[::1] made not None,
        int16_t[:, :, ::1] results not None,
        double deadline=INFINITY, const int32_t[::1] stop=None,
    ):
        """Play deals from the first decision to the end. The GIL is released.

        Parameters
        ----------
        pack : int
            Every card of the game, as a set.
        worth, sides : sequence of int
            Card points by card, and the side of each seat.
        law : dict
            The options of the rules, as `trunfo.ext.kernel.Root` takes them.
        packs : int8, shape (m, cards)
            Packs of cards in the order in which they are dealt.
        which : int32, shape (n,)
            The pack of each deal.
        dealers : int8, shape (n,)
            Who deals.
        starts : float64, shape (n, k)
            What else a deal begins with: the game's own module says what and how many.
        keys : uint64, shape (n,)
            The streams of the deals: `mix(key, seat, k)` is that of decision k of a seat.
        chairs : int8, shape (n, seats)
            Who sits where, as the place of his name in `CHAIRS`.
        acts : uint64, shape (n, acts)
            Filled: what was done, in order. A card is its number, other acts are the game's own.
        made : int16, shape (n,)
            Filled: how many acts there were.
        results : int16, shape (n, seats, columns)
            Filled: what each seat has in the end, the game's own.
        deadline : float
            The `time.monotonic()` to stop at.
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0.

        Returns
        -------
        int
            The number of deals finished, from the first; later rows are not written.

        Raises
        ------
        ValueError
            For arrays of the wrong shape, a pack that is none, or a seat or player that does
            not exist.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        cdef World world
        cdef Position at
        cdef Playing playing
        cdef Effort effort
        cdef Cards held
        cdef Py_ssize_t index, place, done = 0, n = which.shape[0], m = packs.shape[0]
        cdef int seats = self.rules.seats, seat
        if packs.shape[1] != popcount(pack) or len(sides) != seats or len(worth) > 64:
            raise ValueError("packs of all the cards, a side for each seat, a worth for each card")
        if dealers.shape[0] != n or keys.shape[0] != n or made.shape[0] != n:
            raise ValueError("a dealer, a key and a count for each deal")
        if starts.shape[0] != n or starts.shape[1] != self.rules.starts:
            raise ValueError(f"{self.rules.starts} numbers that each deal begins with")
        if chairs.shape[0] != n or chairs.shape[1] != seats:
            raise ValueError("a player for each seat of each deal")
        if acts.shape[0] != n or acts.shape[1] != self.rules.acts:
            raise ValueError(f"room for {self.rules.acts} acts of each deal")
        if results.shape[0] != n or results.shape[1] != seats:
            raise ValueError("results for each seat of each deal")
        if results.shape[2] != self.rules.columns:
            raise ValueError(f"results in {self.rules.columns} columns")
        for index in range(m):
            held = 0
            for place in range(packs.shape[1]):
                if packs[index, place] < 0:
                    raise ValueError("a card that is not in the pack")
                held |= <Cards>1 << packs[index, place]
            if held != pack:
                raise ValueError("a pack with a card twice, or one that is not in it")
        for index in range(n):
            if not 0 <= which[index] < m or not 0 <= dealers[index] < seats:
                raise ValueError("a pack or a dealer that does not exist")
            for seat in range(seats):
                if not RANDOM <= chairs[index, seat] <= BY_RULE:
                    raise ValueError("a player that the kernel has not got")
        memset(&world, 0, sizeof(World))
        memset(&at, 0, sizeof(Position))
        world.pack = pack
        world.seats = seats
        for seat, side in enumerate(sides):
            if not 0 <= side < seats:
                raise ValueError("side out of range")
            world.side[seat] = side
        for place, points in enumerate(worth):
            world.worth[place] = points
        unread = dict(law)
        self.rules.read_law(unread, &world, &at)
        if unread:
            raise ValueError(f"no {', '.join(map(repr, unread))} in the law of {self.game}")
        begin(&effort, deadline, stop)
        with nogil:
            for index in range(n):
                if spend(&effort, DEAL):
                    break
                memset(&playing, 0, sizeof(Playing))
                playing.world = world
                playing.at = at
                playing.pack = &packs[which[index], 0]
                playing.start = &starts[index, 0]
                playing.chairs = &chairs[index, 0]
                playing.dealer = dealers[index]
                playing.key = keys[index]
                playing.acts = &acts[index, 0]
                playing.results = &results[index, 0, 0]
                playing.turned = playing.holder = -1
                self.rules.play_deal(&playing)
                made[index] = playing.made
                done += 1
        raise_interrupt(&effort)
        return done


def mix_each(
    const uint64_t[::1] keys not None, const uint64_t[::1] counters not None,
    uint64_t[::1] mixed not None,
):
    """Fill `mixed` with `trunfo.ext.random.mix` of each key and counter.

    Raises
    ------
    ValueError
        If there are not as many of each.
    """
    cdef Py_ssize_t index
    if counters.shape[0] != keys.shape[0] or mixed.shape[0] != keys.shape[0]:
        raise ValueError("as many keys, counters and mixed ones")
    for index in range(keys.shape[0]):
        mixed[index] = fold(keys[index], counters[index])


def shuffled(
    const uint64_t[::1] seeds not None, int8_t[:, ::1] packs not None,
    const int32_t[::1] bounds not None, int32_t[:, ::1] drawn not None, *,
    double deadline=INFINITY, const int32_t[::1] stop=None,
):
    """Shuffle a pack a row, as `random.Random(seed)` does. The GIL is released.

    Parameters
    ----------
    seeds : uint64, shape (n,)
        A seed a row.
    packs : int8, shape (n, cards)
        The cards in any order; `shuffle` has been called with each row.
    bounds : int32, shape (k,)
        What is drawn before the cards: a number from 0 below each bound, as `randrange` does.
    drawn : int32, shape (n, k)
        Filled with these numbers.
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
        If shapes do not fit, or a bound is not from 1 to 2**30.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef Twister start, twister
    cdef Effort effort
    cdef Py_ssize_t index, place, done = 0, n = packs.shape[0]
    if seeds.shape[0] != n or drawn.shape[0] != n or drawn.shape[1] != bounds.shape[0]:
        raise ValueError("a seed, and a number for each bound, for each pack")
    for place in range(bounds.shape[0]):
        if not 1 <= bounds[place] <= 1 << 30:
            raise ValueError("bounds from 1 to 2**30")
    begin(&effort, deadline, stop)
    with nogil:
        twist_start(&start)
        for index in range(n):
            if spend(&effort, SHUFFLE):
                break
            twist_seed(&twister, &start, seeds[index])
            for place in range(bounds.shape[0]):
                drawn[index, place] = twist_below(&twister, bounds[place])
            if packs.shape[1]:
                twist_shuffle(&twister, &packs[index, 0], <int>packs.shape[1])
            done += 1
    raise_interrupt(&effort)
    return done

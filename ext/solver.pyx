"""The solver of games of two sides: what positions are worth with all cards known.

As in `kernel`, the friendly layers have validated everything in full sentences.
"""

from importlib import import_module

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from trunfo.ext.bits cimport highest
from trunfo.ext.effort cimport (
    NO_VALUE, POINTS, RISCOS, TRICKS, USE_BOUNDS, USE_CERTAINTY, USE_COUNTED, USE_CUTS, USE_FORCED,
    USE_LIKES, USE_NEIGHBOURS, USE_QUICK, USE_RELATIVE_RANKS, USE_SIMILARITY, USE_STEPS,
    USE_TABLE, USE_WINNING_RANKS, Enquire, Objective, Solve, raise_interrupt, set_limits,
)
from trunfo.ext.kernel cimport Root
from trunfo.ext.notes cimport Note
from trunfo.ext.position cimport Position, World, stack, words
from trunfo.ext.table cimport CUT_GENERATIONS, WAYS, Entry, Table

ALL = -1        # every technique of the search
MEGABYTES = 8
TECHNIQUES = {  # what each is: ext/effort.pxd
    "table": USE_TABLE, "winning ranks": USE_WINNING_RANKS, "similarity": USE_SIMILARITY,
    "neighbours": USE_NEIGHBOURS, "likes": USE_LIKES, "certainty": USE_CERTAINTY,
    "cuts": USE_CUTS, "bounds": USE_BOUNDS, "forced": USE_FORCED, "quick": USE_QUICK,
    "steps": USE_STEPS, "counted": USE_COUNTED, "relative ranks": USE_RELATIVE_RANKS,
}
CODES = {"points": POINTS, "riscos": RISCOS, "tricks": TRICKS}


@cython.final
cdef class SearchEntry:
    """The way into one compiled search; a module that includes the search makes one, SEARCH.

    A module whose search counts card points names the one for the same seats that counts
    tricks, SEARCH of `tricks` or `tricks2`.
    """

    @staticmethod
    cdef SearchEntry of(
        Solve solve, Enquire enquire, int seats, SearchEntry tricks=None, Fits fits=NULL,
        Ending* ending=NULL,
    ):
        cdef SearchEntry entry = SearchEntry.__new__(SearchEntry)
        entry.seats = seats
        entry.solve = solve
        entry.enquire = enquire
        entry.tricks = tricks
        entry.fits = fits
        if ending != NULL:
            entry.ending = ending[0]
        return entry


@cython.final
cdef class Solver:
    """The value of positions in which all cards are known, with best play from everybody.

    It owns a transposition table, which is kept between calls: make one for each thread
    and keep it. A pickled one comes back with an empty table.

    Parameters
    ----------
    game : str
        A game with such a search, or "tricks": the play of four seats alone, whatever the
        game of the root, with tricks for the only payoff.
    megabytes : int
        Size of the table, 1 to 16.
    techniques : int
        Bits of `TECHNIQUES` for what the search may use to be fast. All of them, and only
        tests say otherwise: the answers are the same.

    Raises
    ------
    ValueError
        For a game without such a search or a table out of range.
    """

    def __cinit__(self, str game not None, *, int megabytes=MEGABYTES, int techniques=ALL):
        cdef size_t entries = 1
        if not 1 <= megabytes <= 16:
            raise ValueError(f"a table of {megabytes} MB; 1 to 16 are possible")
        if game == "tricks":
            self.tricks = import_module("trunfo.ext.tricks").SEARCH
        else:
            try:
                self.main = import_module("trunfo.ext.rules." + game).SEARCH
            except (ImportError, AttributeError):
                raise ValueError(f"no search for the game {game!r}") from None
            self.tricks = self.main.tricks
        self.game = game
        self.megabytes = megabytes
        self.effort.techniques = techniques
        self.effort.tricks = self.tricks.enquire
        while 2 * entries * sizeof(Entry) <= <size_t>megabytes << 20:
            entries *= 2
        self.table.mask = entries / WAYS - 1
        self.table.entries = <Entry*>calloc(entries, sizeof(Entry))
        if self.table.entries == NULL:
            raise MemoryError(f"no room for a table of {megabytes} MB")

    def __dealloc__(self):
        free(self.table.entries)

    def __reduce__(self):
        return restored, (self.game, self.megabytes, self.effort.techniques)

    @property
    def nodes(self):
        """Cards played in all searches so far."""
        return self.effort.nodes

    def solve(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int16_t[:, ::1] values not None, str objective not None, *, double deadline=INFINITY,
        uint64_t node_limit=0, const int32_t[::1] stop=None,
    ):
        """Find the value of every card that may be played, in each world.

        Parameters
        ----------
        root : Root
            What is common to all the worlds.
        worlds : uint64, shape (n, seats)
            The hands of each world as sets of cards.
        values : int16, shape (n, 64)
            Filled with the value after each legal card of the seat to play, for its side:
            card points or tricks in the end, those so far included, or RISCOS, -4 to 4.
            NONE for other cards, and everywhere in a world that was not finished.
        objective : str
            "points", "riscos" or "tricks".
        deadline : float
            The `time.monotonic()` to stop at, kept to within a few milliseconds.
        node_limit : int
            The number of cards played in this call to stop at, 0 for no limit.
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0. It
            belongs to the caller, who clears it: so that no order to stop is lost.

        Returns
        -------
        int
            The number of worlds finished; always the first ones.

        Raises
        ------
        ValueError
            For arrays of the wrong shape, hands that do not fit the root, a root that the
            search is not made for.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        if values.shape[0] != worlds.shape[0] or values.shape[1] != 64:
            raise ValueError("values must have shape (worlds, 64)")
        if not worlds.shape[0]:
            return 0
        return self.run(
            root, worlds, &values[0, 0], objective, True, deadline, node_limit, stop
        )

    def best(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int16_t[::1] values not None, str objective not None, *, double deadline=INFINITY,
        uint64_t node_limit=0, const int32_t[::1] stop=None,
    ):
        """Find the value of the position in each world: as `solve`, `values` of shape (n,)."""
        if values.shape[0] != worlds.shape[0]:
            raise ValueError("values must have shape (worlds,)")
        if not worlds.shape[0]:
            return 0
        return self.run(root, worlds, &values[0], objective, False, deadline, node_limit, stop)

    def nested(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int16_t[:, ::1] points not None, int16_t[:, ::1] riscos not None, *,
        bint open=False, int8_t[:, ::1] leads=None, double deadline=INFINITY,
        uint64_t node_limit=0, const int32_t[::1] stop=None,
    ):
        """Value every legal card in every world while the stock has few cards.

        From the root on each player decides on his own information, for the best average
        over all that he cannot see, down to the empty stock; from there the search is
        exact. Each of the two columns is played for its own objective.

        Parameters
        ----------
        root : Root
            What is common to all the worlds.
        worlds : uint64[n, width]
            The hands and the stock of each.
        points, riscos : int16[n, 64]
            Filled, by card, with the result for the seat to play: its card points at the
            end, and RISCOS; NONE for other cards.
        open : bool
            Whether both players see all cards, the order of the stock too, and play as
            well as can be. (So they do in any case once there is no stock.)
        leads : int8[n, 2]
            If given, filled with the card that the leader of the trick leads by his own
            information, for points and for RISCOS: his hand is that of the world.
        deadline, node_limit, stop
            As in `solve`.

        Returns
        -------
        int
            The number of worlds finished, from the first; rows after them are not written.

        Raises
        ------
        ValueError
            If shapes do not fit, a world contradicts the root, or the game has no stock;
            if leads are asked for with no stock, or open cards.
        """
        cdef Position at
        cdef World deal = root.world
        cdef Py_ssize_t world, done = 0, n = worlds.shape[0]
        cdef int seat
        cdef uint64_t number
        cdef Note* notes
        if self.main is None or self.main.ending.last_draws == NULL:
            raise ValueError(f"no search of the last draws in {self.game}")
        root.check_game(self.game)
        check_pack(root, self.main)
        if worlds.shape[1] != words(&deal):
            raise ValueError("one hand a seat, and the stock at eight cards a word")
        if points.shape[0] != n or riscos.shape[0] != n:
            raise ValueError("one row of results a world")
        if points.shape[1] != 64 or riscos.shape[1] != 64:
            raise ValueError("one column of results a card, 64 of them")
        if leads is not None and (leads.shape[0] != n or leads.shape[1] != 2):
            raise ValueError("one row of leads a world, a column for points and one for RISCOS")
        if leads is not None and (open or not deal.size):
            raise ValueError("leads by the leader's own information, before the last draw")
        for world in range(n):
            root.place(&at, &worlds[world, 0])
        self.prepare(root, deadline, node_limit, stop)
        number = <uint64_t>1 << self.main.ending.note_bits(&deal, open)
        notes = <Note*>calloc(number, sizeof(Note))
        if notes == NULL:
            raise MemoryError("no room for notes")
        try:
            with nogil:
                for world in range(n):
                    for seat in range(root.world.seats):
                        at.hands[seat] = worlds[world, seat]
                    stack(&deal, &worlds[world, 0])
                    if not (
                        self.main.ending.last_draws(
                            &self.effort, &self.table, &at, &deal, POINTS, notes, number - 1,
                            open, &points[world, 0], NULL if leads is None else &leads[world, 0],
                        )
                        and self.main.ending.last_draws(
                            &self.effort, &self.table, &at, &deal, RISCOS, notes, number - 1,
                            open, &riscos[world, 0], NULL if leads is None else &leads[world, 1],
                        )
                    ):
                        break
                    done += 1
        finally:
            free(notes)
        raise_interrupt(&self.effort)
        return done

    cdef int prepare(
        self, Root root, double deadline, uint64_t node_limit, const int32_t[::1] stop
    ) except -1:
        """Set limits and table for another call."""
        set_limits(&self.effort, deadline, node_limit, stop)
        if not self.known or memcmp(self.worth, root.world.worth, sizeof(self.worth)):
            weigh(&self.table, root.world.worth)
            memcpy(self.worth, root.world.worth, sizeof(self.worth))
            self.known = True
        return 0

    cdef int run(
        self, Root root, const uint64_t[:, ::1] worlds, int16_t* values, str objective, bint every,
        double deadline, uint64_t node_limit, const int32_t[::1] stop,
    ) except -1:
        cdef int what = CODES.get(objective, -1)
        cdef SearchEntry entry = self.tricks if what == TRICKS else self.main
        cdef Position at
        cdef Py_ssize_t world, done = 0, number = worlds.shape[0], index
        cdef int seat, width = 64 if every else 1
        if what < 0 or entry is None:
            raise ValueError(f"no objective {objective!r} in {self.game}")
        if root.world.size or worlds.shape[1] != root.world.seats:
            raise ValueError("one hand a seat in every world, and no stock")
        if self.main is not None:
            root.check_game(self.game)
            check_law(root, self.main)
        check_pack(root, entry)
        for world in range(number):
            root.place(&at, &worlds[world, 0])
        self.prepare(root, deadline, node_limit, stop)
        for index in range(number * width):
            values[index] = NO_VALUE
        with nogil:
            while done < number:
                forget(&self.table)
                for seat in range(root.world.seats):
                    at.hands[seat] = worlds[done, seat]
                if not entry.solve(
                    &self.effort, &self.table, &at, &root.world, <Objective>what, every,
                    values + done * width,
                ):
                    break
                done += 1
        raise_interrupt(&self.effort)
        return done


cdef void forget(Table* table) noexcept nogil:
    """Empty the table and the memory of cuts.

    For each world anew: what is kept from others misleads more than it helps (bench/NOTES.md),
    and so what a world costs does not depend on those before it.
    """
    table.clock = 0
    table.generation += 1
    if table.generation % CUT_GENERATIONS == 0:
        memset(table.cuts, 0xFF, sizeof(table.cuts))
    if table.generation == 0:
        memset(table.entries, 0, sizeof(Entry) * WAYS * (table.mask + 1))
        table.generation = 1


cdef void weigh(Table* table, const int8_t* worth) noexcept:
    """Fill in what counted ones among sorted point cards have over others, in one suit."""
    cdef int counted, better, worse, ours, theirs, first, second, total
    for better in range(32):
        for counted in range(32):
            for worse in range(32):
                total = 0
                ours = better
                theirs = worse
                while ours:
                    first = highest(ours)
                    ours ^= 1 << first
                    second = 0
                    if theirs:
                        second = highest(theirs)
                        theirs ^= 1 << second
                        second = worth[5 + second]
                    if counted >> first & 1:
                        total += max(0, worth[5 + first] - second)
                table.loss[better << 10 | counted << 5 | worse] = total


cdef int check_law(Root root, SearchEntry entry) except -1:
    """Refuse a law that the search does not play by."""
    if entry.fits != NULL and not entry.fits(&root.world):
        raise ValueError("the search is for deals in which suit must be followed")
    return 0


cdef int check_pack(Root root, SearchEntry entry) except -1:
    """Refuse seats or cards that the search has not been made for."""
    cdef int card, worth, total = 0
    if root.world.seats != entry.seats:
        raise ValueError(f"the search is for {entry.seats} seats")
    for card in range(root.world.seats):
        if root.world.side[card] != card & 1:
            raise ValueError("the seats must play for sides 0 and 1 in turn")
    for card in range(64):
        if root.world.pack >> card & 1:
            total += root.world.worth[card]
            worth = root.world.worth[card]
            if card & 15 > 9 or worth < 0 or card & 15 < 5 and worth:
                raise ValueError("card points on other cards than 5 to 9 of a suit")
            if root.world.worth[card] != root.world.worth[card & 15]:
                raise ValueError("the search needs the same card points in each suit")
    if total > 120:
        raise ValueError("more than 120 card points")
    return 0


def restored(str game, int megabytes, int techniques):
    """A pickled solver, its table empty."""
    return Solver(game, megabytes=megabytes, techniques=techniques)

"""The face of games in which each seat plays for itself: numbers and arrays, results of all seats.

A result is a small number for each seat: Copas, the hearts it took, and 16 more if the
queen of spades; Sobe e Desce, its tricks. What anybody wants to know of a deal (RISCOS,
penalty points, moons) is worked out from that by the caller.

As in `kernel`, the friendly layers have validated everything in full sentences.
"""

from importlib import import_module

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from trunfo.ext.bits cimport popcount
from trunfo.ext.effort cimport Effort, begin, check_limits, raise_interrupt, set_limits
from trunfo.ext.kernel cimport Root
from trunfo.ext.position cimport Position
from trunfo.ext.public cimport Public

NOTHING = -128          # in results: the card cannot be played

cdef enum:
    EMPTY = -128
    CARDS = 64
    RECALLS = 1 << 17   # positions kept in a search, 2 MB
    TO_TRY = 24         # cards in the hands of a root of the oracle, at most


def load_multiplayer(str game):
    """The face of a game, by name."""
    return import_module("trunfo.ext.rules." + game).MULTIPLAYER


@cython.final
cdef class MultiplayerKernel:
    """One game's playouts and its exact search for several players; each module makes one."""

    @staticmethod
    cdef MultiplayerKernel of(str game, MultiplayerRules rules, tuple plans=()):
        cdef MultiplayerKernel kernel = MultiplayerKernel.__new__(MultiplayerKernel)
        kernel.game = game
        kernel.game_rules = rules
        kernel.plans = plans
        return kernel

    def __reduce__(self):
        return load_multiplayer, (self.game,)

    def playouts(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int8_t[:, :, ::1] results not None, *, voids=(), uint64_t gone=0, pinned=None,
        str plan not None="", int planner=-1, without=0, double deadline=INFINITY,
        const int32_t[::1] stop=None,
    ):
        """Play every legal card in every world, and let the rule player finish each deal.

        Each seat plays from its own hand and what everybody knows by then. The rule player
        draws no random numbers: the result is a function of the worlds.

        Parameters
        ----------
        root : Root
            The open trick, and what was taken so far.
        worlds : uint64[n, seats]
            The hands, as sets.
        results : int8[n, 64, seats]
            Filled, by card, with what each seat has at the end of the deal; `NOTHING` where
            the card cannot be played.
        voids : sequence of int
            The suits that each seat has shown not to hold, in the open trick too: bit
            `suit` of a mask a seat; none by default.
        gone : int
            The cards of finished tricks, as a set. (In Copas they follow from the worlds.)
        pinned : (int, int), optional
            A card whose place everybody knows, and the seat that holds it.
        plan : str
            "" for the rule player in all seats, or one of `plans`, which one seat follows.
        planner : int
            The seat that follows the plan, -1 for the one at the root.
        without : int, or one int a seat
            Rules that the player leaves out, a bit each, to measure what they are worth; the
            game's rule player names them.
        deadline : float
            Stop before the first world that would start after this `time.monotonic()`.
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0.

        Returns
        -------
        int
            The number of worlds finished, from the first; rows after them are not written.

        Raises
        ------
        ValueError
            If shapes do not fit, a world contradicts the root, `voids`, `gone` or `pinned`,
            or the game does not know the plan.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        cdef Position at
        cdef Public seen
        cdef Effort effort
        cdef Py_ssize_t world, done = 0, n = worlds.shape[0]
        cdef int seat, number
        cdef int[4] left_out
        self.fit(root, worlds, results)
        if isinstance(without, int):
            without = [without] * root.world.seats
        if len(without) != root.world.seats:
            raise ValueError("without: one mask for all seats, or one a seat")
        for seat in range(root.world.seats):
            left_out[seat] = without[seat]
        if plan and plan not in self.plans:
            raise ValueError(f"no plan {plan!r} in {self.game}")
        if not -1 <= planner < root.world.seats:
            raise ValueError("planner: a seat, or -1 for the one at the root")
        number = 1 + self.plans.index(plan) if plan else 0
        if planner < 0:
            planner = root.at.turn
        if gone & ~root.world.pack or gone & root.at.trick:
            raise ValueError("gone: cards of the pack that are not on the table")
        begin(&effort, deadline, stop)
        root.show(&seen, gone, voids, pinned)
        for world in range(n):
            root.place_as_known(&at, &worlds[world, 0], &seen, pinned)
        with nogil:
            for world in range(n):
                check_limits(&effort)
                if effort.gave_up:
                    break
                at = root.at
                for seat in range(root.world.seats):
                    at.hands[seat] = worlds[world, seat]
                memset(&results[world, 0, 0], EMPTY, CARDS * root.world.seats)
                self.game_rules.play_out(
                    &at, &root.world, &seen, left_out, number, planner, &results[world, 0, 0]
                )
                done += 1
        raise_interrupt(&effort)
        return done

    def search(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int8_t[:, :, ::1] results not None, const float[:, ::1] payoffs=None, *,
        bint lowest=False, double deadline=INFINITY, uint64_t node_limit=0,
        const int32_t[::1] stop=None,
    ):
        """Find the result of every card that may be played, each seat playing for itself.

        Exact max^n with every card known: each player takes what is best for himself, of
        equal cards the one that is worst for the seat at the root, and of these the lowest.

        Parameters
        ----------
        root : Root
            What is common to all the worlds.
        worlds : uint64[n, seats]
            The hands of each world as sets of cards; how many in all, the game says.
        results : int8[n, 64, seats]
            Filled, by card, with what each seat has at the end of the deal; `NOTHING` where
            the card cannot be played, and everywhere in a world that was not finished.
        payoffs : float32[rows, seats], optional
            Sobe e Desce: what the end of the deal is worth to each seat; the row is the
            tricks of seats 0, 1 and 2 as digits to base 6. Copas has none: it pays RISCOS.
        lowest : bool
            Whether of equal cards simply the lowest is played, whoever is at the root: the value
            after the best card is then the value before it, for every seat.
        deadline : float
            The `time.monotonic()` to stop at, kept to within a few milliseconds.
        node_limit : int
            The number of cards played in this call to stop at, 0 for no limit.
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0.

        Returns
        -------
        int
            The number of worlds finished; always the first ones.

        Raises
        ------
        ValueError
            For arrays of the wrong shape, hands that do not fit the root, too many cards.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        cdef Effort effort
        memset(&effort, 0, sizeof(Effort))
        set_limits(&effort, deadline, node_limit, stop)
        return self.run(&effort, root, worlds, results, payoffs, lowest)

    cdef int run(
        self, Effort* effort, Root root, const uint64_t[:, ::1] worlds,
        int8_t[:, :, ::1] results, const float[:, ::1] payoffs, bint lowest,
    ) except -1:
        """Search world after world: how many were finished."""
        cdef Position at
        cdef Memory memory
        cdef Py_ssize_t world, done = 0, n = worlds.shape[0]
        cdef int seat, against = -1 if lowest else root.at.turn
        cdef const float* paid = self.table_of(root, payoffs)
        self.fit(root, worlds, results)
        if not n:
            return 0
        for world in range(n):
            root.place(&at, &worlds[world, 0])
            check(&at, root.world.seats, self.game_rules.searchable)
        memset(&results[0, 0, 0], EMPTY, n * CARDS * root.world.seats)
        memory.mask = RECALLS - 1
        memory.generation = 0
        memory.entries = <Recall*>calloc(RECALLS, sizeof(Recall))
        if memory.entries == NULL:
            raise MemoryError("no room for the positions met in a search")
        try:
            with nogil:
                for world in range(n):
                    memory.generation += 1  # a chunk of worlds is far from 2^32 of them
                    at = root.at
                    for seat in range(root.world.seats):
                        at.hands[seat] = worlds[world, seat]
                    if not self.game_rules.solve(
                        effort, &memory, &at, &root.world, paid, against,
                        &results[world, 0, 0],
                    ):
                        memset(&results[world, 0, 0], EMPTY, CARDS * root.world.seats)
                        break
                    done += 1
        finally:
            free(memory.entries)
        raise_interrupt(effort)
        return done

    def oracle(
        self, Root root not None, const uint64_t[::1] hands not None,
        const float[:, ::1] payoffs=None, *, bint lowest=False,
    ):
        """The same for one world by trying everything, a tuple of results for each legal card.

        Plain and slow, the oracle of `search`: do not ask it for more than six cards each.
        """
        cdef Position at
        cdef Effort effort
        cdef int8_t[64][4] results
        cdef int card, seat, seats = root.world.seats
        cdef int against = -1 if lowest else root.at.turn
        cdef const float* paid = self.table_of(root, payoffs)
        cdef int8_t* rows = &results[0][0]
        if hands.shape[0] != seats:
            raise ValueError("one hand a seat")
        root.place(&at, &hands[0])
        check(&at, seats, TO_TRY)
        memset(rows, EMPTY, sizeof(results))
        begin(&effort, INFINITY, None)
        with nogil:
            self.game_rules.oracle(&effort, &at, &root.world, paid, against, rows)
        raise_interrupt(&effort)
        return {
            card: tuple(rows[card * seats + seat] for seat in range(seats))
            for card in range(CARDS) if rows[card * seats] != EMPTY
        }

    cdef int fit(
        self, Root root, const uint64_t[:, ::1] worlds, int8_t[:, :, ::1] results
    ) except -1:
        """Check the shapes of worlds and results."""
        cdef int seats = root.world.seats
        root.check_game(self.game)
        if root.world.size or worlds.shape[1] != seats:
            raise ValueError("one hand a seat in every world, and no stock")
        if (
            results.shape[0] != worlds.shape[0] or results.shape[1] != CARDS
            or results.shape[2] != seats
        ):
            raise ValueError("results must have shape (worlds, 64, seats)")
        return 0

    cdef const float* table_of(self, Root root, const float[:, ::1] payoffs) except? NULL:
        """The first of the payoffs, NULL in a game that needs none."""
        if (payoffs is None) != (self.game_rules.paid == 0):
            raise ValueError("payoffs: where the game has them, and only there")
        if payoffs is None:
            return NULL
        if payoffs.shape[0] != self.game_rules.paid or payoffs.shape[1] != root.world.seats:
            raise ValueError(f"payoffs must have shape ({self.game_rules.paid}, seats)")
        return &payoffs[0, 0]


cdef int check(const Position* at, int seats, int most) except -1:
    """Refuse more cards than can be searched in any time."""
    cdef int seat, cards = 0
    for seat in range(seats):
        cards += popcount(at.hands[seat])
    if cards > most:
        raise ValueError(f"{cards} cards in the hands; {most} can be searched")
    return 0

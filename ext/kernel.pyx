"""The face of a game's kernel: numbers and arrays in, numbers and arrays out.

The friendly layers have validated everything in full sentences; here is checked
again only what would crash.
"""

from importlib import import_module
from time import monotonic

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport INT64_MAX, UINT64_MAX, int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from trunfo.ext.bits cimport Cards, highest, lane, lowest, popcount
from trunfo.ext.notes cimport Note
from trunfo.ext.position cimport Position
from trunfo.ext.public cimport Public
from trunfo.ext.solver cimport (
    POINTS, RISCOS, SIGNALS_EVERY, TRICKS, USE_BOUNDS, USE_CERTAINTY, USE_COUNTED, USE_CUTS,
    USE_FORCED, USE_LIKES, USE_NEIGHBOURS, USE_QUICK, USE_RELATIVE_RANKS, USE_SIMILARITY,
    USE_STEPS, USE_TABLE, USE_WINNING_RANKS, Enquire, LastDraws, Objective, Solve, now,
    raise_interrupt,
)
from trunfo.ext.table cimport CUT_GENERATIONS, WAYS, Entry, Table

cdef extern from *:
    const char* TRUNFO_BUILD

BUILD = TRUNFO_BUILD.decode()

cdef enum:
    NO_VALUE = -32768


cdef int[4] NOTE_BITS = [13, 13, 17, 19]    # by cards in the stock, halved

cdef enum:
    MOST_NOTE_BITS = 20


def load(str game):
    """The kernel of a game, by name."""
    return import_module("trunfo.ext.rules." + game).KERNEL


cdef inline int words(const World* world) noexcept nogil:
    """Words of a world: its hands, and its stock at eight cards a word."""
    return world.seats + (world.size + 7) // 8


cdef inline int stocked(const World* world, const uint64_t* row, int index) noexcept nogil:
    """The card at a place of the stock of a row of worlds."""
    return row[world.seats + index // 8] >> (8 * (index & 7)) & 63


cdef inline void stack(World* world, const uint64_t* row) noexcept nogil:
    """Take over the stock of a row of worlds."""
    cdef int index
    for index in range(world.size):
        world.stock[index] = stocked(world, row, index)


@cython.final
cdef class Root:
    """The public part of a position: what all worlds of one decision have in common.

    Parameters
    ----------
    pack : int
        Every card of the game, as a set.
    sides : sequence of int
        The side each seat plays for; its length is the number of seats.
    leader : int
        The seat that led, or is to lead, the open trick.
    table : sequence of int
        The cards of the open trick, in order of play.
    trump : int
        The trump suit, -1 for none.
    worth : sequence of int
        Card points of the cards 0 to 63 (a shorter sequence: the rest 0).
    won, taken : sequence of int
        Card points and tricks of each seat so far; in a game of sides any split
        within a side will do.
    double_at : int
        Card points from which a win is worth 2 RISCOS.
    sweep_points : bool
        Whether all points make a clean sweep, even with a trick lost.
    stock : int
        Cards left to be drawn. A world then has, after the hands, further words with
        the cards in drawing order, a byte each, the first in the lowest byte.
    follow : bool
        Whether suit must be followed once the stock is empty.
    turned : int
        The last card of the stock, which everybody knows; -1 for none.
    always_beat : bool
        Sobe e Desce: whether a player who follows must beat the trick if he can.
    force_undertrump : bool
        Sobe e Desce: whether a player whose trumps are all too low must play one of them.
    queen : int
        Copas: the queen of spades, whose place among the spades is an option; -1 in the
        other games. `won` counts her as 16, a heart as 1: so it tells who has taken her.
    lead_two, break_hearts : bool
        Copas: whether the two of clubs must be led to the first trick, and whether a heart
        must have fallen before one is led.
    first, broken : bool
        Copas: whether the open trick is the first of the deal, and whether a heart has
        fallen in an earlier one.

    Raises
    ------
    ValueError
        If something is out of the range that the kernel can work with.
    """

    def __init__(
        self, *, uint64_t pack, sides, int leader, table=(), int trump=-1, worth=(),
        won=(), taken=(), int double_at=91, bint sweep_points=False, int stock=0, bint follow=True,
        int turned=-1, bint always_beat=False, bint force_undertrump=False, int queen=-1,
        bint lead_two=True, bint break_hearts=False, bint first=False, bint broken=False,
    ):
        cdef int seat, index, card, seats = len(sides)
        cdef bint takes
        if not 2 <= seats <= 4 or not 0 <= leader < seats or not -1 <= trump < 4:
            raise ValueError("seats, leader or trump out of range")
        if len(table) >= seats or len(set(table)) < len(table) or len(worth) > 64:
            raise ValueError("a trick that cannot be, or too many worths")
        if any(not 0 <= card < 64 or not pack >> card & 1 for card in table):
            raise ValueError("a card on the table that is not in the pack")
        if any(not 0 <= side < seats for side in sides):
            raise ValueError("side out of range")
        if not 0 <= stock <= 64 or stock % seats:
            raise ValueError("a stock that does not go round")
        memset(&self.world, 0, sizeof(World))
        memset(&self.at, 0, sizeof(Position))
        self.world.pack = pack
        self.world.trump = <Cards>0xFFFF << (16 * trump) if trump >= 0 else 0
        self.world.seats = seats
        self.world.double_at = double_at
        self.world.sweep_points = sweep_points
        self.world.size = stock
        self.world.free = not follow
        self.world.always_beat = always_beat
        self.world.force_undertrump = force_undertrump
        if not -1 <= turned < 64 or turned >= 0 and not (stock and pack >> turned & 1):
            raise ValueError("turned: a card of the pack, under a stock")
        self.turned = turned
        if not -1 <= queen < 64 or queen >= 0 and not pack >> queen & 1:
            raise ValueError("queen: a card of the pack")
        if queen >= 0:
            self.world.queen = <Cards>1 << queen
            self.world.costly = pack & lane(0) | self.world.queen
        self.world.lead_two = lead_two
        self.world.break_hearts = break_hearts
        self.at.first = first
        self.at.broken = broken
        for seat, side in enumerate(sides):
            self.world.side[seat] = side
        for card, points in enumerate(worth):
            self.world.worth[card] = points
        for seat, points in enumerate(won):
            self.at.won[seat] = points
        for seat, tricks in enumerate(taken):
            self.at.taken[seat] = tricks
        for index, card in enumerate(table):
            self.table[index] = card
            self.at.trick |= <Cards>1 << card
            if index == 0:
                self.at.led = lane(card)
                takes = True
            elif lane(card) == lane(self.at.best):
                takes = card > self.at.best
            else:
                takes = self.world.trump >> card & 1
            if takes:
                self.at.best = card
                self.at.winner = (leader + index) % seats
        self.leader = leader
        self.at.count = len(table)
        self.at.turn = (leader + len(table)) % seats

    @property
    def turn(self):
        """The seat to play."""
        return self.at.turn

    cdef int show(self, Public* seen, Cards gone, voids, pinned) except -1:
        """Fill `seen` with what everybody knows at this root; see `Kernel.choose`."""
        cdef int seat, index, mask, suit, card
        cdef Cards hidden = self.world.pack & ~gone & ~self.at.trick
        if len(voids) not in (0, self.world.seats) or any(not 0 <= mask < 16 for mask in voids):
            raise ValueError("voids: one mask of four suits a seat, or none")
        memset(seen, 0, sizeof(Public))
        seen.worth = self.world.worth
        seen.trump = self.world.trump
        seen.free = self.world.free
        seen.always_beat = self.world.always_beat
        seen.force_undertrump = self.world.force_undertrump
        seen.stock = self.world.size
        seen.turned = self.turned
        seen.costly = self.world.costly
        seen.queen = self.world.queen
        seen.lead_two = self.world.lead_two
        seen.break_hearts = self.world.break_hearts
        seen.first = self.at.first
        seen.broken = self.at.broken
        if self.turned >= 0:
            hidden &= ~(<Cards>1 << self.turned)
        seen.seats = self.world.seats
        seen.trick = self.at.trick
        seen.led = self.at.led
        seen.turn = self.at.turn
        seen.count = self.at.count
        seen.best = self.at.best
        seen.winner = self.at.winner
        for seat in range(self.world.seats):
            seen.side[seat] = self.world.side[seat]
            seen.won[seat] = self.at.won[seat]
            seen.taken[seat] = self.at.taken[seat]
            seen.may[seat] = hidden
        for seat, mask in enumerate(voids):
            for suit in range(4):
                if mask >> suit & 1:
                    seen.may[seat] &= ~lane(16 * suit)
        if pinned is not None:
            card, index = pinned
            if not (0 <= card < 64 and 0 <= index < self.world.seats and hidden >> card & 1):
                raise ValueError("pinned: a card that is still in a hand, and its seat")
            for seat in range(self.world.seats):
                if seat != index:
                    seen.may[seat] &= ~(<Cards>1 << card)
        return 0

    @property
    def width(self):
        """Words of a world: one a seat, and one for eight cards of the stock."""
        return words(&self.world)

    cdef int place(self, Position* at, const uint64_t* hands) except -1:
        """Fill `at` with this root and the given hands, one a seat, table cards not among them.

        The stock that follows the hands is checked; `World` takes it by `stack`.
        """
        cdef int index, seat, card, size = popcount(hands[self.at.turn])
        cdef Cards seen = 0
        at[0] = self.at
        for index in range(self.world.size):
            card = stocked(&self.world, hands, index)
            if not self.world.pack >> card & 1 or seen >> card & 1:
                raise ValueError("a stock with a card twice, or one that is not in the pack")
            seen |= <Cards>1 << card
        if self.turned >= 0 and stocked(&self.world, hands, self.world.size - 1) != self.turned:
            raise ValueError("a stock whose last card is not the one turned up")
        for seat in range(self.world.seats):
            if hands[seat] & ~self.world.pack or hands[seat] & seen:
                raise ValueError("a card in two hands, or one that is not in the pack")
            seen |= hands[seat]
            at.hands[seat] = hands[seat]
        for index in range(self.at.count):
            seat = (self.leader + index) % self.world.seats
            card = self.table[index]
            if seen >> card & 1 or popcount(hands[seat]) != size - 1:
                raise ValueError("hands that do not fit the table")
        for index in range(self.at.count, self.world.seats):
            if popcount(hands[(self.leader + index) % self.world.seats]) != size:
                raise ValueError("hands of unequal size")
        return 0


@cython.final
cdef class Kernel:
    """One game's rules, compiled around the one search."""

    @staticmethod
    cdef Kernel of(str game, Rules rules):
        cdef Kernel kernel = Kernel.__new__(Kernel)
        kernel.game = game
        kernel.rules = rules
        return kernel

    def __reduce__(self):
        return load, (self.game,)

    cdef World take(self, Root root, Position* at, const uint64_t[::1] hands) except *:
        """Fill `at` with one world, and give the world itself."""
        cdef World world = root.world
        if hands.shape[0] != words(&world):
            raise ValueError("one hand a seat, and the stock at eight cards a word")
        root.place(at, &hands[0])
        stack(&world, &hands[0])
        return world

    def legal(self, Root root not None, const uint64_t[::1] hands not None):
        """The set of cards the seat to play may play; `hands` is one set a seat, then the stock."""
        cdef Position at
        self.take(root, &at, hands)
        return self.rules.legal(&at, &root.world)

    def perft(self, Root root not None, const uint64_t[::1] hands not None, int depth):
        """The number of ways to play the next `depth` cards."""
        cdef Position at
        cdef World world = self.take(root, &at, hands)
        cdef uint64_t leaves
        with nogil:
            leaves = self.rules.count_lines(&at, &world, depth)
        return leaves

    def minimax(self, Root root not None, const uint64_t[::1] hands not None, str objective):
        """The value after each card the seat to play may play, NONE for others, as `Solver.solve`.

        Plain and slow, the oracle of the solver: do not ask it for more than six cards each.
        """
        if objective not in OBJECTIVES:
            raise ValueError("points, riscos or tricks")
        return self.minimaxes(root, hands)[objective]

    def minimaxes(self, Root root not None, const uint64_t[::1] hands not None):
        """The same for all objectives, by name, in one pass."""
        cdef Position at, after
        cdef int card, side
        cdef Cards moves
        cdef Values found
        cdef World world = self.take(root, &at, hands)
        if self.rules.minimax == NULL:
            raise ValueError(f"no minimax in {self.game}, where each plays for himself")
        side = world.side[at.turn]
        moves = self.rules.legal(&at, &world)
        values = {objective: [NONE] * 64 for objective in OBJECTIVES}
        while moves:
            card = lowest(moves)
            moves &= moves - 1
            self.rules.play(&after, &at, &world, card)
            with nogil:
                found = self.rules.minimax(&after, &world, side)
            values["points"][card] = found.points
            values["riscos"][card] = found.riscos
            values["tricks"][card] = found.tricks
        return values

    def choose(
        self, Root root not None, uint64_t hand, uint64_t gone, *,
        voids=(), pinned=None, int without=0,
    ):
        """The card that the rule player plays: from its own hand and what everybody knows.

        Parameters
        ----------
        root : Root
            The open trick, and what was taken so far.
        hand : int
            The hand of the seat to play, as a set.
        gone : int
            The cards of finished tricks, as a set.
        voids : sequence of int
            The suits that each seat has shown not to hold, in the open trick too: bit
            `suit` of a mask a seat; none by default.
        pinned : (int, int), optional
            A card whose place everybody knows, and the seat that holds it: the
            turned-up trump until it is played.
        without : int
            Rules that the player leaves out, a bit each, to measure what they are
            worth; the game's rule player names them.

        Raises
        ------
        ValueError
            If the hand is empty, or holds what its seat is known not to hold.
        """
        cdef Public seen
        root.show(&seen, gone, voids, pinned)
        seen.without = without
        if not hand or hand & ~seen.may[seen.turn] or gone & ~root.world.pack or gone & seen.trick:
            raise ValueError("a hand, or cards gone, that contradict what everybody knows")
        return self.rules.rule_card(hand, &seen)

    def playouts(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int16_t[:, ::1] points not None, int16_t[:, ::1] riscos not None, *,
        voids=(), pinned=None, double deadline=INFINITY,
    ):
        """Play every legal card in every world, and let the rule player finish each deal.

        In the playouts each seat plays from its own hand and what everybody knows by
        then. The rule player draws no random numbers: the result is a function of
        the worlds, and there is no seed.

        Parameters
        ----------
        root : Root
            The open trick, and what was taken so far.
        worlds : uint64[n, width]
            The hands, as sets, and the stock; what is neither there nor on the table is gone.
        points, riscos : int16[n, 64]
            Filled, by card, with the result for the seat to play at the root: its side's
            card points at the end, and RISCOS. `NONE` where the card cannot be played.
        voids, pinned
            As in `choose`.
        deadline : float
            Stop before the first world that would start after this `time.monotonic()`.

        Returns
        -------
        int
            The number of worlds finished, from the first; rows after them are not written.

        Raises
        ------
        ValueError
            If shapes do not fit, or a world contradicts the root, `voids` or `pinned`.
        """
        cdef Position at
        cdef Public seen, known
        cdef int64_t last = INT64_MAX
        cdef Cards held
        cdef Py_ssize_t world, done = 0, n = worlds.shape[0]
        cdef int seat, card, index
        cdef World deal = root.world
        if self.rules.play_out == NULL:
            raise ValueError(f"playouts of {self.game} are played by its SEVERAL")
        if worlds.shape[1] != words(&deal):
            raise ValueError("one hand a seat, and the stock at eight cards a word")
        if points.shape[0] != n or riscos.shape[0] != n:
            raise ValueError("one row of results a world")
        if points.shape[1] != 64 or riscos.shape[1] != 64:
            raise ValueError("one column of results a card, 64 of them")
        root.show(&seen, 0, voids, pinned)
        for world in range(n):
            root.place(&at, &worlds[world, 0])
            for seat in range(root.world.seats):
                if at.hands[seat] & ~seen.may[seat]:
                    raise ValueError("a world that contradicts what everybody knows")
            if pinned is not None and not at.hands[pinned[1]] >> <int>pinned[0] & 1:
                raise ValueError("a world without the pinned card")
        if deadline - monotonic() < 1e9:
            last = now() + <int64_t>(1e9 * max(deadline - monotonic(), 0.0))
        with nogil:
            for world in range(n):
                if now() >= last:
                    break
                at = root.at
                known = seen
                held = 0
                for seat in range(root.world.seats):
                    at.hands[seat] = worlds[world, seat]
                    held |= at.hands[seat]
                stack(&deal, &worlds[world, 0])
                for index in range(deal.size):
                    held |= <Cards>1 << deal.stock[index]
                for seat in range(root.world.seats):
                    known.may[seat] &= held  # what is neither there nor on the table is gone
                for card in range(64):
                    points[world, card] = riscos[world, card] = NO_VALUE
                self.rules.play_out(
                    &at, &deal, &known, &points[world, 0], &riscos[world, 0]
                )
                done += 1
        return done


@cython.final
cdef class Door:
    """The way into one compiled search; a module that includes the search makes one, SEARCH."""

    @staticmethod
    cdef Door of(Solve solve, Enquire enquire, int seats, LastDraws last_draws=NULL):
        cdef Door door = Door.__new__(Door)
        door.seats = seats
        door.solve = solve
        door.enquire = enquire
        door.last_draws = last_draws
        return door


ALL = -1        # every technique of the search
NONE = NO_VALUE  # in an array of values: no such card, or not solved
MEGABYTES = 8
TECHNIQUES = {  # what each is: ext/solver.pxd
    "table": USE_TABLE, "winning ranks": USE_WINNING_RANKS, "similarity": USE_SIMILARITY,
    "neighbours": USE_NEIGHBOURS, "likes": USE_LIKES, "certainty": USE_CERTAINTY,
    "cuts": USE_CUTS, "bounds": USE_BOUNDS, "forced": USE_FORCED, "quick": USE_QUICK,
    "steps": USE_STEPS, "counted": USE_COUNTED, "relative ranks": USE_RELATIVE_RANKS,
}
OBJECTIVES = {"points": POINTS, "riscos": RISCOS, "tricks": TRICKS}


@cython.final
cdef class Solver:
    """The value of positions in which all cards are known, with best play from everybody.

    It owns a transposition table, which is kept between calls: make one for each thread
    and keep it. A pickled one comes back with an empty table.

    Parameters
    ----------
    game : str
        "sueca", or "tricks": the same play, tricks for the payoff.
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
            self.main = None
        else:
            try:
                self.main = import_module("trunfo.ext.rules." + game).SEARCH
            except (ImportError, AttributeError):
                raise ValueError(f"no search for the game {game!r}") from None
        two = self.main is not None and self.main.seats == 2
        self.tricks = import_module("trunfo.ext.tricks2" if two else "trunfo.ext.tricks").SEARCH
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
        cdef uint64_t number = <uint64_t>1 << (
            NOTE_BITS[min(deal.size // 2, 3)] if not (open or deal.free) else MOST_NOTE_BITS
        )
        cdef Note* notes
        if self.main is None or self.main.last_draws == NULL:
            raise ValueError("a game with a stock")
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
                        self.main.last_draws(
                            &self.effort, &self.table, &at, &deal, POINTS, notes, number - 1,
                            open, &points[world, 0], NULL if leads is None else &leads[world, 0],
                        )
                        and self.main.last_draws(
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
        if stop is not None and stop.shape[0] != 1:
            raise ValueError("stop must have shape (1,)")
        self.effort.stop = &stop[0] if stop is not None else NULL
        self.effort.node_limit = self.effort.nodes + node_limit if node_limit else UINT64_MAX
        self.effort.deadline = INT64_MAX
        if deadline - monotonic() < 1e9:
            self.effort.deadline = now() + <int64_t>(1e9 * max(deadline - monotonic(), 0.0))
        self.effort.signals_at = now() + SIGNALS_EVERY
        self.effort.gave_up = self.effort.interrupted = False
        self.effort.check_at = self.effort.nodes + 1
        if not self.known or memcmp(self.worth, root.world.worth, sizeof(self.worth)):
            weigh(&self.table, root.world.worth)
            memcpy(self.worth, root.world.worth, sizeof(self.worth))
            self.known = True
        return 0

    cdef int run(
        self, Root root, const uint64_t[:, ::1] worlds, int16_t* values, str objective, bint every,
        double deadline, uint64_t node_limit, const int32_t[::1] stop,
    ) except -1:
        cdef int what = OBJECTIVES.get(objective, -1)
        cdef Door door = self.tricks if what == TRICKS else self.main
        cdef Position at
        cdef Py_ssize_t world, done = 0, number = worlds.shape[0], index
        cdef int seat, width = 64 if every else 1
        if what < 0 or door is None:
            raise ValueError(f"no objective {objective!r} in {self.game}")
        if worlds.shape[1] != root.world.seats:
            raise ValueError("one hand a seat in every world")
        check(root, door)
        for world in range(number):
            root.place(&at, &worlds[world, 0])
        self.prepare(root, deadline, node_limit, stop)
        for index in range(number * width):
            values[index] = NONE
        with nogil:
            while done < number:
                forget(&self.table)
                for seat in range(root.world.seats):
                    at.hands[seat] = worlds[done, seat]
                if not door.solve(
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


cdef int check(Root root, Door door) except -1:
    """Refuse a root that the search has not been made for."""
    if root.world.size or root.world.free:
        raise ValueError("the search is for deals without stock in which suit must be followed")
    return check_pack(root, door)


cdef int check_pack(Root root, Door door) except -1:
    """Refuse seats or cards that the search has not been made for."""
    cdef int card, worth, total = 0
    if root.world.seats != door.seats:
        raise ValueError(f"the search is for {door.seats} seats")
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

"""The face of a game's kernel: numbers and arrays in, numbers and arrays out.

The friendly layers have validated everything in full sentences; here is checked
again only what would crash.

A game is one module, `trunfo.ext.rules.<name>`, with text includes of its own in a folder beside
it. Nothing outside of it names it. It defines

- `law(hand, led, ...)`, `legal(at, world)`, `settle(at, world)`: which cards may be played, what a
  trick brings; then it includes `play.pxi`, and `draw.pxi` if cards are drawn from a stock;
- names for its words of `World.law` and its places in `Position.flags`, and `read_law`, which
  fills them from the mapping that `Root` is given (`option`). Games of two sides and 120 card
  points begin both with what they share, `two_sides.pxd`;
- `rule_card(hand, seen)`, and what `public_play.pxi` and `playout.pxi` ask for at their tops, for
  playouts by a rule player;
- `KERNEL = Kernel.of(name, Rules(...))`;
- for two sides that play in turn `SEARCH = SearchEntry.of(...)`, from `minimax.pxi` and
  `search.pxi` (positions without a stock, in which suit must be followed);
- for seats that each play for themselves
  `MULTIPLAYER = MultiplayerKernel.of(name, MultiplayerRules(...))`, from
  `maxn.pxi`, and NULL for `minimax` and `play_out` in its `Rules`;
- for matches played wholly in the kernel `SELF_PLAY = SelfPlay.of(...)`, from `selfplay.pxi`
  (games of two sides: `selfplay_sides.pxi` before); without it decisions are asked for one by one;
- any functions that only this game has, with a `.pyi`.

`rules/sueca.pyx` is the shortest example, `rules/bisca.pyx` one with a stock. A module from
elsewhere includes the common files as `trunfo/ext/play.pxi` and so on. Every function below the
faces is `noexcept nogil`, and every loop that can last looks at the limits of an `Effort`
(effort.pxd).
"""

from importlib import import_module
from types import MappingProxyType

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memcpy, memset

from trunfo.ext.bits cimport Cards, lane, lowest, popcount
from trunfo.ext.effort cimport NO_VALUE, Effort, begin, check_limits, raise_interrupt
from trunfo.ext.position cimport Position, stack, stocked, words
from trunfo.ext.public cimport Public

cdef extern from *:
    const char* TRUNFO_BUILD

BUILD = TRUNFO_BUILD.decode()

NONE = NO_VALUE  # in an array of values: no such card, or not solved
OBJECTIVES = ("points", "riscos", "tricks")


def load(str game):
    """The kernel of a game, by name."""
    return import_module("trunfo.ext.rules." + game).KERNEL


cdef int option(dict law, str name, int default, int least, int most) except? -1:
    """Take an option out of a law: its value, `default` if it is not given.

    Raises
    ------
    ValueError
        For anything but a whole number from `least` to `most`.
    """
    value = law.pop(name, default)
    if not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name}: a whole number from {least} to {most}, not {value!r}")
    return value


@cython.final
cdef class Root:
    """The public part of a position: what all worlds of one decision have in common.

    Parameters
    ----------
    kernel : Kernel
        The game, which reads the law.
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
    stock : int
        Cards left to be drawn. A world then has, after the hands, further words with
        the cards in drawing order, a byte each, the first in the lowest byte.
    turned : int
        The last card of the stock, which everybody knows; -1 for none.
    law : mapping of str to int
        The options of the game's rules, and how far the deal is where the play does not tell:
        what the game's module in ext/rules names, each with a value if it is not given.

    Raises
    ------
    ValueError
        If something is out of the range that the kernel can work with.
    """

    def __init__(
        self, Kernel kernel not None, *, uint64_t pack, sides, int leader, table=(), int trump=-1,
        worth=(), won=(), taken=(), int stock=0, int turned=-1, law=MappingProxyType({}),
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
        self.world.size = stock
        if not -1 <= turned < 64 or turned >= 0 and not (stock and pack >> turned & 1):
            raise ValueError("turned: a card of the pack, under a stock")
        self.turned = turned
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
        self.game = kernel.game
        unread = dict(law)
        kernel.rules.read_law(unread, &self.world, &self.at)
        if unread:
            raise ValueError(f"no {', '.join(map(repr, unread))} in the law of {kernel.game}")

    @property
    def turn(self):
        """The seat to play."""
        return self.at.turn

    cdef int check_game(self, str game) except -1:
        """Refuse to be read by another game than the one that has filled in the law."""
        if self.game != game:
            raise ValueError(f"a root of {self.game} for {game}")
        return 0

    cdef int show(self, Public* seen, Cards gone, voids, pinned) except -1:
        """Fill `seen` with what everybody knows at this root; see `Kernel.choose`."""
        cdef int seat, index, mask, suit, card
        cdef Cards hidden = self.world.pack & ~gone & ~self.at.trick
        if len(voids) not in (0, self.world.seats) or any(not 0 <= mask < 16 for mask in voids):
            raise ValueError("voids: one mask of four suits a seat, or none")
        memset(seen, 0, sizeof(Public))
        seen.worth = self.world.worth
        seen.trump = self.world.trump
        memcpy(seen.law, self.world.law, sizeof(seen.law))
        memcpy(seen.flags, self.at.flags, sizeof(seen.flags))
        seen.stock = self.world.size
        seen.turned = self.turned
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

    cdef int place_as_known(
        self, Position* at, const uint64_t* hands, const Public* seen, pinned
    ) except -1:
        """As `place`, and refuse hands that contradict what everybody knows."""
        cdef int seat
        self.place(at, hands)
        for seat in range(self.world.seats):
            if hands[seat] & ~seen.may[seat]:
                raise ValueError("a world that contradicts what everybody knows")
        if pinned is not None and not hands[<int>pinned[1]] >> <int>pinned[0] & 1:
            raise ValueError("a world without the pinned card")
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
        root.check_game(self.game)
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
        cdef Effort effort
        cdef uint64_t leaves
        begin(&effort, INFINITY, None)
        with nogil:
            leaves = self.rules.count_lines(&effort, &at, &world, depth)
        raise_interrupt(&effort)
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
        cdef Effort effort
        cdef World world = self.take(root, &at, hands)
        if self.rules.minimax == NULL:
            raise ValueError(f"no minimax in {self.game}, where each plays for himself")
        side = world.side[at.turn]
        moves = self.rules.legal(&at, &world)
        begin(&effort, INFINITY, None)
        values = {objective: [NONE] * 64 for objective in OBJECTIVES}
        while moves:
            card = lowest(moves)
            moves &= moves - 1
            self.rules.play(&after, &at, &world, card)
            with nogil:
                found = self.rules.minimax(&effort, &after, &world, side)
            raise_interrupt(&effort)
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
        root.check_game(self.game)
        root.show(&seen, gone, voids, pinned)
        seen.without = without
        if not hand or hand & ~seen.may[seen.turn] or gone & ~root.world.pack or gone & seen.trick:
            raise ValueError("a hand, or cards gone, that contradict what everybody knows")
        return self.rules.rule_card(hand, &seen)

    def playouts(
        self, Root root not None, const uint64_t[:, ::1] worlds not None,
        int16_t[:, ::1] points not None, int16_t[:, ::1] riscos not None, *,
        voids=(), pinned=None, double deadline=INFINITY, const int32_t[::1] stop=None,
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
        stop : int32, shape (1,), optional
            The call returns soon after another thread writes there anything but 0.

        Returns
        -------
        int
            The number of worlds finished, from the first; rows after them are not written.

        Raises
        ------
        ValueError
            If shapes do not fit, or a world contradicts the root, `voids` or `pinned`.
        KeyboardInterrupt
            In the main thread, soon after Ctrl-C.
        """
        cdef Position at
        cdef Public seen, known
        cdef Effort effort
        cdef Cards held
        cdef Py_ssize_t world, done = 0, n = worlds.shape[0]
        cdef int seat, card, index
        cdef World deal = root.world
        if self.rules.play_out == NULL:
            raise ValueError(f"playouts of {self.game} are played by its MULTIPLAYER")
        root.check_game(self.game)
        if worlds.shape[1] != words(&deal):
            raise ValueError("one hand a seat, and the stock at eight cards a word")
        if points.shape[0] != n or riscos.shape[0] != n:
            raise ValueError("one row of results a world")
        if points.shape[1] != 64 or riscos.shape[1] != 64:
            raise ValueError("one column of results a card, 64 of them")
        begin(&effort, deadline, stop)
        root.show(&seen, 0, voids, pinned)
        for world in range(n):
            root.place_as_known(&at, &worlds[world, 0], &seen, pinned)
        with nogil:
            for world in range(n):
                check_limits(&effort)
                if effort.gave_up:
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
        raise_interrupt(&effort)
        return done

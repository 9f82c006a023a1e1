"""What a running search may spend and has spent, and the kinds of function that enter a search."""

from libc.stdint cimport (
    INT64_MAX, UINT64_MAX, int8_t, int16_t, int32_t, int64_t, uint64_t,
)
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from trunfo.ext.notes cimport Note
from trunfo.ext.position cimport Position, World
from trunfo.ext.table cimport Table

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept  # what it raises travels up with `interrupted`

cdef enum:
    NO_VALUE = -32768           # in an array of values: no such card, or not solved
    CHECK_EVERY = 4096          # nodes between two looks at the limits, less than a millisecond
    SIGNALS_EVERY = 20000000    # nanoseconds between two questions to Python (Ctrl-C)

cdef enum Technique:
    # Bits of Effort.techniques.
    USE_TABLE = 1           # bounds of positions met before
    USE_WINNING_RANKS = 2   # they hold wherever the ranks that won something are the same
    USE_SIMILARITY = 4      # and after subtracting the differences in card points
    USE_NEIGHBOURS = 8      # one of several equal cards speaks for all
    USE_CERTAINTY = 16      # order by whose the trick is for certain
    USE_CUTS = 32           # try first what last cut in a like situation
    USE_BOUNDS = 64         # static bounds from unbroken top trumps
    USE_FORCED = 128        # and the smallest cards that must fall to them
    USE_QUICK = 256         # quick tricks of the leader
    USE_LIKES = 512         # a card that failed speaks for the like ones of its suit
    USE_STEPS = 1024        # exact values in steps of several points
    USE_COUNTED = 2048      # of card points only those matter that the proof counts
    USE_RELATIVE_RANKS = 4096   # a class of positions has any cards with the same relative ranks

cdef enum Objective:
    POINTS      # card points of the side
    RISCOS      # its class of result, -4 to 4
    TRICKS      # its number of tricks

cdef struct Effort

ctypedef int (*Enquire)(
    Effort* effort, Table* table, const Position* at, const World* world, int card, int target
) noexcept nogil

cdef struct Effort:
    # What a search may spend, what it spent, and with which techniques.
    uint64_t nodes          # cards played so far
    uint64_t check_at       # number of nodes at which to look at the limits again
    uint64_t node_limit     # number of nodes at which to give up
    int64_t deadline        # monotonic nanoseconds at which to give up
    int64_t signals_at      # monotonic nanoseconds at which to ask Python for signals
    const int32_t* stop     # not zero: give up; owned by the caller, NULL if there is none
    int gave_up             # whether one of these happened: what the search returns is void
    int interrupted         # whether a signal handler of Python raised
    int techniques          # bits of Technique
    Enquire tricks          # the search for tricks, where a clean sweep is asked for

ctypedef bint (*Solve)(
    Effort* effort, Table* table, const Position* at, const World* world, Objective objective,
    bint every, int16_t* values,
) noexcept nogil

ctypedef bint (*LastDraws)(
    Effort* effort, Table* table, const Position* at, const World* world, Objective objective,
    Note* notes, uint64_t mask, bint open, int16_t* values, int8_t* lead,
) noexcept nogil


cdef inline int64_t now() noexcept nogil:
    """Monotonic nanoseconds."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t>time.tv_sec * 1000000000 + time.tv_nsec


cdef inline int64_t until(double seconds) noexcept nogil:
    """The monotonic nanoseconds in so many seconds; the end of all time if that is far off."""
    return now() + <int64_t>(1e9 * max(seconds, 0.0)) if seconds < 1e9 else INT64_MAX


cdef inline void limit(
    Effort* effort, double seconds, uint64_t node_limit, const int32_t* stop
) noexcept nogil:
    """Set what may be spent from now on."""
    effort.stop = stop
    effort.node_limit = effort.nodes + node_limit if node_limit else UINT64_MAX
    effort.deadline = until(seconds)
    effort.signals_at = now() + SIGNALS_EVERY
    effort.gave_up = effort.interrupted = False
    effort.check_at = effort.nodes + 1


cdef inline void check_limits(Effort* effort) noexcept nogil:
    """Look at the limits: a search calls this when `check_at` nodes are reached."""
    cdef int64_t time = now()
    effort.check_at = min(effort.nodes + CHECK_EVERY, max(effort.node_limit, effort.nodes + 1))
    if effort.nodes >= effort.node_limit or time >= effort.deadline:
        effort.gave_up = True
    if effort.stop != NULL and effort.stop[0]:
        effort.gave_up = True
    if time >= effort.signals_at:
        effort.signals_at = time + SIGNALS_EVERY
        with gil:
            if PyErr_CheckSignals():
                effort.gave_up = effort.interrupted = True


cdef inline bint spend(Effort* effort, uint64_t nodes) noexcept nogil:
    """Count some work, and look at the limits when it is time: whether to give up.

    A node is the work of playing a card, some tenth of a microsecond.
    """
    effort.nodes += nodes
    if effort.nodes >= effort.check_at:
        check_limits(effort)
    return effort.gave_up


cdef int set_limits(
    Effort* effort, double deadline, uint64_t node_limit, const int32_t[::1] stop
) except -1
cdef int begin(Effort* effort, double deadline, const int32_t[::1] stop) except -1


cdef inline int raise_interrupt(const Effort* effort) except -1:
    """Let the exception out that a signal handler raised, if one did.

    A `def` function that only returned would turn it into a SystemError.
    """
    return -1 if effort.interrupted else 0

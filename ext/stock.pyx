"""The order of the hidden stock: shuffled, each world from a random stream of its own."""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t

from trunfo.ext.bits cimport lowest, popcount
from trunfo.ext.effort cimport Effort, begin, raise_interrupt, spend
from trunfo.ext.random cimport Stream, below, stream


def shuffle(seed, first, const uint64_t[::1] stocks not None, int last,
            uint64_t[:, ::1] orders not None, *, double deadline=INFINITY,
            const int32_t[::1] stop=None):
    """Put each stock into a random order, all orders equally likely.

    Parameters
    ----------
    seed, first : int
        0 to 2**64 - 1. Row i draws from the stream `mix(seed, first + i)` and from
        nothing else.
    stocks : uint64, shape (n,)
        The cards of each stock, as a set; all of one size.
    last : int
        A card that everybody knows to be the last of all, -1 for none.
    orders : uint64, shape (n, words)
        Receives the cards in drawing order, eight to a word, the first in the lowest byte.
    deadline : float
        The `time.monotonic()` to stop at.
    stop : int32, shape (1,), optional
        The call returns soon after another thread writes there anything but 0.

    Returns
    -------
    int
        The number of stocks finished, from the first; later rows are not written.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a stock has more cards than there is room for.
    KeyboardInterrupt
        In the main thread, soon after Ctrl-C.
    """
    cdef uint64_t key = seed, number = first, rest
    cdef Effort effort
    cdef Py_ssize_t row, done = 0
    cdef int count, index, other, card, room = 8 * orders.shape[1]
    cdef int[64] cards
    cdef Stream numbers
    if orders.shape[0] != stocks.shape[0]:
        raise ValueError("one row a stock")
    for row in range(stocks.shape[0]):
        count = popcount(stocks[row])
        if count > room:
            raise ValueError(f"a stock of {count} cards in a row for {room}")
    begin(&effort, deadline, stop)
    with nogil:
        for row in range(stocks.shape[0]):
            if spend(&effort, 4):
                break
            numbers = stream(key, number + <uint64_t>row)
            rest = stocks[row]
            count = 0
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                if card != last:
                    cards[count] = card
                    count += 1
            for index in range(count - 1, 0, -1):
                other = below(&numbers, index + 1)
                card = cards[index]
                cards[index] = cards[other]
                cards[other] = card
            if last >= 0 and stocks[row] >> last & 1:
                cards[count] = last
                count += 1
            for index in range(orders.shape[1]):
                orders[row, index] = 0
            for index in range(count):
                orders[row, index // 8] |= <uint64_t>cards[index] << (8 * (index & 7))
            done += 1
    raise_interrupt(&effort)
    return done

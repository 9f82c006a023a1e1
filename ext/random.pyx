"""Seeds derived from a seed; the streams themselves are in random.pxd."""

from libc.stdint cimport uint64_t


def mix(seed, *counters):
    """Derive the seed of one purpose from a seed: of a deal, a seat, a decision.

    Parameters
    ----------
    seed, *counters : int
        Each from 0 to 2**64 - 1; the order of the counters matters.

    Returns
    -------
    int
        64 bits. `mix(s, a)` is output `a`, counted from 0, of the SplitMix64
        generator with seed `s`, and `mix(s, a, b)` is `mix(mix(s, a), b)`:
        random.pxd names the sources. Without counters, the seed itself.

    Raises
    ------
    ValueError
        If a number is out of range.
    """
    cdef uint64_t key
    try:
        key = seed
        for counter in counters:
            key = fold(key, counter)
    except OverflowError:
        raise ValueError(
            f"seed and counters must be from 0 to 2**64 - 1, not {(seed, *counters)}"
        ) from None
    return key

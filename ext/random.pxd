"""Counter-based random streams: a tree of SplitMix64 generators.

Draw `i` of the stream with key `k` is a function of the two, `fold(k, i)`, and a key is
folded in the same way from a seed and the numbers of what the stream is for. So world 1,000
is the same whether it comes first or last, in a batch of any size, on any thread.

The generator is SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014, with the mixer "variant 13" of David Stafford, "Better bit mixing",
2011. `fold(k, 0)`, `fold(k, 1)`, ... are its outputs from the seed k.

For a given key, `fold` never gives two counters the same value, so the streams of two worlds
of one decision never have the same key. Whoever needs several streams from one seed folds in
a number for the purpose first: the same seed and the same counters are the same draws.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    typedef unsigned __int128 trunfo_uint128;
    #define trunfo_ones(x) ((x) ? ~(uint64_t)0 >> __builtin_clzll(x) : 0)
    """
    # Cython takes this type for one of 64 bits: cast every operand in an expression that
    # mixes it with another, and never let one become a Python object.
    ctypedef unsigned long long uint128_t "trunfo_uint128"
    # The smallest 2^n - 1 that is no less than x.
    uint64_t ones "trunfo_ones"(uint64_t x) noexcept nogil

cdef struct Stream:
    uint64_t key
    uint64_t drawn  # draws so far


cdef inline uint64_t fold(uint64_t key, uint64_t counter) noexcept nogil:
    """Output number `counter` of the generator with seed `key`."""
    cdef uint64_t z = key + <uint64_t>0x9E3779B97F4A7C15 * (counter + 1)
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline Stream stream(uint64_t seed, uint64_t counter) noexcept nogil:
    """The stream of number `counter` under `seed`; fold further counters into `seed` first."""
    cdef Stream fresh
    fresh.key = fold(seed, counter)
    fresh.drawn = 0
    return fresh


cdef inline uint64_t draw(Stream* stream) noexcept nogil:
    """The next 64 bits."""
    stream.drawn += 1
    return fold(stream.key, stream.drawn - 1)


# Masked rejection: bits are drawn up to the length of the bound, and again while they exceed
# it. Exactly uniform, fewer than two tries on average, and no division.


cdef inline uint64_t below(Stream* stream, uint64_t bound) noexcept nogil:
    """A number from 0 to `bound` - 1, all equally likely; `bound` is at least 1."""
    cdef uint64_t mask = ones(bound - 1)
    cdef uint64_t value = draw(stream) & mask
    while value >= bound:
        value = draw(stream) & mask
    return value


cdef inline uint128_t below128(Stream* stream, uint128_t bound) noexcept nogil:
    """`below` for a bound of up to 128 bits; the high word is drawn first, if it is needed."""
    cdef uint128_t last = bound - <uint128_t>1
    cdef uint64_t mask = ones(<uint64_t>(last >> 64))
    cdef uint128_t value
    if mask == 0:
        mask = ones(<uint64_t>last)
        value = <uint128_t>(draw(stream) & mask)
        while value > last:
            value = <uint128_t>(draw(stream) & mask)
        return value
    value = <uint128_t>(draw(stream) & mask) << 64
    value |= <uint128_t>draw(stream)
    while value > last:
        value = <uint128_t>(draw(stream) & mask) << 64
        value |= <uint128_t>draw(stream)
    return value

"""The stream of Python's `random.Random`: deals are shuffled from it, here without Python.

Mersenne Twister MT19937 (Matsumoto, Nishimura, "Mersenne twister: a 623-dimensionally
equidistributed uniform pseudorandom number generator", ACM TOMACS 8, 1998), seeded by an integer as
CPython's `random_seed` does it (`init_by_array` with its 32-bit digits, lowest first).
`twist_below` and `twist_shuffle` are `Random._randbelow` and `Random.shuffle`.
tests/ext/test_selfplay.py compares them with the originals.

A word of the state is renewed when it is due: a shuffle needs some sixty of the 624, and a word
depends only on those before it and on old ones, so that the stream is the same.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

cdef enum:
    TWISTER_WORDS = 624
    TWISTER_STEP = 397

cdef struct Twister:
    uint32_t words[624]
    int place       # of the next word


cdef inline void twist_start(Twister* twister) noexcept nogil:
    """The state that every seed begins with: `init_genrand(19650218)`."""
    cdef uint32_t* words = twister.words
    cdef int index
    words[0] = 19650218
    for index in range(1, TWISTER_WORDS):
        words[index] = <uint32_t>1812433253 * (words[index - 1] ^ (words[index - 1] >> 30)) + index


cdef inline void twist_seed(
    Twister* twister, const Twister* start, uint64_t seed
) noexcept nogil:
    """`Random(seed)`: `init_by_array` from the `start` that is the same for all seeds."""
    cdef uint32_t* words = twister.words
    cdef uint32_t digits[2]
    cdef uint32_t before
    cdef int index, digit = 0, size = 2 if seed >> 32 else 1
    digits[0] = <uint32_t>seed
    digits[1] = seed >> 32
    twister[0] = start[0]
    index = 1
    for _ in range(TWISTER_WORDS):
        before = words[index - 1]
        words[index] = (
            (words[index] ^ ((before ^ (before >> 30)) * <uint32_t>1664525)) + digits[digit] + digit
        )
        digit = digit + 1 if digit + 1 < size else 0
        index += 1
        if index == TWISTER_WORDS:
            words[0] = words[TWISTER_WORDS - 1]
            index = 1
    for _ in range(TWISTER_WORDS - 1):
        before = words[index - 1]
        words[index] = (
            (words[index] ^ ((before ^ (before >> 30)) * <uint32_t>1566083941)) - <uint32_t>index
        )
        index += 1
        if index == TWISTER_WORDS:
            words[0] = words[TWISTER_WORDS - 1]
            index = 1
    words[0] = <uint32_t>0x80000000
    twister.place = 0


cdef inline uint32_t twist_draw(Twister* twister) noexcept nogil:
    """The next 32 bits: `genrand_uint32`."""
    cdef uint32_t* words = twister.words
    cdef int place = twister.place
    cdef int after = place + 1 if place + 1 < TWISTER_WORDS else 0
    cdef int far = place + TWISTER_STEP
    cdef uint32_t mixed
    if far >= TWISTER_WORDS:
        far -= TWISTER_WORDS
    mixed = (words[place] & <uint32_t>0x80000000) | (words[after] & <uint32_t>0x7FFFFFFF)
    mixed = words[far] ^ (mixed >> 1) ^ (<uint32_t>0x9908B0DF if mixed & 1 else 0)
    words[place] = mixed
    twister.place = after
    mixed ^= mixed >> 11
    mixed ^= (mixed << 7) & <uint32_t>0x9D2C5680
    mixed ^= (mixed << 15) & <uint32_t>0xEFC60000
    return mixed ^ (mixed >> 18)


cdef inline int twist_below(Twister* twister, int bound) noexcept nogil:
    """A number from 0 to `bound` - 1, `bound` being at least 1: as many bits as it has, again
    while they are too large."""
    cdef int bits = 0
    cdef uint32_t value
    while bound >> bits:
        bits += 1
    value = twist_draw(twister) >> (32 - bits)
    while value >= <uint32_t>bound:
        value = twist_draw(twister) >> (32 - bits)
    return value


cdef inline void twist_shuffle(Twister* twister, int8_t* cards, int size) noexcept nogil:
    """`Random.shuffle`."""
    cdef int place, other
    cdef int8_t card
    for place in range(size - 1, 0, -1):
        other = twist_below(twister, place + 1)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card

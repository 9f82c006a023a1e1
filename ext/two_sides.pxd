"""The law that games of 120 card points between two sides have in common: what a deal pays.

A game of this kind begins its `read_law` with `read_payment`, and names words of its own, if it
has any, from LAW_OWN on.
"""

from trunfo.ext.kernel cimport option
from trunfo.ext.position cimport World

cdef enum:
    # Words of World.law.
    LAW_DOUBLE_AT       # card points from which a win pays 2 RISCOS
    LAW_SWEEP_POINTS    # 1 if all the points are a clean sweep even with a trick lost, or 0
    LAW_OWN


cdef inline int read_payment(dict law, World* world) except -1:
    """Take `double_at` (61 to 120, 91 if not given) and `sweep_points` (0 or 1) out of a law."""
    world.law[LAW_DOUBLE_AT] = option(law, "double_at", 91, 61, 120)
    world.law[LAW_SWEEP_POINTS] = option(law, "sweep_points", 0, 0, 1)
    return 0

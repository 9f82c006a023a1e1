"""What a call may spend, as its arguments say: a time, a number of nodes, a flag to stop."""

from time import monotonic

from libc.string cimport memset


cdef int set_limits(
    Effort* effort, double deadline, uint64_t node_limit, const int32_t[::1] stop
) except -1:
    """Set what may be spent from now on, `deadline` being a `time.monotonic()`.

    Raises
    ------
    ValueError
        If `stop` is not of shape (1,).
    """
    if stop is not None and stop.shape[0] != 1:
        raise ValueError("stop must have shape (1,)")
    limit(effort, deadline - monotonic(), node_limit, &stop[0] if stop is not None else NULL)
    return 0


cdef int begin(Effort* effort, double deadline, const int32_t[::1] stop) except -1:
    """The same for an effort of one call that has spent nothing."""
    memset(effort, 0, sizeof(Effort))
    return set_limits(effort, deadline, 0, stop)

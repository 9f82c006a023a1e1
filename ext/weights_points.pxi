# Weights of the order of moves where card points count: found by trial on node counts,
# random changes kept when fewer (bench/NOTES.md). They change speed, never an answer.

cdef enum:
    LEAD_MATE = 1255            # lead: the mate wins the trick for certain
    LEAD_MATE_WORTH = 15        # times the card points
    LEAD_MATE_RANK = 1          # less, times the strength
    LEAD_MATE_HOLDS = 160       # and that by following suit, not by a ruff
    LEAD_TOP = 0                # lead: the card wins the trick for certain
    LEAD_TOP_WORTH = 61         # times the card points
    LEAD_TOP_RANK = -207        # less, times the strength
    LEAD_LOW_WORTH = 0          # lead: neither; less, times the card points
    LEAD_LOW_RANK = 24          # less, times the strength
    LEAD_TRUMP = -64            # lead: a trump
    LEAD_MAJORITY = 0           # times the trumps we have more than they
    LEAD_LENGTH = -16           # lead: times the length of the suit
    LEAD_RUFFED = -254          # lead: they can win with a trump
    LEAD_THROUGH = 0            # lead: the next seat can win
    GIVE_WORTH = 20             # the trick is ours anyhow: times the card points
    GIVE_RANK = 0               # less, times the strength
    GIVE_LENGTH = 321           # thrown away: times the length of its suit
    GIVE_TRUMP = 8              # a ruff
    GIVE_TRUMP_WORTH = -4       # times its card points
    WIN = 983                   # the card makes the trick ours for certain
    WIN_WORTH = 18              # times the card points
    WIN_RANK = -23              # less, times the strength
    WIN_RUFF = 1022             # with a ruff
    WIN_RUFF_WORTH = -16        # times its card points
    WIN_RUFF_LAST = 256         # times its card points in the last seat
    SAVE_WORTH = -2             # the trick may be lost: less, times the card points
    SAVE_RANK = 128             # less, times the strength
    SAVE_LENGTH = 8             # thrown away: times the length of its suit
    SAVE_VOID = 1191            # the last of its suit, and there are trumps to ruff with
    SAVE_RUFF = 2203            # a ruff that they can beat
    SAVE_FORCE = 232            # the best card on our side, which they must beat

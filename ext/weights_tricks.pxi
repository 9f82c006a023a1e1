# Weights of the order of moves where tricks count, as in weights_points.pxi.

cdef enum:
    LEAD_MATE = 1129            # lead: the mate wins the trick for certain
    LEAD_MATE_WORTH = 17        # times the card points
    LEAD_MATE_RANK = 1          # less, times the strength
    LEAD_MATE_HOLDS = 0         # and that by following suit, not by a ruff
    LEAD_TOP = 1001             # lead: the card wins the trick for certain
    LEAD_TOP_WORTH = 34         # times the card points
    LEAD_TOP_RANK = -3          # less, times the strength
    LEAD_LOW_WORTH = -16        # lead: neither; less, times the card points
    LEAD_LOW_RANK = 0           # less, times the strength
    LEAD_TRUMP = 0              # lead: a trump
    LEAD_MAJORITY = -2          # times the trumps we have more than they
    LEAD_LENGTH = 0             # lead: times the length of the suit
    LEAD_RUFFED = -268          # lead: they can win with a trump
    LEAD_THROUGH = 259          # lead: the next seat can win
    GIVE_WORTH = 20             # the trick is ours anyhow: times the card points
    GIVE_RANK = 1               # less, times the strength
    GIVE_LENGTH = 0             # thrown away: times the length of its suit
    GIVE_TRUMP = 9              # a ruff
    GIVE_TRUMP_WORTH = 0        # times its card points
    WIN = 1254                  # the card makes the trick ours for certain
    WIN_WORTH = 16              # times the card points
    WIN_RANK = 1                # less, times the strength
    WIN_RUFF = 1008             # with a ruff
    WIN_RUFF_WORTH = -16        # times its card points
    WIN_RUFF_LAST = -128        # times its card points in the last seat
    SAVE_WORTH = 144            # the trick may be lost: less, times the card points
    SAVE_RANK = 192             # less, times the strength
    SAVE_LENGTH = -32           # thrown away: times the length of its suit
    SAVE_VOID = 1000            # the last of its suit, and there are trumps to ruff with
    SAVE_RUFF = 1258            # a ruff that they can beat
    SAVE_FORCE = 384            # the best card on our side, which they must beat

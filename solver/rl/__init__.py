"""Games for learning programs: an environment of PettingZoo for each (extra `trunfo[rl]`)."""

from trunfo.rl.environment import env

__all__ = ["env"]

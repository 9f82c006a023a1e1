"""What the advisor knows of each game: a module or folder a game, named as its rules are.

Each defines `ADVISOR`, an `Advisor` (`base.py`); most derive from `TwoSidesAdvisor` (two sides) or
`MultiplayerAdvisor` (every seat for itself). Those of games outside the package are in the rooms
`solver/` of the folders that `TRUNFO_GAMES` names.
"""

import os

from trunfo.engine.rules import OUTSIDE

__path__ += [os.path.join(folder, "solver") for folder in OUTSIDE]

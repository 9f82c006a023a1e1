"""One compiled module a game, each an include of the search around its own rules.

Those of games outside the package stand in the room `ext/` of the folders that the environment
variable `TRUNFO_GAMES` names (see `trunfo.engine.rules`), and are compiled beside their sources.
"""

import os

OUTSIDE = tuple(filter(None, os.environ.get("TRUNFO_GAMES", "").split(os.pathsep)))
__path__ += [os.path.join(folder, "ext") for folder in OUTSIDE]

"""One module a game; `trunfo.engine.registry` finds them by the folder.

Games outside the package stand in folders of their own, which the environment variable
`TRUNFO_GAMES` names (several as in `PATH`). Each is laid out in rooms, with the game's module
in each: `engine/` is looked through here, `ext/` in `trunfo.ext.rules`, `solver/` in
`trunfo.games`.
"""

import os

OUTSIDE = tuple(filter(None, os.environ.get("TRUNFO_GAMES", "").split(os.pathsep)))
__path__ += [os.path.join(folder, "engine") for folder in OUTSIDE]

from typing import final

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Root

ALL: int
TECHNIQUES: dict[str, int]
MEGABYTES: int

@final
class Solver:
    def __init__(self, game: str, *, megabytes: int = ..., techniques: int = ...) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    def solve(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        values: NDArray[np.int16],
        objective: str,
        *,
        deadline: float = ...,
        node_limit: int = 0,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def best(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        values: NDArray[np.int16],
        objective: str,
        *,
        deadline: float = ...,
        node_limit: int = 0,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def nested(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        points: NDArray[np.int16],
        riscos: NDArray[np.int16],
        *,
        open: bool = False,
        leads: NDArray[np.int8] | None = None,
        deadline: float = ...,
        node_limit: int = 0,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...

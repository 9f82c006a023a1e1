from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Root

NOTHING: int

@final
class MultiplayerKernel:
    @property
    def game(self) -> str: ...
    @property
    def plans(self) -> tuple[str, ...]: ...
    def playouts(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        results: NDArray[np.int8],
        *,
        voids: Sequence[int] = (),
        gone: int = 0,
        pinned: tuple[int, int] | None = None,
        plan: str = "",
        planner: int = -1,
        without: int | Sequence[int] = 0,
        deadline: float = ...,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def search(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        results: NDArray[np.int8],
        payoffs: NDArray[np.float32] | None = None,
        *,
        lowest: bool = False,
        deadline: float = ...,
        node_limit: int = 0,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def oracle(
        self,
        root: Root,
        hands: NDArray[np.uint64],
        payoffs: NDArray[np.float32] | None = None,
        *,
        lowest: bool = False,
    ) -> dict[int, tuple[int, ...]]: ...

def load_multiplayer(game: str) -> MultiplayerKernel: ...

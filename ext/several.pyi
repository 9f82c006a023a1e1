from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Root

NOTHING: int
PLANS: tuple[str, ...]

@final
class Several:
    @property
    def game(self) -> str: ...
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
        shooter: int = -1,
        without: int | Sequence[int] = 0,
        deadline: float = ...,
    ) -> int: ...
    def search(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        results: NDArray[np.int8],
        payoffs: NDArray[np.float32] | None = None,
        *,
        deadline: float = ...,
        node_limit: int = 0,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def passes(
        self, hands: NDArray[np.uint64], cards: NDArray[np.uint64], *, queen: int = 41
    ) -> None: ...
    def oracle(
        self,
        root: Root,
        hands: NDArray[np.uint64],
        payoffs: NDArray[np.float32] | None = None,
    ) -> dict[int, tuple[int, ...]]: ...

def load_several(game: str) -> Several: ...

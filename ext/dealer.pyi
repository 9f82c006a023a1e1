from collections.abc import Sequence
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray

class NoWorld(ValueError):
    constraint: Literal["holders", "total", "share"]
    holders: tuple[int, ...] | None
    cards: int
    def __init__(
        self,
        message: str,
        constraint: Literal["holders", "total", "share"],
        holders: tuple[int, ...] | None = None,
        cards: int = 0,
    ) -> None: ...

@final
class Dealer:
    def __init__(
        self,
        allowed: Sequence[int],
        sizes: Sequence[int],
        *,
        worth: Sequence[int] = (),
        pile: int = -1,
        total: int = -1,
        extra: int = 0,
        share: int = -1,
        trick: int = 4,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    def deal(
        self,
        seed: int,
        first: int,
        worlds: NDArray[np.uint64],
        *,
        deadline: float = ...,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...
    def enumerate(
        self,
        worlds: NDArray[np.uint64],
        *,
        deadline: float = ...,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...

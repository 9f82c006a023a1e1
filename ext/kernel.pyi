from collections.abc import Mapping, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

BUILD: str
NONE: int

@final
class Root:
    def __init__(
        self,
        kernel: Kernel,
        *,
        pack: int,
        sides: Sequence[int],
        leader: int,
        table: Sequence[int] = (),
        trump: int = -1,
        worth: Sequence[int] = (),
        won: Sequence[int] = (),
        taken: Sequence[int] = (),
        stock: int = 0,
        turned: int = -1,
        law: Mapping[str, int] = ...,
    ) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def turn(self) -> int: ...

@final
class Kernel:
    @property
    def game(self) -> str: ...
    def legal(self, root: Root, hands: NDArray[np.uint64]) -> int: ...
    def perft(self, root: Root, hands: NDArray[np.uint64], depth: int) -> int: ...
    def minimax(self, root: Root, hands: NDArray[np.uint64], objective: str) -> list[int]: ...
    def minimaxes(self, root: Root, hands: NDArray[np.uint64]) -> dict[str, list[int]]: ...
    def choose(
        self,
        root: Root,
        hand: int,
        gone: int,
        *,
        voids: Sequence[int] = (),
        pinned: tuple[int, int] | None = None,
        without: int = 0,
    ) -> int: ...
    def playouts(
        self,
        root: Root,
        worlds: NDArray[np.uint64],
        points: NDArray[np.int16],
        riscos: NDArray[np.int16],
        *,
        voids: Sequence[int] = (),
        pinned: tuple[int, int] | None = None,
        deadline: float = ...,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...

def load(game: str) -> Kernel: ...

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

BUILD: str

@final
class Root:
    def __init__(
        self,
        *,
        pack: int,
        sides: Sequence[int],
        leader: int,
        table: Sequence[int] = (),
        trump: int = -1,
        worth: Sequence[int] = (),
        won: Sequence[int] = (),
        taken: Sequence[int] = (),
        double_at: int = 91,
        sweep_points: bool = False,
    ) -> None: ...
    @property
    def turn(self) -> int: ...

@final
class Kernel:
    @property
    def game(self) -> str: ...
    def legal(self, root: Root, hands: NDArray[np.uint64]) -> int: ...
    def perft(self, root: Root, hands: NDArray[np.uint64], depth: int) -> int: ...

def load(game: str) -> Kernel: ...

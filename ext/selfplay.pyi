from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

CHAIRS: tuple[str, ...]

@final
class SelfPlay:
    @property
    def game(self) -> str: ...
    @property
    def acts(self) -> int: ...
    @property
    def columns(self) -> int: ...
    def play(
        self,
        *,
        pack: int,
        worth: Sequence[int],
        sides: Sequence[int],
        law: dict[str, int],
        packs: NDArray[np.int8],
        which: NDArray[np.int32],
        dealers: NDArray[np.int8],
        starts: NDArray[np.float64],
        keys: NDArray[np.uint64],
        chairs: NDArray[np.int8],
        acts: NDArray[np.uint64],
        made: NDArray[np.int16],
        results: NDArray[np.int16],
        deadline: float = ...,
        stop: NDArray[np.int32] | None = None,
    ) -> int: ...

def mix_each(
    keys: NDArray[np.uint64], counters: NDArray[np.uint64], mixed: NDArray[np.uint64]
) -> None: ...
def shuffled(
    seeds: NDArray[np.uint64],
    packs: NDArray[np.int8],
    bounds: NDArray[np.int32],
    drawn: NDArray[np.int32],
    *,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...

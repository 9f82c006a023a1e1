import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Kernel

KERNEL: Kernel
COLUMNS: int

def simulate(
    seed: int,
    first: int,
    forced: NDArray[np.uint8],
    break_even: NDArray[np.float32],
    results: NDArray[np.int8],
    *,
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
    orders: NDArray[np.int8] | None = None,
    hands: NDArray[np.uint64] | None = None,
    cards: NDArray[np.int8] | None = None,
) -> None: ...

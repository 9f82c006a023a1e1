import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Kernel
from trunfo.ext.multiplayer import MultiplayerKernel

KERNEL: Kernel
MULTIPLAYER: MultiplayerKernel

def passes(
    hands: NDArray[np.uint64],
    cards: NDArray[np.uint64],
    *,
    queen: int = 41,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...

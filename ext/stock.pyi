import numpy as np
from numpy.typing import NDArray

def shuffle(
    seed: int,
    first: int,
    stocks: NDArray[np.uint64],
    last: int,
    orders: NDArray[np.uint64],
    *,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...

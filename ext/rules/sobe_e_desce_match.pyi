import numpy as np
from numpy.typing import NDArray

def sweep(
    values: NDArray[np.float32],
    levels: NDArray[np.uint8],
    chances: NDArray[np.float32],
    tricks: NDArray[np.int8],
    worth: NDArray[np.int8],
    order: NDArray[np.uint32],
    *,
    choices: int,
    rounds: int = 0,
    margin: float = 0,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> tuple[float, int, int]: ...
def read_values(
    values: NDArray[np.float32],
    scores: NDArray[np.int32],
    flags: NDArray[np.uint8],
    found: NDArray[np.float32],
    *,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...

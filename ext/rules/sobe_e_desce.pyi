from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.kernel import Kernel
from trunfo.ext.multiplayer import MultiplayerKernel

KERNEL: Kernel
MULTIPLAYER: MultiplayerKernel
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
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...
def trump_results(
    worlds: NDArray[np.uint64],
    results: NDArray[np.int8],
    break_even: NDArray[np.float32],
    *,
    forced: int = 1,
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
    payoffs: NDArray[np.float32] | None = None,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...
def go_results(
    worlds: NDArray[np.uint64],
    actions: NDArray[np.int8],
    results: NDArray[np.int8],
    break_even: NDArray[np.float32],
    *,
    seat: int,
    trump: int,
    went: int = 0,
    stock: int = 20,
    forced: int = 1,
    hearts: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
    payoffs: NDArray[np.float32] | None = None,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...
def going_worlds(
    seed: int,
    first: int,
    worlds: NDArray[np.uint64],
    break_even: NDArray[np.float32],
    *,
    seat: int,
    hand: int,
    trump: int,
    chosen: int,
    turned: int,
    went: int,
    exchanged: Sequence[int],
    forced: int,
    may: Sequence[int],
    held: Sequence[int],
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...
def playing_worlds(
    seed: int,
    first: int,
    worlds: NDArray[np.uint64],
    break_even: NDArray[np.float32],
    *,
    seat: int,
    unseen: int,
    played: Sequence[int],
    sizes: Sequence[int],
    trump: int,
    chosen: int,
    turned: int,
    went: int,
    exchanged: Sequence[int],
    forced: int,
    may: Sequence[int],
    held: Sequence[int],
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
    deadline: float = ...,
    stop: NDArray[np.int32] | None = None,
) -> int: ...
def policy_trump(
    hand: int,
    break_even: NDArray[np.float32],
    *,
    forced: int,
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
) -> int: ...
def policy_going(
    seat: int,
    hand: int,
    trump: int,
    break_even: NDArray[np.float32],
    *,
    went: int,
    forced: int,
    hearts: bool = True,
    turn_up: bool = True,
    always_beat: bool = False,
    force_undertrump: bool = False,
) -> int: ...

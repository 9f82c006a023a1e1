"""Perfect-information Monte Carlo: worlds, their values, and statistics of them."""

"""The rules of the games in plain Python: the readable truth, and the oracle of the kernel."""

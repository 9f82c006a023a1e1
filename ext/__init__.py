"""The compiled kernel: cards as numbers, no Python object below the entry points."""

"""Solver and advisor for the Portuguese card games Sueca, Bisca, Copas and Sobe e Desce."""

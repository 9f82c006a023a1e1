"""What the advisor knows of each game: a module or folder a game, named as its rules are.

Each defines `ADVISOR`, an `Advisor` (`base.py`); most derive from `SidesAdvisor` (two sides) or
`AloneAdvisor` (every seat for itself).
"""

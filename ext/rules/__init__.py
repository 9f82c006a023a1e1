"""One compiled module a game, each an include of the search around its own rules."""

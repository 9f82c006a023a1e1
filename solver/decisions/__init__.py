"""What is decided before a card is played, one module a game."""

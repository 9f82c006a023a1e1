"""Self-play: players, deals, matches, their files and statistics."""

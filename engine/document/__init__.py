"""The JSON form of a position."""

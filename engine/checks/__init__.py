"""What cannot be right in a position."""

"""The text form of a position: from what a person types to a document."""

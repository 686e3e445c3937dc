"""The options of a new game."""

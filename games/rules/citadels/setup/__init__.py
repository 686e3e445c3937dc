"""Options of a new game, and how they are described."""

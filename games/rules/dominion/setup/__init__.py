"""Options of a new game: the kingdom, the supply, and how both are described."""

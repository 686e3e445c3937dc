"""A game of any kind in a terminal: a person against bots. It knows no game, only the core."""

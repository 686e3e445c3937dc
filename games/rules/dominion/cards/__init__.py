"""The 57 cards, by box; importing the modules registers them and their steps."""

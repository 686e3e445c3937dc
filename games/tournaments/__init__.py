"""Tournaments: entries, pairing, rounds, standings. Games are started through the door of `games.play`."""

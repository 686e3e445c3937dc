"""The table page of a game and everything a player does there."""

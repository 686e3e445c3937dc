"""The one door: every change of a game, whoever asks for it, goes through this room."""

"""The play service: every change to a game goes through this package, whoever asks for it."""

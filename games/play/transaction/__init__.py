"""One change of a game: lock it, play, write log, position, deadlines and notices, commit."""

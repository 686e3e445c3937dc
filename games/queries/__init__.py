"""The read side: a game, its log, clocks, scores and replay as one reader sees them. It changes nothing."""

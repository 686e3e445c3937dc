"""Who sits where next, for each tournament format."""

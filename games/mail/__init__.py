"""Letters: how they are written, posted and read."""

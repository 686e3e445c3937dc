"""What a game says of itself in words."""

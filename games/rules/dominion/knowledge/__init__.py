"""What a seat sees, what it may remember, and hidden cards dealt again."""

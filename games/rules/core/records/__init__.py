"""A whole game as text: writing, reading, replaying and verifying it."""

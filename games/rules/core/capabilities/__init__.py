"""What a game may offer besides its play: a module for each capability, with defaults where they help."""

"""The rule book and the card pages."""

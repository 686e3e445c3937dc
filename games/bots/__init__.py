"""Bots, which choose a move from a view and its offers, and tools that play games between bots."""

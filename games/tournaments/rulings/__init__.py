"""Rulings, disputes and hints of collusion."""

"""Rows and their constraints: no behaviour beyond small properties."""

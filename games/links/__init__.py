"""Signed links: what a letter may carry, and how it is read again."""

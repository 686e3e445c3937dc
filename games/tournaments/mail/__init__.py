"""Emails about tournaments, and the replies to them."""

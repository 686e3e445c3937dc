"""Signed links in emails: how their tokens are made and read."""

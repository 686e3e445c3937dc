"""Parsing of incoming email: pure functions on bytes that never raise, whatever the input."""

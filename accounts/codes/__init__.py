"""Codes that an email brings: to sign in, and again before sensitive actions."""

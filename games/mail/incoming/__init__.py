"""Incoming email: accept, store, recognise, carry out, answer."""

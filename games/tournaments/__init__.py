"""Tournaments: registration, pairing, rounds, rulings and standings.

Games are started and ended through the play service.
"""

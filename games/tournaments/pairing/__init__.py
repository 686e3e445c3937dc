"""Decide who plays at which table and in which seat.

Pure functions: no Django, no clock; all randomness comes from a published seed.
"""

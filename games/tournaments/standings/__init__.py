"""Compute standings from finished tables, with the reason for every rank.

Pure functions: no Django, no clock, no rounding.
"""

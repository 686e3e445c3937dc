"""Positions in the shared notation: loading and saving.

A written position names what a rule can look at; what it leaves out has its default.
"""

from .check import check_seats
from .load import load
from .page import FIELDS
from .save import full, save

__all__ = ["FIELDS", "check_seats", "full", "load", "save"]

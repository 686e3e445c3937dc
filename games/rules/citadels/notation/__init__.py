"""Load and save positions in the shared notation.

A written position is a mapping of all that a rule can look at; fields that are left out have their defaults.
"""

from .load import load_position
from .save import dump_full_position, dump_position
from .schema import POSITION_FIELDS
from .validation import check_seats

__all__ = ["POSITION_FIELDS", "check_seats", "dump_full_position", "dump_position", "load_position"]

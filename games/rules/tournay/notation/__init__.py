"""Load and save positions in the shared notation (rule page, 14.2 to 14.4)."""

from .load import check_seats, load_position
from .pending_steps import PENDING_WORDS
from .save import dump_full_position, dump_position
from .schema import POSITION_FIELDS

__all__ = [
    "PENDING_WORDS",
    "POSITION_FIELDS",
    "check_seats",
    "dump_full_position",
    "dump_position",
    "load_position",
]

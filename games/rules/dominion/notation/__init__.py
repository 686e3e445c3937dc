"""Load and save positions in the shared notation (rule page, 7.5).

Piles are written with the top card first; in the position it is last. What is still to be done in the middle
of a card is written in `pending`, in a form of our own.
"""

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

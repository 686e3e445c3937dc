"""The table as plain text, for the terminal and for plain-text emails.

The first paragraph says what the reader is asked, the last one what the reader holds.
"""

from typing import Any

from ...core.notation import Namer
from ...core.reader import SeatReader, join_paragraphs


def render_table(view: dict[str, Any], name: Namer, language: str, width: int = 72) -> list[str]:
    """Render the table as the owner of this view sees it, with an empty line between paragraphs."""
    reader = SeatReader(view, name, language, width)
    return join_paragraphs([[reader.say("Tournay")], [", ".join(view["seats"])]])

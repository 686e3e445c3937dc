"""What people write, made fit to be kept and shown: always plain text."""

import re

from games.rules.core.errors import printable


def tidy(text: str) -> str:
    """Its lines without what cannot be seen, and without many empty ones."""
    lines = [printable(" ".join(line.split()), most=len(line)) for line in text.strip().splitlines()]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines))

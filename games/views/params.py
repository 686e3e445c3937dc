"""Parse parameters of forms and URLs."""


def parse_whole_number(text: str, digits: int = 8) -> int | None:
    """Parse a whole number of at most so many digits; None for anything else."""
    is_one = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_one else None

"""Numbers in forms and addresses. Whatever else stands there is none, and nobody needs a huge one."""


def whole(text: str, digits: int = 8) -> int | None:
    """The number that stands there, with at most so many digits."""
    is_one = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_one else None

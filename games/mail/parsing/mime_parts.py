"""The parts of an email, without those of emails that are attached to it."""

from collections.abc import Iterator
from email.message import Message


def walk_own_parts(message: Message) -> Iterator[Message]:
    """Every part of this email in its order, however deep they are nested; first the email itself."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        yield part
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting += reversed(part.get_payload())  # type: ignore[arg-type]

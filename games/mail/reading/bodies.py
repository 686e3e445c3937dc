"""The text of a letter that came in: its text parts, decoded, with soft line ends joined.

Plain text is preferred; HTML is read where there is none. Attachments and letters inside are left alone.
"""

from collections.abc import Iterable, Iterator
from email.message import Message

from games.mail.reading.html_text import html_text
from games.mail.reading.plain import decoded, safely, tidy

MOST_TEXT = 256 * 1024  # letters of the alphabet, and bytes of one part


def text_of(message: Message) -> tuple[str, bool]:
    """What the letter says, and whether it says more than we take in."""
    parts = list(_text_parts(message))
    plain = _joined(part for part in parts if part.get_content_subtype() == "plain")
    if plain[0].strip():
        return plain
    return _joined(part for part in parts if part.get_content_subtype() == "html")


def _text_parts(message: Message) -> Iterator[Message]:
    waiting = [message]
    while waiting:
        part = waiting.pop()
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting += reversed(part.get_payload())  # type: ignore[arg-type]
        elif part.get_content_maintype() == "text" and not safely(True, _is_attached, part):
            yield part


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _joined(parts: Iterable[Message]) -> tuple[str, bool]:
    read = [safely(("", True), _text, part) for part in parts]
    text = "\n".join(text for text, _is_cut in read)
    return text[:MOST_TEXT], len(text) > MOST_TEXT or any(is_cut for _text, is_cut in read)


def _text(part: Message) -> tuple[str, bool]:
    content = part.get_payload(decode=True)
    content = content if isinstance(content, bytes) else b""
    text = decoded(content[:MOST_TEXT], part.get_content_charset() or "")
    if part.get_content_subtype() == "html":
        text = html_text(text)
    elif str(part.get_param("format", "")).lower() == "flowed":
        text = unflowed(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")
    return tidy(text), len(content) > MOST_TEXT


# --- soft line ends: RFC 3676


def unflowed(text: str, *, delsp: bool) -> str:
    """A line that ends in a space goes on in the next one, if that is quoted as deeply."""
    lines: list[str] = []
    before = None  # how deeply the line before was quoted, if it goes on
    for line in text.replace("\r\n", "\n").split("\n"):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        goes_on = rest.endswith(" ") and rest != "-- "  # the mark of a signature stands alone
        words = rest[:-1] if goes_on and delsp else rest
        if before == depth and rest != "-- ":
            lines[-1] += words
        else:
            lines.append(f"{'>' * depth} {words}")
        before = depth if goes_on else None
    return "\n".join(lines)

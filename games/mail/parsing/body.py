"""Extract the text of an email: decode its text parts and join soft line breaks.

Plain text is preferred; HTML is used where there is none. Attachments and attached emails are ignored.
"""

from collections.abc import Iterable, Iterator
from email.message import Message

from games.mail.parsing.html_text import html_to_text
from games.mail.parsing.mime_parts import walk_own_parts
from games.mail.parsing.text import call_safely, clean_text, decode_bytes

MAX_TEXT = 256 * 1024  # characters in all, and bytes of one part


def extract_text(message: Message) -> tuple[str, bool]:
    """Return the text of an email, and whether it is longer than we read."""
    parts = list(_iterate_text_parts(message))
    plain = _join_parts(part for part in parts if part.get_content_subtype() == "plain")
    if plain[0].strip():
        return plain
    return _join_parts(part for part in parts if part.get_content_subtype() == "html")


def _iterate_text_parts(message: Message) -> Iterator[Message]:
    for part in walk_own_parts(message):
        if part.get_content_maintype() == "text" and not call_safely(True, _is_attachment, part):
            yield part


def _is_attachment(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _join_parts(parts: Iterable[Message]) -> tuple[str, bool]:
    read = [call_safely(("", True), _decode_part, part) for part in parts]
    text = "\n".join(text for text, _is_cut in read)
    return text[:MAX_TEXT], len(text) > MAX_TEXT or any(is_cut for _text, is_cut in read)


def _decode_part(part: Message) -> tuple[str, bool]:
    content = part.get_payload(decode=True)
    content = content if isinstance(content, bytes) else b""
    text = decode_bytes(content[:MAX_TEXT], part.get_content_charset() or "")
    if part.get_content_subtype() == "html":
        text = html_to_text(text)
    elif str(part.get_param("format", "")).lower() == "flowed":
        text = unwrap_flowed_text(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")
    return clean_text(text), len(content) > MAX_TEXT


# --- soft line breaks: RFC 3676


def unwrap_flowed_text(text: str, *, delsp: bool) -> str:
    """Join lines that end in a space with the next one if that is quoted to the same depth."""
    lines: list[str] = []
    before = None  # the quote depth of the line before, if it continues
    for line in text.replace("\r\n", "\n").split("\n"):
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        goes_on = rest.endswith(" ") and rest != "-- "  # the signature delimiter is never joined
        phrase = rest[:-1] if goes_on and delsp else rest
        if before == depth and rest != "-- ":
            lines[-1] += phrase
        else:
            lines.append(f"{'>' * depth} {phrase}")
        before = depth if goes_on else None
    return "\n".join(lines)

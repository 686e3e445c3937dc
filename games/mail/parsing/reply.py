"""Parse an incoming email into a reply: its sender, its own lines, and whether it is authenticated.

Nothing here raises, whatever comes in: an unreadable email is an empty reply. What the lines mean, and
whether the sender may act for a seat, is decided elsewhere.
"""

import re
from collections.abc import Collection
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from hashlib import sha256

import msgspec

from games.mail.parsing.authentication import check_authentication
from games.mail.parsing.auto_replies import detect_auto_reply
from games.mail.parsing.body import extract_text
from games.mail.parsing.headers import (
    Headers,
    TruncatingPolicy,
    decode_header_text,
    extract_headers,
    extract_server_headers,
    get_first,
)
from games.mail.parsing.protected_mail import (
    ENCRYPTED,
    SEALED,
    has_pgp_message,
    open_signed_email,
    strip_clear_signature,
)
from games.mail.parsing.quotes import extract_own_lines
from games.mail.parsing.text import call_safely

MAX_LINES = 60  # of the person
MAX_LINE_LENGTH = 1200  # characters: the longest chat message and its command
MAX_BYTES = 4 * 1024 * 1024  # of an email; text comes first, pictures after it
MAX_RAW_LINES = 60_000  # enough for pictures of that size
MAX_HEAD_BYTES = 64_000  # bytes; the Message-ID comes before that
MAX_PARTS = 50  # deeply nested parts would be expensive to parse

PART_HEADER = re.compile(rb"^content-type:", re.IGNORECASE | re.MULTILINE)
MESSAGE_ID = re.compile(r"<\s*([^<>\s]+)\s*>|([^<>\s]+)")
NOT_AN_ADDRESS = re.compile(r'"(?:\\.|[^"\\])*"|\([^()]*\)|=\?[^?]*\?[^?]*\?[^?]*\?=')
EMAIL_ADDRESS = re.compile(r'[^\s<>()@,;:"]+@[^\s<>()@,;:"]+')

UNREADABLE = ("", True)  # no text, and there was more


class Reply(msgspec.Struct, frozen=True):
    """An incoming email, reduced to what we need."""

    message_id: str  # without <>
    sender: str  # the address of From in lower case; empty if there is none, or more than one
    subject: str
    lines: tuple[str, ...]  # what the person wrote
    auto_reply_reason: str = ""  # the sign that no person wrote it; empty for a person
    authentication: str = ""  # of the trusted mail server: pass, fail or empty
    is_truncated: bool = False  # the email was longer than we read
    unreadable_reason: str = ""  # why its text could not be read: ENCRYPTED or SEALED


def parse_reply(raw: bytes, *, envelope_sender: str, trusted: str = "", own: Collection[str] = ()) -> Reply:
    """Parse an email. `trusted` names the mail server whose authentication results count."""
    short, is_short = _truncate_raw(raw)
    message, is_whole = _parse_truncated(short)
    headers = extract_headers(message)
    sender = _find_sender(headers)
    opened, unreadable_reason = call_safely((message, SEALED), open_signed_email, message, parse_message)
    text, is_cut = call_safely(UNREADABLE, extract_text, opened) if is_whole else UNREADABLE
    lines = extract_own_lines(strip_clear_signature(text))
    if has_pgp_message(lines):
        unreadable_reason = ENCRYPTED
    if unreadable_reason:  # what stands beside it is by a gateway or a virus scanner
        lines = []
    taken = [line for line in lines if len(line) <= MAX_LINE_LENGTH][:MAX_LINES]
    return Reply(
        message_id=_find_message_id(headers),
        sender=sender,
        subject=decode_header_text(get_first(headers, "subject"))[:MAX_LINE_LENGTH],
        lines=tuple(taken),
        auto_reply_reason=detect_auto_reply(headers, sender, envelope_sender, own),
        authentication=check_authentication(extract_server_headers(message), sender, trusted),
        is_truncated=is_short or is_cut or len(taken) < len(lines),
        unreadable_reason=unreadable_reason,
    )


def _truncate_raw(raw: bytes) -> tuple[bytes, bool]:
    """Truncate an email to what we read, normalise its line ends, and say whether there was more."""
    even = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    short = b"\n".join(even[:MAX_BYTES].split(b"\n", MAX_RAW_LINES)[:MAX_RAW_LINES])
    return short, len(short) < len(even)


def parse_message(raw: bytes) -> Message:
    """Parse an email with its parts; only its headers if there are too many parts."""
    return _parse_truncated(_truncate_raw(raw)[0])[0]


def _parse_truncated(raw: bytes) -> tuple[Message, bool]:
    """Parse an email, and say whether its parts could be read; if not, it has only its headers."""
    if len(PART_HEADER.findall(raw)) <= MAX_PARTS:
        broken = Message()
        message = call_safely(broken, message_from_bytes, raw, policy=TruncatingPolicy())
        if message is not broken:
            return message, True
    return _parse_head(raw), False


def _parse_head(raw: bytes) -> Message:
    head = raw.partition(b"\n\n")[0]
    return call_safely(Message(), BytesHeaderParser(policy=TruncatingPolicy()).parsebytes, head)


def _find_message_id(headers: Headers) -> str:
    found = MESSAGE_ID.search(get_first(headers, "message-id"))
    return (found[1] or found[2]) if found else ""


def _find_sender(headers: Headers) -> str:
    """Return the only address in From; one that merely appears in a display name does not count."""
    if len(headers.get("from", [])) != 1:
        return ""
    bare = NOT_AN_ADDRESS.sub(" ", get_first(headers, "from")[:MAX_LINE_LENGTH])
    found = {address.lower() for address in EMAIL_ADDRESS.findall(bare)}
    return found.pop() if len(found) == 1 else ""


def extract_message_id(raw: bytes) -> str:
    """Return the Message-ID of an email, without angle brackets."""
    head, _cut = _truncate_raw(raw[:MAX_HEAD_BYTES])
    return _find_message_id(extract_headers(_parse_head(head)))


def compute_duplicate_key(raw: bytes, recipient: str) -> str:
    """Return a key that is the same for each delivery of the same email to the same address."""
    message = extract_message_id(raw).encode("utf-8", "surrogatepass") or sha256(raw).digest()
    return sha256(message + b"\n" + recipient.lower().encode("utf-8", "surrogatepass")).hexdigest()

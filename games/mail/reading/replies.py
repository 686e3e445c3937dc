"""A reply as a person wrote it: who, what lines, and whether it may be trusted.

Anything can come in, so nothing here raises: what cannot be read is an empty letter. What the lines mean, and
whether their writer may sit at the table, others decide.
"""

import re
from collections.abc import Collection
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from hashlib import sha256

import msgspec

from games.mail.reading.bodies import text_of
from games.mail.reading.headers import Headers, Short, first, headers_of, readable
from games.mail.reading.machines import why_automatic
from games.mail.reading.plain import safely
from games.mail.reading.quotes import own_lines
from games.mail.reading.verdicts import verdict

MOST_LINES = 60  # of a person
LONGEST_LINE = 1200  # letters: the longest word to the table, and what stands before it
MOST_BYTES = 4 * 1024 * 1024  # of a letter; text comes first, pictures after it
MOST_RAW_LINES = 60_000  # as many as pictures of that size take
LONGEST_HEAD = 64_000  # bytes; a Message-ID stands further up
MOST_PARTS = 50  # nested deeply they would cost more than any letter is worth

PART = re.compile(rb"^content-type:", re.IGNORECASE | re.MULTILINE)
MESSAGE_ID = re.compile(r"<\s*([^<>\s]+)\s*>|([^<>\s]+)")
NO_ADDRESS = re.compile(r'"(?:\\.|[^"\\])*"|\([^()]*\)|=\?[^?]*\?[^?]*\?[^?]*\?=')
ADDRESS = re.compile(r'[^\s<>()@,;:"]+@[^\s<>()@,;:"]+')

UNREADABLE = ("", True)  # no text, and there was more


class Reply(msgspec.Struct, frozen=True):
    """A letter that came in, as far as it concerns us."""

    message_id: str  # without <>
    sender: str  # the address of From in lower case; empty if there is none, or more than one
    subject: str
    lines: tuple[str, ...]  # what the person wrote
    automatic: str = ""  # how we know that nobody wrote it; empty for a person
    verdict: str = ""  # of the trusted mail server: pass, fail, or nothing
    is_cut: bool = False  # there was more than we take in


def read(raw: bytes, *, envelope_sender: str, trusted: str = "", own: Collection[str] = ()) -> Reply:
    """What this letter says. `trusted` is the name of the mail server whose verdict counts."""
    short, is_short = _shortened(raw)
    message, is_whole = _parsed(short)
    headers = headers_of(message)
    sender = _sender(headers)
    text, is_cut = safely(UNREADABLE, text_of, message) if is_whole else UNREADABLE
    lines = own_lines(text)
    taken = [line for line in lines if len(line) <= LONGEST_LINE][:MOST_LINES]
    return Reply(
        message_id=_message_id(headers),
        sender=sender,
        subject=readable(first(headers, "subject"))[:LONGEST_LINE],
        lines=tuple(taken),
        automatic=why_automatic(headers, sender, envelope_sender, own),
        verdict=verdict(headers, sender, trusted),
        is_cut=is_short or is_cut or len(taken) < len(lines),
    )


def _shortened(raw: bytes) -> tuple[bytes, bool]:
    """As much as we read, with one kind of line end, and whether there is more."""
    even = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    short = b"\n".join(even[:MOST_BYTES].split(b"\n", MOST_RAW_LINES)[:MOST_RAW_LINES])
    return short, len(short) < len(even)


def parsed(raw: bytes) -> Message:
    """The letter with its parts, if there are not too many; else its headers."""
    return _parsed(_shortened(raw)[0])[0]


def _parsed(raw: bytes) -> tuple[Message, bool]:
    """The letter, and whether its parts could be read; if not, its headers alone."""
    if len(PART.findall(raw)) <= MOST_PARTS:
        broken = Message()
        message = safely(broken, message_from_bytes, raw, policy=Short())
        if message is not broken:
            return message, True
    return _head(raw), False


def _head(raw: bytes) -> Message:
    head = raw.partition(b"\n\n")[0]
    return safely(Message(), BytesHeaderParser(policy=Short()).parsebytes, head)


def _message_id(headers: Headers) -> str:
    found = MESSAGE_ID.search(first(headers, "message-id"))
    return (found[1] or found[2]) if found else ""


def _sender(headers: Headers) -> str:
    """The one address in From. What a name pretends to be is no address."""
    if len(headers.get("from", [])) != 1:
        return ""
    bare = NO_ADDRESS.sub(" ", first(headers, "from")[:LONGEST_LINE])
    found = {address.lower() for address in ADDRESS.findall(bare)}
    return found.pop() if len(found) == 1 else ""


def message_id(raw: bytes) -> str:
    """The name of the letter, without <>."""
    head, _cut = _shortened(raw[:LONGEST_HEAD])
    return _message_id(headers_of(_head(head)))


def duplicate_key(raw: bytes, recipient: str) -> str:
    """The same for the same letter to the same address, however often it is brought."""
    letter = message_id(raw).encode("utf-8", "surrogatepass") or sha256(raw).digest()
    return sha256(letter + b"\n" + recipient.lower().encode("utf-8", "surrogatepass")).hexdigest()

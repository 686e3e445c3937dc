"""The headers of an incoming email, decoded safely whatever bytes they consist of."""

from collections.abc import Iterable
from email.header import decode_header
from email.message import Message
from email.policy import Compat32

from games.mail.parsing.text import call_safely, clean_text, decode_bytes

MAX_HEADER_LENGTH = 10_000  # characters; no real mail program writes more

Headers = dict[str, list[str]]  # values by lower-case name, in order, each on one line


class TruncatingPolicy(Compat32):
    """A parser policy that truncates headers: the library's parsing time grows with the square of their
    length.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MAX_HEADER_LENGTH]


def extract_headers(message: Message) -> Headers:
    return _group_headers(message.raw_items())


def extract_server_headers(message: Message) -> Headers:
    """Return the headers above the topmost Received, which only the mail server that brought the email can
    have written: whatever a sender writes comes in below it. Without a Received nothing is the server's.
    """
    items = list(message.raw_items())
    above = next((place for place, (name, _) in enumerate(items) if name.lower() == "received"), 0)
    return _group_headers(items[:above])


def _group_headers(items: Iterable[tuple[str, str]]) -> Headers:
    found: Headers = {}
    for name, value in items:
        found.setdefault(name.lower(), []).append(_unfold_header(str(value)))
    return found


def _unfold_header(value: str) -> str:
    raw = value.encode("utf-8", "surrogateescape")
    return collapse_whitespace(decode_bytes(raw, "utf-8"))


def collapse_whitespace(text: str) -> str:
    return " ".join(clean_text(text).split())


def get_first(headers: Headers, name: str) -> str:
    return headers.get(name, [""])[0]


def decode_header_text(value: str) -> str:
    """Decode the encoded words of a header."""
    return collapse_whitespace(call_safely(value, _join_encoded_words, value))


def _join_encoded_words(value: str) -> str:
    return "".join(
        word
        if isinstance(word, str)
        else decode_bytes(word, charset)
        if charset
        else word.decode("raw_unicode_escape")
        for word, charset in decode_header(value)
    )

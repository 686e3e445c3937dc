"""The headers of a letter that came in, whatever bytes they are."""

from email.header import decode_header
from email.message import Message
from email.policy import Compat32

from games.mail.reading.plain import decoded, safely, tidy

LONGEST_HEADER = 10_000  # letters; nobody's programs write more, and ours need not read more

Headers = dict[str, list[str]]  # by name in lower case, from the top; each on one line


class Short(Compat32):
    """Headers of a length that the library can take apart: its work grows with the square of it."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


def headers_of(message: Message) -> Headers:
    found: Headers = {}
    for name, value in message.raw_items():
        found.setdefault(name.lower(), []).append(_unfolded(str(value)))
    return found


def _unfolded(value: str) -> str:
    raw = value.encode("utf-8", "surrogateescape")
    return one_line(decoded(raw, "utf-8"))


def one_line(text: str) -> str:
    return " ".join(tidy(text).split())


def first(headers: Headers, name: str) -> str:
    return headers.get(name, [""])[0]


def readable(value: str) -> str:
    """A header with its encoded words written out."""
    return one_line(safely(value, _written_out, value))


def _written_out(value: str) -> str:
    return "".join(
        word
        if isinstance(word, str)
        else decoded(word, charset)
        if charset
        else word.decode("raw_unicode_escape")
        for word, charset in decode_header(value)
    )

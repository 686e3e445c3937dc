"""Read the email inside an S/MIME signature: the Cryptographic Message Syntax of RFC 5652, in BER.

A signature that is not detached wraps the email in a binary structure. Lengths in it may be left open, and a
string may come in pieces: mail programs do both. The signature itself is not checked: who wrote it is known
from the results of the mail server, as with every other email.
"""

from collections.abc import Iterator
from typing import NamedTuple

SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
ENCRYPTED_TYPES = frozenset(
    {
        bytes.fromhex("2a864886f70d010703"),  # enveloped-data
        bytes.fromhex("2a864886f70d010706"),  # encrypted-data
        bytes.fromhex("2a864886f70d0109100117"),  # authEnveloped-data
    }
)

SEQUENCE, OCTET_STRING, OCTET_STRING_IN_PIECES, OBJECT_IDENTIFIER, WRAPPED = 0x30, 0x04, 0x24, 0x06, 0xA0
LONG_TAG, OPEN_LENGTH = 0x1F, 0x80
END_MARK = b"\0\0"  # of an element whose length was left open
MAX_ELEMENTS = 50_000  # an email of a few lines has a few hundred; hostile ones could have a million
MAX_DEPTH = 20
MAX_LENGTH_BYTES = 4


class CmsError(Exception):
    """This is no structure that we can read."""


class EncryptedContent(CmsError):
    """The structure is sound, but its content is encrypted."""


class Element(NamedTuple):
    """A tagged value."""

    tag: int
    content: bytes


def extract_signed_content(data: bytes) -> bytes:
    """Return what a signature wraps; raise EncryptedContent, or another CmsError, if it cannot be read."""
    reader = BerReader()
    kind, wrapped = _read_pair(reader, reader.read_only(data, SEQUENCE))
    if kind in ENCRYPTED_TYPES:
        raise EncryptedContent
    if kind != SIGNED_DATA:
        raise CmsError("neither signed nor encrypted")
    signed = reader.read_only(wrapped, SEQUENCE)
    # the version, the digest algorithms, then the content
    enclosed = [one for one in reader.iterate(signed) if one.tag == SEQUENCE][:1]
    if not enclosed:
        raise CmsError("no content")
    _kind, content = _read_pair(reader, enclosed[0].content)
    return b"".join(reader.iterate_pieces(content))


def _read_pair(reader: "BerReader", data: bytes) -> tuple[bytes, bytes]:
    """Read the type of a content and the content in its wrapping; a detached signature has no content."""
    parts = list(reader.iterate(data))
    if [one.tag for one in parts] != [OBJECT_IDENTIFIER, WRAPPED]:
        raise CmsError("no content")
    return parts[0].content, parts[1].content


class BerReader:
    """Reads elements, as many as one email may reasonably have."""

    def __init__(self) -> None:
        self.left = MAX_ELEMENTS

    def read_only(self, data: bytes, tag: int) -> bytes:
        """Return the content of the element at the beginning, which must have this tag."""
        element, _end = self._read(data, 0, 0)
        if element.tag != tag:
            raise CmsError("another element was expected")
        return element.content

    def iterate(self, data: bytes) -> Iterator[Element]:
        """Yield the elements of a sequence."""
        at = 0
        while at < len(data):
            element, at = self._read(data, at, 0)
            yield element

    def iterate_pieces(self, data: bytes, depth: int = 0) -> Iterator[bytes]:
        """Yield the pieces of a string, which may be in pieces itself."""
        if depth > MAX_DEPTH:
            raise CmsError("nested too deeply")
        for element in self.iterate(data):
            if element.tag == OCTET_STRING_IN_PIECES:
                yield from self.iterate_pieces(element.content, depth + 1)
            elif element.tag == OCTET_STRING:
                yield element.content
            else:
                raise CmsError("a string was expected")

    def _read(self, data: bytes, at: int, depth: int) -> tuple[Element, int]:
        """Read the element at this place; return it, and where the next one begins."""
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH or at + 2 > len(data) or data[at] & LONG_TAG == LONG_TAG:
            raise CmsError("not readable")
        tag, length, start = data[at], data[at + 1], at + 2
        if length == OPEN_LENGTH:
            end = self._find_end_mark(data, start, depth + 1)
            return Element(tag, data[start:end]), end + len(END_MARK)
        if length > OPEN_LENGTH:
            count = length - OPEN_LENGTH
            length, start = int.from_bytes(data[start : start + count], "big"), start + count
            if count > MAX_LENGTH_BYTES:
                raise CmsError("too long")
        if start + length > len(data):
            raise CmsError("cut off")
        return Element(tag, data[start : start + length]), start + length

    def _find_end_mark(self, data: bytes, at: int, depth: int) -> int:
        while data[at : at + len(END_MARK)] != END_MARK:
            _element, at = self._read(data, at, depth)
        return at

"""Signed tokens for the links in emails: how they are signed and read, and how they are bound to a seat.

What a token is for and what it holds is declared once for each kind: `games/links/kinds.py` has the kinds of
games, `games/tournaments/mail/links.py` those of tournaments.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from django.core import signing
from django.utils.crypto import constant_time_compare

Content = TypeVar("Content")


class BadToken(Exception):
    """The token is forged, damaged, of an unknown form, or signed with a key that is no longer accepted."""


class ExpiredToken(BadToken):
    """The signature is valid, but the token is too old. It is raised with the content of the token."""

    def __init__(self, content: Any) -> None:
        super().__init__()  # the content stays out of the message, which may be logged
        self.content = content


@dataclass(frozen=True)
class Token(Generic[Content]):
    """A kind of token: it is signed for one purpose, has one type of content, and expires."""

    purpose: str  # the salt of the signature: stored in every email that was sent, so it never changes
    content_type: type[Content]
    lasts: timedelta

    def sign(self, content: Content) -> str:
        """Sign this content; the token also holds the time."""
        return self._signer.sign_object(msgspec.to_builtins(content))

    def read(self, token: str) -> Content:
        """The content of a token; ExpiredToken or BadToken unless it is one of this kind and still valid."""
        try:
            return self._read(token, self.lasts)
        except signing.SignatureExpired as error:
            raise ExpiredToken(self._read(token, None)) from error

    def _read(self, token: str, lasts: timedelta | None) -> Content:
        try:
            return msgspec.convert(self._signer.unsign_object(token, max_age=lasts), self.content_type)
        except signing.SignatureExpired:
            raise
        except (signing.BadSignature, ValueError, msgspec.ValidationError) as error:
            raise BadToken from error

    @property
    def _signer(self) -> signing.TimestampSigner:
        return signing.TimestampSigner(salt=self.purpose)


KINDS: dict[str, Token[Any]] = {}  # every declared kind, by its purpose


def declare_token(purpose: str, content_type: type[Content], lasts: timedelta) -> Token[Content]:
    """Declare a kind of token. No two kinds may share a purpose, or one could be used as the other."""
    if purpose in KINDS:
        raise ValueError(f"There is a kind of token with the purpose {purpose} already.")
    kind = KINDS[purpose] = Token(purpose, content_type, lasts)
    return kind


# --- tokens that belong to a seat, or to an entrant of a tournament


class LinkedSeat(Protocol):
    """A seat or an entrant: its model, or the row that the play service works with."""

    pk: int
    user_id: int | None
    key: str


class SeatLink(Protocol):
    """The content of a token that belongs to a seat."""

    @property
    def seat_id(self) -> int: ...

    @property
    def key_digest(self) -> str: ...


def compute_key_digest(seat: LinkedSeat) -> str:
    """A digest of the seat's key, which changes when the seat gets a new player or its links are revoked.

    The link contains the digest and not the key, because anybody can read the content of a token."""
    return hashlib.sha256(f"games.seat/{seat.key}".encode()).hexdigest()[:16]


def fits_digest(key_digest: str, seat: LinkedSeat) -> bool:
    """Is this the digest of the seat's present key?"""
    return constant_time_compare(key_digest, compute_key_digest(seat))


def fits_seat(opened: SeatLink, seat: LinkedSeat) -> bool:
    """Is the link for this seat, and is its digest still valid?"""
    return opened.seat_id == seat.pk and fits_digest(opened.key_digest, seat)

"""Signed tokens for the links in emails: how they are signed and read, and how they are bound to a seat.

A token is short, because an email has one for each option and people read its text part: the time in minutes
(3 bytes) with the content as MessagePack, a colon, and 128 bits of an HMAC-SHA-256.

What a token is for and what it holds is declared once for each kind: `games/links/kinds.py` has the kinds of
games, `games/tournaments/mail/links.py` those of tournaments.
"""

import base64
import hashlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

Content = TypeVar("Content")

EPOCH = datetime(2020, 1, 1, tzinfo=UTC).timestamp()  # times count from here, in minutes
TIME_SIZE, SIGNATURE_SIZE, DIGEST_SIZE = 3, 16, 4  # bytes
ONE_MINUTE = 60  # seconds


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
        minutes = int(time.time() - EPOCH) // ONE_MINUTE
        payload = minutes.to_bytes(TIME_SIZE) + msgspec.msgpack.encode(content)
        return f"{_encode(payload)}:{_encode(self._compute_signature(payload, settings.SECRET_KEY))}"

    def read(self, token: str) -> Content:
        """The content of a token; ExpiredToken or BadToken unless it is one of this kind and still valid."""
        payload = self._verify(token)
        try:
            content = msgspec.msgpack.decode(payload[TIME_SIZE:], type=self.content_type)
        except (msgspec.DecodeError, ValueError) as error:
            raise BadToken from error
        signed_at = EPOCH + ONE_MINUTE * int.from_bytes(payload[:TIME_SIZE])
        if time.time() - signed_at > self.lasts.total_seconds():
            raise ExpiredToken(content)
        return content

    def _verify(self, token: str) -> bytes:
        """Return the payload if it was signed with the secret key or an older one that is still accepted."""
        payload, signature = map(_decode, token.partition(":")[::2])
        keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        if any(constant_time_compare(signature, self._compute_signature(payload, key)) for key in keys):
            return payload
        raise BadToken

    def _compute_signature(self, payload: bytes, key: str) -> bytes:
        mac = salted_hmac(f"games.links/{self.purpose}", payload, secret=key, algorithm="sha256")
        return mac.digest()[:SIGNATURE_SIZE]


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    """Return the bytes of a part of a token; BadToken unless it is exactly how these bytes are written."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise BadToken from error
    if _encode(data) != text:
        raise BadToken
    return data


KINDS: dict[str, Token[Any]] = {}  # every declared kind, by its purpose


def declare_token(purpose: str, content_type: type[Content], lasts: timedelta) -> Token[Content]:
    """Declare a kind of token. No two kinds may share a purpose, or one could be used as the other."""
    if purpose in KINDS:
        raise ValueError(f"There is a kind of token with the purpose {purpose} already.")
    kind = KINDS[purpose] = Token(purpose, content_type, lasts)
    return kind


def compute_address_digest(key: str, address: str) -> bytes:
    """A digest of an address, which whoever reads the link cannot guess without the key of its row."""
    return hashlib.sha256(f"games.address/{key}/{address.lower()}".encode()).digest()[:DIGEST_SIZE]


# --- tokens that belong to a person without a seat


class LinkedUser(Protocol):
    """A person: `link_key` is empty until they have revoked all links, and then changes each time."""

    link_key: str


def compute_user_digest(user: LinkedUser) -> bytes:
    """A digest of the person's key; empty while there is none, as in links from before there were any."""
    if not user.link_key:
        return b""
    return hashlib.sha256(f"games.user/{user.link_key}".encode()).digest()[:DIGEST_SIZE]


def fits_user(user_digest: bytes, user: LinkedUser) -> bool:
    """Was the link sent since this person has last revoked all links?"""
    return constant_time_compare(user_digest, compute_user_digest(user))


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
    def key_digest(self) -> bytes: ...


def compute_key_digest(seat: LinkedSeat) -> bytes:
    """A digest of the seat's key, which changes when the seat gets a new player or its links are revoked.

    The link contains the digest and not the key, because anybody can read the content of a token."""
    return hashlib.sha256(f"games.seat/{seat.key}".encode()).digest()[:DIGEST_SIZE]


def fits_digest(key_digest: bytes, seat: LinkedSeat) -> bool:
    """Is this the digest of the seat's present key?"""
    return constant_time_compare(key_digest, compute_key_digest(seat))


def fits_seat(opened: SeatLink, seat: LinkedSeat) -> bool:
    """Is the link for this seat, and is its digest still valid?"""
    return opened.seat_id == seat.pk and fits_digest(opened.key_digest, seat)

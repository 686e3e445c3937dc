"""Signed tokens for the links in emails. Each kind is for one purpose, and expires."""

import hashlib
from datetime import timedelta
from typing import Any, NamedTuple, Protocol

from django.core import signing
from django.utils.crypto import constant_time_compare

from games.models import Seat

INVITATION = "games.invitation.v1"
INVITATION_LASTS = timedelta(days=60)
TURN = "games.turn.v1"
TURN_LASTS = timedelta(days=60)  # usually ends much sooner, with the decision
ORDERS = "games.orders.v1"  # lasts as long, but ends with the next email that asks for a decision
SEAT_RETURN = "games.seat_return.v1"  # lasts as long
EXTENSION = "games.extension.v1"  # lasts as long; ends with the decision
VOTE = "games.vote.v1"  # lasts as long; ends when the vote is decided
NOT_ME = "games.not_me.v1"  # lasts as long as the links that may have been misused
UNSUBSCRIBE = "games.unsubscribe.v1"
GAZETTE_UNSUBSCRIBE = "games.gazette.v1"  # lasts as long
STAND_IN_UNSUBSCRIBE = "games.stand_in.v1"  # lasts as long
UNSUBSCRIBE_LASTS = timedelta(days=400)  # people also unsubscribe from an old email


class BadToken(Exception):
    """The token is forged, damaged, or signed with a key that is no longer accepted."""


class ExpiredToken(BadToken):
    """The signature is valid, but the token is too old."""


def sign_token(purpose: str, content: Any) -> str:
    """Sign content for one purpose; the token also holds the time."""
    return signing.TimestampSigner(salt=purpose).sign_object(content)


def read_token(purpose: str, token: str, lasts: timedelta | None) -> Any:
    """The content of a token; BadToken unless its signature is valid for this purpose and not too old."""
    try:
        return signing.TimestampSigner(salt=purpose).unsign_object(token, max_age=lasts)
    except signing.SignatureExpired as error:
        raise ExpiredToken from error
    except (signing.BadSignature, ValueError) as error:
        raise BadToken from error


# --- a seat


class LinkedSeat(Protocol):
    """A seat: its model, or the row that the play service works with."""

    pk: int
    user_id: int | None
    key: str


def compute_key_digest(seat: LinkedSeat) -> str:
    """A digest of the seat's key, which changes when the seat gets a new player or its links are revoked.

    The link contains the digest and not the key, because anybody can read the content of a token."""
    return hashlib.sha256(f"games.seat/{seat.key}".encode()).hexdigest()[:16]


class TurnLink(NamedTuple):
    """A link to a decision of a seat; with a line, to one answer."""

    seat_id: int
    key_digest: str
    decision: int
    line: str = ""


def sign_turn_token(seat: Seat, line: str = "") -> str:
    """A token for the open decision of this seat, or for one answer to it."""
    return sign_token(TURN, TurnLink(seat.pk, compute_key_digest(seat), seat.decision or 0, line))


def read_turn_token(token: str, lasts: timedelta | None = TURN_LASTS) -> TurnLink:
    return TurnLink(*read_token(TURN, token, lasts))


class OrdersLink(NamedTuple):
    """A link to the orders of a seat, from an email sent after the log entry with this number."""

    seat_id: int
    key_digest: str
    number: int


def sign_orders_token(seat: Seat, number: int) -> str:
    """A token for the orders of this seat."""
    return sign_token(ORDERS, OrdersLink(seat.pk, compute_key_digest(seat), number))


def read_orders_token(token: str) -> OrdersLink:
    return OrdersLink(*read_token(ORDERS, token, TURN_LASTS))


class SeatReturnLink(NamedTuple):
    """A link to take back a seat from the bot that plays for its player."""

    seat_id: int
    key_digest: str


def sign_return_token(seat: Seat) -> str:
    """A token to take this seat back from the bot."""
    return sign_token(SEAT_RETURN, SeatReturnLink(seat.pk, compute_key_digest(seat)))


def read_return_token(token: str) -> SeatReturnLink:
    return SeatReturnLink(*read_token(SEAT_RETURN, token, TURN_LASTS))


class ExtensionLink(NamedTuple):
    """A link to grant a request for more time: for a seat, or for the user who opened the table."""

    extension_id: int
    user_id: int
    seat_id: int = 0
    key_digest: str = ""


def sign_extension_token(extension_id: int, user_id: int, seat: Seat | None) -> str:
    """A token with which this user can grant this request for more time."""
    link = (
        ExtensionLink(extension_id, user_id, seat.pk, compute_key_digest(seat))
        if seat
        else ExtensionLink(extension_id, user_id)
    )
    return sign_token(EXTENSION, link)


def read_extension_token(token: str) -> ExtensionLink:
    return ExtensionLink(*read_token(EXTENSION, token, TURN_LASTS))


class VoteLink(NamedTuple):
    """A link for a seat to vote; `vote_id` is the oldest row of the vote, which is deleted with it."""

    seat_id: int
    key_digest: str
    vote_id: int


def sign_vote_token(seat: Seat, vote_id: int) -> str:
    """A token with which this seat can vote."""
    return sign_token(VOTE, VoteLink(seat.pk, compute_key_digest(seat), vote_id))


def read_vote_token(token: str) -> VoteLink:
    return VoteLink(*read_token(VOTE, token, TURN_LASTS))


class GameUnsubscribeLink(NamedTuple):
    """A link to unsubscribe a seat from one kind of email."""

    seat_id: int
    key_digest: str
    kind: str


class NotMeLink(NamedTuple):
    """A link to report that somebody else has played for a seat."""

    seat_id: int
    key_digest: str
    user_id: int  # so that the page still knows the player once the digest has changed


def fits_seat(
    opened: TurnLink
    | OrdersLink
    | SeatReturnLink
    | ExtensionLink
    | VoteLink
    | GameUnsubscribeLink
    | NotMeLink,
    seat: LinkedSeat,
) -> bool:
    """Is the link for this seat, and is its digest still valid?"""
    return opened.seat_id == seat.pk and constant_time_compare(opened.key_digest, compute_key_digest(seat))


def sign_unsubscribe_token(seat: Seat, kind: str) -> str:
    """A token to unsubscribe from this kind of email."""
    return sign_token(UNSUBSCRIBE, GameUnsubscribeLink(seat.pk, compute_key_digest(seat), kind))


def read_unsubscribe_token(token: str) -> GameUnsubscribeLink:
    return GameUnsubscribeLink(*read_token(UNSUBSCRIBE, token, UNSUBSCRIBE_LASTS))


def sign_not_me_token(seat: Seat) -> str:
    """A token to revoke all links of this seat."""
    return sign_token(NOT_ME, NotMeLink(seat.pk, compute_key_digest(seat), seat.user_id or 0))


def read_not_me_token(token: str) -> NotMeLink:
    return NotMeLink(*read_token(NOT_ME, token, TURN_LASTS))


# --- people without a seat


class GazetteUnsubscribeLink(NamedTuple):
    """A link to unsubscribe a user from the gazette of one game."""

    game_id: int
    user_id: int


def sign_gazette_token(game_id: int, user_id: int) -> str:
    """A token to unsubscribe from the gazette of this game."""
    return sign_token(GAZETTE_UNSUBSCRIBE, GazetteUnsubscribeLink(game_id, user_id))


def read_gazette_token(token: str) -> GazetteUnsubscribeLink:
    return GazetteUnsubscribeLink(*read_token(GAZETTE_UNSUBSCRIBE, token, UNSUBSCRIBE_LASTS))


def sign_stand_in_token(user_id: int) -> str:
    """A token to unsubscribe from emails about seats that need a stand-in."""
    return sign_token(STAND_IN_UNSUBSCRIBE, [user_id])


def read_stand_in_token(token: str) -> int:
    [user_id] = read_token(STAND_IN_UNSUBSCRIBE, token, UNSUBSCRIBE_LASTS)
    return int(user_id)

"""Words that prove where they come from. A token says what it is for, and expires."""

import hashlib
from datetime import timedelta
from typing import Any, NamedTuple, Protocol

from django.core import signing
from django.utils.crypto import constant_time_compare

from games.models import Seat

INVITATION = "games.invitation.v1"
INVITATION_LASTS = timedelta(days=60)
TURN = "games.turn.v1"
TURN_LASTS = timedelta(days=60)  # the decision usually ends it much sooner
ORDERS = "games.orders.v1"  # lasts as long, but ends with the next letter that asks something
BACK = "games.back.v1"  # lasts as long
MORE_TIME = "games.more_time.v1"  # lasts as long; the decision ends it
VOTE = "games.vote.v1"  # lasts as long; what is decided ends it
NOT_ME = "games.not_me.v1"  # lasts as long as the links that somebody may have misused
LETTERS = "games.letters.v1"
GAZETTE = "games.gazette.v1"  # lasts as long
STAND_IN = "games.stand_in.v1"  # lasts as long
LETTERS_LAST = timedelta(days=400)  # whoever finds an old letter may still have enough of them


class BadToken(Exception):
    """Forged, mutilated, or made with a key that we have dropped."""


class Expired(BadToken):
    """Ours, but too old."""


def write(purpose: str, content: Any) -> str:
    return signing.TimestampSigner(salt=purpose).sign_object(content)


def read(purpose: str, token: str, lasts: timedelta | None) -> Any:
    """What the token holds, if it is ours, whole, for this purpose and not too old."""
    try:
        return signing.TimestampSigner(salt=purpose).unsign_object(token, max_age=lasts)
    except signing.SignatureExpired as error:
        raise Expired from error
    except (signing.BadSignature, ValueError) as error:
        raise BadToken from error


# --- a seat


class Place(Protocol):
    """A row of a seat, or what the door holds of one."""

    pk: int
    user_id: int | None
    key: str


def lock(seat: Place) -> str:
    """Fits a seat until it is given on, or its links are put out of use. The pass itself is not in the link:
    whoever looks finds a digest."""
    return hashlib.sha256(f"games.seat/{seat.key}".encode()).hexdigest()[:16]


class Turn(NamedTuple):
    """A decision of a seat; with a line, one answer to it."""

    seat_id: int
    lock: str
    decision: int
    line: str = ""


def turn(seat: Seat, line: str = "") -> str:
    """A token for the open decision of this seat: for one answer, or for the whole of it."""
    return write(TURN, Turn(seat.pk, lock(seat), seat.decision or 0, line))


def read_turn(token: str, lasts: timedelta | None = TURN_LASTS) -> Turn:
    return Turn(*read(TURN, token, lasts))


class Desk(NamedTuple):
    """The orders of a seat, by a letter that was written after this entry of the journal."""

    seat_id: int
    lock: str
    number: int


def orders(seat: Seat, number: int) -> str:
    """A token for the orders of this seat."""
    return write(ORDERS, Desk(seat.pk, lock(seat), number))


def read_orders(token: str) -> Desk:
    return Desk(*read(ORDERS, token, TURN_LASTS))


class Chair(NamedTuple):
    """A seat at which a bot plays for its player."""

    seat_id: int
    lock: str


def back(seat: Seat) -> str:
    """A token to play this seat again."""
    return write(BACK, Chair(seat.pk, lock(seat)))


def read_back(token: str) -> Chair:
    return Chair(*read(BACK, token, TURN_LASTS))


class Grant(NamedTuple):
    """What somebody asks for, and who may grant it: a seat, or without one whoever has opened the table."""

    wish_id: int
    user_id: int
    seat_id: int = 0
    lock: str = ""


def more_time(wish_id: int, user_id: int, seat: Seat | None) -> str:
    """A token for this person to grant this wish."""
    hand = Grant(wish_id, user_id, seat.pk, lock(seat)) if seat else Grant(wish_id, user_id)
    return write(MORE_TIME, hand)


def read_more_time(token: str) -> Grant:
    return Grant(*read(MORE_TIME, token, TURN_LASTS))


class Ballot(NamedTuple):
    """A vote of the table in which a seat may have its say: the oldest row of it, which goes with it."""

    seat_id: int
    lock: str
    vote_id: int


def vote(seat: Seat, vote_id: int) -> str:
    """A token for this seat to vote."""
    return write(VOTE, Ballot(seat.pk, lock(seat), vote_id))


def read_vote(token: str) -> Ballot:
    return Ballot(*read(VOTE, token, TURN_LASTS))


class Letters(NamedTuple):
    """The letters of one kind that come to a seat."""

    seat_id: int
    lock: str
    kind: str


class Alarm(NamedTuple):
    """Somebody says that he did not play what was played for his seat."""

    seat_id: int
    lock: str
    user_id: int  # so that the page still knows him when the lock is another one


def fits(opened: Turn | Desk | Chair | Grant | Ballot | Letters | Alarm, seat: Place) -> bool:
    """Is it this seat, and still in the same hands?"""
    return opened.seat_id == seat.pk and constant_time_compare(opened.lock, lock(seat))


def no_more(seat: Seat, kind: str) -> str:
    """A token to have no more of these letters."""
    return write(LETTERS, Letters(seat.pk, lock(seat), kind))


def read_letters(token: str) -> Letters:
    return Letters(*read(LETTERS, token, LETTERS_LAST))


def not_me(seat: Seat) -> str:
    """A token to put all links of this seat out of use."""
    return write(NOT_ME, Alarm(seat.pk, lock(seat), seat.user_id or 0))


def read_not_me(token: str) -> Alarm:
    return Alarm(*read(NOT_ME, token, TURN_LASTS))


# --- somebody who has no seat


class Gazette(NamedTuple):
    """The gazette of one game that comes to one person."""

    game_id: int
    user_id: int


def no_gazette(game_id: int, user_id: int) -> str:
    """A token to have the gazette of this game no more."""
    return write(GAZETTE, Gazette(game_id, user_id))


def read_no_gazette(token: str) -> Gazette:
    return Gazette(*read(GAZETTE, token, LETTERS_LAST))


def no_stand_in(user_id: int) -> str:
    """A token to be written to no more when a seat looks for a player."""
    return write(STAND_IN, [user_id])


def read_no_stand_in(token: str) -> int:
    [user_id] = read(STAND_IN, token, LETTERS_LAST)
    return int(user_id)

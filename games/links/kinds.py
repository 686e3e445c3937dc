"""The kinds of links in emails about games: what each token is for, what it holds and how long it lasts.

The purposes and the order of the fields are in emails that were sent, so they stay as they are.
"""

from datetime import timedelta
from typing import NamedTuple, Self

from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.links.tokens import (
    compute_address_digest,
    compute_key_digest,
    compute_user_digest,
    declare_token,
)
from games.models import Invitation, Seat

LINK_LASTS = timedelta(days=60)  # most end much sooner, with the decision, the vote or the next email
UNSUBSCRIBE_LASTS = timedelta(days=400)  # people also unsubscribe from an old email


class InvitationLink(NamedTuple):
    """A link to an invitation, for whoever reads emails to the address to which it was sent."""

    invitation_id: int
    address_digest: bytes = b""  # links had none before people were invited by name

    @classmethod
    def for_invitation(cls, invitation: Invitation) -> Self:
        return cls(invitation.pk, _compute_invited_digest(invitation))


class InvitationUnsubscribeLink(NamedTuple):
    """A link with which whoever got an invitation says that they want no more of them."""

    invitation_id: int
    address_digest: bytes = b""  # as in the link to the invitation

    @classmethod
    def for_invitation(cls, invitation: Invitation) -> Self:
        return cls(invitation.pk, _compute_invited_digest(invitation))


def _compute_invited_digest(invitation: Invitation) -> bytes:
    return compute_address_digest(invitation.reply_key, invitation.address)


def fits_invitation(link: InvitationLink | InvitationUnsubscribeLink, invitation: Invitation) -> bool:
    """Was this link sent to the address that the invitation has now, and not revoked since?"""
    if not link.address_digest:
        return invitation.invitee_id is None and not invitation.has_revoked_links  # the address never changes
    return constant_time_compare(link.address_digest, _compute_invited_digest(invitation))


class JoinLinkToken(NamedTuple):
    """An invitation link, which a host passes on to whomever they like."""

    join_link_id: int


INVITATION = declare_token("games.invitation.v1", InvitationLink, LINK_LASTS)
INVITATION_UNSUBSCRIBE = declare_token(
    "games.no_invitations.v1", InvitationUnsubscribeLink, UNSUBSCRIBE_LASTS
)

JOIN_LINK = declare_token("games.join_link.v1", JoinLinkToken, LINK_LASTS)  # its row says how long it is good


# --- links of a seat


class TurnLink(NamedTuple):
    """A link to a decision of a seat; with a line to one answer, with the number of a turn to that turn."""

    seat_id: int
    key_digest: bytes
    decision: int
    line: str = ""
    turn: int = 0  # in the list of whole turns that the email offers

    @classmethod
    def for_seat(cls, seat: Seat, line: str = "", *, turn: int = 0) -> Self:
        """A link to the open decision of this seat, to one answer to it, or to a whole turn."""
        return cls(seat.pk, compute_key_digest(seat), seat.decision or 0, line, turn)


class OrdersLink(NamedTuple):
    """A link to the orders of a seat, from an email sent after the log entry with this number."""

    seat_id: int
    key_digest: bytes
    number: int

    @classmethod
    def for_seat(cls, seat: Seat, number: int) -> Self:
        return cls(seat.pk, compute_key_digest(seat), number)


class SeatReturnLink(NamedTuple):
    """A link to take back a seat from the bot that plays for its player."""

    seat_id: int
    key_digest: bytes

    @classmethod
    def for_seat(cls, seat: Seat) -> Self:
        return cls(seat.pk, compute_key_digest(seat))


class RematchLink(NamedTuple):
    """A link with which the player of a seat in a finished game plays again with the same people."""

    seat_id: int
    key_digest: bytes

    @classmethod
    def for_seat(cls, seat: Seat) -> Self:
        return cls(seat.pk, compute_key_digest(seat))


class ExtensionLink(NamedTuple):
    """A link to grant a request for more time: for a seat, or for the user who opened the table."""

    extension_id: int
    user_id: int
    seat_id: int = 0
    key_digest: bytes = b""
    user_digest: bytes = b""

    @classmethod
    def for_user(cls, extension_id: int, user: User, seat: Seat | None) -> Self:
        """A link with which this user grants the request; without a seat, as the opener of the table."""
        if seat is None:
            return cls(extension_id, user.pk, user_digest=compute_user_digest(user))
        return cls(extension_id, user.pk, seat.pk, compute_key_digest(seat))


class VoteLink(NamedTuple):
    """A link for a seat to vote; `vote_id` is the oldest row of the vote, which is deleted with it."""

    seat_id: int
    key_digest: bytes
    vote_id: int

    @classmethod
    def for_seat(cls, seat: Seat, vote_id: int) -> Self:
        return cls(seat.pk, compute_key_digest(seat), vote_id)


class NotMeLink(NamedTuple):
    """A link to report that somebody else has played for a seat."""

    seat_id: int
    key_digest: bytes
    user_id: int  # so that the page still knows the player once the digest has changed

    @classmethod
    def for_seat(cls, seat: Seat) -> Self:
        return cls(seat.pk, compute_key_digest(seat), seat.user_id or 0)


class GameUnsubscribeLink(NamedTuple):
    """A link to unsubscribe a seat from one kind of email."""

    seat_id: int
    key_digest: bytes
    kind: str

    @classmethod
    def for_seat(cls, seat: Seat, kind: str) -> Self:
        return cls(seat.pk, compute_key_digest(seat), kind)


TURN = declare_token("games.turn.v1", TurnLink, LINK_LASTS)
ORDERS = declare_token("games.orders.v1", OrdersLink, LINK_LASTS)
SEAT_RETURN = declare_token("games.seat_return.v1", SeatReturnLink, LINK_LASTS)
REMATCH = declare_token("games.rematch.v1", RematchLink, LINK_LASTS)
EXTENSION = declare_token("games.extension.v1", ExtensionLink, LINK_LASTS)
VOTE = declare_token("games.vote.v1", VoteLink, LINK_LASTS)
NOT_ME = declare_token("games.not_me.v1", NotMeLink, LINK_LASTS)  # as long as links that may be misused
UNSUBSCRIBE = declare_token("games.unsubscribe.v1", GameUnsubscribeLink, UNSUBSCRIBE_LASTS)


# --- links of people without a seat


class GazetteUnsubscribeLink(NamedTuple):
    """A link to unsubscribe a user from the gazette of one game."""

    game_id: int
    user_id: int
    user_digest: bytes = b""

    @classmethod
    def for_user(cls, game_id: int, user: User) -> Self:
        return cls(game_id, user.pk, compute_user_digest(user))


class StandInUnsubscribeLink(NamedTuple):
    """A link to unsubscribe a user from emails about seats that need a stand-in."""

    user_id: int
    user_digest: bytes = b""

    @classmethod
    def for_user(cls, user: User) -> Self:
        return cls(user.pk, compute_user_digest(user))


GAZETTE_UNSUBSCRIBE = declare_token("games.gazette.v1", GazetteUnsubscribeLink, UNSUBSCRIBE_LASTS)
STAND_IN_UNSUBSCRIBE = declare_token("games.stand_in.v1", StandInUnsubscribeLink, UNSUBSCRIBE_LASTS)

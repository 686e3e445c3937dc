"""The server's own email addresses: what their local parts mean, and how to build and parse them.

| address | is |
| --- | --- |
| `reply+<key>@` | a seat; `reply+<key>-<decision>@` its answer to one question |
| `join+<key>@` | an invitation, to be answered with yes or no |
| `stop+<key>@` | unsubscribe the seat of the key from emails about its table |
| `event+<key>@` | an entrant of a tournament; `event+<key>-<notice>@` the answer to one notice |
| `bounce+<row>-<signature>@` | the return path of one email, for bounces |

Mail servers may change the case of a local part, so it consists of lower-case letters and digits only. While
`REPLY_DOMAIN` is empty no mail can come in, and no such address is handed out.
"""

import base64
import re
from typing import NamedTuple

from django.conf import settings
from django.db.models import Model
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import GameNotice, IncomingMail, Invitation, Seat

REPLY, JOIN, STOP, TOURNAMENT, BOUNCE = "reply", "join", "stop", "tournament", "bounce"
SIGNATURE_LENGTH = 16  # base32 characters

LOCAL_PART = re.compile(r"(reply|join|stop|tournament|bounce)\+([a-z0-9]{1,24})(?:-([a-z0-9]{1,20}))?")
BOUNCE_MODELS: dict[str, type[Model]] = {
    "n": GameNotice,
    "i": Invitation,
    "r": IncomingMail,
}  # other apps add theirs


class Address(NamedTuple):
    """One of our addresses, parsed."""

    kind: str
    key: str
    suffix: str = ""  # reply: the decision; tournament: the notice; bounce: the signature

    @property
    def decision(self) -> int | None:
        """Return the number of the question that this reply address answers, if it names one."""
        return int(self.suffix) if self.kind == REPLY and re.fullmatch(r"\d{1,8}", self.suffix) else None


def format_address(kind: str, key: str, rest: str | int = "") -> str:
    """Return an address of ours, or an empty string where no mail can come in."""
    tail = f"-{rest}" if rest != "" else ""
    return f"{kind}+{key}{tail}@{settings.REPLY_DOMAIN}" if settings.REPLY_DOMAIN else ""


def parse_address(address: str) -> Address | None:
    """Parse an address, in any case; return None unless it has the form and the domain of ours."""
    local, _, domain = address.strip().lower().rpartition("@")
    found = LOCAL_PART.fullmatch(local)
    if found is None or not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN.lower():
        return None
    return Address(found[1], found[2], found[3] or "")


# --- seats and invitations


def build_reply_address(seat: Seat, decision: int | None = None) -> str:
    """Return the Reply-To address of a seat; the number says which question a reply to it answers."""
    return format_address(REPLY, seat.reply_key, decision if decision is not None else "")


def build_invitation_address(invitation: Invitation) -> str:
    """Return the address that accepts or declines an invitation."""
    return format_address(JOIN, invitation.reply_key)


def build_unsubscribe_address(seat: Seat) -> str:
    """Return the address that unsubscribes a seat from the emails about its table."""
    return format_address(STOP, seat.reply_key)


# --- bounces


def build_bounce_address(row: Model, address: str) -> str:
    """Return the signed return path for the email of this row to this address; it cannot be forged."""
    prefix = next(prefix for prefix, model in BOUNCE_MODELS.items() if isinstance(row, model))
    return format_address(
        BOUNCE, f"{prefix}{row.pk}", _sign_bounce_address(prefix, row.pk, address, settings.SECRET_KEY)
    )


def has_valid_signature(found: Address, address: str) -> bool:
    """Was this return path signed by us, with a current or an earlier key, for an email to this address?"""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    prefix, pk = found.key[0], found.key[1:]
    return any(
        constant_time_compare(found.suffix, _sign_bounce_address(prefix, pk, address, key)) for key in keys
    )


def _sign_bounce_address(prefix: str, pk: int | str, address: str, secret: str) -> str:
    digest = salted_hmac("games.bounce", f"{prefix}{pk}/{address.lower()}", secret=secret).digest()
    return base64.b32encode(digest).decode().lower()[:SIGNATURE_LENGTH]

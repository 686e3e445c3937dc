"""Our own addresses: what stands before the @, and whom it finds.

| address | is |
| --- | --- |
| `reply+<key>@` | a seat; `reply+<key>-<decision>@` its answer to one question |
| `join+<key>@` | an invitation, to be answered with yes or no |
| `stop+<key>@` | no more letters about this table, for the seat of the key |
| `event+<key>@` | somebody who takes part in an event; `event+<key>-<letter>@` their answer to one letter |
| `bounce+<row>-<proof>@` | the way back of a letter that could not be delivered |

Mail servers may change the case of such a word, so small letters and digits are all that it is made of.
There are none as long as no letters can come in: `REPLY_DOMAIN` is empty then.
"""

import base64
import re
from typing import NamedTuple

from django.conf import settings
from django.db.models import Model
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Incoming, Invitation, Notice, Seat

REPLY, JOIN, STOP, EVENT, BOUNCE = "reply", "join", "stop", "event", "bounce"
PROOF = 16  # letters of five bits each

LOCAL = re.compile(r"(reply|join|stop|event|bounce)\+([a-z0-9]{1,24})(?:-([a-z0-9]{1,20}))?")
ROWS: dict[str, type[Model]] = {"n": Notice, "i": Invitation, "r": Incoming}  # and of other apps


class Address(NamedTuple):
    """One of our addresses, taken apart."""

    kind: str
    key: str
    rest: str = ""  # of a reply: the decision; of an event: the letter; of a bounce: the proof

    @property
    def decision(self) -> int | None:
        """The question that a reply answers, if its letter put one."""
        return int(self.rest) if self.kind == REPLY and re.fullmatch(r"\d{1,8}", self.rest) else None


def written(kind: str, key: str, rest: str | int = "") -> str:
    """An address of ours, or nothing where no letters come in."""
    tail = f"-{rest}" if rest != "" else ""
    return f"{kind}+{key}{tail}@{settings.REPLY_DOMAIN}" if settings.REPLY_DOMAIN else ""


def read(address: str) -> Address | None:
    """What this address is, if it may be one of ours; in whatever case it comes."""
    local, _, domain = address.strip().lower().rpartition("@")
    found = LOCAL.fullmatch(local)
    if found is None or not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN.lower():
        return None
    return Address(found[1], found[2], found[3] or "")


# --- seats and invitations


def reply_to(seat: Seat, decision: int | None = None) -> str:
    """Where an answer to a letter to this seat goes; the number says which question it answers."""
    return written(REPLY, seat.post_key, decision if decision is not None else "")


def join(invitation: Invitation) -> str:
    return written(JOIN, invitation.post_key)


def stop(seat: Seat) -> str:
    return written(STOP, seat.post_key)


# --- letters that come back


def way_back(row: Model, address: str) -> str:
    """The return path of the letter of this row to this address. Nobody else can write it."""
    letter = next(letter for letter, model in ROWS.items() if isinstance(row, model))
    return written(BOUNCE, f"{letter}{row.pk}", _proof(letter, row.pk, address, settings.SECRET_KEY))


def proves(found: Address, address: str) -> bool:
    """Did a letter of ours to this address have this return path?"""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    letter, pk = found.key[0], found.key[1:]
    return any(constant_time_compare(found.rest, _proof(letter, pk, address, key)) for key in keys)


def _proof(letter: str, pk: int | str, address: str, secret: str) -> str:
    digest = salted_hmac("games.bounce", f"{letter}{pk}/{address.lower()}", secret=secret).digest()
    return base64.b32encode(digest).decode().lower()[:PROOF]

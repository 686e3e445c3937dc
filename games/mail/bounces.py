"""Letters that come back, and complaints: what they say, and what follows from it.

A letter of ours has a return path of its own (`addresses.way_back`), so what comes back finds its row, and
nobody can make one up. It counts for the address that the person has now. Nothing of it is answered.
"""

import logging
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from accounts import bounces as people
from accounts.models import User
from games.mail import addresses, correspondence, posting
from games.mail.addresses import ROWS, Address
from games.mail.reading import replies
from games.mail.reading.machines import MACHINES
from games.models import Incoming, Invitation, Notice
from games.play import reach, times

HARD, SOFT = "came back for good", "came back for now"
COMPLAINT, LATE, NO_BOUNCE, UNPROVEN = "complaint", "only late", "no bounce", "not proven"

# RFC 3463. Of what is permanent, these are not the address's fault: full, too large, our own reputation.
STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
REPLY = re.compile(r"\b([45])[0-5]\d\b")
PASSING = {("2", "2"), ("2", "3")}
NOT_THEIRS = {"3", "6", "7"}

HOUR = timedelta(hours=1)
ENOUGH_LETTERS, TOO_MANY = 20, 0.3  # so many came back in an hour: something is wrong with us, not with them
ALARM_EVERY = 60  # seconds

log = logging.getLogger(__name__)


# --- what came back to a return path


def read(letter: Incoming, verdict: str) -> str:
    """Act on a letter to one of our return paths; what it was, in a word for the row."""
    found = addresses.read(letter.recipient)
    address = _address_of(found) if found else ""
    if found is None or not address or not addresses.proves(found, address):
        return UNPROVEN
    if verdict in (HARD, SOFT, COMPLAINT):
        came_back(address, is_hard=verdict != SOFT, at=letter.received_at)
    return verdict


def _address_of(found: Address) -> str:
    """To whom the letter of this row goes by now."""
    row: Any = ROWS[found.key[0]]._default_manager.filter(pk=int(found.key[1:])).first()
    match row:
        case Invitation():
            return row.address
        case Incoming(seat=seat) if seat is not None and seat.user is not None:
            return seat.user.email
        case Incoming(invitation=Invitation() as invitation):
            return invitation.address
    user = getattr(row, "user", None)  # of a notice, and of a letter of another app or to it
    return user.email if user else ""


def verdict_of(raw: bytes, sender: str) -> str:
    """For good, for now, a complaint, or nothing of the kind."""
    letter = replies.parsed(raw)
    for part in letter.walk():
        if part.get_content_type() == "message/delivery-status":
            return _of_report(list(_blocks(part)))
        if part.get_content_type() == "message/feedback-report":
            return _of_complaint(list(_blocks(part)))
    return SOFT if _is_odd_bounce(letter, sender) else NO_BOUNCE


def _blocks(part: Message) -> Iterator[Message]:
    """The groups of fields of a report, however the parser has taken them."""
    payload: Any = part.get_payload()
    if isinstance(payload, list):
        for one in payload:
            yield one
            yield from _blocks(one)
    elif isinstance(payload, str) and ":" in payload:
        yield message_from_bytes(payload.encode("utf-8", "replace"))


def _of_report(blocks: list[Message]) -> str:
    """RFC 3464. Our letters have one recipient each, so it does not matter how the server calls him."""
    actions = {_field(block, "Action").lower(): block for block in blocks if block.get("Action")}
    if (failed := actions.get("failed")) is not None:
        said = f"{_field(failed, 'Status')} {_field(failed, 'Diagnostic-Code')}"
        return HARD if is_permanent(said) else SOFT
    return LATE if "delayed" in actions else NO_BOUNCE


def _field(block: Message, name: str) -> str:
    return str(block.get(name, "")).strip()


def _of_complaint(blocks: list[Message]) -> str:
    """RFC 5965. There are also reports that a letter was no spam."""
    kinds = {_field(block, "Feedback-Type").lower() for block in blocks}
    return NO_BOUNCE if "not-spam" in kinds else COMPLAINT


def is_permanent(said: str) -> bool | None:
    """Does this answer of a mail server mean that the address is no good? None if it says nothing of it."""
    if status := STATUS.search(said):
        kind, subject, detail = status.groups()
        return kind == "5" and subject not in NOT_THEIRS and (subject, detail) not in PASSING
    reply = REPLY.search(said)
    return reply[1] == "5" if reply else None


def _is_odd_bounce(letter: Message, sender: str) -> bool:
    """Written by a mail server, but in prose. A note that somebody is on holiday comes here too."""
    if _field(letter, "Auto-Submitted").lower().startswith("auto-replied"):
        return False
    author = parseaddr(_field(letter, "From"))[1].partition("@")[0].lower()
    return not sender or author in MACHINES


# --- what follows


@transaction.atomic
def came_back(address: str, *, is_hard: bool, at: datetime) -> None:
    """A letter to this address came back: by the return path, or as a provider tells us."""
    if is_hard:
        Invitation.objects.filter(address=address.lower(), state=Invitation.State.SENT).update(
            is_refused=True
        )
    user = get_user_model().objects.at(address)
    if user is not None and people.came_back(user, is_hard=is_hard, at=at):
        reach.lost(user, times.now())
        _alarm_if_many()


def refused(address: str, said: str) -> None:
    """The mail server did not even take a letter to this address, in these words."""
    if is_permanent(said):
        came_back(address, is_hard=True, at=times.now())


def _written_to(since: datetime) -> QuerySet[User]:
    """Whom we have written to lately, about games or about anything else."""
    models: list[type[Model]] = [Notice, *correspondence.rows()]
    sent = (one._default_manager.filter(status=Notice.Status.SENT, sent_at__gte=since) for one in models)
    return User.objects.filter(reduce(or_, (Q(pk__in=letters.values("user")) for letters in sent)))


def _alarm_if_many() -> None:
    """An address goes bad now and then. Many in an hour: the operator should look."""
    if not cache.add("bounces-alarm", 1, ALARM_EVERY):
        return
    since = times.now() - HOUR
    written = _written_to(since)
    lost = User.objects.filter(pk__in=written, unreachable_since__gte=since).count()
    total = written.count()
    if total >= ENOUGH_LETTERS and lost > TOO_MANY * total:
        posting.stop()
        log.error(
            "of %s people who were written to in the last hour, %s are out of reach by now, and no letter "
            "leaves for a quarter of an hour: please look at the mail server and at SPF, DKIM and DMARC "
            "(manage.py check_mail)",
            total,
            lost,
        )

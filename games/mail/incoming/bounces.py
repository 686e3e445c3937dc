"""Bounces and complaints: classify them, and mark the address as unreachable.

Each of our emails has a signed return path of its own, so a bounce leads back to its row and cannot be
forged. It counts for the address that the person has now. Bounces are never answered.
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

from accounts import bounces, server_time
from accounts.models import User
from games.mail import addresses, registry
from games.mail.addresses import BOUNCE_MODELS, Address
from games.mail.outgoing import availability
from games.mail.parsing import reply
from games.mail.parsing.auto_replies import DAEMON_NAMES
from games.models import GameNotice, IncomingMail, Invitation
from games.play.deadlines import unreachable
from games.play.lobby import invitations

HARD, SOFT = "came back for good", "came back for now"
COMPLAINT, DELAYED, NO_BOUNCE, UNVERIFIED = "complaint", "only late", "no bounce", "not proven"

# RFC 3463. Permanent codes that do not condemn the address: mailbox full, too large, our own reputation.
ENHANCED_STATUS_CODE = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
REPLY_CODE = re.compile(r"\b([45])[0-5]\d\b")
TEMPORARY_STATUSES = {("2", "2"), ("2", "3")}
SENDER_FAULT_SUBJECTS = {"3", "6", "7"}

BOUNCE_WINDOW = timedelta(hours=1)
MIN_RECIPIENTS, MAX_BOUNCE_SHARE = 20, 0.3  # beyond this share within an hour our own mail setup is to blame
ALARM_CHECK_INTERVAL = 60  # seconds

log = logging.getLogger(__name__)


# --- what came back to a return path


def handle_bounce(email: IncomingMail, verdict: str) -> str:
    """Act on an email to one of our return paths; return its verdict for the row."""
    found = addresses.parse_address(email.recipient)
    address = _find_recipient_address(found) if found else ""
    if found is None or not address or not addresses.has_valid_signature(found, address):
        return UNVERIFIED
    if verdict in (HARD, SOFT, COMPLAINT):
        record_bounce(address, is_hard=verdict != SOFT, at=email.received_at)
    return verdict


def _find_recipient_address(found: Address) -> str:
    """Return the address that the row's recipient has now; empty if there is none."""
    row: Any = BOUNCE_MODELS[found.key[0]]._default_manager.filter(pk=int(found.key[1:])).first()
    match row:
        case Invitation():
            return row.address
        case IncomingMail(seat=seat) if seat is not None and seat.user is not None:
            return seat.user.email
        case IncomingMail(invitation=Invitation() as invitation):
            return invitation.address
    user = getattr(row, "user", None)  # notices, rows of other apps, and replies to those
    return user.email if user else ""


def classify_bounce(raw: bytes, sender: str) -> str:
    """Classify an email to a return path: hard or soft bounce, complaint, delay, or none of these."""
    email = reply.parse_message(raw)
    for part in email.walk():
        if part.get_content_type() == "message/delivery-status":
            return _classify_delivery_status(list(_iterate_field_groups(part)))
        if part.get_content_type() == "message/feedback-report":
            return _classify_feedback_report(list(_iterate_field_groups(part)))
    return SOFT if _is_unstructured_bounce(email, sender) else NO_BOUNCE


def _iterate_field_groups(part: Message) -> Iterator[Message]:
    """Yield the groups of fields of a report, whether the parser split them or left them as text."""
    payload: Any = part.get_payload()
    if isinstance(payload, list):
        for one in payload:
            yield one
            yield from _iterate_field_groups(one)
    elif isinstance(payload, str) and ":" in payload:
        yield message_from_bytes(payload.encode("utf-8", "replace"))


def _classify_delivery_status(blocks: list[Message]) -> str:
    """Classify an RFC 3464 report. Our emails have one recipient each, so its name there is ignored."""
    actions = {_get_field(block, "Action").lower(): block for block in blocks if block.get("Action")}
    if (failed := actions.get("failed")) is not None:
        said = f"{_get_field(failed, 'Status')} {_get_field(failed, 'Diagnostic-Code')}"
        return HARD if is_permanent_failure(said) else SOFT
    return DELAYED if "delayed" in actions else NO_BOUNCE


def _get_field(block: Message, name: str) -> str:
    return str(block.get(name, "")).strip()


def _classify_feedback_report(blocks: list[Message]) -> str:
    """Classify an RFC 5965 report; some of these say that an email was not spam."""
    kinds = {_get_field(block, "Feedback-Type").lower() for block in blocks}
    return NO_BOUNCE if "not-spam" in kinds else COMPLAINT


def is_permanent_failure(said: str) -> bool | None:
    """Does this reply of a mail server mean that the address is dead? None if it has no code to tell."""
    if status := ENHANCED_STATUS_CODE.search(said):
        kind, subject, detail = status.groups()
        return (
            kind == "5"
            and subject not in SENDER_FAULT_SUBJECTS
            and (subject, detail) not in TEMPORARY_STATUSES
        )
    reply = REPLY_CODE.search(said)
    return reply[1] == "5" if reply else None


def _is_unstructured_bounce(email: Message, sender: str) -> bool:
    """Is this a bounce in plain prose, without a machine-readable report?

    Out-of-office notes arrive here too, and are not bounces.
    """
    if _get_field(email, "Auto-Submitted").lower().startswith("auto-replied"):
        return False
    author = parseaddr(_get_field(email, "From"))[1].partition("@")[0].lower()
    return not sender or author in DAEMON_NAMES


# --- effects


@transaction.atomic
def record_bounce(address: str, *, is_hard: bool, at: datetime) -> None:
    """Record a bounce for this address, reported by the return path or by a provider."""
    if is_hard:
        invitations.mark_bounced(address)
    user = get_user_model().objects.find_by_address(address)
    if user is not None and bounces.record_bounce(user, is_hard=is_hard, at=at):
        unreachable.handle_unreachable(user, server_time.now())
        _stop_sending_if_many_bounce()


def record_refusal(address: str, said: str) -> None:
    """Record that the mail server rejected a recipient at once, if its reply is permanent."""
    if is_permanent_failure(said):
        record_bounce(address, is_hard=True, at=server_time.now())


def _find_recent_recipients(since: datetime) -> QuerySet[User]:
    """Return the people who were sent an email since then, about games or by another app."""
    models: list[type[Model]] = [GameNotice, *registry.list_mail_models()]
    sent = (one._default_manager.filter(status=GameNotice.Status.SENT, sent_at__gte=since) for one in models)
    return User.objects.filter(reduce(or_, (Q(pk__in=notices.values("user")) for notices in sent)))


def _stop_sending_if_many_bounce() -> None:
    """Stop all sending and alert the operator if many recipients of the last hour became unreachable.

    A single dead address is normal; many in an hour mean that our own mail setup is broken.
    """
    if not cache.add("mail-bounce-alarm", 1, ALARM_CHECK_INTERVAL):
        return
    since = server_time.now() - BOUNCE_WINDOW
    written = _find_recent_recipients(since)
    lost = User.objects.filter(pk__in=written, unreachable_since__gte=since).count()
    total = written.count()
    if total >= MIN_RECIPIENTS and lost > MAX_BOUNCE_SHARE * total:
        availability.stop_sending()
        log.error(
            "of %s people who were written to in the last hour, %s are out of reach by now, and no letter "
            "leaves for a quarter of an hour: please look at the mail server and at SPF, DKIM and DMARC "
            "(manage.py check_mail)",
            total,
            lost,
        )

"""Webhooks of email providers: incoming emails, and reports of what became of sent ones.

Anymail translates each provider's calls into two signals. Providers repeat calls until we confirm them, and
not always in order: an email is stored once, and old reports about an address change nothing.
"""

from contextlib import suppress
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.core.exceptions import SuspiciousOperation
from django.utils import timezone

from accounts import server_time
from games.mail import addresses
from games.mail.incoming import bounces, inbox

# where to look for our address if the provider does not report the envelope recipient
RECIPIENT_HEADERS = ("To", "Delivered-To", "X-Original-To", "Envelope-To", "Cc")
PERMANENT_REASONS = {RejectReason.INVALID, RejectReason.BOUNCED, RejectReason.SPAM, RejectReason.UNSUBSCRIBED}
# fields in which providers say that a bounce is soft
BOUNCE_TYPE_FIELDS = ("Type", "event", "type", "bounce_type", "bounce_classification")

MAX_RECIPIENTS = 20  # of one email, as for the LMTP server


def connect_signals() -> None:
    inbound.connect(handle_inbound_email, dispatch_uid="games.mail.inbound")
    tracking.connect(handle_tracking_event, dispatch_uid="games.mail.tracking")


# --- incoming emails


def handle_inbound_email(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Store an incoming email for each of our addresses that it is for; reject one that is too large."""
    message = event.message
    if not message.get("Message-ID") and event.event_id:
        message["Message-ID"] = f"<{event.event_id}@{esp_name.lower().replace(' ', '-')}.invalid>"
    raw = message.as_bytes()
    if len(raw) > inbox.MAX_EMAIL_SIZE:
        raise SuspiciousOperation("a letter that is too large")
    for recipient in _find_recipients(message):
        with suppress(inbox.TooMuchMail):  # a provider would only try again and again
            inbox.store_email(raw, recipient=recipient, sender=_find_sender(message))


def _find_sender(message: Any) -> str:
    """Return the envelope sender; From if the provider does not report it, which is not the same as none."""
    result = message.envelope_sender
    return result if result is not None else next(iter(_parse_header_addresses(message, "From")), "")


def _find_recipients(message: Any) -> list[str]:
    """Return the envelope recipient; if that is not ours, our addresses among the email's headers."""
    envelope = message.envelope_recipient or ""
    if addresses.parse_address(envelope):
        return [envelope]
    named = [address for header in RECIPIENT_HEADERS for address in _parse_header_addresses(message, header)]
    ours = dict.fromkeys(address.lower() for address in named if addresses.parse_address(address))
    return list(ours)[:MAX_RECIPIENTS]


def _parse_header_addresses(message: Message, header: str) -> list[str]:
    fields = [str(field) for field in message.get_all(header, [])]
    return [address for _name, address in getaddresses(fields)]


# --- delivery reports


def handle_tracking_event(sender: Any, event: Any, **_: Any) -> None:
    """Record bounces and complaints; delays, deliveries and opened emails are ignored."""
    verdict = is_hard_bounce(event)
    if event.recipient and verdict is not None:
        bounces.record_bounce(event.recipient, is_hard=verdict, at=_parse_event_time(event))


def _parse_event_time(event: Any) -> datetime:
    """Return the time of an event. Some providers omit it, others omit the time zone."""
    at: datetime = event.timestamp or server_time.now()
    return at.replace(tzinfo=UTC) if timezone.is_naive(at) else at


def is_hard_bounce(event: Any) -> bool | None:
    """Is this event permanent? None if it is not a bounce at all."""
    match event.event_type:
        case EventType.COMPLAINED | EventType.UNSUBSCRIBED:  # the provider will not send to them any more
            return True
        case EventType.REJECTED:
            return event.reject_reason in PERMANENT_REASONS
        case EventType.BOUNCED:
            return not _is_soft_bounce(event)
    return None


def _is_soft_bounce(event: Any) -> bool:
    """Is this bounce temporary? Anymail does not say, but the provider's or the mail server's words may."""
    data = event.esp_event if isinstance(event.esp_event, dict) else {}
    if (
        any("soft" in str(data.get(kind, "")).lower() for kind in BOUNCE_TYPE_FIELDS)
        or data.get("hard_bounce") is False
    ):
        return True
    permanent = bounces.is_permanent_failure(event.mta_response or "")
    return event.reject_reason not in (*PERMANENT_REASONS, None) if permanent is None else not permanent

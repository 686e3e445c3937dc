"""What a provider tells us: letters that came in, and what became of those that left.

Which provider it is, anymail knows; we hear its two signals. A provider tells everything again until we have
said yes, and not always in order: letters are stored once, and old news about an address changes nothing.
"""

from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.core.exceptions import SuspiciousOperation
from django.utils import timezone

from games.mail import addresses, bounces, letterbox
from games.play import times

# where an address of ours may stand, if the provider does not say to whom the letter came
HEADERS = ("To", "Delivered-To", "X-Original-To", "Envelope-To", "Cc")
FOR_GOOD = {RejectReason.INVALID, RejectReason.BOUNCED, RejectReason.SPAM, RejectReason.UNSUBSCRIBED}
# what providers call a bounce that may pass, in their own words
KINDS = ("Type", "event", "type", "bounce_type", "bounce_classification")

MOST_RECIPIENTS = 20  # of one letter, as at the other door


def connect() -> None:
    inbound.connect(letter_came, dispatch_uid="games.mail.letter_came")
    tracking.connect(something_became, dispatch_uid="games.mail.something_became")


# --- letters that come in


def letter_came(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Store it for each of our addresses that it came to. What is too large is refused, as at any door."""
    message = event.message
    if not message.get("Message-ID") and event.event_id:
        message["Message-ID"] = f"<{event.event_id}@{esp_name.lower().replace(' ', '-')}.invalid>"
    raw = message.as_bytes()
    if len(raw) > letterbox.LARGEST:
        raise SuspiciousOperation("a letter that is too large")
    for recipient in _recipients(message):
        letterbox.take(raw, recipient=recipient, sender=_sender(message))


def _sender(message: Any) -> str:
    """As on the envelope. Some providers do not tell, and that is not the same as nobody."""
    told = message.envelope_sender
    return told if told is not None else next(iter(_named(message, "From")), "")


def _recipients(message: Any) -> list[str]:
    """The address on the envelope; if it is not ours, those of ours that the letter names."""
    envelope = message.envelope_recipient or ""
    if addresses.read(envelope):
        return [envelope]
    named = [address for header in HEADERS for address in _named(message, header)]
    ours = dict.fromkeys(address.lower() for address in named if addresses.read(address))
    return list(ours)[:MOST_RECIPIENTS]


def _named(message: Message, header: str) -> list[str]:
    fields = [str(field) for field in message.get_all(header, [])]
    return [address for _name, address in getaddresses(fields)]


# --- what became of a letter


def something_became(sender: Any, event: Any, **_: Any) -> None:
    """What is only late may still arrive, and what arrived or was opened is nobody's business."""
    verdict = is_hard(event)
    if event.recipient and verdict is not None:
        bounces.came_back(event.recipient, is_hard=verdict, at=_when(event))


def _when(event: Any) -> datetime:
    """Some providers do not say when, and some not in which zone."""
    at: datetime = event.timestamp or times.now()
    return at.replace(tzinfo=UTC) if timezone.is_naive(at) else at


def is_hard(event: Any) -> bool | None:
    """Is it for good? None if no letter came back at all."""
    match event.event_type:
        case EventType.COMPLAINED | EventType.UNSUBSCRIBED:  # the provider sends them nothing any more
            return True
        case EventType.REJECTED:
            return event.reject_reason in FOR_GOOD
        case EventType.BOUNCED:
            return not _may_pass(event)
    return None


def _may_pass(event: Any) -> bool:
    """Anymail has one word for all bounces; the provider's own words and the mail server's say more."""
    told = event.esp_event if isinstance(event.esp_event, dict) else {}
    if any("soft" in str(told.get(kind, "")).lower() for kind in KINDS) or told.get("hard_bounce") is False:
        return True
    permanent = bounces.is_permanent(event.mta_response or "")
    return event.reject_reason not in (*FOR_GOOD, None) if permanent is None else not permanent

"""Accept incoming mail: store each email as received, then trigger the task that processes it.

Both ways in end here, the LMTP server (`manage.py postmaster`) and the webhooks of providers. The same email
twice is one row, so whoever delivers it may retry until we confirm.
"""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Q, Sum
from django.db.models.functions import Length

from accounts import server_time
from games.mail import addresses, registry
from games.mail.addresses import BOUNCE, BOUNCE_MODELS, JOIN, Address
from games.mail.parsing import reply
from games.models import IncomingMail, Invitation, Seat
from games.play.transaction.task_trigger import READ_MAIL, trigger_after_commit

MAX_EMAIL_SIZE = 1_000_000  # bytes; a reply is a few lines above our quoted email
MAX_SENDER_LENGTH = 320
A_DAY = timedelta(days=1)
MAX_EMAILS_A_DAY = 200  # stored for one person, or at one address of nobody we know
MAX_BYTES_A_DAY = 20_000_000

log = logging.getLogger(__name__)


class TooMuchMail(Exception):
    """One person, or one of our addresses, has got as many emails in today as may be stored."""


def accepts_address(address: str) -> bool:
    """Is this one of our addresses, and does it have a recipient?"""
    found = addresses.parse_address(address)
    return found is not None and _has_recipient(found)


def _has_recipient(found: Address) -> bool:
    if found.kind == BOUNCE:  # its signature is checked when it is processed
        return found.key[0] in BOUNCE_MODELS and found.key[1:].isdecimal() and found.suffix != ""
    if (other := registry.find_app(found)) is not None:
        return other.has_recipient(found.key)
    model = Invitation if found.kind == JOIN else Seat
    return model._default_manager.filter(reply_key=found.key).exists()


def store_email(raw: bytes, *, recipient: str, sender: str) -> IncomingMail | None:
    """Store an email and return its row once it is committed; None if it is not for us, or too large.

    TooMuchMail if the sending server should try again tomorrow."""
    if len(raw) > MAX_EMAIL_SIZE or not accepts_address(recipient):
        return None
    recipient = recipient.strip().lower()
    key = reply.compute_duplicate_key(raw, recipient)
    if not IncomingMail.objects.filter(key=key).exists():
        _require_room(recipient, len(raw))
    with transaction.atomic():
        email, is_new = IncomingMail.objects.get_or_create(
            key=key,
            defaults={
                "recipient": recipient,
                "sender": _clean_sender(sender)[:MAX_SENDER_LENGTH],
                "raw": raw,
                "received_at": server_time.now(),
            },
        )
        if is_new:
            trigger_after_commit(READ_MAIL)
    return email


def _require_room(recipient: str, size: int) -> None:
    """Refuse what would fill the disk: whoever has a reply address could send to it without end."""
    found = addresses.parse_address(recipient)
    if found is None:
        return
    ours = Q(recipient__startswith=f"{found.kind}+{found.key}", user=None)  # not read yet, or of nobody
    if (user_id := _find_user_id(found)) is not None:
        ours |= Q(user=user_id)
    today = IncomingMail.objects.filter(ours, received_at__gt=server_time.now() - A_DAY)
    stored = today.aggregate(emails=Count("pk"), size=Sum(Length("raw")))
    if stored["emails"] >= MAX_EMAILS_A_DAY or (stored["size"] or 0) + size > MAX_BYTES_A_DAY:
        log.warning("too many letters in a day to one %s address", found.kind)
        raise TooMuchMail


def _find_user_id(found: Address) -> int | None:
    """Return who plays the seat of this address, or is invited by name; None for addresses of other kinds."""
    if found.kind == BOUNCE or registry.find_app(found) is not None:
        return None
    if found.kind == JOIN:
        return Invitation.objects.filter(reply_key=found.key).values_list("invitee", flat=True).first()
    return Seat.objects.filter(reply_key=found.key).values_list("user", flat=True).first()


def _clean_sender(word: str) -> str:
    """Return the envelope sender without angle brackets and without characters that a database rejects."""
    return word.strip().strip("<>").encode("utf-8", "replace").decode().replace("\0", "")

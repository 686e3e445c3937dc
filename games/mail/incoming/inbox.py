"""Accept incoming mail: store each email as received, then trigger the task that processes it.

Both ways in end here, the LMTP server (`manage.py postmaster`) and the webhooks of providers. The same email
twice is one row, so whoever delivers it may retry until we confirm.
"""

from django.db import transaction

from accounts import server_time
from games.mail import addresses, registry
from games.mail.addresses import BOUNCE, BOUNCE_MODELS, JOIN, Address
from games.mail.parsing import reply
from games.models import IncomingMail, Invitation, Seat
from games.play.transaction.task_trigger import READ_MAIL, trigger_after_commit

MAX_EMAIL_SIZE = 1_000_000  # bytes; a reply is a few lines above our quoted email
MAX_SENDER_LENGTH = 320


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
    """Store an email and return its row once it is committed; None if it is not for us, or too large."""
    if len(raw) > MAX_EMAIL_SIZE or not accepts_address(recipient):
        return None
    recipient = recipient.strip().lower()
    with transaction.atomic():
        email, is_new = IncomingMail.objects.get_or_create(
            key=reply.compute_duplicate_key(raw, recipient),
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


def _clean_sender(word: str) -> str:
    """Return the envelope sender without angle brackets and without characters that a database rejects."""
    return word.strip().strip("<>").encode("utf-8", "replace").decode().replace("\0", "")

"""The letterbox: a letter to one of our addresses is stored as it came, and whoever reads letters is woken.

Both doors end here, the one for mail servers (`manage.py postmaster`) and the one for providers
(`webhooks.py`). The same letter twice is one row, so whoever brings it may bring it again until we say yes.
"""

from django.db import transaction

from games.mail import addresses, correspondence
from games.mail.addresses import BOUNCE, JOIN, ROWS, Address
from games.mail.reading import replies
from games.models import Incoming, Invitation, Seat
from games.play import times
from games.play.wake import READ_POST, wake

LARGEST = 1_000_000  # bytes; a reply is some lines, with our letter quoted below them
LONGEST_SENDER = 320


def takes(address: str) -> bool:
    """Is this an address of ours that leads somewhere?"""
    found = addresses.read(address)
    return found is not None and _leads_somewhere(found)


def _leads_somewhere(found: Address) -> bool:
    if found.kind == BOUNCE:  # its proof is looked at when it is read
        return found.key[0] in ROWS and found.key[1:].isdecimal() and found.rest != ""
    if (other := correspondence.of(found)) is not None:
        return other.leads_somewhere(found.key)
    model = Invitation if found.kind == JOIN else Seat
    return model._default_manager.filter(post_key=found.key).exists()


def take(raw: bytes, *, recipient: str, sender: str) -> Incoming | None:
    """Keep this letter, and return its row once it is safe; None if it is not for us, or too large."""
    if len(raw) > LARGEST or not takes(recipient):
        return None
    recipient = recipient.strip().lower()
    with transaction.atomic():
        letter, is_new = Incoming.objects.get_or_create(
            key=replies.duplicate_key(raw, recipient),
            defaults={
                "recipient": recipient,
                "sender": _bare(sender)[:LONGEST_SENDER],
                "raw": raw,
                "received_at": times.now(),
            },
        )
        if is_new:
            wake(READ_POST)
    return letter


def _bare(word: str) -> str:
    """What a stranger wrote between < and >, without what a database does not take."""
    return word.strip().strip("<>").encode("utf-8", "replace").decode().replace("\0", "")

"""Emails in, for tests: what a mail program would send, put into the letterbox and read."""

from email.message import EmailMessage
from itertools import count

from django.core import mail

from games.mail import addresses
from games.mail.incoming import inbox, processor
from games.models import IncomingMail, Invitation, Seat

_numbers = count(1)


def reply(seat: Seat, *lines: str, decision: int | None = None, **headers: str) -> bytes:
    """What the player of this seat writes, above the email that asks."""
    seat.refresh_from_db()
    asked = seat.decision if decision is None else decision
    return written(addresses.build_reply_address(seat, asked), seat.user.email, *lines, **headers)


def answer_to(invitation: Invitation, *lines: str, **headers: str) -> bytes:
    return written(addresses.build_invitation_address(invitation), invitation.address, *lines, **headers)


def written(to: str, sender: str, *lines: str, **headers: str) -> bytes:
    message = EmailMessage()
    message["From"] = headers.pop("From", f"Somebody <{sender}>")
    message["To"] = to
    message["Subject"] = "Re: Our table (Citadels)"
    message["Message-ID"] = headers.pop("Message_ID", f"<{next(_numbers)}@mail.example.org>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    quoted = "\n".join(f"> {line}" for line in ("##- above this line -##", "1. Take 2 gold.", "end"))
    message.set_content("\n".join([*lines, "", "On Monday the house wrote:", quoted, ""]))
    return bytes(message)


def post(raw: bytes, *, sender: str = "somebody@example.org") -> IncomingMail:
    """Into the letterbox, and read at once; the answer lies in `mail.outbox`."""
    message = inbox.store_email(raw, recipient=_to(raw), sender=sender)
    assert message is not None
    processor.process_due_mail()
    message.refresh_from_db()
    return message


def _to(raw: bytes) -> str:
    return next(line for line in raw.decode().splitlines() if line.startswith("To: ")).removeprefix("To: ")


def last_email() -> str:
    """The text of the email that left last."""
    return " ".join(mail.outbox[-1].body.split())

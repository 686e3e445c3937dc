"""Registry of other apps that send email and receive replies, such as tournaments.

An app registers itself when it is ready. Mail to its addresses (`<kind>+<key>@`) is handed to it, and its
emails get signed return paths like all others.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.core.mail import EmailMessage
from django.db.models import Model

from games.mail.addresses import BOUNCE_MODELS, Address
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import ReplyLine, ReplyOutcome
from games.models import IncomingMail, Seat


class MailApp(NamedTuple):
    """The hooks of one app: its rows, its recipients, and how its replies are handled and answered."""

    model: type[Model]  # its emails; with `user`, `status` and `sent_at`, like notices
    has_recipient: Callable[[str], bool]  # does anybody have this key?
    # a string says why there is no answer
    handle_reply: Callable[[IncomingMail, Address, Reply], ReplyOutcome | str]
    build_answer: Callable[[IncomingMail, ReplyOutcome], EmailMessage | None]
    # takes the lines from here on, sent to one of its tables, as one if the first is a command of the app
    handle_table_lines: Callable[[Seat, Sequence[str]], ReplyLine | None]


_apps: dict[str, MailApp] = {}


def register_app(kind: str, mark: str, correspondence: MailApp) -> None:
    """Hand emails to addresses of this kind to the app; `mark` stands for its rows in return paths.

    Registering again replaces the entry.
    """
    _apps[kind] = correspondence
    BOUNCE_MODELS[mark] = correspondence.model


def find_app(address: Address | None) -> MailApp | None:
    """Return the app that owns this address, if there is one."""
    return _apps.get(address.kind) if address else None


def handle_table_lines(seat: Seat, texts: Sequence[str]) -> ReplyLine | None:
    """Offer lines sent to a table to every app; return the result, or None if they are for the game."""
    return next(filter(None, (one.handle_table_lines(seat, texts) for one in _apps.values())), None)


def list_mail_models() -> list[type[Model]]:
    """Return the models whose rows are emails of these apps."""
    return [one.model for one in _apps.values()]

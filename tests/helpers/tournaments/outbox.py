"""Emails about tournaments, for tests: what waits, and what has come, while it is noon and stays so."""

import re
from datetime import UTC, datetime
from typing import Any

from django.core import mail

from games.tournaments.mail import links, outbox
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from tests.helpers.mail.outbox import sent
from tests.helpers.tournaments.ledger import write_ledger

NOON = datetime(2027, 2, 1, 12, tzinfo=UTC)


# --- what is written


def tell(entrant: Entrant, kind: str, **data: Any) -> None:
    """An email of this kind waits for them."""
    with write_ledger(entrant.tournament, NOON) as transaction:
        transaction.append_entry("told")
        transaction.notify(kind, [entrant], **data)


def entry(cup: Tournament, kind: str, **data: Any) -> int:
    with write_ledger(cup, NOON) as transaction:
        return transaction.append_entry(kind, **data)


def nothing_waits() -> None:
    """As if everybody had read all emails up to here."""
    TournamentNotice.objects.update(status=TournamentNotice.Status.SENT)


# --- what comes


def post(now: datetime | None = None) -> int:
    mail.outbox.clear()
    return outbox.send_due_notices(now)


def only(user: Any) -> Any:
    """The one email that has come to this person."""
    [email] = sent(user)
    return email


def links_in(text: str) -> list[str]:
    return re.findall(r"https?://\S+?/e/[^\s\"<]+", text)


def opened(link: str) -> links.EntrantActionLink:
    """What is asked behind it."""
    return links.ENTRANT_ACTION.read(link.rstrip("/").rpartition("/")[2])

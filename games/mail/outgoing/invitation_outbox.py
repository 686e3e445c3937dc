"""The outbox of invitations: find the rows whose email is due, and send it.

A row is claimed for some minutes before its email is sent. If the process dies in between, the claim expires
and the next one sends the same email with the same Message-ID, so that a mail program shows it once.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPException
from typing import Any

from anymail.exceptions import AnymailError
from django.contrib.auth import get_user_model
from django.db.models import F, QuerySet

from accounts import server_time
from accounts.preferences.mail_preferences import NONE
from games.mail.content.invitation_email import build_invitation_email
from games.mail.outgoing import queue, transport
from games.mail.outgoing.queue import MAX_TRIES
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession
from games.models import Invitation
from games.play.transaction.task_trigger import SEND_INVITATIONS

log = logging.getLogger(__name__)


def send_due_invitations() -> int:
    """Send all invitations that are due; return how many emails were sent."""
    return queue.send_due(claim, lambda rows, mail, _now: send_invitation(rows[0], mail), SEND_INVITATIONS)


def claim(now: datetime) -> list[Sequence[Invitation]]:
    """Claim the next invitations that are due, so that nobody else sends them for a while."""
    return queue.claim(_find_due(now), now)


def _find_due(now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        state=Invitation.State.SENT, emails_sent__lt=F("times_sent"), next_try_at__lte=now
    ).order_by("next_try_at", "pk")


def send_invitation(invitation: Invitation, mail: MailSession) -> bool:
    """Send one invitation and record the result; return whether an email was sent."""
    if invitation.tries > MAX_TRIES:  # each try has killed its process
        return _mark_refused(invitation)
    reader = get_user_model().objects.find_by_address(invitation.address)
    if waits := _find_quiet_hours_end(reader):
        return _postpone(invitation, waits, tries=0)
    if reader is not None and not reader.is_reachable:
        return _mark_refused(invitation)
    if reader is not None and reader.get_mail_preference("invitation") == NONE:
        return _mark_sent(invitation)  # no email wanted: the invitation is listed on the page of their games
    try:
        mail.send(build_invitation_email(invitation))
    except AddressRefused:
        return _mark_refused(invitation)
    except (SMTPException, AnymailError, MailServerDown) as error:
        log.warning("invitation %s could not be posted: %s", invitation.pk, transport.error_name(error))
        is_down = isinstance(error, MailServerDown)
        wait, tries = queue.compute_retry(invitation.tries, is_down=is_down)
        _postpone(invitation, server_time.now() + wait, tries=tries)
        if is_down:
            raise
        return False
    return _mark_sent(invitation, left=True)


def _find_quiet_hours_end(reader: Any) -> datetime | None:
    """Return when the recipient's quiet hours end, if it is quiet now."""
    now = server_time.now()
    loud = reader.next_email_time(now) if reader else now
    return loud if loud > now else None


def _mark_sent(invitation: Invitation, *, left: bool = False) -> bool:
    Invitation.objects.filter(pk=invitation.pk).update(emails_sent=invitation.times_sent, tries=0)
    return left


def _postpone(invitation: Invitation, when: datetime, *, tries: int) -> bool:
    Invitation.objects.filter(pk=invitation.pk).update(next_try_at=when, tries=tries)
    return False


def _mark_refused(invitation: Invitation) -> bool:
    """Record that the address takes no email; the host sees it at the table."""
    Invitation.objects.filter(pk=invitation.pk).update(emails_sent=invitation.times_sent, is_refused=True)
    return False

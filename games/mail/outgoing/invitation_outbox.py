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
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import translation

from accounts.handles import suggest_handle
from accounts.preferences.mail_preferences import NONE
from games.links import tokens
from games.mail import addresses
from games.mail.content import render
from games.mail.outgoing import queue, transport
from games.mail.outgoing.queue import MAX_TRIES
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession
from games.models import Invitation
from games.play.deadlines import server_time
from games.play.transaction.task_trigger import SEND_INVITATIONS
from games.queries import pace_text
from games.queries.table_summary import describe_expected_length, describe_rules

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


# --- the email


def build_invitation_email(invitation: Invitation) -> EmailMessage:
    """Build the email of an invitation."""
    return render_invitation_email(invitation, "invitation", build_invitation_headers(invitation))


def render_invitation_email(
    invitation: Invitation, template: str, headers: dict[str, str], **more: Any
) -> EmailMessage:
    """Render an email about this invitation, in its language and to its address."""
    to, language = invitation.address, invitation.language
    with translation.override(language):
        message = render.render_email(
            template, build_invitation_context(invitation) | more, headers, to=to, language=language
        )
    return render.set_return_path(message, addresses.build_bounce_address(invitation, to))


def build_invitation_context(invitation: Invitation) -> dict[str, object]:
    game = invitation.game
    names = [seat.name for seat in game.seats.all()]
    token = tokens.sign_token(tokens.INVITATION, {"i": invitation.pk})
    return {
        "subject": "games/mail/invitation_subject.txt",
        "host": invitation.invited_by.handle if invitation.invited_by else "",
        "game": game,
        "rules": describe_rules(game),
        "expected": "" if game.has_begun else describe_expected_length(game),
        "pace": pace_text.describe_pace(game.pace, game.patience),
        "seat": invitation.seat,
        "names": names,
        "free": game.size - len(names),
        "link": settings.BASE_URL + reverse("invitation", args=[token]),
        "reply": addresses.build_invitation_address(invitation),
        "handle": find_or_suggest_handle(invitation.address),
        "site_url": settings.BASE_URL,
    }


def find_or_suggest_handle(address: str) -> str:
    """Return the handle of the person with this address, or a free one for a newcomer."""
    known = get_user_model().objects.find_by_address(address)
    return known.handle if known else suggest_handle(address)


def build_invitation_headers(invitation: Invitation) -> dict[str, str]:
    """Build the headers. The Message-ID is taken from the row, so it is the same on every try."""
    return {
        "Message-ID": f"<invitation-{invitation.pk}-{invitation.times_sent}@{render.get_site_domain()}>",
        "List-Id": f"<invitations.{render.get_site_domain()}>",
    }

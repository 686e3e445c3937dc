"""Letters of invitation: what is to be posted stands in the rows, and is posted from there.

A row is claimed for some minutes before its letter leaves. Who dies in between leaves a claim that runs
out, and the next one posts the same letter under the same Message-ID: a mail program shows it once.
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

from accounts.handles import handle_like
from accounts.letters import NONE
from games.links import tokens
from games.mail import addresses, letters, posting
from games.mail.posting import MOST_TRIES, Post, PostIsDown, Refused
from games.models import Invitation
from games.play import paces, times
from games.play.describing import described, expected
from games.play.wake import POST_INVITATIONS

log = logging.getLogger(__name__)


def post_due() -> int:
    """Post what is to be posted; return how many letters have left."""
    return posting.send_due(claim, lambda rows, mail, _now: post(rows[0], mail), POST_INVITATIONS)


def claim(now: datetime) -> list[Sequence[Invitation]]:
    """The next invitations whose letters are due; nobody else posts them for a while."""
    return posting.claim(_due(now), now)


def _due(now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        state=Invitation.State.SENT, posted__lt=F("times_sent"), next_try_at__lte=now
    ).order_by("next_try_at", "pk")


def post(invitation: Invitation, mail: Post) -> bool:
    """Send the letter, and write down what became of it."""
    if invitation.tries > MOST_TRIES:  # nobody has lived to tell what is wrong with it
        return _refused(invitation)
    reader = get_user_model().objects.at(invitation.address)
    if waits := _wait(reader):
        return _try_later(invitation, waits, tries=0)
    if reader is not None and not reader.is_reachable:
        return _refused(invitation)
    if reader is not None and reader.wants("invitation") == NONE:
        return _posted(invitation)  # whoever wants no such letters finds it among their games
    try:
        mail.send(letter(invitation))
    except Refused:
        return _refused(invitation)
    except (SMTPException, AnymailError, PostIsDown) as error:
        log.warning("invitation %s could not be posted: %s", invitation.pk, posting.name_of(error))
        is_down = isinstance(error, PostIsDown)
        wait, tries = posting.after_trying(invitation.tries, is_down=is_down)
        _try_later(invitation, times.now() + wait, tries=tries)
        if is_down:
            raise
        return False
    return _posted(invitation, left=True)


def _wait(reader: Any) -> datetime | None:
    """When the reader's quiet hours end, if this is one of them."""
    now = times.now()
    loud = reader.may_ring(now) if reader else now
    return loud if loud > now else None


def _posted(invitation: Invitation, *, left: bool = False) -> bool:
    Invitation.objects.filter(pk=invitation.pk).update(posted=invitation.times_sent, tries=0)
    return left


def _try_later(invitation: Invitation, when: datetime, *, tries: int) -> bool:
    Invitation.objects.filter(pk=invitation.pk).update(next_try_at=when, tries=tries)
    return False


def _refused(invitation: Invitation) -> bool:
    """The server takes no letters to this address: the host is shown that."""
    Invitation.objects.filter(pk=invitation.pk).update(posted=invitation.times_sent, is_refused=True)
    return False


# --- the letter itself


def letter(invitation: Invitation) -> EmailMessage:
    return written(invitation, "invitation", headers(invitation))


def written(invitation: Invitation, template: str, headers: dict[str, str], **more: Any) -> EmailMessage:
    """A letter about this invitation, to whom it was sent."""
    to, language = invitation.address, invitation.language
    with translation.override(language):
        message = letters.written(template, context(invitation) | more, headers, to=to, language=language)
    return posting.with_way_back(message, addresses.way_back(invitation, to))


def context(invitation: Invitation) -> dict[str, object]:
    game = invitation.game
    names = [seat.name for seat in game.seats.all()]
    token = tokens.write(tokens.INVITATION, {"i": invitation.pk})
    return {
        "subject": "games/mail/invitation_subject.txt",
        "host": invitation.invited_by.handle if invitation.invited_by else "",
        "game": game,
        "rules": described(game),
        "expected": "" if game.has_begun else expected(game),
        "pace": paces.sentences(game.pace, game.patience),
        "seat": invitation.seat,
        "names": names,
        "free": game.size - len(names),
        "link": settings.BASE_URL + reverse("invitation", args=[token]),
        "reply": addresses.join(invitation),
        "handle": handle_for(invitation.address),
        "house": settings.BASE_URL,
    }


def handle_for(address: str) -> str:
    """A name that a newcomer could have; whoever is known keeps their own."""
    known = get_user_model().objects.at(address)
    return known.handle if known else handle_like(address)


def headers(invitation: Invitation) -> dict[str, str]:
    """The Message-ID comes from the row: the same letter has the same one, however often we try."""
    return {
        "Message-ID": f"<invitation-{invitation.pk}-{invitation.times_sent}@{posting.domain()}>",
        "List-Id": f"<invitations.{posting.domain()}>",
    }

"""The email of an invitation, and of answers to replies to it."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from accounts.handles import suggest_handle
from games.links.kinds import INVITATION, InvitationLink
from games.mail import addresses
from games.mail.content import render
from games.models import Invitation
from games.queries import pace_text
from games.queries.table_summary import describe_expected_length, describe_rules


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
    token = INVITATION.sign(InvitationLink(invitation.pk))
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

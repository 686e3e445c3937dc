"""The email of an invitation, and of answers to replies to it."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.handles import suggest_handle
from accounts.mail_headers import get_site_domain
from games.links.kinds import (
    INVITATION,
    INVITATION_UNSUBSCRIBE,
    InvitationLink,
    InvitationUnsubscribeLink,
)
from games.mail import addresses
from games.mail.content import render
from games.mail.content.section import HTML, TEXT, EmailContent, FooterLink
from games.mail.content.sections.answers import describe_outcome
from games.mail.content.sections.invitation import (
    build_answered_sections,
    build_invitation_sections,
    describe_foreign_reply,
    describe_invitation,
    get_host_name,
    is_rematch,
    reassure_stranger,
)
from games.mail.reply_outcome import ReplyOutcome, ReplyRefusal
from games.models import Invitation
from games.queries.table_summary import find_ruleset_name


def build_invitation_email(invitation: Invitation) -> EmailMessage:
    """Build the email of an invitation."""
    return render_invitation_email(
        invitation, build_invitation_headers(invitation), lambda: build_invitation_content(invitation)
    )


def render_invitation_email(
    invitation: Invitation, headers: dict[str, str], build_content: Callable[[], EmailContent]
) -> EmailMessage:
    """Render an email about this invitation, in the language of its reader and to its address."""
    to, language = invitation.address, find_reader_language(invitation)
    with translation.override(language):
        message = render.render_email(build_content(), headers, to=to, language=language)
    return render.set_return_path(message, addresses.build_bounce_address(invitation, to))


def build_invitation_content(invitation: Invitation) -> EmailContent:
    reply = addresses.build_invitation_address(invitation)
    heading = describe_invitation(invitation)
    return EmailContent(
        subject=_build_subject(invitation),
        title=invitation.game.name,
        preview=heading,
        heading=heading,
        sections=build_invitation_sections(
            invitation,
            _build_link(invitation),
            find_or_suggest_handle(invitation.address),
            may_reply=bool(reply),
        ),
        reply=reply,
        why=reassure_stranger(invitation),
        why_in_text=False,
        footer_links=[FooterLink(_("Never invite me again"), build_unsubscribe_link(invitation))],
    )


def build_answer_content(invitation: Invitation, outcome: ReplyOutcome) -> EmailContent:
    """Answer a reply; the HTML part shows the invitation again as long as it is open."""
    content = build_invitation_content(invitation)
    is_open = invitation.state == Invitation.State.SENT
    shown = [one for one in content.sections if one.only != TEXT] if is_open else []
    for one in shown:
        one.only = HTML
    is_foreign = outcome.reason == ReplyRefusal.FOREIGN
    content.answer = [describe_foreign_reply()] if is_foreign else describe_outcome(outcome)
    content.sections = [*build_answered_sections(invitation, _build_link(invitation)), *shown]
    return content


def _build_subject(invitation: Invitation) -> str:
    game = invitation.game
    context = {"host": get_host_name(invitation), "game": find_ruleset_name(game.ruleset, game.size)}
    if invitation.seat:
        return _("%(host)s asks you to take over a seat in a game of %(game)s") % context
    if is_rematch(invitation):
        return _("%(host)s wants to play %(game)s again with you") % context
    return _("%(host)s invites you to a game of %(game)s") % context


def _build_link(invitation: Invitation) -> str:
    token = INVITATION.sign(InvitationLink.for_invitation(invitation))
    return settings.BASE_URL + reverse("invitation", args=[token])


def build_unsubscribe_link(invitation: Invitation) -> str:
    """Return the link with which its reader says that nobody shall invite them again."""
    token = INVITATION_UNSUBSCRIBE.sign(InvitationUnsubscribeLink.for_invitation(invitation))
    return settings.BASE_URL + reverse("unsubscribe", args=[token])


def find_reader_language(invitation: Invitation) -> str:
    """Return the language that the invited person has chosen by now, or else that of the invitation."""
    known = get_user_model().objects.find_by_address(invitation.address)
    return known.language if known else invitation.language


def find_or_suggest_handle(address: str) -> str:
    """Return the handle of the person with this address, or a free one for a newcomer."""
    known = get_user_model().objects.find_by_address(address)
    return known.handle if known else suggest_handle(address)


def build_invitation_headers(invitation: Invitation) -> dict[str, str]:
    """Build the headers. The Message-ID is taken from the row, so it is the same on every try."""
    return {
        "Message-ID": f"<invitation-{invitation.pk}-{invitation.times_sent}@{get_site_domain()}>",
        "List-Id": f"<invitations.{get_site_domain()}>",
        **render.build_one_click_headers(build_unsubscribe_link(invitation)),
    }

"""Unsubscribe from emails: by one click in a mail program (RFC 8058), or on a page that asks first."""

from collections.abc import Iterable

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.display_preferences import use_reader_locale
from accounts.preferences.mail_preferences import COLLECTED, MAIL_KINDS, NONE
from accounts.rate_limits import limit_rate
from accounts.users import lock_user
from games.links.kinds import (
    GAZETTE_UNSUBSCRIBE,
    INVITATION_UNSUBSCRIBE,
    STAND_IN_UNSUBSCRIBE,
    UNSUBSCRIBE,
    GameUnsubscribeLink,
    fits_invitation,
)
from games.links.tokens import BadToken, fits_seat, fits_user
from games.mail.content.invitation_email import find_reader_language
from games.mail.outgoing.send_times import SHARED_PREFERENCES
from games.models import Game, Invitation, Seat
from games.play import followers, seat_emails
from games.play.lobby import invitation_blocks
from games.views.links.base import protect_token, render_closed_link, show_linked_seat

KIND, AGAIN, TABLE = "kind", "again", "table"
DIGEST_KINDS = (COLLECTED, "reminders")  # emails about several tables


@csrf_exempt  # a mail program has no cookie of ours; the token is enough
@protect_token
@limit_rate("unsubscribe", "300/m/ip")  # a large mail provider clicks for many readers from one address
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Handle all unsubscribe links; the token tells which emails are meant."""
    try:
        link = UNSUBSCRIBE.read(token)
    except BadToken:
        return _unsubscribe_from_gazette(request, token)
    return show_linked_seat(request, link, _answer_seat_link, fits_seat)


def _answer_seat_link(request: HttpRequest, link: GameUnsubscribeLink, seat: Seat) -> HttpResponse:
    if link.kind in DIGEST_KINDS and seat.user:
        return _unsubscribe_from_digest(request, seat.user, link.kind)
    kind = MAIL_KINDS[SHARED_PREFERENCES.get(link.kind, link.kind)]
    done = (
        change_seat_emails(seat, kind.slug, request.POST.get("what", "")) if request.method == "POST" else ""
    )
    page = {"seat": seat, "game": seat.game, "kind": kind, "done": done}
    return render(request, "games/links/unsubscribe.html", page)


def change_seat_emails(seat: Seat, kind: str, what: str) -> str:
    """Stop the emails of this table (the default) or of one kind at all tables, or turn them on again.

    A mail program that unsubscribes by one click sends no choice, and its reader sees no page: an email
    confirms it."""
    if what == KIND and seat.user:
        stop_emails(seat.user, [kind])
        return KIND
    if what == AGAIN:
        seat_emails.resume_seat_emails(seat, seat.user)
        return AGAIN
    seat_emails.stop_seat_emails(seat, seat.user, is_confirmed_by_email=what != TABLE)
    return TABLE


def stop_emails(user: User, kinds: Iterable[str]) -> None:
    """Stop emails of these kinds from all tables."""
    set_mail_preferences(user, kinds, NONE)


@transaction.atomic
def set_mail_preferences(user: User, kinds: Iterable[str], when: str) -> None:
    """Set when emails of these kinds are sent. Locks the user, so that no concurrent change is lost."""
    found = lock_user(user.pk)
    found.mail_preferences = {**found.mail_preferences, **dict.fromkeys(kinds, when)}
    found.save(update_fields=["mail_preferences"])


def _unsubscribe_from_digest(request: HttpRequest, user: User, kind: str) -> HttpResponse:
    """Stop the kinds of emails that come in an email about several tables."""
    collected = [kind for kind in MAIL_KINDS if user.get_mail_preference(kind) == COLLECTED]
    kinds = collected if kind == COLLECTED else ["reminder"]
    if request.method == "POST":
        stop_emails(user, kinds)
    page = {
        "kinds": [MAIL_KINDS[kind].label for kind in kinds],
        "done": request.method == "POST" or not kinds,
    }
    return render(request, "games/links/unsubscribe_kinds.html", page)


def _unsubscribe_from_gazette(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the gazette of one game for a spectator."""
    try:
        follower = GAZETTE_UNSUBSCRIBE.read(token)
    except BadToken:
        return _unsubscribe_from_stand_ins(request, token)
    game = Game.objects.filter(pk=follower.game_id).first()
    user = User.objects.filter(pk=follower.user_id, is_active=True).first()
    if game is None or user is None or not fits_user(follower.user_digest, user):
        return render_closed_link(request, 410, _("This game or account no longer exists."))
    if request.method == "POST":
        followers.unsubscribe(game, user)
    with use_reader_locale(user, request):
        return render(
            request, "games/links/unsubscribe_gazette.html", {"game": game, "done": request.method == "POST"}
        )


def _unsubscribe_from_stand_ins(request: HttpRequest, token: str) -> HttpResponse:
    """Stop emails to a volunteer about seats that look for a stand-in."""
    try:
        link = STAND_IN_UNSUBSCRIBE.read(token)
    except BadToken:
        return _unsubscribe_from_invitations(request, token)
    user = User.objects.filter(pk=link.user_id, is_active=True).first()
    if user is None or not fits_user(link.user_digest, user):
        return render_closed_link(request, 410, _("This game or account no longer exists."))
    if request.method == "POST":
        User.objects.filter(pk=user.pk).update(is_stand_in=False)
    with use_reader_locale(user, request):
        return render(request, "games/links/unsubscribe_stand_in.html", {"done": request.method == "POST"})


def _unsubscribe_from_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever got an invitation, perhaps a stranger, say that nobody shall invite them again."""
    try:
        link = INVITATION_UNSUBSCRIBE.read(token)
    except BadToken:
        return render_closed_link(request, 404, _("This link is not valid, or very old."))
    invitation = Invitation.objects.filter(pk=link.invitation_id).first()
    if invitation is None:
        return render_closed_link(request, 410, _("This game or account no longer exists."))
    if not fits_invitation(link, invitation):
        return render_closed_link(
            request,
            410,
            _("This link no longer works: the invitation was sent again, to a different address."),
        )
    done = _change_invitations(invitation, request.POST.get("what", "")) if request.method == "POST" else ""
    page = {"done": done, "has_account": User.objects.find_by_address(invitation.address) is not None}
    with translation.override(find_reader_language(invitation)):
        return render(request, "games/links/unsubscribe_invitations.html", page)


def _change_invitations(invitation: Invitation, what: str) -> str:
    """Stop invitations to this address (the default, for one click), or allow them again."""
    if what == AGAIN:
        invitation_blocks.allow_invitations(invitation.address)
        return AGAIN
    invitation_blocks.block_invitations(invitation.address)
    return "stopped"

"""What all pages behind emailed links share. The URL is a secret: it must not leak, be cached or indexed."""

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.preferences.display_preferences import use_reader_locale
from games.links.tokens import BadToken, ExpiredToken, SeatLink, Token, fits_seat
from games.models import Seat
from games.play.errors import NotAllowed
from games.views.access import AnySeat

# not no-referrer: then browsers would send no Origin either, and the form would fail the CSRF check
TOKEN_PAGE_HEADERS = {
    "Referrer-Policy": "strict-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
}


ShowLink = Callable[[HttpRequest, Any, Seat], HttpResponse]


def render_closed_link(request: HttpRequest, status: int, sentence: str, **more: Any) -> HttpResponse:
    """Say why a link opens nothing any more."""
    return render(request, "games/links/invalid_link.html", {"sentence": sentence, **more}, status=status)


def render_revoked_link(request: HttpRequest, seat: Seat | None) -> HttpResponse:
    """Say that the link no longer fits its seat: revoked, or the seat was handed over."""
    if seat is not None and seat.has_revoked_links:
        return render_closed_link(
            request,
            410,
            _("All links to this seat are disabled, because somebody reported “This was not me.”"),
            login=build_login_url(seat),
        )
    return render_closed_link(
        request,
        410,
        _("This link no longer works: somebody else is playing the seat now, or its links were renewed."),
    )


def build_login_url(seat: Seat) -> str:
    """Return the login URL that leads on to the table of this seat."""
    table = reverse("table", args=[seat.game.key])
    return f"{reverse('account_login')}?{urlencode({'next': table})}"


def protect_token(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Add headers that keep the token in the URL out of referrers, caches and search engines.

    A token that the view cannot read is answered here.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except ExpiredToken:
            response = render_closed_link(request, 410, _("This link has expired."))
        except BadToken:
            sentence = _("This link is not valid. Part of it may be missing.")
            response = render_closed_link(request, 404, sentence)
        for name, value in TOKEN_PAGE_HEADERS.items():
            response.headers[name] = value
        return response

    return guarded


def hash_token(_request: HttpRequest, token: str) -> str:
    """Return the key by which requests for one link are counted: a hash, not the secret itself."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_linked_seat(opened: SeatLink, seats: Iterable[AnySeat]) -> AnySeat | None:
    """Find the seat of a link among the locked rows; None if it was revoked after the link was opened."""
    return next((seat for seat in seats if fits_seat(opened, seat)), None)


def may_use_link(opened: SeatLink, seat: Seat) -> bool:
    """Is the seat still played by the same user as when the link was sent, and is the link not revoked?"""
    return not seat.has_revoked_links and fits_seat(opened, seat)


def open_seat_link(
    request: HttpRequest,
    token: str,
    kind: Token[Any],
    show: ShowLink,
    *,
    too_old: str = "",
    show_expired: ShowLink | None = None,
    may_open: Callable[[Any, Seat], bool] = may_use_link,
) -> HttpResponse:
    """Check the token of a seat's link and show its page; if it is too old, say so or show another page."""
    try:
        opened = kind.read(token)
    except ExpiredToken as expired:
        if too_old:
            return render_closed_link(request, 410, too_old)
        if show_expired is None:
            raise
        opened, show = expired.content, show_expired
    return show_linked_seat(request, opened, show, may_open)


def show_linked_seat(
    request: HttpRequest, opened: Any, show: ShowLink, may_open: Callable[[Any, Seat], bool]
) -> HttpResponse:
    """Show the page of a seat's link in the language and time zone of the player."""
    seat = Seat.objects.select_related("user", "game").filter(pk=opened.seat_id).first()
    if seat is None or seat.user is None or not may_open(opened, seat):
        return render_revoked_link(request, seat)
    with use_reader_locale(seat.user, request):
        try:
            return show(request, opened, seat)
        except NotAllowed:  # handed over or revoked since the link was checked
            return render_revoked_link(request, Seat.objects.select_related("game").get(pk=seat.pk))

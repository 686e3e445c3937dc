"""Pages behind a link that is itself a key: it must not travel on, be kept, or be found."""

import hashlib
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.switches import as_read_by
from games.links import tokens
from games.models import Seat
from games.views.visitor import AnySeat

# strict-origin, not no-referrer: with the latter a browser sends no Origin either, and the form is refused
HEADERS = {
    "Referrer-Policy": "strict-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
}


def closed_page(request: HttpRequest, status: int, sentence: str, **more: Any) -> HttpResponse:
    """A link that opens nothing any more, and why."""
    return render(request, "games/link/closed.html", {"sentence": sentence, **more}, status=status)


def out_of_use(request: HttpRequest, seat: Seat | None) -> HttpResponse:
    """A link whose lock does not fit its seat any more."""
    if seat is not None and seat.is_guarded:
        return closed_page(
            request,
            410,
            _("All links of this seat are out of use, because somebody said: “This was not me.”"),
            login=login_address(seat),
        )
    return closed_page(
        request,
        410,
        _("This link is out of use: the seat is played by somebody else now, or its links were made anew."),
    )


def login_address(seat: Seat) -> str:
    """Where the player of this seat signs in, and comes to the table afterwards."""
    table = reverse("table", args=[seat.game.key])
    return f"{reverse('account_login')}?{urlencode({'next': table})}"


def token_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    return guarded


def counted_by(_request: HttpRequest, token: str) -> str:
    """What requests for one link are counted by: not the link itself."""
    return hashlib.sha256(token.encode()).hexdigest()


def holder(opened: Any, seats: Iterable[AnySeat]) -> AnySeat | None:
    """The seat of a link, as the door finds it: its links may have died while this one was opened."""
    return next((seat for seat in seats if tokens.fits(opened, seat)), None)


def is_good(opened: Any, seat: Seat) -> bool:
    """In the same hands as when the letter was written, and nobody has said that these are the wrong ones."""
    return not seat.is_guarded and tokens.fits(opened, seat)


def seat_page(
    request: HttpRequest,
    token: str,
    read: Callable[[str], Any],
    show: Callable[[HttpRequest, Any, Seat], HttpResponse],
    *,
    too_old: str = "",
    may_open: Callable[[Any, Seat], bool] = is_good,
) -> HttpResponse:
    """What stands behind the link of a seat, in the language and the zone of its player."""
    try:
        opened = read(token)
    except tokens.Expired:
        return closed_page(request, 410, too_old or _("This link has become too old."))
    except tokens.BadToken:
        return closed_page(request, 404, _("This is no link of ours. A part of it may be missing."))
    seat = Seat.objects.select_related("user", "game").filter(pk=opened.seat_id).first()
    if seat is None or seat.user is None or not may_open(opened, seat):
        return out_of_use(request, seat)
    with as_read_by(seat.user, request):
        return show(request, opened, seat)

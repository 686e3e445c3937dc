"""No more letters: by one click of a mail program (RFC 8058), or on a page that asks first."""

from collections.abc import Iterable

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.letters import COLLECTED, KINDS, NONE
from accounts.limits import limited
from accounts.models import User
from accounts.people import locked
from accounts.switches import as_read_by
from games.links import tokens
from games.mail.outbox import WISHES
from games.models import Game, Seat
from games.play import subscriptions
from games.views.token_pages import closed_page, seat_page, token_page

KIND, AGAIN = "kind", "again"
SEVERAL = (COLLECTED, "reminders")  # letters about several tables


@csrf_exempt  # a mail program has no cookies of ours; the token alone says who wants what
@token_page
@limited("unsubscribe", "300/m/ip")  # one machine clicks for many readers of a large mail provider
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    try:
        letters = tokens.read_letters(token)
    except tokens.BadToken:
        return _gazette(request, token)
    return seat_page(request, token, lambda _token: letters, _answer, may_open=tokens.fits)


def _answer(request: HttpRequest, letters: tokens.Letters, seat: Seat) -> HttpResponse:
    if letters.kind in SEVERAL and seat.user:
        return _several(request, seat.user, letters.kind)
    kind = KINDS[WISHES.get(letters.kind, letters.kind)]
    done = change(seat, kind.slug, request.POST.get("what", "")) if request.method == "POST" else ""
    page = {"seat": seat, "game": seat.game, "kind": kind, "done": done}
    return render(request, "games/link/unsubscribe.html", page)


def change(seat: Seat, kind: str, what: str) -> str:
    """One click means this table; the page also offers a kind of letter for all tables, and the way back."""
    if what == KIND and seat.user:
        no_more(seat.user, [kind])
        return KIND
    seat.is_silent = what != AGAIN
    seat.save(update_fields=["is_silent"])
    return AGAIN if what == AGAIN else "table"


def no_more(user: User, kinds: Iterable[str]) -> None:
    """From no table."""
    change_wish(user, kinds, NONE)


@transaction.atomic
def change_wish(user: User, kinds: Iterable[str], when: str) -> None:
    """A profile that is saved at the same moment is not lost."""
    found = locked(user.pk)
    found.mail = {**found.mail, **dict.fromkeys(kinds, when)}
    found.save(update_fields=["mail"])


def _several(request: HttpRequest, user: User, letter: str) -> HttpResponse:
    """A letter about several tables: no more of the kinds that come in it."""
    collected = [kind for kind in KINDS if user.wants(kind) == COLLECTED]
    kinds = collected if letter == COLLECTED else ["reminder"]
    if request.method == "POST":
        no_more(user, kinds)
    page = {"kinds": [KINDS[kind].label for kind in kinds], "done": request.method == "POST" or not kinds}
    return render(request, "games/link/no_kinds.html", page)


def _gazette(request: HttpRequest, token: str) -> HttpResponse:
    """The same for somebody who does not play: no more of the gazette of one game."""
    try:
        follower = tokens.read_no_gazette(token)
    except tokens.BadToken:
        return _stand_in(request, token)
    game = Game.objects.filter(pk=follower.game_id).first()
    user = User.objects.filter(pk=follower.user_id, is_active=True).first()
    if game is None or user is None:
        return closed_page(request, 410, _("This game or this account is not there any more."))
    if request.method == "POST":
        subscriptions.unsubscribe(game, user)
    with as_read_by(user, request):
        return render(request, "games/link/no_gazette.html", {"game": game, "done": request.method == "POST"})


def _stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """For somebody who stands in for others: no more letters about seats that look for a player."""
    try:
        user = User.objects.filter(pk=tokens.read_no_stand_in(token), is_active=True).first()
    except tokens.BadToken:
        return closed_page(request, 404, _("This is no link of ours, or a very old one."))
    if user is None:
        return closed_page(request, 410, _("This game or this account is not there any more."))
    if request.method == "POST":
        User.objects.filter(pk=user.pk).update(stands_in=False)
    with as_read_by(user, request):
        return render(request, "games/link/no_stand_in.html", {"done": request.method == "POST"})

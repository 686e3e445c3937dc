"""The gazette of a game: its page, and the letters of it for somebody who watches."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page, require_http_methods

from accounts.people import person
from games.models import Game
from games.play import subscriptions
from games.play.describing import described
from games.play.errors import DoorError
from games.play.gazette import editions
from games.play.views_of import Sight
from games.rules.core.errors import BadRecord
from games.views.looking_back import cannot_be_shown
from games.views.sharing.cards import Street, share_of_table, streets_of
from games.views.showing import parts_of, private, sight_or_404, verdict
from games.views.visitor import at_the_door


@require_http_methods(["GET", "HEAD", "POST"])
def gazette(request: HttpRequest, key: str) -> HttpResponse:
    return _subscribe(request, key) if request.method == "POST" else _paper(request, key)


@conditional_page
def _paper(request: HttpRequest, key: str) -> HttpResponse:
    """Every report, the newest first."""
    sight = sight_or_404(request, key)
    try:
        printed = editions(sight)
    except BadRecord as error:
        return private(cannot_be_shown(request, sight, error))
    page = {
        "game": sight.game,
        "sight": sight,
        "rules": described(sight.game),
        "seat": sight.seat,
        "parts": parts_of(sight.game.ruleset),
        "verdict": verdict(sight),
        "editions": printed[::-1],
        "streets": _standing(sight),
        "share": share_of_table(sight.game, sight.seats, sight),
        "follows": subscriptions.follows(sight.game, sight.seat, request.user),
    }
    return private(render(request, "games/gazette.html", page))


def _standing(sight: Sight) -> list[Street]:
    """The best first, and the same for everybody; who has won is ahead of who has as many."""
    winners = sight.rules.winners(sight.position) if sight.game.state == Game.State.OVER else []
    return sorted(streets_of(sight), key=lambda one: (-int(one.worth or 0), one.name not in winners))


def _subscribe(request: HttpRequest, key: str) -> HttpResponse:
    """Begin to read of each round by letter, or end it."""
    game, seat = at_the_door(request, key)
    if request.POST.get("on") == "0" and request.user.is_authenticated:
        subscriptions.unsubscribe(game, person(request))
        return redirect("table", key=key)
    try:
        subscriptions.subscribe(game, seat, request.user)
    except DoorError as error:
        raise PermissionDenied(str(error)) from error
    return redirect("table", key=key)

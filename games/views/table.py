"""Looking at a table: the page, what is new on it, the older record, the score as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.play import views_of
from games.play.views_of import Sight
from games.views import waiting_room
from games.views.showing import context, language, private, show_table, sight_or_404, stamp
from games.views.visitor import at_the_door, table_or_404


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table that waits for players, or the game that is played at it."""
    game, seats, seat = table_or_404(request, key)
    if not game.has_begun:
        return waiting_room.show(request, game, seats, seat)
    return show_table(request, Sight(game, seats, seat, language()))


@require_safe
def news(request: HttpRequest, key: str, seen: str) -> HttpResponse:
    """Nothing, as long as nothing is new since `seen`; else the parts of the page that are others now."""
    game, _seat = at_the_door(request, key)
    if stamp(game) == seen:
        return private(HttpResponse(status=204))
    sight = sight_or_404(request, key)
    return private(render(request, "games/table/_news.html", _changes(request, sight)))


def _changes(request: HttpRequest, sight: Sight) -> dict[str, object]:
    """The form stays as it is while it asks the same: somebody may be filling it in."""
    page = context(request, sight)
    return {**page, "same_question": request.GET.get("asked") == str(page["asked"])}


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """The record before a certain entry, page by page back to the deal."""
    sight = sight_or_404(request, key)
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 9 else None
    parts, older = views_of.log(sight, before=number, most=100)
    page = {"game": sight.game, "log": parts, "older": older, "before": number}
    return private(render(request, "games/log.html", page))


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Every move and the seed, as text; while the game runs that would tell what rivals chose."""
    sight = sight_or_404(request, key)
    if not sight.is_closed:
        raise Http404
    response = HttpResponse(views_of.record_text(sight), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{sight.game.key}.txt"'
    return response

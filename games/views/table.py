"""Looking at a table: the page, what is new on it, the older record, the score as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import languages
from games.play import views_of
from games.play.views_of import Sight
from games.views import waiting, waiting_room
from games.views.numbers import whole
from games.views.showing import (
    answer,
    context,
    happened,
    private,
    show_table,
    sight_or_404,
    stamp,
    tell_address,
)
from games.views.visitor import at_the_door, table_or_404


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table that waits for players, or the game that is played at it."""
    game, seats, seat = table_or_404(request, key)
    if not game.has_begun:
        return waiting_room.show(request, game, seats, seat)
    return show_table(request, Sight(game, seats, seat, languages.spoken()))


@require_safe
def news(request: HttpRequest, key: str, seen: str) -> HttpResponse:
    """Nothing, as long as nothing is new since `seen`; else the parts of the page that are others now."""
    game, _seat = at_the_door(request, key)
    if stamp(game) == seen:
        return private(HttpResponse(status=204, headers={"X-Waiting": waiting.number(request)}))
    sight = sight_or_404(request, key)
    changes = _changes(request, sight, seen)
    response = render(request, "games/table/_news.html", changes)
    if not changes["same_question"]:  # a plan for it is gone
        tell_address(request, response, sight.game)
    return answer(response, sight.game)


def _changes(request: HttpRequest, sight: Sight, seen: str) -> dict[str, object]:
    """A form stays as it is while it asks the same: somebody may be filling it in.

    Who waits has no form, and reads for whom the table waits now, or how it ended."""
    page = context(request, sight)
    return {
        **page,
        "same_question": page["asked"] and request.GET.get("asked") == str(page["asked"]),
        "happened": happened(sight, seen.partition("-")[0]),
    }


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """The record before a certain entry, page by page back to the deal."""
    sight = sight_or_404(request, key)
    before = whole(request.GET.get("before", ""))
    parts, older = views_of.log(sight, before=before, most=100)
    page = {"game": sight.game, "log": parts, "older": older, "before": before}
    return private(render(request, "games/log.html", page))


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Every move and the seed, as text; while the game runs that would tell what rivals chose."""
    sight = sight_or_404(request, key)
    if not sight.is_closed:
        raise Http404
    response = HttpResponse(views_of.record_text(sight), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{sight.game.key}.txt"'
    return private(response)

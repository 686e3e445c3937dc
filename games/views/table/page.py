"""The table page, the poll for news on it, the older log, and the record of a finished game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.preferences import languages
from games.queries import log, record
from games.queries.game_view import GameView
from games.views import waiting_tables
from games.views.access import get_game_or_404, get_table_or_404
from games.views.lobby import waiting_room
from games.views.params import parse_whole_number
from games.views.table.context import (
    add_stamp,
    build_table_context,
    compute_stamp,
    get_game_view_or_404,
    list_news,
    make_private,
    render_table,
    set_address_header,
)


@require_safe
def show_table(request: HttpRequest, key: str) -> HttpResponse:
    """Show the game, or the waiting room of a table whose game has not begun."""
    game, seats, seat = get_table_or_404(request, key)
    if not game.has_begun:
        return waiting_room.render_waiting_room(request, game, seats, seat)
    return render_table(request, GameView(game, seats, seat, languages.get_current_language()))


@require_safe
def poll_news(request: HttpRequest, key: str, seen: str) -> HttpResponse:
    """Answer 204 if nothing is new since the stamp `seen`, else the parts of the page that changed."""
    game, _seat = get_game_or_404(request, key)
    if compute_stamp(game) == seen:
        return make_private(
            HttpResponse(status=204, headers={"X-Waiting": waiting_tables.count_waiting_tables(request)})
        )
    view = get_game_view_or_404(request, key)
    changes = _build_news_context(request, view, seen)
    response = render(request, "games/table/_news.html", changes)
    if not changes["same_question"]:  # a plan for the old question is gone
        set_address_header(request, response, view.game)
    return add_stamp(response, view.game)


def _build_news_context(request: HttpRequest, view: GameView, seen: str) -> dict[str, object]:
    """Build the context of the changed parts.

    The form is replaced only if the question is a new one, since somebody may be filling it in. A player
    who is not asked has no form, and reads for whom the game waits or how it ended."""
    page = build_table_context(request, view)
    return {
        **page,
        "same_question": page["asked"] and request.GET.get("asked") == str(page["asked"]),
        "happened": list_news(view, seen.partition("-")[0]),
    }


@require_safe
def show_log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the log before a certain entry, page by page back to the deal."""
    view = get_game_view_or_404(request, key)
    before = parse_whole_number(request.GET.get("before", ""))
    parts, older = log.build_log(view, before=before, most=100)
    page = {"game": view.game, "log": parts, "older": older, "before": before}
    return make_private(render(request, "games/table/log.html", page))


@require_safe
def download_record(request: HttpRequest, key: str) -> HttpResponse:
    """Download all moves and the seed as text; only after the game, since it reveals hidden choices."""
    view = get_game_view_or_404(request, key)
    if not view.is_closed:
        raise Http404
    response = HttpResponse(record.render_record(view), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{view.game.key}.txt"'
    return make_private(response)

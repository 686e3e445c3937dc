"""The front page: explains the site in ten seconds, with a sample table and a tutorial game.

Whoever has games finds first what waits for them; a new account, the ways to a first game."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from accounts import server_time
from games.views.lobby import lists
from games.views.site import sample_table
from games.views.social_cards.content import build_site_tags
from games.views.table.context import list_part_templates
from games.views.waiting_tables import may_have_seats

SHOWN_GAMES = 5  # of the visitor's own


@require_safe
def show_front_page(request: HttpRequest) -> HttpResponse:
    shown = sample_table.find_sample_table()
    context: dict[str, Any] = {
        "shown": shown,
        "parts": list_part_templates(shown.ruleset) if shown else {},
        "first_game": sample_table.find_tutorial_ruleset(),
        "other_first_games": sample_table.list_other_tutorials(),
        "share": build_site_tags(),
    }
    is_known = may_have_seats(request)
    context |= _build_own_context(request) if is_known else {}
    response = render(request, "games/site/front_page.html", context)
    if is_known:
        add_never_cache_headers(response)
    return response


def _build_own_context(request: HttpRequest) -> dict[str, Any]:
    """Build what the page says to somebody whom it knows: their most urgent games, or how to begin."""
    rows = lists.list_running_games(request, server_time.now())
    return {
        "waiting": [row for row in rows if row.is_waiting][:SHOWN_GAMES],
        "running": rows[:SHOWN_GAMES],
        **lists.build_first_steps_context(request),
    }

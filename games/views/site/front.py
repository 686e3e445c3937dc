"""The front page: explains the site in ten seconds, with a sample table and a tutorial game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views.site import sample_table
from games.views.social_cards.content import build_site_tags
from games.views.table.context import list_part_templates


@require_safe
def show_front_page(request: HttpRequest) -> HttpResponse:
    shown = sample_table.find_sample_table()
    context = {
        "shown": shown,
        "parts": list_part_templates(shown.ruleset) if shown else {},
        "first_game": sample_table.find_tutorial_ruleset(),
        "other_first_games": sample_table.list_other_tutorials(),
        "share": build_site_tags(),
    }
    return render(request, "games/site/front_page.html", context)

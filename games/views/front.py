"""The front page: what this is, for somebody who has ten seconds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views import window
from games.views.sharing.cards import share_of_the_house
from games.views.showing import parts_of


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    shown = window.shown()
    context = {
        "shown": shown,
        "parts": parts_of(shown.ruleset) if shown else {},
        "first_game": window.first_game(),
        "share": share_of_the_house(),
    }
    return render(request, "games/front.html", context)

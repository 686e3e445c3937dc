"""The front page: what this is, for somebody who has ten seconds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views import sample


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    return render(
        request, "games/front.html", {"cities": sample.CITIES, "goal": sample.GOAL, "types": sample.TYPES}
    )

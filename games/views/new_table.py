"""Opening a table: a few pages of questions, a look at the whole, and the table is there."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.people import person
from games.play import inviting, lobby
from games.play.errors import DoorError
from games.rules.registry import RULESETS
from games.views import told
from games.views.draft import Draft


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    game = request.POST.get("game") or request.GET.get("game") or next(iter(RULESETS))
    if game not in RULESETS:
        raise Http404
    draft = Draft(person(request), game, request.POST)
    if request.htmx:  # type: ignore[attr-defined]
        return forecasts(request, draft)
    if draft.page is None and "open" in request.POST:
        return opened(request, draft)
    return shown(request, draft)


def shown(request: HttpRequest, draft: Draft, trouble: str = "") -> HttpResponse:
    if draft.page is not None:
        return render(request, "games/lobby/new_table.html", {"draft": draft, "games": others(draft)})
    preview = draft.preview()
    context = {
        "draft": draft,
        "preview": preview,
        "table": told.facts(preview, draft.told["bots"]),
        "pace": told.pace(preview),
        "trouble": trouble,
    }
    return render(request, "games/lobby/look_over.html", context)


def forecasts(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Only how long a game will take, while the first page is being filled in."""
    if not limits.allowed(request, "forecast", "120/m/user"):
        return limits.too_many(request)
    return render(request, "games/lobby/_forecasts.html", {"forecasts": draft.forecasts})


def others(draft: Draft) -> list[tuple[str, str]]:
    """The games that could be played instead."""
    return [
        (slug, rules.lexicon.name(slug, draft.language))
        for slug, rules in RULESETS.items()
        if slug != draft.rules.slug
    ]


def opened(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Open the table and send the letters; the same form sent twice opens one table."""
    if not limits.allowed(request, "open_table", "20/h/user"):
        return limits.too_many(request)
    try:
        game = lobby.open_table(person(request), draft.wish())
    except DoorError as error:
        return shown(request, draft, str(error))
    if not game.has_begun and draft.told["addresses"]:
        try:
            inviting.invite(game.pk, person(request), draft.told["addresses"])
        except DoorError as error:  # the table stands; who is not invited yet can be invited there
            messages.error(request, str(error))
    return redirect("table", game.key)

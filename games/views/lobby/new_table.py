"""The wizard that opens a new table: a few pages of questions, then a summary to confirm."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.methods import require_form
from accounts.users import current_user
from games.play.errors import PlayError
from games.play.lobby import invitations, tables
from games.play.transaction.origin import clean_request_key
from games.queries.table_summary import find_ruleset_name, leaves_one_person
from games.rules.registry import RULESETS
from games.views.lobby import table_facts
from games.views.lobby.wizard import TableWizard

BOT_GAME_SIZE = 4  # seats of a game that is begun with one click, where the game allows it


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_table(request: HttpRequest) -> HttpResponse:
    game = request.POST.get("game") or request.GET.get("game") or next(iter(RULESETS))
    if game not in RULESETS:
        raise Http404
    draft = TableWizard(current_user(request), game, request.POST)
    if request.htmx:  # type: ignore[attr-defined]
        return render_forecasts(request, draft)
    if draft.page is None and "open" in request.POST:
        return open_table(request, draft)
    return render_wizard(request, draft)


@login_required
@require_form("new_table")
@rate_limits.limit_rate("open_table", "20/h/user")
def start_bot_game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Begin a game against bots at once, with the usual rules; the same form sent twice begins one."""
    if ruleset not in RULESETS:
        raise Http404
    seats = RULESETS[ruleset].seats
    size = BOT_GAME_SIZE if BOT_GAME_SIZE in seats else seats[-1]
    user = current_user(request)
    wanted = tables.NewTable(
        name=_("%(name)s and the bots") % {"name": user.name},
        ruleset=ruleset,
        options={},
        size=size,
        bots=size - 1,
        key=clean_request_key(request.POST.get("key", "")),
    )
    return redirect("table", tables.open_table(user, wanted).key)


def render_wizard(request: HttpRequest, draft: TableWizard, error: str = "") -> HttpResponse:
    context: dict[str, Any] = {"draft": draft, "ruleset": draft.rules.slug}
    if draft.page is not None:
        games = {"game_name": find_ruleset_name(draft.rules.slug), "games": list_other_games(draft)}
        return render(request, "games/lobby/new_table.html", {**context, **games})
    preview = draft.build_preview()
    context |= {
        "preview": preview,
        "table": table_facts.list_facts(preview, draft.table_data["bots"]),
        "pace": table_facts.describe_pace(preview),
        "is_solo": leaves_one_person(preview.size, draft.table_data["bots"]),
        "error": error,
    }
    return render(request, "games/lobby/new_table_preview.html", context)


def render_forecasts(request: HttpRequest, draft: TableWizard) -> HttpResponse:
    """Render only the expected length of the game, for htmx while the first page is being filled in."""
    if not rate_limits.is_allowed(request, "forecast", "120/m/user"):
        return rate_limits.respond_too_many(request)
    return render(request, "games/lobby/_forecasts.html", {"forecasts": draft.forecasts})


def list_other_games(draft: TableWizard) -> list[tuple[str, str]]:
    """List slug and name of the other games that could be played."""
    return [(slug, find_ruleset_name(slug)) for slug in RULESETS if slug != draft.rules.slug]


def open_table(request: HttpRequest, draft: TableWizard) -> HttpResponse:
    """Open the table and send the invitations; the same form sent twice opens one table."""
    if not rate_limits.is_allowed(request, "open_table", "20/h/user"):
        return rate_limits.respond_too_many(request)
    try:
        game = tables.open_table(current_user(request), draft.build_new_table())
    except PlayError as error:
        return render_wizard(request, draft, str(error))
    if not game.has_begun and draft.table_data["addresses"]:
        try:
            invitations.invite_people(game.pk, current_user(request), draft.table_data["addresses"])
        except PlayError as error:  # the table exists by now; others can be invited there
            messages.error(request, str(error))
    return redirect("table", game.key)

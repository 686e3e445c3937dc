"""What the tabs of the organizer's desk share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from games.play.errors import PlayError
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.entrant_forms import parse_number_or_404

StaffAction = Callable[[HttpRequest, TournamentVisit], str | HttpResponse]

ContextBuilder = Callable[[HttpRequest, TournamentVisit], dict[str, Any]]


def build_staff_page(
    name: str,
    roles: set[Any],
    acts: dict[str, StaffAction],
    shown: ContextBuilder,
    *,
    written: tuple[str, ...] = (),
) -> Any:
    """Build the view of one tab of the desk: a POST runs an action, leaves a message, shows the page again.

    If one of the actions in `written` fails, the page keeps the text that was entered in its form. Anybody
    without one of the roles gets a 404, so that they do not learn that the page exists.
    """

    @login_required
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        visit = get_visit_or_404(request, slug, f"staff_{name}")
        if visit.role not in roles:
            raise Http404
        answer = _run_action(request, visit, acts, written) if request.method == "POST" else None
        if answer is not None:
            return answer
        context = {"visit": visit, **shown(request, visit)}
        status = 422 if request.method == "POST" else 200
        return render(request, f"tournaments/staff/{name}.html", context, status=status)

    view.__dict__.update(acts=tuple(acts), roles=frozenset(roles))  # so that tests can check who may do what
    return view


def _run_action(
    request: HttpRequest, visit: TournamentVisit, acts: dict[str, StaffAction], written: tuple[str, ...]
) -> HttpResponse | None:
    """Run the action that the button names. None: show the page again with what was entered."""
    if not rate_limits.is_allowed(request, "staff_action", "300/h/user"):
        return rate_limits.respond_too_many(request)
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        answer = act(request, visit)
    except PlayError as error:
        messages.error(request, str(error))
        return None if request.POST["do"] in written else redirect(request.path)
    if isinstance(answer, HttpResponse):
        return answer
    messages.success(request, answer)
    return redirect(request.path)


def get_action_data(request: HttpRequest, *buttons: str) -> Any:
    """Return the posted data if one of these buttons was pressed, otherwise None."""
    return request.POST if request.POST.get("do") in buttons else None


def get_post_number(request: HttpRequest, name: str) -> int:
    """Read a whole number from the posted data; 404 if it is none."""
    return parse_number_or_404(request.POST.get(name, ""))


def build_join_link(request: HttpRequest, visit: TournamentVisit) -> str:
    """Build the link for people to invite; it has the key if only invited people may register."""
    found = visit.tournament
    key = f"?key={found.join_key}" if found.settings.invited_only else ""
    return request.build_absolute_uri(reverse("tournament", args=[found.slug]) + key)

"""The public profile of a player: reliability, ratings, statistics and badges."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import FormerHandle, User
from accounts.preferences import languages
from games.play import organizers
from games.queries import table_summary
from games.statistics import reliability, report

MAX_BADGES = 10


@require_safe
def show_profile(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the profile of the player with this handle; redirect from former handles."""
    found = get_user_model().objects.filter(handle__lower=handle.lower()).first()
    if found is None:
        return redirect("public_profile", _find_current_handle(handle))
    if not reliability.has_reliability(found):
        raise Http404
    if found.handle != handle:
        return redirect("public_profile", found.handle)
    won = organizers.list_badges(found)
    context = {
        "person": found,
        "figures": reliability.compute_reliability(found),
        "ratings": [
            (table_summary.find_ruleset_name(one.ruleset), one) for one in organizers.list_ratings(found)
        ],
        "played": [
            (table_summary.find_ruleset_name(one.ruleset), one)
            for one in report.build_player_statistics(found, languages.get_current_language())
        ],
        "badges": won[:MAX_BADGES],
        "more_badges": len(won[MAX_BADGES:]),
        "is_own": found == request.user,
    }
    return render(request, "games/people/profile.html", context)


def _find_current_handle(handle: str) -> str:
    """Find the current handle of the last user who gave this one up. Nobody has it now."""
    former = FormerHandle.objects.filter(handle__lower=handle.lower()).select_related("user").first()
    if former is None or not reliability.has_reliability(former.user):
        raise Http404
    owner: User = former.user
    return owner.handle

"""The page of a person that everybody may see: how reliably they play, how strong they are, what they won."""

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import languages
from accounts.models import FormerHandle, User
from games.play import figures, reliability
from games.rules import registry
from games.tournaments import badges, naming
from games.tournaments.models import Rating

MOST_BADGES = 10


@require_safe
def person(request: HttpRequest, handle: str) -> HttpResponse:
    found = get_user_model().objects.filter(handle__lower=handle.lower()).first()
    if found is None:
        return redirect("person", _now_called(handle))
    if not reliability.has_figures(found):
        raise Http404
    if found.handle != handle:
        return redirect("person", found.handle)
    won = badges.of_person(found)
    context = {
        "person": found,
        "figures": reliability.of(found),
        "ratings": [(naming.ruleset_name(one.ruleset), one) for one in _ratings(found)],
        "played": [
            (naming.ruleset_name(one.ruleset), one) for one in figures.of_person(found, languages.spoken())
        ],
        "badges": won[:MOST_BADGES],
        "more_badges": len(won[MOST_BADGES:]),
        "is_own": found == request.user,
    }
    return render(request, "games/person.html", context)


def _ratings(user: User) -> QuerySet[Rating]:
    known = Rating.objects.filter(user=user, ruleset__in=registry.RULESETS)
    return known.order_by("ruleset")


def _now_called(handle: str) -> str:
    """Somebody else may have taken a handle that was given up: whoever has it now was found before."""
    former = FormerHandle.objects.filter(handle__lower=handle.lower()).select_related("user").first()
    if former is None or not reliability.has_figures(former.user):
        raise Http404
    owner: User = former.user
    return owner.handle

"""The page of a person that everybody may see: how reliably they play, and nothing else about them."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import FormerHandle, User
from games.play import reliability


@require_safe
def person(request: HttpRequest, handle: str) -> HttpResponse:
    found = get_user_model().objects.filter(handle__lower=handle.lower()).first()
    if found is None:
        return redirect("person", _now_called(handle))
    if not reliability.has_figures(found):
        raise Http404
    if found.handle != handle:
        return redirect("person", found.handle)
    context = {"person": found, "figures": reliability.of(found), "is_own": found == request.user}
    return render(request, "games/person.html", context)


def _now_called(handle: str) -> str:
    """Somebody else may have taken a handle that was given up: whoever has it now was found before."""
    former = FormerHandle.objects.filter(handle__lower=handle.lower()).select_related("user").first()
    if former is None or not reliability.has_figures(former.user):
        raise Http404
    owner: User = former.user
    return owner.handle

"""The gazette of a game, for somebody who watches it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.people import person
from games.play import subscriptions
from games.play.errors import DoorError
from games.views.visitor import at_the_door


@require_POST
def subscribe(request: HttpRequest, key: str) -> HttpResponse:
    """Begin to read of each round, or end it."""
    game, seat = at_the_door(request, key)
    if request.POST.get("on") == "0" and request.user.is_authenticated:
        subscriptions.unsubscribe(game, person(request))
        return redirect("table", key=key)
    try:
        subscriptions.subscribe(game, seat, request.user)
    except DoorError as error:
        raise PermissionDenied(str(error)) from error
    return redirect("table", key=key)

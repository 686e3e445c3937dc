"""Try it: a first game against bots, one click away, for whoever is signed in and for strangers."""

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import languages, limits
from accounts.limits import limited
from accounts.models import User
from games.models import Game, Seat
from games.play import lessons
from games.rules import registry
from games.views import visitor

STRANGERS = "5/h/ip,20/d/ip"
ALL_STRANGERS = "300/h/key"  # of all machines together: each has a row and bots who play


@require_POST
@limited("try", "30/h/ip")
def try_it(request: HttpRequest, ruleset: str) -> HttpResponse:
    """On to the table, where the first question waits. A double click is one game."""
    if ruleset not in registry.RULESETS or registry.get(ruleset).first_game() is None:
        raise Http404
    if request.user.is_authenticated:
        return redirect("table", lessons.begin(request.user, ruleset).game.key)
    seat = _lent(request, ruleset)
    if seat is None and not _may_try(request):
        return limits.too_many(request)
    if seat is None:
        stranger = User.objects.visitor(_secret(request), language=languages.spoken())
        seat = lessons.begin(stranger, ruleset)
    visitor.give_pass(request, seat)
    return redirect("table", seat.game.key)


def _lent(request: HttpRequest, ruleset: str) -> Seat | None:
    """A first game that this browser plays already; its last click may still wait for the answer."""
    theirs = visitor.theirs(request)
    if secret := _secret(request):
        theirs |= Q(user__email=User.objects.address_of(secret), bot="")
    running = Seat.objects.filter(theirs, game__is_lesson=True, game__ruleset=ruleset)
    return running.filter(game__state=Game.State.RUNNING).select_related("game").first()


def _secret(request: HttpRequest) -> str:
    """What only this browser has, before it has a session: two clicks on one page bring the same."""
    return str(request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""))


def _may_try(request: HttpRequest) -> bool:
    return limits.allowed(request, "try_stranger", STRANGERS) and limits.allowed(
        request, "try_all", ALL_STRANGERS, key="all"
    )

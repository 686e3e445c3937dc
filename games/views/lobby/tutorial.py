"""Start a tutorial game against bots with one click, signed in or not."""

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import rate_limits
from accounts.methods import require_form
from accounts.models import User
from accounts.preferences import languages
from accounts.rate_limits import limit_rate
from games.models import Game, Seat
from games.play.lobby import tutorial
from games.rules import registry
from games.views import access

VISITOR_RATE = "5/h/ip,20/d/ip"
TOTAL_VISITOR_RATE = "300/h/key"  # from all addresses together: each game costs a user row and bot moves


@require_form("front_page")
@limit_rate("tutorial", "30/h/ip")
def start_tutorial(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Start a tutorial game, or continue the running one, and go to its table."""
    if ruleset not in registry.RULESETS or registry.get(ruleset).tutorial is None:
        raise Http404
    if request.user.is_authenticated:
        return redirect("table", tutorial.start_tutorial(request.user, ruleset).game.key)
    seat = _find_running_tutorial(request, ruleset)
    if seat is None and not _may_start(request):
        return rate_limits.respond_too_many(request)
    if seat is None:
        stranger = User.objects.get_or_create_visitor(
            _read_browser_secret(request), language=languages.get_current_language()
        )
        seat = tutorial.start_tutorial(stranger, ruleset)
    access.give_pass(request, seat)
    return redirect("table", seat.game.key)


def _find_running_tutorial(request: HttpRequest, ruleset: str) -> Seat | None:
    """Find a tutorial game that this browser plays already, even one just started by a double click."""
    theirs = access.build_own_seats_filter(request)
    if secret := _read_browser_secret(request):
        theirs |= Q(user__email=User.objects.build_visitor_address(secret), bot="")
    running = Seat.objects.filter(theirs, game__is_tutorial=True, game__ruleset=ruleset)
    return running.filter(game__state=Game.State.RUNNING).select_related("game").first()


def _read_browser_secret(request: HttpRequest) -> str:
    """Return the CSRF cookie, which identifies the browser before it has a session."""
    return str(request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""))


def _may_start(request: HttpRequest) -> bool:
    return rate_limits.is_allowed(request, "tutorial_visitor", VISITOR_RATE) and rate_limits.is_allowed(
        request, "tutorial_total", TOTAL_VISITOR_RATE, key="all"
    )

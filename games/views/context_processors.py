"""Context processor: how many tables wait for the visitor, for the title and the icon of every page."""

from django.db.models import Q
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Game, Seat
from games.views import access

IS_ASKED = Q(decision__isnull=False, bot="", game__state=Game.State.RUNNING)


def count_waiting_tables(request: HttpRequest) -> int:
    """Count the tables that wait for the visitor's move. No query for somebody who cannot have a seat."""
    if not request.user.is_authenticated and not access.get_passes(request):
        return 0
    return Seat.objects.filter(access.build_own_seats_filter(request), IS_ASKED).count()


def tables_waiting(request: HttpRequest) -> dict[str, object]:
    """Provide `tables_waiting` to templates; it is counted only if a page uses it."""
    return {"tables_waiting": SimpleLazyObject(lambda: count_waiting_tables(request))}

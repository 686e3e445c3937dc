"""How many tables wait for the visitor: the title of every page says it, and its icon shows that some do."""

from django.db.models import Q
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Game, Seat
from games.views import visitor

ASKED = Q(decision__isnull=False, bot="", game__state=Game.State.RUNNING)


def number(request: HttpRequest) -> int:
    """One statement; none for somebody who cannot have a seat."""
    if not request.user.is_authenticated and not visitor.passes(request):
        return 0
    return Seat.objects.filter(visitor.theirs(request), ASKED).count()


def tables_waiting(request: HttpRequest) -> dict[str, object]:
    """For templates: `tables_waiting`, counted when a page asks for it."""
    return {"tables_waiting": SimpleLazyObject(lambda: number(request))}

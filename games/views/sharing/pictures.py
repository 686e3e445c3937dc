"""The pictures of share cards. They are made once for what they show, and kept."""

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.limits import allowed, too_many
from games.models import Seat
from games.rules.core.speech import LANGUAGES
from games.views.sharing import cards
from games.views.sharing.cards import Card
from games.views.sharing.drawing import picture
from games.views.tournaments.event import event_or_404

KEPT = 24 * 3600
FRESH = 600  # seconds for which a program need not ask again; the address changes with the picture anyway
DRAWINGS = "30/m/ip"


@require_safe
def of_the_house(request: HttpRequest, language: str) -> HttpResponse:
    with _spoken(language):
        return _shown(request, cards.of_the_house())


@require_safe
def of_table(request: HttpRequest, key: str, language: str) -> HttpResponse:
    """Whoever asks, it is what a stranger may see."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game", "user").order_by("place"))
    if not seats:
        raise Http404
    with _spoken(language):
        return _shown(request, cards.of_table(seats[0].game, seats))


@require_safe
def of_event(request: HttpRequest, slug: str, language: str) -> HttpResponse:
    request.user = AnonymousUser()  # an event is the same on a card for those who run it
    with _spoken(language):
        return _shown(request, cards.of_event(event_or_404(request, slug)))


def _spoken(language: str) -> translation.override:
    if language not in LANGUAGES:
        raise Http404
    return translation.override(language)


def _shown(request: HttpRequest, card: Card | None) -> HttpResponse:
    if card is None:
        raise Http404
    stamp = f'"{card.stamp}"'
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified(headers={"ETag": stamp})
    drawn = cache.get(f"card/{card.stamp}")
    if drawn is None:
        if not allowed(request, "card", DRAWINGS, looking=True):
            return too_many(request)
        drawn = picture(card)
        cache.set(f"card/{card.stamp}", drawn, KEPT)
    response = HttpResponse(drawn, content_type="image/png", headers={"ETag": stamp})
    patch_cache_control(response, public=True, max_age=FRESH)
    return response

"""Serve the pictures of social cards. Each is drawn once for its content and then cached."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.rate_limits import is_allowed, respond_too_many
from games.models import Seat
from games.rules import registry
from games.rules.core.translation import LANGUAGES
from games.views.social_cards import content
from games.views.social_cards.content import SocialCard
from games.views.social_cards.image import render_png

CACHE_SECONDS = 24 * 3600
MAX_AGE = 600  # seconds of caching by clients; the URL changes with the picture anyway
DRAWING_RATE = "30/m/ip"


@require_safe
def show_site_card(request: HttpRequest, language: str) -> HttpResponse:
    with override_language(language):
        return serve_card(request, content.build_site_card())


@require_safe
def show_invitation_card(request: HttpRequest, ruleset: str, language: str) -> HttpResponse:
    """Serve the card of invitation links: the same for all tables of a game, so that it tells no secret."""
    if ruleset not in registry.RULESETS:
        raise Http404
    with override_language(language):
        return serve_card(request, content.build_invitation_card(ruleset))


@require_safe
def show_table_card(request: HttpRequest, key: str, language: str) -> HttpResponse:
    """Serve the card of a table: what a stranger may see, whoever asks."""
    seats = list(Seat.objects.filter(game__key=key).select_related("game", "user").order_by("place"))
    if not seats:
        raise Http404
    with override_language(language):
        return serve_card(request, content.build_table_card(seats[0].game, seats))


def override_language(language: str) -> translation.override:
    """Switch to the language in the address of a picture; 404 if there is no such language."""
    if language not in LANGUAGES:
        raise Http404
    return translation.override(language)


def serve_card(request: HttpRequest, card: SocialCard | None) -> HttpResponse:
    """Serve the picture of this card, drawn or from the cache; 404 if there is no card to show."""
    if card is None:
        raise Http404
    stamp = f'"{card.stamp}"'
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified(headers={"ETag": stamp})
    drawn = cache.get(f"card/{card.stamp}")
    if drawn is None:
        if not is_allowed(request, "card", DRAWING_RATE, looking=True):
            return respond_too_many(request)
        drawn = render_png(card)
        cache.set(f"card/{card.stamp}", drawn, CACHE_SECONDS)
    response = HttpResponse(drawn, content_type="image/png", headers={"ETag": stamp})
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response

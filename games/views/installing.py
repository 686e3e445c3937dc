"""What a phone or a desktop has to know to keep the house like a program of its own.

There is no service worker: a page with somebody's cards is kept nowhere.
"""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import languages

PAPER = "#f4efe2"  # --paper of tokens.css by day: a manifest knows no night
ICONS = {"img/icon-192.png": 192, "img/icon-512.png": 512}
MASKABLE = {"img/icon-maskable-512.png": 512}


@cache_control(max_age=3600)
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    content = {
        "id": "/",
        "name": _("Citadels by Post"),
        "short_name": _("Citadels"),
        "description": _("Long card games, played by post"),
        "lang": languages.spoken(),
        "start_url": reverse("my_games"),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [
            {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_icon(name, size) for name, size in ICONS.items()),
            *({**_icon(name, size), "purpose": "maskable"} for name, size in MASKABLE.items()),
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(name: str, size: int) -> dict[str, Any]:
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png"}

"""The web app manifest, with which a phone or a desktop installs the site as an app.

There is no service worker on purpose: pages with somebody's hidden cards must not be cached.
"""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.preferences import languages

PAPER_COLOUR = "#f4efe2"  # --paper in tokens.css, light theme: a manifest has no dark theme
ICON_SIZES = {"img/icon-192.png": 192, "img/icon-512.png": 512}
MASKABLE_ICON_SIZES = {"img/icon-maskable-512.png": 512}


@cache_control(max_age=3600)
@require_safe
def show_manifest(request: HttpRequest) -> JsonResponse:
    content = {
        "id": "/",
        "name": _("Citadels by Post"),
        "short_name": _("Citadels"),
        "description": _("Long card games, played by email"),
        "lang": languages.get_current_language(),
        "start_url": reverse("my_games"),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER_COLOUR,
        "background_color": PAPER_COLOUR,
        "icons": [
            {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_describe_icon(name, size) for name, size in ICON_SIZES.items()),
            *(
                {**_describe_icon(name, size), "purpose": "maskable"}
                for name, size in MASKABLE_ICON_SIZES.items()
            ),
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _describe_icon(name: str, size: int) -> dict[str, Any]:
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png"}

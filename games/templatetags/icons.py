"""Template tags for icons from SVG files: one for all pages, and one for each game with drawings of its own.

An icon of a game is looked for in `img/<game>/emblems.svg`, then among those of all pages. A missing icon is
replaced by another, or by nothing."""

import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

SHARED_SHEET = "img/emblems.svg"


@cache
def load_icon_names(sheet: str) -> frozenset[str]:
    """Return the names of all icons in the file."""
    found = finders.find(sheet)
    return frozenset(re.findall(r'id="([\w-]+)"', Path(found).read_text("utf-8"))) if found else frozenset()


def find_icon_address(name: str, game: str = "") -> str:
    """The address of an icon, in the game's own file if it has one there; empty if it is not drawn."""
    sheets = (f"img/{game}/emblems.svg", SHARED_SHEET) if game else (SHARED_SHEET,)
    return next((f"{static(sheet)}#{name}" for sheet in sheets if name in load_icon_names(sheet)), "")


@register.simple_tag
def icon(slug: str, size: str = "", instead: str = "", game: str = "") -> SafeString | str:
    """A decorative icon beside its name: `{% icon "market" "emblem-m" instead="mark-trade" game=slug %}`."""
    address = find_icon_address(f"e-{slug}", game) or find_icon_address(instead, game)
    return _render_icon(address, f"emblem {size}".strip())


@register.simple_tag
def icon_shape(name: str, kind: str = "", game: str = "") -> SafeString | str:
    """A shape, such as the mark of a type: `{% icon_shape "mark-trade" "mark" game=ruleset %}`."""
    return _render_icon(find_icon_address(name, game), kind)


def _render_icon(address: str, kind: str) -> SafeString | str:
    if not address:
        return ""
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', kind, address)

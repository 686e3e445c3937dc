"""Template tags for icons from one SVG file. A missing icon is replaced by another, or by nothing."""

import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

SPRITE_SHEET = "img/emblems.svg"


@cache
def load_icon_names() -> frozenset[str]:
    """Return the names of all icons in the file."""
    found = finders.find(SPRITE_SHEET)
    return frozenset(re.findall(r'id="([\w-]+)"', Path(found).read_text("utf-8"))) if found else frozenset()


@register.simple_tag
def icon(slug: str, size: str = "", instead: str = "") -> SafeString | str:
    """`{% icon "market" "emblem-m" instead="mark-trade" %}`: a decorative icon beside its name."""
    name = next((one for one in (f"e-{slug}", instead) if one in load_icon_names()), None)
    if name is None:
        return ""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        f"emblem {size}".strip(),
        static(SPRITE_SHEET),
        name,
    )


@register.simple_tag
def icon_shape(name: str, kind: str = "") -> SafeString | str:
    """A shape, such as the mark of a type, with a class: `{% icon_shape "mark-trade" "mark" %}`."""
    if name not in load_icon_names():
        return ""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', kind, static(SPRITE_SHEET), name
    )

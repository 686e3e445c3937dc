"""Drawings out of one file. What has none yet gets another mark, or nothing: never a broken picture."""

import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

SHEET = "img/emblems.svg"


@cache
def drawn() -> frozenset[str]:
    """The names of all drawings."""
    found = finders.find(SHEET)
    return frozenset(re.findall(r'id="([\w-]+)"', Path(found).read_text("utf-8"))) if found else frozenset()


@register.simple_tag
def emblem(slug: str, size: str = "", instead: str = "") -> SafeString | str:
    """`{% emblem "market" "emblem-m" instead="mark-trade" %}`: decoration, for the word stands beside it."""
    name = next((one for one in (f"e-{slug}", instead) if one in drawn()), None)
    if name is None:
        return ""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        f"emblem {size}".strip(),
        static(SHEET),
        name,
    )


@register.simple_tag
def shape(name: str, kind: str = "") -> SafeString | str:
    """A roof or the mark of a type: `{% shape "roof-trade" "roof" %}`."""
    if name not in drawn():
        return ""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', kind, static(SHEET), name
    )

"""Template tags that describe a person beside the name."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.statistics.reliability import describe_reliability, format_rounded_duration

register = template.Library()


@register.simple_tag
def reliability(user: Any) -> SafeString | str:
    """Render how reliably somebody plays, with a link to more; empty for guests and bots."""
    text = describe_reliability(user)
    if not text:
        return ""
    return format_html(
        '<small class="reliability"><a href="{}">{}</a></small>',
        reverse("public_profile", args=[user.handle]),
        text,
    )


@register.filter
def shown_name(name: str, page: Mapping[str, Any]) -> str:
    """Return what people read for the name of a seat, on the page of a game."""
    return str(page.get("names", {}).get(name, name))


@register.filter
def rounded_duration(time: timedelta) -> str:
    """Round a duration as people say it."""
    return format_rounded_duration(time)

"""What may be told of a person beside the name."""

from datetime import timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.play import reliability as reliability_of

register = template.Library()


@register.simple_tag
def reliability(user: Any) -> SafeString | str:
    """`<small>` with how reliably somebody plays, and the way to more of it; nothing for guests and bots."""
    words = reliability_of.phrase(user)
    if not words:
        return ""
    return format_html(
        '<small class="reliability"><a href="{}">{}</a></small>', reverse("person", args=[user.handle]), words
    )


@register.filter
def about(time: timedelta) -> str:
    """Rounded, as people say it."""
    return reliability_of.about(time)

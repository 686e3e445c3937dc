"""Template tag for requests for more time on the page of a table."""

from typing import Any

from django import template

from games.queries import clock_display
from games.queries.clock_display import ExtensionOptions

register = template.Library()


@register.simple_tag(takes_context=True)
def more_time(context: dict[str, Any]) -> ExtensionOptions:
    """Return what the reader of this page may request, has requested, and may grant."""
    return clock_display.build_extension_options(context["sight"], context["user"].pk)

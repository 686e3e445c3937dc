"""What a table's page shows about more time for a decision."""

from typing import Any

from django import template

from games.play import extending
from games.play.extending import Asking

register = template.Library()


@register.simple_tag(takes_context=True)
def more_time(context: dict[str, Any]) -> Asking:
    """What the reader of this page may ask for, has asked for, and may grant."""
    return extending.at_table(context["sight"], context["user"].pk)

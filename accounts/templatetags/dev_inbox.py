"""Template tag for the pages that wait for an email, to link to the development inbox where it is kept."""

from typing import Any

from django import template

from accounts.dev_inbox_access import is_dev_inbox_open

register = template.Library()


@register.simple_tag(takes_context=True)
def may_open_dev_inbox(context: dict[str, Any]) -> bool:
    """May whoever reads this page open the development inbox?"""
    return is_dev_inbox_open(context["request"])

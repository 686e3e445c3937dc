"""Template tags for style sheets that a game may bring along."""

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def type_styles(game: str) -> SafeString | str:
    """The style sheet that gives the card types of a game their colours, if it has one of its own."""
    sheet = f"css/{game}/types.css"
    if not finders.find(sheet):
        return ""
    return format_html('<link rel="stylesheet" href="{}">', static(sheet))

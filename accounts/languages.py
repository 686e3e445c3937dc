"""The language in which somebody is spoken to."""

from django.utils.translation import get_language


def spoken() -> str:
    """Of the page or the letter that is made now: the reader's own, or else that of the browser."""
    return get_language() or "en"

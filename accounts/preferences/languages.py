"""The current language."""

from django.utils.translation import get_language


def get_current_language() -> str:
    """Return the language of the page or email that is being rendered."""
    return get_language() or "en"

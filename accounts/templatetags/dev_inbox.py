"""Template tag for the pages that wait for an email, to link to the development inbox where it is kept."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def has_dev_inbox() -> bool:
    """Do emails stay on this machine? The page itself says who may read them."""
    return bool(settings.DEV_INBOX)

"""Headers that every email of this site has, about games and about accounts alike."""

from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings


def get_site_domain() -> str:
    """Return the domain of the site, in which Message-IDs end and threads and lists are named."""
    return urlsplit(settings.BASE_URL).hostname or "localhost"


def build_automatic_headers(language: str) -> dict[str, str]:
    """Return headers of every email: it is automatic, so that no program answers it, and in this language.

    An email that is sent once for a row replaces the Message-ID by one that is the same on every try."""
    return {
        "Message-ID": make_msgid(domain=get_site_domain()),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": language,
    }

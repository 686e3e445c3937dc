"""The catalogues of messages and the code that says them, for tests."""

from functools import cache

from babel.messages.catalog import Catalog
from django.conf import settings

from games.management.translations.catalogues import DOMAINS, MessageDomain, extract_catalogue

LANGUAGES = [language for language, _name in settings.LANGUAGES if language != "en"]


RULES, SITE = DOMAINS


def code(domain: MessageDomain) -> Catalog:
    return _code(domain.name)


@cache
def _code(name: str) -> Catalog:
    """Read once: it takes a second or two."""
    return extract_catalogue(next(domain for domain in DOMAINS if domain.name == name))

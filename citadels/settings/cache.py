"""The cache that all processes share. Rate limits count in it, so a cache for each process would not do."""

import os
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def shared_cache(url: str) -> dict[str, Any]:
    """Redis where a URL names one; otherwise a table of the database, which a migration of accounts makes."""
    if not url:
        return {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",
            # Django's 300 would throw away counts while they still matter
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    scheme = urlsplit(url).scheme
    if scheme not in {"redis", "rediss", "unix"}:
        # the URL itself may hold a password, so it is not repeated
        raise ImproperlyConfigured(
            f"CACHE_URL begins with '{scheme}:'. It should be redis://host:port/number."
        )
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}


CACHES = {"default": shared_cache(os.environ.get("CACHE_URL", ""))}

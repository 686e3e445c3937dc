"""The cache, shared by all processes: rate limits are counted in it."""

import os
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def build_shared_cache(url: str) -> dict[str, Any]:
    """Use Redis if a URL names it, else a database table, which a migration of accounts creates."""
    if not url:
        return {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",
            # Django's default of 300 would evict counts that still matter
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    scheme = urlsplit(url).scheme
    if scheme not in {"redis", "rediss", "unix"}:
        # the URL itself may hold a password, so it is not repeated
        raise ImproperlyConfigured(
            f"CACHE_URL begins with '{scheme}:'. It should be redis://host:port/number."
        )
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}


CACHES = {"default": build_shared_cache(os.environ.get("CACHE_URL", ""))}

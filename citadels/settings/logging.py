"""Logging to standard error, one line a record, without the tokens of links.

Django, Celery and gunicorn all use this configuration, so that nothing bypasses it.
"""

import os
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

LOG_FORMATTERS = {
    "text": "games.ops.log_formatters.TextFormatter",
    "json": "games.ops.log_formatters.JsonFormatter",
}
# people want to see problems, log collectors want everything
DEFAULT_LEVELS = {"text": "WARNING", "json": "INFO"}


def read_choice(environ: Mapping[str, str], name: str, default: str, words: list[str]) -> str:
    word = environ.get(name) or default
    if word not in words:
        raise ImproperlyConfigured(f"{name} is '{word}'. It may be {' or '.join(words)}.")
    return word


def build_logging_config(environ: Mapping[str, str]) -> dict[str, Any]:
    form = read_choice(environ, "LOG_FORMAT", "text", list(LOG_FORMATTERS))
    level = read_choice(environ, "LOG_LEVEL", DEFAULT_LEVELS[form], ["DEBUG", "INFO", "WARNING", "ERROR"])
    here = {"handlers": [], "propagate": True}  # no handlers of their own
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_tokens": {"()": "games.links.log_filter.LogTokenFilter"}},
        "formatters": {"line": {"()": LOG_FORMATTERS[form]}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {**here, "level": "INFO"},
            "django.server": here,
            "django.request": {"filters": ["without_tokens"]},
            "django.security.csrf": {"filters": ["without_tokens"]},
            # they log every message; our own lines say what was done
            "celery": {**here, "level": "WARNING"},
            "amqp": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "gunicorn.error": {**here, "level": "WARNING"},
        },
    }


LOGGING = build_logging_config(os.environ)

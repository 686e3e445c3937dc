"""What is written down while the server runs: a line a record on standard error, without the keys of links.

Django, Celery and gunicorn are all wired like this, so that nothing leaves by another way.
"""

import os
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

FORMATS = {"text": "games.house.records.Text", "json": "games.house.records.Json"}
# a person who reads along wants to hear of trouble, a program that collects wants everything
LEVELS = {"text": "WARNING", "json": "INFO"}


def chosen(environ: Mapping[str, str], name: str, default: str, words: list[str]) -> str:
    word = environ.get(name) or default
    if word not in words:
        raise ImproperlyConfigured(f"{name} is '{word}'. It may be {' or '.join(words)}.")
    return word


def logging_config(environ: Mapping[str, str]) -> dict[str, Any]:
    form = chosen(environ, "LOG_FORMAT", "text", list(FORMATS))
    level = chosen(environ, "LOG_LEVEL", LEVELS[form], ["DEBUG", "INFO", "WARNING", "ERROR"])
    here = {"handlers": [], "propagate": True}  # no handlers of their own
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_tokens": {"()": "games.links.scrubbing.WithoutTokens"}},
        "formatters": {"line": {"()": FORMATS[form]}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {**here, "level": "INFO"},
            "django.server": here,
            "django.request": {"filters": ["without_tokens"]},
            "django.security.csrf": {"filters": ["without_tokens"]},
            # they tell of every message that comes and goes; our own lines say what was done
            "celery": {**here, "level": "WARNING"},
            "amqp": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "gunicorn.error": {**here, "level": "WARNING"},
        },
    }


LOGGING = logging_config(os.environ)

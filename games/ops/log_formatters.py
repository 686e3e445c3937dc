"""Log formatters, one line a record: text for people, or JSON for programs.

Whatever a library logs, no link, reply address or email address gets through: the complete line, with its
traceback, is scrubbed last.
"""

import json
import logging
import re
import time
from contextvars import ContextVar
from typing import Any

from games.links.log_filter import remove_tokens

# the fields of the current request or task
_log_context: ContextVar[dict[str, Any] | None] = ContextVar("log_context", default=None)
# the extras that are logged; others may contain anything
EXTRA_FIELDS = ("request", "task", "method", "route", "status", "user", "ms", "result")

SIGNED_TOKEN = re.compile(r"[\w-]{6,}:[\w-]{22}(?![\w-])")  # the tokens of links in emails
EMAIL_ADDRESS = re.compile(
    r"[^\s@<>\"'(),;:=\[\]{}]+@[^\s@<>\"'(),;:=\[\]{}]+"
)  # people's, and ours with keys
URL_PASSWORD = re.compile(r"(://[^\s/:@]*:)[^\s/@]+@")  # of a URL


def set_log_context(**what: Any) -> None:
    """Attach these fields to all records that this thread or task logs from now on."""
    _log_context.set(what)


def scrub_secrets(text: str) -> str:
    text = remove_tokens(URL_PASSWORD.sub(r"\1…@", text))
    return EMAIL_ADDRESS.sub("…@…", SIGNED_TOKEN.sub("…", text))


class TextFormatter(logging.Formatter):
    """Formatter for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        texts = [
            f"{name}={value}"
            for name, value in _collect_fields(record).items()
            if name in ("request", "task")
        ]
        return scrub_secrets(" ".join([super().format(record), *texts]))


class JsonFormatter(logging.Formatter):
    """Formatter for log collectors: one JSON object a line."""

    default_msec_format = "%s.%03dZ"
    default_time_format = "%Y-%m-%dT%H:%M:%S"

    def __init__(self) -> None:
        super().__init__()
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_collect_fields(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        clean = {name: _scrub_value(value) for name, value in line.items()}
        return json.dumps(clean, ensure_ascii=False, default=str)


def _scrub_value(value: Any) -> Any:
    return value if isinstance(value, int | float) else scrub_secrets(str(value))


def _collect_fields(record: logging.LogRecord) -> dict[str, Any]:
    around = _log_context.get() or {}
    own = {
        name: getattr(record, name)
        for name in EXTRA_FIELDS
        if isinstance(getattr(record, name, None), int | float | str)
    }
    return {**around, **own}

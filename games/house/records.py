"""What is written down, one line a record: as text for a person, or as JSON for a program.

Whatever a library writes, no link, reply address or mail address leaves through here: the whole line is
looked through last of all, with its traceback.
"""

import json
import logging
import re
import time
from contextvars import ContextVar
from typing import Any

from games.links.scrubbing import scrubbed

# what a record is about: set at the beginning of a request and of a task
_about: ContextVar[dict[str, Any] | None] = ContextVar("about", default=None)
# what a line of JSON may hold beside its message; other extras may be anything
FIELDS = ("request", "task", "method", "route", "status", "user", "ms", "result")

SIGNED = re.compile(r"[\w-]{4,}:[A-Za-z0-9]{6}:[\w-]{43}")  # the links of letters
ADDRESS = re.compile(r"[^\s@<>\"'(),;:=\[\]{}]+@[^\s@<>\"'(),;:=\[\]{}]+")  # people's, and our own with keys
PASSWORD = re.compile(r"(://[^\s/:@]*:)[^\s/@]+@")  # of a URL


def about(**what: Any) -> None:
    """Records that this thread writes from now on tell that they are about this."""
    _about.set(what)


def without_secrets(text: str) -> str:
    text = scrubbed(PASSWORD.sub(r"\1…@", text))
    return ADDRESS.sub("…@…", SIGNED.sub("…", text))


class Text(logging.Formatter):
    """For somebody who reads along."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        told = [f"{name}={value}" for name, value in _told(record).items() if name in ("request", "task")]
        return without_secrets(" ".join([super().format(record), *told]))


class Json(logging.Formatter):
    """For a program that collects them: one object a line."""

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
            **_told(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        clean = {name: _clean(value) for name, value in line.items()}
        return json.dumps(clean, ensure_ascii=False, default=str)


def _clean(value: Any) -> Any:
    return value if isinstance(value, int | float) else without_secrets(str(value))


def _told(record: logging.LogRecord) -> dict[str, Any]:
    around = _about.get() or {}
    own = {
        name: getattr(record, name)
        for name in FIELDS
        if isinstance(getattr(record, name, None), int | float | str)
    }
    return {**around, **own}

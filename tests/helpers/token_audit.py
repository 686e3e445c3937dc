"""Looks through all that is logged while the tests run: no link and no reply address may be in it."""

import logging
import re

TOKEN = re.compile(
    r"[\w-]{6,}:[\w-]{22}(?![\w-])"  # signed, as the links of emails
    r"|/calendar/[\w-]{32}\.ics"
    r"|\b(?:reply|join|stop|event)\+[a-z0-9]{20}"  # the key of an address
    r"|\bbounce\+[a-z]\d+-[a-z2-7]{16}",
    re.IGNORECASE,
)


class Audit(logging.Handler):
    """What it finds, it keeps in `found`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)  # a traceback included
        if TOKEN.search(text):
            self.found.append(text)


AUDIT = Audit()


def listen() -> None:
    """Before each test: one that starts a worker has its logs wired anew, and all handlers are gone."""
    logging.getLogger().addHandler(AUDIT)  # once only, however often
    AUDIT.found.clear()

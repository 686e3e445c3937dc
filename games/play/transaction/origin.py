"""The origin of a request: who asks the play service for a change, through which channel, and when."""

import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

from accounts import server_time
from games.models import GameLogEntry

How = GameLogEntry.How
DOUBLE_CLICK_WINDOW = timedelta(minutes=1)  # the same request again within this time is a second click
REQUEST_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Origin(msgspec.Struct, frozen=True):
    """Who made a request, and how. A repeated `key` is the same request, which is carried out once."""

    how: str
    key: str
    now: datetime
    user_id: int | None = None


def by_user(user: Any, how: str = How.FORM, key: str = "") -> Origin:
    """Build the origin of a request by a user: by form, link or email reply."""
    return Origin(how, key or new_request_key(), server_time.now(), user.pk)


def by_server(how: str, key: str = "") -> Origin:
    """Build the origin of a request by the server itself: a bot, the clock, an automatic ruling."""
    return Origin(how, key or new_request_key(), server_time.now())


def clean_request_key(text: str) -> str:
    """Return the request key that a form sends back, or a new one if it is not valid."""
    return text if REQUEST_KEY_PATTERN.fullmatch(text) else new_request_key()


def digest_lines(lines: Iterable[str]) -> str:
    """Digest an answer as the end of a request key: another answer by the same form is another request.

    There are few answers to a question, so without the secret of the server whoever reads the key would find
    the answer in a list."""
    return salted_hmac("games.request", "\n".join(lines), algorithm="sha256").hexdigest()[:16]


def new_request_key() -> str:
    """Return a random key for one request, to be put into the form that makes it."""
    return secrets.token_urlsafe(12)

"""Who asks at the door, by which way, and when."""

import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2s
from typing import Any

import msgspec

from games.models import Move
from games.play import times

How = Move.How


class Origin(msgspec.Struct, frozen=True):
    """Who asks, and how it came. The same `key` twice is the same request, done once."""

    how: str
    key: str
    now: datetime
    user_id: int | None = None


def from_person(user: Any, how: str = How.FORM, key: str = "") -> Origin:
    """A person who fills in a form, follows a link or replies to a letter."""
    return Origin(how, key or fresh_key(), times.now(), user.pk)


def from_house(how: str, key: str = "") -> Origin:
    """The house itself: a bot, the clock."""
    return Origin(how, key or fresh_key(), times.now())


def given_key(text: str) -> str:
    """The key that a form sends back. Whatever else somebody writes there is as good as none."""
    return text if KEY.fullmatch(text) else fresh_key()


KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def content_of(lines: Iterable[str]) -> str:
    """Ends a key, so that the same form or link with another answer is another request."""
    return blake2s("\n".join(lines).encode(), digest_size=6).hexdigest()


def fresh_key() -> str:
    """A name for one request, put into the form that will make it."""
    return secrets.token_urlsafe(12)

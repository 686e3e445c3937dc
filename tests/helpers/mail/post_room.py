"""The dev inbox, for tests: switched on, and the address with its key."""

from pathlib import Path
from typing import Any

from django.test import Client

KEY = "the key of this start"
ADDRESS = f"/dev-inbox/?key={KEY.replace(' ', '+')}"


def open_post_room(settings: Any, folder: Path) -> None:
    """As on a laptop: emails are kept in this folder."""
    settings.DEV_INBOX, settings.DEV_INBOX_DIR, settings.DEV_INBOX_KEY = True, folder, KEY
    settings.EMAIL_BACKEND = "games.mail.dev_inbox.EmailBackend"


def at_this_machine(**options: Any) -> Client:
    """A browser that has opened the address which the server has printed."""
    client = Client(**options)
    client.get(ADDRESS)
    return client

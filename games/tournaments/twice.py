"""A second click: the same wish of the same person within a moment is one wish."""

from datetime import timedelta
from typing import Any

import msgspec

from games.tournaments.book import Book
from games.tournaments.models import Entry

A_MOMENT = timedelta(minutes=1)


def just_written(book: Book, kind: str, **data: Any) -> Entry | None:
    """The entry that the first click has made."""
    lately = book.tournament.entries.filter(kind=kind, by=book.by, at__gt=book.now - A_MOMENT)
    same = msgspec.json.encode(data).decode()
    return lately.filter(data=same).order_by("-number").first()

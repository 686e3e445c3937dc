"""The ledger of a tournament, for tests: written by hand, and read."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.db.transaction import atomic

from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Tournament


@contextmanager
def write_ledger(tournament: Tournament, now: datetime | None = None) -> Iterator[TournamentTransaction]:
    """Open a transaction of this tournament until the end of the block."""
    with atomic():
        yield TournamentTransaction(tournament.pk, now=now)


def list_entry_kinds(tournament: Tournament) -> list[str]:
    """The kinds of all entries."""
    return list(tournament.ledger_entries.order_by("number").values_list("kind", flat=True))


def list_entries(tournament: Tournament, *kinds: str) -> list[dict[str, Any]]:
    """The data of the entries of these kinds."""
    found = tournament.ledger_entries.filter(kind__in=kinds).order_by("number").values_list("data", flat=True)
    return [msgspec.json.decode(data) for data in found]

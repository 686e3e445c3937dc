"""Somebody who has stayed away too long."""

from django.db import transaction

from games.models import Game, Seat
from games.play import absence
from games.play.origin import How, from_house
from games.play.table import Table
from tests.play.tables import awaited


def replaced(game: Game, seat: Seat | None = None) -> Seat:
    """A bot plays for this seat now, or for whoever is asked."""
    seat = seat or awaited(game)
    with transaction.atomic():
        table = Table(game.pk, from_house(How.CLOCK))
        absence.replace(table, table.game.seats[seat.name])
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)

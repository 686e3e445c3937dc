"""Somebody who has stayed away too long."""

from django.db import transaction

from games.models import Game, Seat
from games.play import replacements
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, by_server
from tests.helpers.tables import awaited


def replaced(game: Game, seat: Seat | None = None) -> Seat:
    """A bot plays for this seat now, or for whoever is asked."""
    seat = seat or awaited(game)
    with transaction.atomic():
        locked_game = LockedGame(game.pk, by_server(How.CLOCK))
        replacements.replace_with_bot(locked_game, locked_game.game.seats[seat.name])
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)

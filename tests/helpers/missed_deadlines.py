"""Seats whose time runs out, for tests."""

from datetime import timedelta

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.models import Game, Seat
from games.play.deadlines import alarms
from tests.helpers.mail.outbox import nothing_waits
from tests.helpers.tables import awaited, table

PLAIN = Pace(hours=timedelta(hours=24))


def slow(**wish) -> Game:
    game = table(3, **{"pace": PLAIN, "visibility": "nobody"} | wish)
    nothing_waits(game)
    return game


def run_out(clock, game: Game) -> Seat:
    """Whoever is asked lets the time run out."""
    seat = awaited(game)
    clock.move_to(seat.final_at + timedelta(seconds=1))
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision)
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)


def replaced(clock, **wish) -> Seat:
    """A bot plays for this seat from now on."""
    patience = MissedDeadlinePolicy(**{"excused": 0, "in_a_row": 1} | wish)
    return run_out(clock, slow(patience=patience))

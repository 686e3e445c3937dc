"""Processes that are killed at the worst moment."""

import os
import signal

import pytest

from games.models import GameLogEntry
from tests.faults import invariants
from tests.helpers.processes.family import child_called, wait_for
from tests.helpers.tables import awaited, fallback, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(3, "kill -9 of the web process after the commit of a move, three times")
def test_a_web_process_that_dies_before_the_bell_has_lost_no_move_and_no_email(house, counted):
    game = table(3)
    house.web("tests.faults.crashing_wsgi", workers=1)
    for _ in range(3):
        seat = awaited(game)
        form = house.form(seat, fallback(seat), "once")
        (house.folder / "die").touch()
        with pytest.raises((OSError, EOFError)):
            form()
        assert GameLogEntry.objects.filter(seat=seat, decision=seat.decision).count() == 1
        wait_for(house.answers)
        assert form() == 303  # whoever has seen no answer sends it again
    house.worker()
    house.beat()
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    repeated = invariants.repeated(house.server.emails)
    assert (game.log_entries.filter(kind="move").count(), repeated) == (3, 0)
    counted(moves=3, kills=3, lost=0, twice=repeated)


@pytest.mark.long
@pytest.mark.drill(1, "kill -9 of workers, beat and web under `serve`, moves right after each")
@pytest.mark.drill(3, "kill -9 of workers, beat and web under `serve`, moves right after each")
def test_whoever_is_killed_while_people_play_loses_nothing(house, counted):
    games = [table(3) for _ in range(3)]
    keeper = house.serve()
    again = 0
    for word in ("work", "beat", "gunicorn", "clock", "work", "gunicorn"):
        again += sum(house.play(game, 2) for game in games)
        killed = wait_for(lambda word=word: child_called(keeper.pid, word))
        os.kill(killed, signal.SIGKILL)
        again += sum(house.play(game, 1) for game in games)
    wait_for(house.answers)
    house.expire_claims()
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    made = GameLogEntry.objects.filter(kind="move").count()
    assert made == 54
    repeated = invariants.repeated(house.server.emails)
    assert repeated <= 2  # one for each worker that was killed
    counted(moves=made, kills=6, lost=0, sent_again=again, emails_twice=repeated)

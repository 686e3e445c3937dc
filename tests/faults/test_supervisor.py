"""The supervisor is killed: nobody is left behind, and the next one finds everything in order."""

import pytest

from games.models import GameLogEntry
from tests.faults import invariants
from tests.helpers.processes.family import family, is_alive, wait_for
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(32, "kill -9 of `serve` while people play; started again at once")
def test_a_house_whose_keeper_was_killed_starts_again_and_goes_on(house, counted):
    game = table(3)
    keeper = house.serve()
    house.play(game, 2)
    there = family(keeper.pid)
    assert len(there) >= 3
    keeper.kill()
    wait_for(lambda: not any(map(is_alive, there)))
    keeper.wait()
    house.serve()  # same folder, same port
    house.play(game, 2)
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    moves = GameLogEntry.objects.filter(kind="move").count()
    assert moves == 4
    counted(moves=moves, processes=len(there), orphans=0, lost=0)

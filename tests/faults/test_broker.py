"""The broker only rings: without it emails are late, and nothing else."""

import time

import pytest

from games.models import GameLogEntry
from tests.faults import invariants
from tests.helpers.malformed_messages import MALFORMED, REFUSED, write_message, write_task
from tests.helpers.processes.environments import silent_server
from tests.helpers.processes.family import Port, child_called, wait_for
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.drill(4, "moves while the broker is silent, then gone; sweeps bring the letters")
def test_moves_are_answered_quickly_without_a_broker_and_emails_come_later(house, counted):
    games = [table(3) for _ in range(2)]
    with silent_server() as listener:
        web = house.web(BROKER_URL=f"redis://127.0.0.1:{listener.getsockname()[1]}/0")
        again = sum(house.play(game, 3) for game in games)
    again += sum(house.play(game, 3) for game in games)  # now nobody listens there
    assert (again, web.poll()) == (0, None)
    assert "the broker did not take" in house.said()
    house.worker()
    house.beat()
    house.quiet()
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    repeated = invariants.repeated(house.server.emails)
    assert repeated == 0
    counted(moves=GameLogEntry.objects.filter(kind="move").count(), refused=again, lost=0, twice=repeated)


@pytest.mark.drill(4, "a worker and a beat that wait for a broker which is not there yet")
@pytest.mark.long
def test_worker_and_beat_wait_for_their_broker(house, counted):
    table(3)
    nobody = Port()
    broker = f"redis://127.0.0.1:{nobody.number}/0"
    waiting = [house.worker(BROKER_URL=broker), house.beat(BROKER_URL=broker)]
    time.sleep(15)
    assert [one.poll() for one in waiting] == [None, None]
    nobody.close()
    counted(processes=2, ended=0)


def children_who_take(keeper: int) -> set[int]:
    """Both workers, once both are there."""
    found = {child_called(keeper, word) for word in ("work", "clock")}
    return set() if 0 in found else found


@pytest.mark.long
@pytest.mark.drill(5, "the folder of the broker is removed under a running house, twice")
def test_a_broker_that_is_wiped_takes_nothing_with_it(house, counted):
    games = [table(3) for _ in range(2)]
    keeper = house.serve()
    there = wait_for(lambda: children_who_take(keeper.pid))
    again = 0
    for wiped in range(2):
        again += sum(house.play(game, 3) for game in games)
        (house.folder / "broker").rename(house.folder / f"wiped{wiped}")
        again += sum(house.play(game, 3) for game in games)
        wait_for((house.folder / "broker" / "queue").exists)  # somebody has made it again
    house.quiet()
    assert children_who_take(keeper.pid) == there  # nobody has died of it
    invariants.hold()
    invariants.all_are_told(house.server.emails)
    repeated = invariants.repeated(house.server.emails)
    assert (again, repeated) == (0, 0)
    counted(moves=GameLogEntry.objects.filter(kind="move").count(), wiped=2, lost=0, twice=repeated)


@pytest.mark.drill(35, "every kind of malformed message, and pickles, in the folder of a running worker")
def test_a_worker_survives_whatever_lies_in_the_folder_of_its_broker(house, counted):
    table(3)
    worker = house.worker()
    folder = house.folder / "broker" / "queue"
    wait_for(folder.exists)
    for text in [*MALFORMED.values(), *REFUSED.values()]:
        write_message(folder, "citadels", text)
    last = write_message(folder, "citadels", write_task())  # of a task that sends the emails which wait
    wait_for(lambda: not last.exists())
    house.quiet()
    assert worker.poll() is None
    assert house.said().count("a malformed message was skipped") == len(MALFORMED)
    assert not (house.root / "pickled").exists()
    invariants.all_are_told(house.server.emails)
    counted(skipped=len(MALFORMED), refused=len(REFUSED), ended=0)

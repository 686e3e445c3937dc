"""Broker, workers and beat, as real processes, on every stand that this machine can offer."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest

from citadels.settings.celery import BROKER_TIMEOUT
from tests.helpers.processes import environments
from tests.helpers.processes.environments import Stand, callers, silent_server
from tests.helpers.processes.server import (
    A_SWEEP_COMES_BY,
    EACH_IS_DECIDED_ONCE,
    NO_MORE_THAN_ONCE,
    NOBODY_HEARS,
    OVERDUE,
    House,
    house_on,
    wait_for,
)

UNKNOWN = """
from games.play.transaction.task_trigger import send_task
send_task('games.tasks.of_another_version', 7)
"""


def keep_together(stand: Stand) -> Any:
    """Let one worker have all tests on this stand: a database takes long to make."""
    return pytest.param(stand, marks=pytest.mark.xdist_group(str(stand)), id=str(stand))


@pytest.fixture(scope="module", params=map(keep_together, environments.here()))
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    root = Path(__file__).resolve().parents[3]
    with house_on(request.param, root, tmp_path_factory.mktemp("house")) as one:
        yield one


@pytest.mark.drill(1, "kill -9 of a worker; the next one hears the bell")
def test_a_bell_is_heard_and_a_worker_that_was_killed_is_replaced(house):
    first = house.worker()
    with house.running(first):
        house.tell("invite('bob')")  # no beat runs: only a bell can have brought this email
        wait_for(lambda: house.emails_to("bob"), house)
    assert first.returncode == -SIGKILL
    house.tell("invite('cecil')")  # nobody is there, but the bell stays in the queue
    with house.running(house.worker()):
        wait_for(lambda: house.emails_to("cecil"), house)


@pytest.mark.drill(26, "a task of another version in the queue")
def test_a_task_that_nobody_knows_does_not_stop_the_worker(house):
    house.tell(UNKNOWN)
    worker = house.worker()
    with house.running(worker):
        wait_for(lambda: "games.tasks.of_another_version" in house.said(), house)
        house.tell("invite('edgar')")
        wait_for(lambda: house.emails_to("edgar"), house)
        assert worker.poll() is None


@pytest.mark.drill(11, "two beats; letters without a bell, deadlines that are over")
def test_two_beats_find_what_no_bell_was_rung_for_and_do_nothing_twice(house):
    house.tell(NOBODY_HEARS + "invite('fanni', 'gabor', 'hana')")
    house.tell(OVERDUE)
    with house.running(house.worker(), house.beat(), house.beat()):
        wait_for(lambda: all(map(house.emails_to, ("fanni", "gabor", "hana"))), house)
        house.tell(EACH_IS_DECIDED_ONCE)
        house.tell(A_SWEEP_COMES_BY)  # and they go on
        house.tell(NO_MORE_THAN_ONCE)
        wait_for(
            lambda: house.is_well({"database", "broker", "messages", "cache", "clocks", "heartbeat"}), house
        )
    assert [house.emails_to(name) for name in ("fanni", "gabor", "hana")] == [1, 1, 1]


def test_the_clock_goes_on_where_nobody_writes_emails(house):
    house.tell("invite('ivan')")
    with house.running(house.worker("--queues", "clock"), house.beat()):
        house.tell(A_SWEEP_COMES_BY)
    assert house.emails_to("ivan") == 0
    with house.running(house.worker("--queues", "work")):
        wait_for(lambda: house.emails_to("ivan"), house)


RING = """
import shutil, django
django.setup()
from django.conf import settings
from games.play.transaction import task_trigger
shutil.rmtree(settings.BROKER_DIR)
settings.BROKER_DIR.touch()
task_trigger.trigger_after_commit(task_trigger.SEND_NOTICES)
print("committed all the same")
"""


@pytest.mark.drill(4, "a broker that says nothing is asked once")
@pytest.mark.parametrize("kind", ["redis", "amqp"])
def test_a_broker_that_does_not_answer_is_asked_once_and_briefly(kind, root, tmp_path):
    with silent_server() as listener:
        url = f"{kind}://127.0.0.1:{listener.getsockname()[1]}//"
        done = rung(root, tmp_path, url)
        assert callers(listener) == 1
    assert BROKER_TIMEOUT < 1
    assert done.stdout == "committed all the same\n"
    assert "the broker did not take games.tasks.send_game_notices" in done.stderr


@pytest.mark.drill(4, "nobody listens where the broker should be")
@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "amqp://127.0.0.1:1//", ""])
def test_a_broker_that_is_not_there_spoils_nothing(url, root, tmp_path):
    done = rung(root, tmp_path, url)
    assert done.stdout == "committed all the same\n"
    assert "the broker did not take games.tasks.send_game_notices" in done.stderr


def rung(root: Path, folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """What a web process says that rings at this broker; a folder as a broker it cannot have."""
    with Stand("sqlite", "filesystem").environment(folder) as env:
        command = [sys.executable, "-c", RING]
        return subprocess.run(
            command, cwd=root, env={**env, "BROKER_URL": url}, capture_output=True, text=True
        )


def test_the_first_stand_needs_no_services():
    assert environments.ALL[0] in environments.here()
    assert f"tried on {environments.ALL[0]}" in environments.header()

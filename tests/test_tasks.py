"""Whatever is named to be done later has a task of that name."""

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from games import tasks
from games.models import Heartbeat
from games.play.transaction import task_trigger

NAMES = [
    one for one in vars(task_trigger).values() if isinstance(one, str) and one.startswith("games.tasks.")
]


@pytest.mark.parametrize("name", [*NAMES, *(one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values())])
def test_there_is_a_task_of_this_name(name):
    assert tasks
    assert name in current_app.tasks


SWEEPS = {one["task"]: one for one in settings.CELERY_BEAT_SCHEDULE.values()}
RING = "games.tasks.handle_due_alarms"


@pytest.mark.drill(12, "sweeps that nobody took are dropped")
@pytest.mark.parametrize("name", sorted(set(SWEEPS) - {RING}))
def test_a_sweep_that_nobody_took_does_not_pile_up(name):
    sweep = SWEEPS[name]
    assert sweep["schedule"] < sweep["options"]["expires"] <= sweep["schedule"] + 60


def test_no_clock_that_is_wrong_makes_a_worker_drop_the_deadlines():
    assert "options" not in SWEEPS[RING]


def queue_of(name: str) -> str:
    return current_app.amqp.router.route({}, name)["queue"].name


def test_the_clock_waits_in_no_queue_but_its_own():
    others = [name for name in current_app.tasks if name.startswith("games.tasks.") and name != RING]
    assert len(others) >= 7
    assert {queue_of(name) for name in others} == {settings.TASK_QUEUE}
    assert queue_of(RING) == settings.CLOCK_QUEUE != settings.TASK_QUEUE


def test_a_worker_takes_from_both_queues_or_from_the_one_it_is_told():
    queues = current_app.amqp.Queues(settings.CELERY_TASK_QUEUES)
    assert set(queues.consume_from) == {settings.TASK_QUEUE, settings.CLOCK_QUEUE}
    queues.select(["clock"])
    assert set(queues.consume_from) == {settings.CLOCK_QUEUE}
    queues.select(["work"])
    assert set(queues.consume_from) == {settings.TASK_QUEUE}
    with pytest.raises(KeyError):
        queues.select(["cloc"])


@pytest.mark.django_db
def test_whoever_sweeps_for_emails_leaves_a_trace_for_the_clock():
    Heartbeat.objects.create(pk=1, at=timezone.now())
    before = timezone.now()
    tasks.send_game_notices()
    assert Heartbeat.objects.get().mail_at >= before

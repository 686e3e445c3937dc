"""Whatever is named to be done later has a task of that name."""

import pytest
from celery import current_app
from django.conf import settings

from games import tasks
from games.play import wake

NAMES = [one for one in vars(wake).values() if isinstance(one, str) and one.startswith("games.tasks.")]


@pytest.mark.parametrize("name", [*NAMES, *(one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values())])
def test_there_is_a_task_of_this_name(name):
    assert tasks
    assert name in current_app.tasks


@pytest.mark.drill(12, "sweeps that nobody took are dropped")
def test_a_sweep_that_nobody_took_does_not_pile_up():
    for one in settings.CELERY_BEAT_SCHEDULE.values():
        assert one["options"]["expires"] <= one["schedule"]

"""The bell after the commit: known names, no bell for what was rolled back, no harm when nobody hears it."""

from functools import partial

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.play.transaction import task_trigger
from tests.helpers.tables import table


def names() -> set[str]:
    return {value for name, value in vars(task_trigger).items() if name.isupper() and isinstance(value, str)}


def test_every_name_we_ring_for_is_a_task():
    current_app.loader.import_default_modules()
    assert names()
    assert names() <= set(current_app.tasks)


def test_everything_on_the_timetable_is_a_task():
    current_app.loader.import_default_modules()
    assert {entry["task"] for entry in current_app.conf.beat_schedule.values()} <= set(current_app.tasks)


@pytest.mark.django_db(transaction=True)
def test_the_bell_rings_after_the_commit_and_not_after_a_rollback(monkeypatch):
    rung = []
    monkeypatch.setattr(task_trigger, "send_task", lambda *call: rung.append(call))
    with transaction.atomic():
        task_trigger.trigger_after_commit("a", 1)
        assert rung == []
    assert rung == [("a", 1)]
    with transaction.atomic():
        task_trigger.trigger_after_commit("b", 1)
        transaction.set_rollback(True)
    assert rung == [("a", 1)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [OperationalError("no broker"), ConnectionRefusedError()])
def test_a_broker_that_is_down_does_not_spoil_what_is_committed(monkeypatch, caplog, trouble):
    def refuse(*args, **options):
        raise trouble

    monkeypatch.setattr(current_app, "send_task", refuse)
    game = table(1, bots=3)
    assert game.state == "running"
    if game.seats.get(decision__isnull=False).bot:
        assert "did not take games.tasks.play_bot_moves" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_many_bells_for_the_same_work_are_one_bell_a_second(monkeypatch):
    rung, clock = [], iter([100.0, 100.1, 100.9, 101.0, 101.5])
    monkeypatch.setattr(task_trigger, "send_task", lambda *call: rung.append(call))
    monkeypatch.setattr(task_trigger, "monotonic", lambda: next(clock))
    monkeypatch.setattr(task_trigger, "_last_sent", {})
    for _ in range(4):
        task_trigger.trigger_after_commit("all that is due")
    task_trigger.trigger_after_commit("one game", 7)
    assert rung == [("all that is due",), ("all that is due",), ("one game", 7)]


@pytest.mark.django_db(transaction=True)
def test_what_fails_after_the_commit_spoils_nothing_even_if_it_has_no_name(caplog):
    def fail(what: str) -> None:
        raise ValueError(what)

    with transaction.atomic():
        task_trigger.run_after_commit(partial(fail, "no name"))
    assert "no name" in caplog.text

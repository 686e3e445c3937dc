"""/metrics: who may read it, and whether its numbers are right."""

import logging
from collections import Counter
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from games import tasks
from games.links import kinds
from games.models import Game, GameLogEntry, GameNotice, Heartbeat, IncomingMail, Invitation, Seat
from games.ops import database_metrics
from games.play.lobby import invitations
from tests.helpers.tables import play_on, table

pytestmark = pytest.mark.django_db

TOKEN = "0123456789abcdef"
BEARER = {"authorization": f"Bearer {TOKEN}"}
MINUTES = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def token(settings):
    settings.METRICS_TOKEN = TOKEN


def numbers(client: Client | None = None) -> dict[str, dict[str, float]]:
    """By name, then by label values."""
    cache.clear()
    text = (client or Client()).get("/metrics", headers=BEARER).content.decode()
    found: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[",".join(sample.labels.values())] = sample.value
    return found


# --- who may read it


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({}, 403),
        ({"HTTP_HOST": "localhost:8000"}, 403),  # so does every request that a proxy passes on
        ({"REMOTE_ADDR": "192.0.2.1"}, 403),
        ({"HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
        ({"HTTP_X_FORWARDED_FOR": "192.0.2.1"}, 403),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
        ({"HTTP_X_FORWARDED_FOR": "192.0.2.1", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_AUTHORIZATION": "Bearer 0123"}, 403),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_AUTHORIZATION": "Bearer ő"}, 403),
    ],
)
def test_it_is_for_who_has_the_token_wherever_they_are(given, status):
    assert Client(**given).get("/metrics").status_code == status


def test_without_a_token_there_is_none_that_fits(settings):
    settings.METRICS_TOKEN = ""
    for given in ({}, {"HTTP_AUTHORIZATION": "Bearer "}, {"HTTP_AUTHORIZATION": "Bearer"}):
        assert Client(**given).get("/metrics").status_code == 403


# --- what the database tells


def test_moves_are_counted_by_how_they_came():
    play_on(table(3), 6)
    expected = Counter(GameLogEntry.objects.filter(kind="move").values_list("how", flat=True))
    assert numbers()["citadels_moves_total"] == expected
    assert sum(expected.values()) >= 6


def test_what_only_grows_is_counted_once():
    game = table(3)
    play_on(game, 4)
    later = timezone.now() + MINUTES
    first = database_metrics.count_moves(later)
    assert sum(first.values()) >= 4
    assert database_metrics.count_moves(later) == first
    play_on(game, 3)
    second = database_metrics.count_moves(timezone.now())  # these are young: counted, but not kept yet
    assert sum(second.values()) >= sum(first.values()) + 3
    assert cache.get("ops:moves")[1] == first
    assert database_metrics.count_moves(later + MINUTES) == second == cache.get("ops:moves")[1]


def test_emails_are_counted_by_kind_and_outcome_and_not_while_they_wait():
    table(3)
    first, second, *_others = GameNotice.objects.order_by("pk")
    GameNotice.objects.filter(pk=second.pk).update(status="sent", sent_at=timezone.now())
    later = timezone.now() + MINUTES
    assert database_metrics.count_emails(later) == {f"{second.kind},sent": 1}
    GameNotice.objects.filter(pk=first.pk).update(status="dropped")
    assert database_metrics.count_emails(later) == Counter([f"{second.kind},sent", f"{first.kind},dropped"])
    assert numbers()["citadels_emails_total"] == database_metrics.count_emails(later)


def test_what_waits_and_what_was_given_up_is_told():
    table(3)
    total = GameNotice.objects.count()
    first = GameNotice.objects.order_by("pk")[0]
    GameNotice.objects.filter(pk=first.pk).update(status="parked")
    GameNotice.objects.exclude(pk=first.pk).update(next_try_at=timezone.now() - MINUTES)
    IncomingMail.objects.create(key="k", recipient="r", raw=b"", status="parked", received_at=timezone.now())
    found = numbers()
    assert found["citadels_outbox_notices"] == {"waiting": total - 1, "parked": 1, "retried": 0}
    assert 300 <= found["citadels_outbox_age_seconds"][""] < 400
    assert found["citadels_incoming_emails"] == {"waiting": 0, "parked": 1}


def test_invitations_count_as_outgoing_mail_unless_their_address_takes_none():
    game = table(1, size=4)
    addresses = [f"{name}@example.org" for name in ("ann", "bob", "cleo")]
    late, parked, bounced = invitations.invite_people(game.pk, game.creator, addresses)
    GameNotice.objects.all().delete()
    Invitation.objects.filter(pk=late.pk).update(next_try_at=timezone.now() - MINUTES)
    Invitation.objects.filter(pk=parked.pk).update(status="parked")
    Invitation.objects.filter(pk=bounced.pk).update(status="parked", has_bounced=True)
    found = numbers()
    assert found["citadels_outbox_notices"] == {"waiting": 1, "parked": 1, "retried": 0}
    assert 300 <= found["citadels_outbox_age_seconds"][""] < 400


def test_games_decisions_and_people_are_told():
    game = table(2, bots=1)
    seat = Seat.objects.filter(game=game, decision__isnull=False)[0]
    Seat.objects.filter(pk=seat.pk).update(alarm_at=timezone.now() - MINUTES)
    Seat.objects.exclude(pk=seat.pk).update(alarm_at=None)
    User.objects.filter(seats__game=game).update(unreachable_since=timezone.now())
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - MINUTES})
    found = numbers()
    assert found["citadels_games"] == {"running": 1}
    asked = Seat.objects.filter(decision__isnull=False)
    assert sum(found["citadels_decisions_open"].values()) == asked.count()
    assert found["citadels_decisions_overdue"] == {"": 1}
    assert 300 <= found["citadels_overdue_seconds"][""] < 400
    assert found["citadels_people"]["unreachable"] == 2
    assert 300 <= found["citadels_heartbeat_age_seconds"][""] < 400


def test_the_same_question_twice_costs_the_database_nothing(django_assert_num_queries):
    client = Client()
    client.get("/metrics")
    with django_assert_num_queries(0):
        client.get("/metrics")


# --- what the processes count


def test_requests_are_counted_by_the_name_of_their_route_and_never_by_their_path():
    seat = Seat.objects.filter(game=table(3), decision__isnull=False)[0]
    path = f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat))}/"
    before = numbers().get("citadels_http_request_seconds_count", {})
    assert Client().get(path).status_code == 200
    Client().get("/no/such/page/")
    after = numbers()["citadels_http_request_seconds_count"]
    assert after["play_by_link,2xx"] == before.get("play_by_link,2xx", 0) + 1
    assert after["none,4xx"] == before.get("none,4xx", 0) + 1
    assert path.split("/")[2] not in Client().get("/metrics").content.decode()


def test_tasks_are_counted_and_how_late_they_find_what_is_due(caplog):
    caplog.set_level(logging.INFO)
    seat = Seat.objects.filter(game=table(3), decision__isnull=False)[0]
    Seat.objects.exclude(pk=seat.pk).update(alarm_at=None)
    Seat.objects.filter(pk=seat.pk).update(alarm_at=timezone.now() - MINUTES)
    before = numbers()
    tasks.handle_due_alarms.apply()
    after = numbers()
    name = "citadels_task_seconds_count"
    assert after[name]["done,handle_due_alarms"] == before.get(name, {}).get("done,handle_due_alarms", 0) + 1
    name = "citadels_alarm_lateness_seconds_sum"
    assert 300 <= after[name]["handle_due_alarms"] - before.get(name, {}).get("handle_due_alarms", 0) < 400


def test_a_sweep_that_has_found_something_is_a_line_and_one_that_has_not_is_none(caplog):
    caplog.set_level(logging.INFO)
    tasks.expire_tables.apply()
    game = table(1, size=4)
    Game.objects.filter(pk=game.pk).update(expires_at=timezone.now() - MINUTES)
    tasks.expire_tables.apply()
    [line] = [one for one in caplog.records if one.name == "games.tasks"]
    assert line.getMessage() == "expire_tables: 1"
    assert (line.result, line.ms >= 0) == (1, True)


def test_a_database_that_is_down_is_a_number_too(monkeypatch):
    def down() -> None:
        raise OperationalError

    monkeypatch.setattr("games.ops.views.load_metrics", down)
    found = numbers()
    assert found["citadels_database_up"] == {"": 0}
    assert "citadels_games" not in found

"""For machines that watch: /healthz and /readyz."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from games.mail.outgoing import availability, game_outbox, transport
from games.models import Game, GameNotice, Heartbeat, Seat
from games.ops import database_metrics, health
from games.play.deadlines import alarms
from games.tournaments.director import director
from games.tournaments.models import TournamentNotice
from tests.helpers.tables import table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def test_healthz_asks_no_database_and_no_session():
    client = Client()
    client.cookies["sessionid"] = "x" * 32  # a test that may not ask the database fails if this is looked up
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies


@pytest.mark.parametrize("door", ["/healthz", "/readyz", "/metrics"])
@pytest.mark.django_db
def test_whoever_watches_comes_by_an_address_and_without_https(door, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.METRICS_TOKEN = "0123456789abcdef"
    bearer = {"authorization": f"Bearer {settings.METRICS_TOKEN}"}
    answer = Client().get(door, headers={"host": "127.0.0.1:8000", **bearer})
    assert answer.status_code in (200, 503)
    assert answer.headers["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.parametrize("door", ["/healthz", "/readyz", "/metrics"])
def test_nothing_can_be_sent_there(door):
    assert Client().post(door).status_code == 405


@pytest.fixture
def alive(db):
    return Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})[0]


def told() -> tuple[int, dict[str, str], str]:
    """The answer of /readyz: its number, which checks are not well, and all of its words."""
    answer = Client().get("/readyz")
    found = answer.json()["checks"]
    wrong = {name: one["message"] for name, one in found.items() if one["state"] != "ok"}
    return answer.status_code, wrong, answer.content.decode()


@pytest.mark.usefixtures("alive")
def test_a_house_that_is_well_says_so():
    status, wrong, _text = told()
    assert (status, wrong) == (200, {})
    assert set(Client().get("/readyz").json()["checks"]) == {
        *("database", "broker", "outbox", "decisions", "tournaments", "heartbeat")
    }


def test_a_house_without_sweeps_is_not_ready(alive):
    Heartbeat.objects.update(at=timezone.now() - HOUR)
    assert told()[:2] == (503, {"heartbeat": "The last sweep came by 60 minutes ago."})
    alive.delete()
    assert told()[:2] == (503, {"heartbeat": "No sweep has ever come by."})


def test_a_house_whose_emails_nobody_looks_after_is_not_ready(alive):
    Heartbeat.objects.update(mail_at=timezone.now() - MINUTE)
    assert told()[0] == 200
    Heartbeat.objects.update(mail_at=timezone.now() - HOUR)
    said = "The last sweep for emails came by 60 minutes ago. No clock runs meanwhile."
    assert told()[:2] == (503, {"heartbeat": said})


@pytest.mark.usefixtures("alive")
def test_a_email_that_should_have_left_is_told():
    table(3)
    assert told()[0] == 200
    GameNotice.objects.update(next_try_at=timezone.now() - HOUR)
    assert told()[:2] == (503, {"outbox": "An email should have left 60 minutes ago."})
    GameNotice.objects.update(status="parked")  # for the operator to look at: no reason to end anything
    assert told()[0] == 200


@pytest.mark.usefixtures("alive")
def test_a_decision_that_is_overdue_is_told():
    game = table(3)
    Seat.objects.filter(game=game, decision__isnull=False).update(alarm_at=timezone.now() - HOUR)
    status, wrong, _text = told()
    assert status == 503
    assert "overdue, the oldest by 60 minutes" in wrong["decisions"]


@pytest.mark.usefixtures("alive")
def test_a_tournament_that_nobody_looks_after_is_told():
    cup = TournamentBuilder(SWISS, FINAL).drawn().build()
    game = start(cup).game
    Seat.objects.update(alarm_at=None)
    GameNotice.objects.update(status="sent")
    TournamentNotice.objects.update(status="sent")
    assert told()[0] == 200
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, ended_at=timezone.now() - HOUR)
    status, wrong, _text = told()
    assert status == 503
    assert wrong["tournaments"].startswith("1 table(s) of tournaments are over without a result")
    director.run_due_steps(cup.pk)
    assert "tournaments" not in told()[1]


@pytest.mark.usefixtures("alive")
def test_a_table_whose_alarms_cannot_be_handled_is_told(monkeypatch):
    """It is claimed anew each minute, and so its alarm is never late by more than that."""
    game = table(3)
    asked = Seat.objects.filter(game=game, decision__isnull=False)
    asked.update(alarm_at=timezone.now(), final_at=timezone.now() - HOUR)
    monkeypatch.setattr(alarms, "_judge_alarm", lambda *_args: 1 / 0)
    assert alarms.handle_due_alarms() == 0
    assert asked.get().alarm_at > timezone.now()
    status, wrong, _text = told()
    assert status == 503
    assert "1 alarm(s) of open decisions are overdue, the oldest by 60 minutes" in wrong["decisions"]


@pytest.mark.usefixtures("alive")
def test_code_that_is_newer_than_the_database_is_told(monkeypatch):
    monkeypatch.setattr(health, "_load_latest_migrations", lambda: {("games", "9999_of_tomorrow")})
    assert told()[:2] == (503, {"database": "The database is older than the code: 1 migration(s) to apply."})


def test_without_a_database_the_rest_is_not_asked(monkeypatch):
    def down(self: MigrationRecorder) -> None:
        raise OperationalError("password of ann at 192.0.2.1")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", down)
    status, wrong, text = told()
    assert status == 503
    assert wrong == {"database": "The database does not answer (OperationalError)."}
    assert "password" not in text


@pytest.mark.usefixtures("alive")
def test_a_broker_that_does_not_answer_is_told_without_its_password(monkeypatch):
    def down() -> None:
        raise BrokerError("amqp://ann:secret@192.0.2.1")

    monkeypatch.setattr(health, "connect_to_broker", down)
    status, wrong, text = told()
    assert (status, list(wrong)) == (503, ["broker"])
    assert "secret" not in text


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 seconds"), (119, "119 seconds"), (600, "10 minutes"), (172800, "2 days")]
)
def test_times_are_spoken(seconds, words):
    assert health.format_duration(seconds) == words


@pytest.mark.usefixtures("alive")
def test_a_mail_server_that_takes_no_emails_is_told(monkeypatch):
    """What was tried waits for its next try, and is not late by that."""

    def refuse(self, message) -> None:
        raise transport.MailServerDown

    monkeypatch.setattr(transport.MailSession, "send", refuse)
    table(2)
    assert game_outbox.send_due_notices() == 0
    assert told()[:2] == (200, {})
    first, reckoned = cache.get(availability.DOWN_CACHE_KEY)
    cache.set(availability.DOWN_CACHE_KEY, (first - HOUR, reckoned))
    status, wrong, _text = told()
    assert status == 503
    assert database_metrics.measure_outbox(timezone.now()).age > 3600  # what Prometheus reads
    assert wrong == {"outbox": "No email has left for 60 minutes: the mail server does not take any."}

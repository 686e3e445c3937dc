"""manage.py doctor: what is wrong is told in words, with what to do."""

import json
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.management import doctor_checks
from games.management.supervisor import hold_lock, publish_address
from games.models import GameNotice, Heartbeat, Invitation
from games.ops.health import ATTENTION, OK, WRONG, HealthFinding
from games.play.lobby import invitations
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db

HOUSE = {
    "BASE_URL": "https://play.example.org",
    "ALLOWED_HOSTS": ["play.example.org"],
    "SECRET_KEY": "kJ8s-2mVx0Qd7tRz5wYb9LcN4hGf6PaE3uXi1oTq_SgW8yZe5v",
    "SECURE_SSL_REDIRECT": True,
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "METRICS_TOKEN": "0123456789abcdef",
    "DEFAULT_FROM_EMAIL": "Post <post@play.example.org>",
    "REPLY_DOMAIN": "",
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}},
    "VAR_DIR": None,  # the fixture's
}
LAPTOP = {
    "STAGE": "citadels.settings.dev",
    "BASE_URL": "http://127.0.0.1:8000",
    "ALLOWED_HOSTS": ["127.0.0.1", "localhost"],
    "DEV_INBOX": True,
}


@pytest.fixture
def house(settings, monkeypatch, tmp_path):
    """A server for strangers with everything as it should be."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "citadels.settings.production")
    for name, value in {**HOUSE, "VAR_DIR": tmp_path}.items():
        setattr(settings, name, value)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    return settings


def run(*words: str) -> tuple[str, str]:
    """What the doctor says, and with which words he ends."""
    out = StringIO()
    try:
        call_command("doctor", *words, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.mark.usefixtures("house")
def test_a_house_in_order_is_told_so():
    text, error = run()
    assert error == ""
    assert text.endswith("All that can be seen from here is in order.\n")
    assert all(line.startswith(("ok ", " " * 19)) for line in text.splitlines()[:-1])


def test_what_is_wrong_is_a_line_with_a_remedy_and_an_exit_code(house):
    house.DEBUG = True
    text, error = run()
    assert error == "1 thing(s) to mend."
    assert "wrong  debug       DEBUG is on: error pages show the server's internals.\n" in text
    assert "                   → DEBUG=0\n" in text


def test_a_program_gets_a_list(house):
    house.DEBUG = True
    text, error = run("--json")
    found = {one["name"]: one for one in json.loads(text)}
    assert found["debug"]["state"] == WRONG
    assert found["debug"]["remedy"] == "DEBUG=0"
    assert found["database"]["state"] == OK
    assert error


def test_no_secret_is_repeated(house):
    text, _trouble = run()
    assert house.SECRET_KEY not in text
    assert house.METRICS_TOKEN not in text


def test_beside_a_server_on_another_port_emails_lead_there(house, tmp_path, monkeypatch):
    for name, value in {**LAPTOP, "VAR_DIR": tmp_path}.items():
        setattr(house, name, value)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", LAPTOP["STAGE"])
    monkeypatch.delenv("BASE_URL", raising=False)
    with hold_lock(tmp_path / "serve.lock"), publish_address(tmp_path / "serve.url", "http://127.0.0.1:8121"):
        [found] = doctor_checks.check_hosts()
    assert "Links in emails lead to http://127.0.0.1:8121," in found.message


CASES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("check_stage", {}, "stage", OK, "production"),
    ("check_stage", LAPTOP, "stage", OK, "laptop"),
    (
        "check_stage",
        {"STAGE": "citadels.settings.dev"},
        "stage",
        WRONG,
        "Strangers reach play.example.org",
    ),
    ("check_stage", {**LAPTOP, "DEBUG": True}, "debug", ATTENTION, "DEBUG is on"),
    ("check_secret", {"SECRET_KEY": "short"}, "secret", WRONG, "links could be forged"),
    ("check_hosts", {"ALLOWED_HOSTS": ["other.example.org"]}, "names", WRONG, "not in ALLOWED_HOSTS"),
    ("check_hosts", {"ALLOWED_HOSTS": [".example.org"]}, "names", OK, "answers to that name"),
    ("check_hosts", LAPTOP, "names", OK, "http://127.0.0.1:8000"),
    ("check_https", {"BASE_URL": "http://play.example.org"}, "https", WRONG, "could be read on their way"),
    ("check_https", {"SECURE_PROXY_SSL_HEADER": None}, "https", ATTENTION, "no proxy is said to be in front"),
    ("check_https", LAPTOP, "https", OK, ""),
    ("check_metrics", {"METRICS_TOKEN": ""}, "metrics", ATTENTION, "Nobody can read /metrics"),
    ("check_cache", {"CACHES": {"default": {"BACKEND": "a.LocMemCache"}}}, "cache", WRONG, "rate limits"),
    (
        "check_mail_settings",
        {"DEFAULT_FROM_EMAIL": "post@localhost"},
        "mail",
        WRONG,
        "DEFAULT_FROM_EMAIL is at localhost",
    ),
    ("check_mail_settings", {"DEV_INBOX": True}, "mail", WRONG, "dev inbox"),
    ("check_mail_settings", LAPTOP, "mail", OK, "dev inbox"),
    ("check_mail_settings", {}, "mail", OK, "only one can tell"),
]


@pytest.mark.parametrize(("look", "given", "name", "state", "says"), CASES)
def test_settings_are_judged(house, monkeypatch, look, given, name, state, says):
    for key, value in given.items():
        setattr(house, key, value)
    if "STAGE" in given:
        monkeypatch.setenv("DJANGO_SETTINGS_MODULE", given["STAGE"])
    found = [one for one in getattr(doctor_checks, look)() if one.name == name]
    assert [one.state for one in found] == [state]
    assert says in found[0].message
    assert found[0].remedy or state == OK or name == "mail"


def only(found: Any, name: str) -> HealthFinding:
    [one] = [one for one in found if one.name == name]
    return one


def test_a_key_that_others_may_read_is_told(house):
    file = house.VAR_DIR / "secret_key"
    file.write_text("x")
    file.chmod(0o644)
    assert [one.state for one in doctor_checks.check_secret()] == [OK, WRONG]
    file.chmod(0o600)
    assert [one.state for one in doctor_checks.check_secret()] == [OK]


@pytest.mark.parametrize(("seconds", "state"), [(0, OK), (5, ATTENTION), (-90, WRONG)])
def test_clocks_that_differ_are_told(monkeypatch, seconds, state):
    told = datetime.now(UTC) + timedelta(seconds=seconds)
    monkeypatch.setattr(doctor_checks, "parse_instant", lambda _: told)
    assert only(doctor_checks.check_clocks(), "clocks").state == state


def test_the_database_tells_its_time_in_utc():
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert doctor_checks.parse_instant("2026-03-01 12:00:00") == doctor_checks.parse_instant(at) == at


def test_missing_time_zones_are_told(monkeypatch):
    monkeypatch.setattr("zoneinfo.available_timezones", lambda: {"UTC"})
    assert only(doctor_checks.check_time_zones(), "zones").state == WRONG


@pytest.mark.parametrize(("free", "state"), [(50, OK), (0.5, ATTENTION), (0.1, WRONG)])
def test_a_full_disk_is_told(house, monkeypatch, free, state):
    usage = namedtuple("usage", "free")(free * 2**30)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    assert only(doctor_checks.check_disk(), "disk").state == state


def test_styles_that_were_not_collected_are_told(monkeypatch):
    class Empty:
        manifest_name = "staticfiles.json"

        def exists(self, name: str) -> bool:
            return False

    monkeypatch.setattr(doctor_checks, "staticfiles_storage", Empty())
    assert only(doctor_checks.check_static_files(), "static").remedy == "Run: manage.py collectstatic"


@pytest.mark.usefixtures("house")
def test_emails_that_were_given_up_are_to_be_looked_at():
    game = table(1, size=3)
    GameNotice.objects.update(status="parked")
    invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    Invitation.objects.update(status="parked")
    found = only(doctor_checks.check_background_work(), "post")
    assert found.state == ATTENTION
    number = GameNotice.objects.count() + 1
    assert found.message == f"{number} × outgoing email given up after many tries."


def test_a_house_whose_worker_is_gone_is_told(house):
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=3))
    assert (
        only(doctor_checks.check_background_work(), "heartbeat").message
        == "The last sweep came by 3 hours ago."
    )


def test_what_breaks_while_it_is_looked_at_is_a_finding_and_the_rest_goes_on(monkeypatch):
    def broken() -> Any:
        raise RuntimeError("password")

    def well() -> Any:
        yield HealthFinding("well", OK, "All is well.")

    monkeypatch.setattr(doctor_checks, "CHECKS", (broken, well))
    first, second = doctor_checks.run_checks()
    assert (first.name, first.state) == ("broken", WRONG)
    assert first.message == "This could not be looked at: RuntimeError."
    assert second.state == OK

"""What is written down: one line a record, what it is about, and nothing that opens a door."""

import json
import logging
import logging.config
import sys
import warnings
from unittest.mock import Mock

import pytest
from celery.apps import worker
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from citadels.celery import configure_worker_logging, write_log_line
from citadels.settings.logging import build_logging_config
from games.links import kinds
from games.management.commands import serve
from games.ops import log_formatters
from games.ops.log_formatters import JsonFormatter, TextFormatter, scrub_secrets
from tests.helpers.pages import client_of
from tests.helpers.tables import awaited, table


def record(message: str, *args: object, **more: object) -> logging.LogRecord:
    found = logging.LogRecord("games.some", logging.WARNING, "", 1, message, args, None)
    vars(found).update(more)
    return found


@pytest.fixture(autouse=True)
def _about_nothing():
    log_formatters.set_log_context()


SECRETS = {
    "a link": lambda: f"/t/{kinds.TURN.sign(kinds.TurnLink(7, 'x' * 16, 3, 'gold'))}/",
    "a token": lambda: kinds.TURN.sign(kinds.TurnLink(7, "x" * 16, 3, "gold")),
    "an address": lambda: "ann@example.org",
    "a reply address": lambda: "reply+abcdefghjkmnpqrstuvw.12@post.example.org",
    "a return path": lambda: "bounce+n12-a2a2a2a2a2a2a2a2@post.example.org",
    "a password": lambda: "secret-of-ann",
}


def wrapped(kind: str, secret: str) -> str:
    """As a library might write it down."""
    return f"redis://:{secret}@localhost:6379/0" if kind == "a password" else f"refused: {secret!r}, sorry"


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("form", [TextFormatter, JsonFormatter])
def test_no_secret_leaves_by_any_way(kind, form):
    secret = SECRETS[kind]()
    try:
        raise ValueError(wrapped(kind, secret))
    except ValueError:
        trouble = sys.exc_info()
    found = record("could not do %s", wrapped(kind, secret), route=wrapped(kind, secret))
    found.exc_info = trouble
    line = form().format(found)
    assert secret not in line
    assert "could not do" in line
    assert "ValueError" in line


def test_other_words_stay():
    said = "notice 12 could not be sent: SMTPDataError in letters.py, line 12, at 12:13:14 http://127.0.0.1:8000/"
    assert scrub_secrets(said) == said


def test_a_line_of_json_is_one_object():
    log_formatters.set_log_context(request="a1b2")
    found = record("two\nlines about %s", "ő", route="table", status=200, ms=12, user=7, secret="no")
    line = JsonFormatter().format(found)
    assert "\n" not in line
    result = json.loads(line)
    assert result.pop("at").endswith("Z")
    assert result == {
        "level": "warning",
        "logger": "games.some",
        "message": "two\nlines about ő",
        "request": "a1b2",
        "route": "table",
        "status": 200,
        "ms": 12,
        "user": 7,
    }


def test_text_tells_the_request_too():
    log_formatters.set_log_context(request="a1b2")
    assert TextFormatter().format(record("gone")).endswith("WARNING games.some: gone request=a1b2")


# --- requests


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [one for one in caplog.records if one.name == "games.requests"]


@pytest.mark.django_db
def test_a_request_is_a_line_with_route_status_person_and_time(caplog):
    caplog.set_level(logging.INFO)
    seat = awaited(table(3))
    answer = client_of(seat.user).get(f"/g/{seat.game.key}/")
    [line] = lines(caplog)
    assert line.getMessage() == "GET table 200"
    assert (line.route, line.status, line.user) == ("table", 200, seat.user.pk)
    assert line.ms >= 0
    assert len(answer.headers["X-Request-ID"]) == 16


@pytest.mark.django_db
def test_a_link_of_a_email_is_a_line_without_its_token(caplog):
    caplog.set_level(logging.INFO)
    token = kinds.TURN.sign(kinds.TurnLink.for_seat(awaited(table(3))))
    Client().get(f"/t/{token}/")
    [line] = lines(caplog)
    assert line.getMessage() == "GET play_by_link 200"
    assert token not in str(vars(line))
    assert not hasattr(line, "user")


def test_who_watches_leaves_no_line(caplog):
    caplog.set_level(logging.INFO)
    Client().get("/healthz")
    assert not lines(caplog)


# --- what is told past the loggers


def test_what_a_worker_says_in_a_handler_of_signals_is_a_record(capfd):
    write_log_line("\nworker: Warm shutdown (MainProcess)", sys.__stdout__)
    said = capfd.readouterr()
    result = json.loads(said.err)
    assert (result["level"], result["message"]) == ("info", "worker: Warm shutdown (MainProcess)")
    assert not said.out


def test_a_worker_speaks_in_the_form_that_is_chosen(monkeypatch, settings):
    """It takes its own words past all loggers; with text they stay as they are."""
    root, celerys = logging.getLogger(), worker.safe_say
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(worker, "safe_say", celerys)
    try:
        for form, expected in (("text", celerys), ("json", write_log_line)):
            settings.LOGGING = build_logging_config({"LOG_FORMAT": form})
            configure_worker_logging()
            assert worker.safe_say is expected
        assert warnings.showwarning is logging._showwarning  # type: ignore[attr-defined]
    finally:
        logging.captureWarnings(False)
        logging.config.dictConfig(build_logging_config({}))


def test_when_a_process_has_ended_the_keeper_writes_it_down(monkeypatch, caplog, settings, tmp_path):
    settings.VAR_DIR, kept = tmp_path, []
    monkeypatch.setattr(serve, "Supervisor", lambda children, env, say: kept.append(say) or Mock())
    monkeypatch.setattr(serve, "require_free_port", lambda *_address: None)
    serve.Command()._serve(8000, 1)
    kept[0]("The beat has ended (-9); it starts again in 0.5 s.")
    assert caplog.records[-1].levelname == "WARNING"


# --- settings


def test_a_person_hears_of_trouble_and_a_program_of_everything():
    assert build_logging_config({})["root"]["level"] == "WARNING"
    assert build_logging_config({"LOG_FORMAT": "json"})["root"]["level"] == "INFO"
    assert build_logging_config({"LOG_FORMAT": "json", "LOG_LEVEL": "ERROR"})["root"]["level"] == "ERROR"


@pytest.mark.parametrize("given", [{"LOG_FORMAT": "xml"}, {"LOG_LEVEL": "loud"}])
def test_other_forms_are_refused(given):
    with pytest.raises(ImproperlyConfigured, match=rf"{next(iter(given))} is '(xml|loud)'. It may be"):
        build_logging_config(given)


def test_nobody_writes_by_a_way_of_their_own():
    config = build_logging_config({})
    for name in ("django", "django.server", "celery", "gunicorn.error"):
        assert config["loggers"][name]["handlers"] == []
        assert config["loggers"][name]["propagate"]

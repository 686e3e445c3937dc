"""The Celery app. Messages are hints: what must happen is a row, and a sweep finds what a message lost."""

import contextlib
import logging
import os
from logging.config import dictConfig
from typing import Any

import celery.apps.worker
from celery import Celery
from celery.signals import celeryd_init, setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from games.house.records import Json

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

TRANSPORT_ALIASES["filesystem"] = "citadels.folder:Transport"

app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

WORKERS_PATIENCE = 30.0
STDERR = 2


@setup_logging.connect
def write_down_as_django_does(**_: Any) -> None:
    """Celery would hang its own handlers beside ours, and those leave nothing out."""
    dictConfig(settings.LOGGING)


@celeryd_init.connect
def speak_as_django_does(**_: Any) -> None:
    """A worker warns before its logging is set up, and says that it ends past all handlers."""
    dictConfig(settings.LOGGING)
    logging.captureWarnings(True)  # such as: of a worker that runs as root
    if isinstance(logging.getLogger().handlers[0].formatter, Json):
        celery.apps.worker.safe_say = say_as_record


def say_as_record(message: str, *_: Any) -> None:
    """From a handler of signals, where nothing may be locked: the line goes straight to where others go."""
    record = logging.LogRecord("celery.worker", logging.INFO, "", 0, message.strip(), (), None)
    with contextlib.suppress(OSError):  # nobody reads along any more
        os.write(STDERR, f"{Json().format(record)}\n".encode())


@celeryd_init.connect
def take_time(conf: Any, **_: Any) -> None:
    """A worker waits for messages as long as it takes; a page that rings does not (settings/celery.py)."""
    options = conf.broker_transport_options
    if "socket_timeout" in options:
        conf.broker_transport_options = {**options, "socket_timeout": WORKERS_PATIENCE}

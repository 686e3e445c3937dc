"""The Celery app. Messages are only hints: the work is a database row, which a sweep also finds."""

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

from games.ops.log_formatters import JsonFormatter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

TRANSPORT_ALIASES["filesystem"] = "citadels.filesystem_broker:Transport"

app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

WORKER_SOCKET_TIMEOUT = 30.0
STDERR = 2


@setup_logging.connect
def configure_logging(**_: Any) -> None:
    """Use Django's logging: Celery's own handlers would not remove secrets."""
    dictConfig(settings.LOGGING)


@celeryd_init.connect
def configure_worker_logging(**_: Any) -> None:
    """Configure logging early: a worker warns before its setup, and prints past all handlers when it ends."""
    dictConfig(settings.LOGGING)
    logging.captureWarnings(True)  # such as that a worker runs as root
    if isinstance(logging.getLogger().handlers[0].formatter, JsonFormatter):
        celery.apps.worker.safe_say = write_log_line


def write_log_line(message: str, *_: Any) -> None:
    """Write a log line without any locks, because this runs in a signal handler."""
    record = logging.LogRecord("celery.worker", logging.INFO, "", 0, message.strip(), (), None)
    with contextlib.suppress(OSError):  # nobody is reading any more
        os.write(STDERR, f"{JsonFormatter().format(record)}\n".encode())


@celeryd_init.connect
def extend_socket_timeout(conf: Any, **_: Any) -> None:
    """Let a worker wait for messages patiently; web requests that trigger tasks use a short time-out."""
    options = conf.broker_transport_options
    if "socket_timeout" in options:
        conf.broker_transport_options = {**options, "socket_timeout": WORKER_SOCKET_TIMEOUT}

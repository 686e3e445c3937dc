"""The Celery app. Messages are hints: what must happen is a row, and a sweep finds what a message lost."""

import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import celeryd_init, setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

TRANSPORT_ALIASES["filesystem"] = "citadels.folder:Transport"

app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

WORKERS_PATIENCE = 30.0


@setup_logging.connect
def write_down_as_django_does(**_: Any) -> None:
    """Celery would hang its own handlers beside ours, and those leave nothing out."""
    dictConfig(settings.LOGGING)


@celeryd_init.connect
def take_time(conf: Any, **_: Any) -> None:
    """A worker waits for messages as long as it takes; a page that rings does not (settings/celery.py)."""
    options = conf.broker_transport_options
    if "socket_timeout" in options:
        conf.broker_transport_options = {**options, "socket_timeout": WORKERS_PATIENCE}

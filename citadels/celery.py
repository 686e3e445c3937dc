"""The Celery app. Messages are hints: what must happen is a row, and a sweep finds what a message lost."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

TRANSPORT_ALIASES["filesystem"] = "citadels.folder:Transport"

app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

"""The Celery app. Messages are hints: what must happen is a row, and a sweep finds what a message lost."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

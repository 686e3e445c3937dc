"""The queue. A folder in var/ is the broker until BROKER_URL names a real one.

A killed worker may lose a message, with any embedded broker. Nothing is lost with it: the work is found
again in the database. A worker takes one message at a time, acknowledges it when done and keeps no result.
"""

import os
from pathlib import Path

BROKER_DIR = Path(__file__).resolve().parent.parent.parent / "var" / "broker"

CELERY_BROKER_URL = os.environ.get("BROKER_URL") or "filesystem://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"

if CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.1,
    }

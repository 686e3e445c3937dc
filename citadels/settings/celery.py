"""The queue. A folder in var/ is the broker until BROKER_URL names a real one.

A killed worker may lose a message, with any embedded broker. Nothing is lost with it: the work is found
again in the database. A worker takes one message at a time, acknowledges it when done and keeps no result.
"""

import os
from typing import Any

from .environment import var_dir

BROKER_DIR = var_dir(os.environ) / "broker"
QUEUE = os.environ.get("BROKER_QUEUE") or "citadels"  # several houses may share a broker
PATIENCE = 0.5  # seconds: who rings for a task has somebody waiting for a page

CELERY_BROKER_URL = os.environ.get("BROKER_URL") or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = QUEUE
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_TIMEOUT = PATIENCE


def sweep(task: str, *, seconds: int) -> dict[str, Any]:
    """A task that looks for what was missed. One that nobody took in time is dropped: the next one comes."""
    return {"task": f"games.tasks.{task}", "schedule": seconds, "options": {"expires": seconds}}


CELERY_BEAT_SCHEDULE = {
    "bots": sweep("sweep_bots", seconds=10),
    "notices": sweep("send_notices", seconds=10),
    "alarms": sweep("ring", seconds=2),
    "invitations": sweep("post_invitations", seconds=30),
    "post": sweep("read_post", seconds=10),
    "old_post": sweep("forget_post", seconds=3600),
    "tables": sweep("expire_tables", seconds=300),
}


def transport_options(url: str) -> dict[str, Any]:
    """What the broker of this URL has to know. Whoever rings tries once and does not wait: a sweep comes."""
    once = {"max_retries": 0}
    match url.partition(":")[0]:
        case "filesystem":
            return {
                **once,
                "data_folder_in": str(BROKER_DIR / "queue"),
                "data_folder_out": str(BROKER_DIR / "queue"),
                "control_folder": str(BROKER_DIR / "control"),
                "polling_interval": 0.1,
            }
        case "redis" | "rediss" | "redis+socket" | "sentinel":
            return {
                **once,
                "global_keyprefix": f"{QUEUE}:",
                "socket_connect_timeout": PATIENCE,
                "socket_timeout": PATIENCE,  # a worker has more: citadels/celery.py
                # what a killed worker was at comes again after so long, and is looked for so often
                "visibility_timeout": 600,
                "unacked_restore_interval": 10,
                "unacked_restore_throttle": 1,
            }
    return once


CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(CELERY_BROKER_URL)

"""The queue. A folder in var/ is the broker until BROKER_URL names a real one.

A killed worker may lose a message, with any embedded broker. Nothing is lost with it: the work is found
again in the database. A worker takes one message at a time, acknowledges it when done and keeps no result.

The clock has a queue of its own, so that no deadline waits until somebody's letters are written. A worker
takes from both; `--queues clock` or `--queues work` lets it take from one.
"""

import os
from typing import Any

from kombu.entity import Queue

from .environment import var_dir

BROKER_DIR = var_dir(os.environ) / "broker"
QUEUE = os.environ.get("BROKER_QUEUE") or "citadels"  # several houses may share a broker
CLOCK_QUEUE = f"{QUEUE}-clock"
PATIENCE = 0.5  # seconds: who rings for a task has somebody waiting for a page
CLOCKS_DIFFER = 60  # seconds by which a worker's clock may be ahead of the beat's

CELERY_BROKER_URL = os.environ.get("BROKER_URL") or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = QUEUE
CELERY_TASK_QUEUES = [
    Queue(QUEUE, routing_key=QUEUE, alias="work"),
    Queue(CLOCK_QUEUE, routing_key=CLOCK_QUEUE, alias="clock"),
]
CELERY_TASK_CREATE_MISSING_QUEUES = False  # a queue of another name is a slip
CELERY_TASK_ROUTES = {"games.tasks.ring": {"queue": CLOCK_QUEUE}}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_TIMEOUT = PATIENCE


def sweep(task: str, *, seconds: int) -> dict[str, Any]:
    """A task that looks for what was missed. One that nobody took in time is dropped: the next one comes.

    The worker compares its own clock with the beat's: one that is ahead by more than it may drops all."""
    return {
        "task": f"games.tasks.{task}",
        "schedule": seconds,
        "options": {"expires": seconds + CLOCKS_DIFFER},
    }


CELERY_BEAT_SCHEDULE = {
    "bots": sweep("sweep_bots", seconds=10),
    "notices": sweep("send_notices", seconds=10),
    "event_letters": sweep("send_event_letters", seconds=10),
    "director": sweep("direct", seconds=15),
    "ratings": sweep("rate_games", seconds=60),
    "statistics": sweep("count_games", seconds=60),
    "invitations": sweep("post_invitations", seconds=30),
    "post": sweep("read_post", seconds=10),
    "old_post": sweep("forget_post", seconds=3600),
    "tables": sweep("expire_tables", seconds=300),
    "visitors": sweep("forget_visitors", seconds=3600),
    "pauses": sweep("end_pauses", seconds=60),
    # never dropped, whatever a worker's clock shows: an old one is as good as a new one, because it looks at
    # what is due by the time of the house; and many of them keep nobody waiting in their own queue
    "alarms": {"task": "games.tasks.ring", "schedule": 2},
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

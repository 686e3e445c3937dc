"""The task queue. A folder in var/ is the broker until BROKER_URL names a real one.

With an embedded broker a killed worker may lose a message. No work is lost with it, because sweeps find it in
the database. A worker takes one message at a time, acknowledges it when done, and stores no result.

Alarms have a queue of their own, so that no deadline waits for emails to be sent. A worker takes from both
queues; `--queues clock` or `--queues work` limits it to one.
"""

import os
from typing import Any

from kombu.entity import Queue

from .environment import var_dir

BROKER_DIR = var_dir(os.environ) / "broker"
TASK_QUEUE = os.environ.get("BROKER_QUEUE") or "citadels"  # several servers may share a broker
CLOCK_QUEUE = f"{TASK_QUEUE}-clock"
BROKER_TIMEOUT = 0.5  # seconds: a user is waiting for the page that triggers a task
MAX_CLOCK_SKEW = 60  # seconds by which a worker's clock may be ahead of the beat's

CELERY_BROKER_URL = os.environ.get("BROKER_URL") or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = TASK_QUEUE
CELERY_TASK_QUEUES = [
    Queue(TASK_QUEUE, routing_key=TASK_QUEUE, alias="work"),
    Queue(CLOCK_QUEUE, routing_key=CLOCK_QUEUE, alias="clock"),
]
CELERY_TASK_CREATE_MISSING_QUEUES = False  # a queue of another name is a mistake
CELERY_TASK_ROUTES = {"games.tasks.handle_due_alarms": {"queue": CLOCK_QUEUE}}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_TIMEOUT = BROKER_TIMEOUT


def schedule_sweep(task: str, *, seconds: int) -> dict[str, Any]:
    """Schedule a task that looks for missed work. One that is not taken in time is dropped, as the next
    follows.

    The worker compares its own clock with that of the beat: if it is ahead by more than is allowed here, it
    drops all of them.
    """
    return {
        "task": f"games.tasks.{task}",
        "schedule": seconds,
        "options": {"expires": seconds + MAX_CLOCK_SKEW},
    }


CELERY_BEAT_SCHEDULE = {
    "bots": schedule_sweep("sweep_bot_moves", seconds=10),
    "notices": schedule_sweep("send_game_notices", seconds=10),
    "tournament_notices": schedule_sweep("send_tournament_notices", seconds=10),
    "tournaments": schedule_sweep("direct_tournaments", seconds=15),
    "ratings": schedule_sweep("rate_games", seconds=60),
    "statistics": schedule_sweep("count_games", seconds=60),
    "invitations": schedule_sweep("send_invitations", seconds=30),
    "incoming_mail": schedule_sweep("process_incoming_mail", seconds=10),
    "old_mail": schedule_sweep("delete_old_mail", seconds=3600),
    "tables": schedule_sweep("expire_tables", seconds=300),
    "visitors": schedule_sweep("delete_old_visitors", seconds=3600),
    "old_invitations": schedule_sweep("delete_old_invitations", seconds=3600),
    "old_sessions": schedule_sweep("delete_old_sessions", seconds=3600),
    "pauses": schedule_sweep("end_expired_pauses", seconds=60),
    # never dropped, whatever a worker's clock shows: an old message is as good as a new one, because the task
    # uses the time of the database; and in a queue of their own many of them delay nothing else
    "alarms": {"task": "games.tasks.handle_due_alarms", "schedule": 2},
}


def build_transport_options(url: str) -> dict[str, Any]:
    """Return the options for this broker. Tasks are sent without retries: a sweep follows anyway."""
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
                "global_keyprefix": f"{TASK_QUEUE}:",
                "socket_connect_timeout": BROKER_TIMEOUT,
                "socket_timeout": BROKER_TIMEOUT,  # longer for a worker: citadels/celery.py
                # when a message of a killed worker is delivered again, and how often to look for such
                "visibility_timeout": 600,
                "unacked_restore_interval": 10,
                "unacked_restore_throttle": 1,
            }
    return once


CELERY_BROKER_TRANSPORT_OPTIONS = build_transport_options(CELERY_BROKER_URL)

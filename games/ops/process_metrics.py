"""Metrics of this process: the number and duration of requests and tasks.

All processes of a machine keep their counts in one shared folder, so any of them can report the counts of
all. What can be read from the database is not counted here.
"""

import contextlib
import logging
import os
import socket
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector

from accounts import server_time
from games.models import Seat
from games.ops import log_formatters

log = logging.getLogger("games.tasks")

ALARM_TASK = "games.tasks.handle_due_alarms"
MAX_OBSERVED_ALARMS = 200  # after a long outage there may be many; a sample is enough


def _share_through(folder: Path | None) -> bool:
    """Share the counts of all processes through this folder; return False if they are this process's own."""
    if folder is None or not _is_writable(folder):
        return False
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    machine = socket.gethostname().replace("_", "-")  # two containers may have the same process ids
    values.ValueClass = values.MultiProcessValue(lambda: f"{machine}-{os.getpid()}")
    return True


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


IS_SHARED = _share_through(settings.METRICS_DIR)
OWN_REGISTRY = CollectorRegistry()

REQUESTS = Histogram(
    "citadels_http_request_seconds",
    "Requests by the name of their route and the class of the answer.",
    ["route", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=OWN_REGISTRY,
)
TASKS = Histogram(
    "citadels_task_seconds",
    "Tasks and sweeps by name and outcome.",
    ["task", "outcome"],
    buckets=(0.01, 0.05, 0.25, 1, 5, 15, 60, 300),
    registry=OWN_REGISTRY,
)
LATENESS = Histogram(
    "citadels_alarm_lateness_seconds",
    "How long after its time a sweep found a deadline or a reminder.",
    ["task"],
    buckets=(1, 5, 15, 30, 60, 120, 300, 900, 3600, 86400),
    registry=OWN_REGISTRY,
)
MALFORMED_MESSAGES = Counter(
    "citadels_malformed_messages",
    "Messages in the folder of the broker that were skipped, because nobody can read them.",
    registry=OWN_REGISTRY,
)


def observe_seconds(histogram: Histogram, *labels: str, seconds: float) -> None:
    """Observe a duration. Errors of a full disk are ignored: metrics must not break what they measure."""
    with contextlib.suppress(OSError):
        histogram.labels(*labels).observe(seconds)


def count_malformed_message() -> None:
    with contextlib.suppress(OSError):
        MALFORMED_MESSAGES.inc()


def build_registry() -> CollectorRegistry:
    """Return the counts of all processes that share our folder, or else our own."""
    if not IS_SHARED:
        return OWN_REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(settings.METRICS_DIR))
    return registry


def delete_old_counts(folder: Path) -> None:
    """Delete the counts of ended processes, which would stay for ever. Only while none of them is running."""
    for file in folder.glob("*_*.db"):
        file.unlink(missing_ok=True)


# --- tasks


def connect_signals() -> None:
    task_prerun.connect(_record_task_start, dispatch_uid="games.ops.task_start")
    task_postrun.connect(_record_task_end, dispatch_uid="games.ops.task_end")


_started_at: dict[str, float] = {}


def _record_task_start(task_id: str, task: Any, **_: Any) -> None:
    log_formatters.set_log_context(task=f"{_short_task_name(task)} {task_id}")
    _started_at[task_id] = monotonic()
    if task.name == ALARM_TASK:
        _observe_alarm_lateness(server_time.now())


def _short_task_name(task: Any) -> str:
    return task.name.rpartition(".")[2]


def _observe_alarm_lateness(now: datetime) -> None:
    late = Seat.objects.filter(alarm_at__lte=now).order_by("alarm_at").values_list("alarm_at", flat=True)
    for alarm in filter(None, late[:MAX_OBSERVED_ALARMS]):
        observe_seconds(LATENESS, "handle_due_alarms", seconds=(now - alarm).total_seconds())


def _record_task_end(task_id: str, task: Any, state: str, retval: Any = None, **_: Any) -> None:
    seconds, is_done = monotonic() - _started_at.pop(task_id, monotonic()), state == "SUCCESS"
    observe_seconds(TASKS, _short_task_name(task), "done" if is_done else "failed", seconds=seconds)
    said = retval if is_done and isinstance(retval, int) else state.lower()
    # a sweep that found nothing is not worth a line; Celery logs the reason of a failure
    log.log(
        logging.INFO if said else logging.DEBUG,
        "%s: %s",
        _short_task_name(task),
        said,
        extra={"ms": round(seconds * 1000), "result": said},
    )
    log_formatters.set_log_context()

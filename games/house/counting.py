"""What this process counts while it works: requests and tasks, how many and how long.

The counts of all processes of a machine lie in one folder, so whichever is asked tells those of all. What
can be read from the database is not counted here: see `measures.py`.
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
from prometheus_client import CollectorRegistry, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector

from games.house import records
from games.models import Seat
from games.play import times

log = logging.getLogger("games.tasks")

RING = "games.tasks.ring"
MOST_OBSERVED = 200  # after a long outage there may be many; some tell enough


def _kept_in(folder: Path | None) -> bool:
    """Are the counts shared through this folder? If not, they are this process's own."""
    if folder is None or not _is_writable(folder):
        return False
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    machine = socket.gethostname().replace("_", "-")  # two containers may have the same numbers
    values.ValueClass = values.MultiProcessValue(lambda: f"{machine}-{os.getpid()}")
    return True


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


SHARED = _kept_in(settings.METRICS_DIR)
OWN = CollectorRegistry()

REQUESTS = Histogram(
    "citadels_http_request_seconds",
    "Requests by the name of their route and the class of the answer.",
    ["route", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=OWN,
)
TASKS = Histogram(
    "citadels_task_seconds",
    "Tasks and sweeps by name and outcome.",
    ["task", "outcome"],
    buckets=(0.01, 0.05, 0.25, 1, 5, 15, 60, 300),
    registry=OWN,
)
LATENESS = Histogram(
    "citadels_alarm_lateness_seconds",
    "How long after its time a sweep found a deadline or a reminder.",
    ["task"],
    buckets=(1, 5, 15, 30, 60, 120, 300, 900, 3600, 86400),
    registry=OWN,
)


def count(histogram: Histogram, *labels: str, seconds: float) -> None:
    """A full disk must not spoil what is counted."""
    with contextlib.suppress(OSError):
        histogram.labels(*labels).observe(seconds)


def counts() -> CollectorRegistry:
    """Those of all processes that share our folder, or our own."""
    if not SHARED:
        return OWN
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(settings.METRICS_DIR))
    return registry


def start_anew(folder: Path) -> None:
    """Counts of processes that are gone would stay for ever. Only while none of them runs."""
    for file in folder.glob("*_*.db"):
        file.unlink(missing_ok=True)


# --- tasks


def connect() -> None:
    task_prerun.connect(_begins, dispatch_uid="games.house.begins")
    task_postrun.connect(_ended, dispatch_uid="games.house.ended")


_begun: dict[str, float] = {}


def _begins(task_id: str, task: Any, **_: Any) -> None:
    records.about(task=f"{_short(task)} {task_id}")
    _begun[task_id] = monotonic()
    if task.name == RING:
        _how_late(times.now())


def _short(task: Any) -> str:
    return task.name.rpartition(".")[2]


def _how_late(now: datetime) -> None:
    late = Seat.objects.filter(alarm_at__lte=now).order_by("alarm_at").values_list("alarm_at", flat=True)
    for alarm in filter(None, late[:MOST_OBSERVED]):
        count(LATENESS, "ring", seconds=(now - alarm).total_seconds())


def _ended(task_id: str, task: Any, state: str, retval: Any = None, **_: Any) -> None:
    seconds, is_done = monotonic() - _begun.pop(task_id, monotonic()), state == "SUCCESS"
    count(TASKS, _short(task), "done" if is_done else "failed", seconds=seconds)
    said = retval if is_done and isinstance(retval, int) else state.lower()
    # a sweep that found nothing is not worth a line; why one failed, Celery has written down
    log.log(
        logging.INFO if said else logging.DEBUG,
        "%s: %s",
        _short(task),
        said,
        extra={"ms": round(seconds * 1000), "result": said},
    )
    records.about()

"""A web server whose process dies between a commit and its bell, as often as there is a file that says so."""

import os
import signal
from pathlib import Path
from typing import Any

from citadels.wsgi import application as application
from games.play.transaction import task_trigger

ORDER = Path(os.environ["VAR_DIR"]) / "die"
_ring = task_trigger._send_task_debounced


def ring_or_die(task: str, *args: Any) -> None:
    if ORDER.exists():
        ORDER.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    _ring(task, *args)


task_trigger._send_task_debounced = ring_or_die

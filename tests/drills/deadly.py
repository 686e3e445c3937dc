"""A web server whose process dies between a commit and its bell, as often as there is a file that says so."""

import os
import signal
from pathlib import Path
from typing import Any

from citadels.wsgi import application as application
from games.play import wake

ORDER = Path(os.environ["VAR_DIR"]) / "die"
_ring = wake._ring_or_trust_the_last_bell


def ring_or_die(task: str, *args: Any) -> None:
    if ORDER.exists():
        ORDER.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    _ring(task, *args)


wake._ring_or_trust_the_last_bell = ring_or_die

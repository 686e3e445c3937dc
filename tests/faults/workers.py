"""Mail workers that a drill starts and kills."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from games.mail.outgoing import queue
from tests.helpers.mail.processes import start
from tests.helpers.mail.smtp_server import Server
from tests.helpers.time_limits import PATIENCE

WORK = """
import sys, django
django.setup()
from datetime import datetime
from games.mail.incoming import processor
from games.mail.outgoing import game_outbox
now = datetime.fromisoformat(sys.argv[2])
work = {"letters": game_outbox.send_due_notices, "post": processor.process_due_mail}[sys.argv[1]]
print(work(now), flush=True)
"""


LATER = queue.CLAIM_DURATION + timedelta(minutes=1)  # then a dead worker's claim has run out


def start_worker(server: Server, work: str, now: datetime) -> subprocess.Popen[str]:
    """A process that does the work of one task; its last line says how much it did."""
    return start(["-c", WORK, work, now.isoformat()], server)


class Worker:
    """A process that does the work of one task, and may be killed at a word of the mail server."""

    def __init__(self, server: Server, work: str, now: datetime, *, die_at: str = "") -> None:
        if die_at:
            server.hear = lambda line: self.process.kill() if line.startswith(die_at) else None
        else:
            server.hear = lambda line: None
        self.process = start_worker(server, work, now)
        self.out, _ = self.process.communicate(timeout=PATIENCE)

    @property
    def is_killed(self) -> bool:
        return self.process.returncode < 0


@contextmanager
def frozen(process: subprocess.Popen[str]) -> Iterator[None]:
    """It does nothing meanwhile, wherever in its work it was."""
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    yield
    process.send_signal(signal.SIGCONT)

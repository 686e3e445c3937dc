"""The processes of a house on a stand: a desk that plays the web server, workers and beats."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.helpers.processes.environments import Stand
from tests.helpers.time_limits import PATIENCE

CELERY = ("-m", "celery", "--quiet", "-A")
WORKER = "worker --pool solo --without-gossip --without-mingle --without-heartbeat"
BEAT = "beat --pidfile= --max-interval 1"

# a process that does what it is told, line by line, as a request of the web server would
DESK = """
import sys, django
django.setup()
told = {}
for line in sys.stdin:
    exec(eval(line), told)
    print("done", flush=True)
"""
INVITE = """
import time
from django.utils import timezone
from accounts.models import User
from games.models import Game
from games.play.lobby import invitations, tables
from games.play.transaction import task_trigger
ann = User.objects.find_by_address("ann@example.org") or User.objects.create_user("ann@example.org", "Ann")
wish = tables.NewTable("Ours", "citadels", {}, 8)
game = Game.objects.filter(state="open").first() or tables.open_table(ann, wish)
def invite(*names):
    task_trigger._last_sent.clear()  # this one is rung for, however soon it comes after the last
    invitations.invite_people(game.pk, ann, [f"{name}@example.org" for name in names])
"""
A_SWEEP_COMES_BY = f"""
from games.models import Heartbeat
now, last = timezone.now(), time.monotonic() + {PATIENCE}
while not Heartbeat.objects.filter(at__gt=now).exists():
    assert time.monotonic() < last
    time.sleep(0.1)
"""
# the time of somebody has run out long ago, at three tables
OVERDUE = """
from datetime import timedelta
from games.models import GameLogEntry, Seat
bob = User.objects.create_user("late@example.org", "Late")
for number in range(3):
    wish = tables.NewTable(f"Late {number}", "citadels", {}, 2, is_open=True)
    tables.join_table(tables.open_table(ann, wish).pk, bob)
asked = Seat.objects.filter(decision__isnull=False)
long_ago = timezone.now() - timedelta(days=30)
asked.update(asked_at=long_ago, due_at=long_ago, final_at=long_ago, alarm_at=long_ago)
late = set(asked.values_list("pk", flat=True))
"""
EACH_IS_DECIDED_ONCE = f"""
missed = GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED)
misses = missed.order_by("seat").values_list("seat", flat=True)
last = time.monotonic() + {PATIENCE}
while set(misses.all()) != late:  # asked anew each time
    assert time.monotonic() < last
    time.sleep(0.1)
"""
NO_MORE_THAN_ONCE = "assert list(misses.all()) == sorted(late)"
NOBODY_HEARS = "task_trigger._send_task_debounced = lambda *call: None\n"


def build_worker_command(name: str) -> list[str]:
    """The arguments of Python that start a Celery worker of this name."""
    return [*CELERY, "citadels", *WORKER.split(), "--hostname", name]


def build_beat_command(schedule: Path) -> list[str]:
    """The arguments of Python that start a Celery beat whose sweeps come each second."""
    return [*CELERY, "tests.helpers.processes.fast_celery", *BEAT.split(), "--schedule", str(schedule)]


class House:
    """One stand, with a database of its own."""

    def __init__(self, root: Path, folder: Path, env: dict[str, str]) -> None:
        self.root, self.folder, self.env = root, folder, env
        self.processes: list[subprocess.Popen[str]] = []
        self.errors = (folder / "errors.txt").open("w")
        self._start("manage.py", "migrate", "--verbosity", "0").wait(PATIENCE)
        self.desk = self._start("-c", DESK)
        self.tell(INVITE)

    def _start(self, *command: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=self.root,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.processes.append(process)
        return process

    def worker(self, *options: str) -> subprocess.Popen[str]:
        """Ready to work when it is returned, or soon after."""
        name = f"{self.env['BROKER_QUEUE']}-{len(self.processes)}@%h"  # RabbitMQ lets no two have one name
        return self._start(*build_worker_command(name), *options)

    def beat(self) -> subprocess.Popen[str]:
        return self._start(*build_beat_command(self.folder / f"beat{len(self.processes)}"))

    def tell(self, code: str) -> None:
        """Let the desk do this, and wait until it is done."""
        self.desk.stdin.write(f"{code!r}\n")
        self.desk.stdin.flush()
        assert self.desk.stdout.readline() == "done\n", self.said()

    def is_well(self, names: set[str]) -> bool:
        """Does the doctor find nothing wrong with these?"""
        text, _ = self._start("manage.py", "doctor", "--json").communicate(timeout=PATIENCE)
        return {one["name"] for one in json.loads(text) if one["state"] == "ok"} >= names

    def emails_to(self, name: str) -> int:
        emails = (self.folder / "dev_inbox").glob("*.eml")
        return sum(f"\nTo: {name}@example.org" in email.read_text() for email in emails)

    def said(self) -> str:
        """What the processes have written down."""
        return (self.folder / "errors.txt").read_text()

    @contextlib.contextmanager
    def running(self, *processes: subprocess.Popen[str]) -> Iterator[None]:
        try:
            yield
        finally:
            for process in processes:
                end(process)

    def close(self) -> None:
        for process in self.processes:
            end(process)
        self.errors.close()


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(BrokenPipeError):
            pipe.close()


def wait_for(what: Callable[[], object], house: House, seconds: float = PATIENCE) -> None:
    last = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < last, house.said()[-3000:]
        time.sleep(0.1)


@contextlib.contextmanager
def house_on(stand: Stand, root: Path, folder: Path) -> Iterator[House]:
    with stand.environment(folder) as env:
        house = House(root, folder, env)
        try:
            yield house
        finally:
            house.close()

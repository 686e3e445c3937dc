"""A house of real processes on the database of the test: web, worker, beat, or all of them under `serve`."""

import contextlib
import http.client
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.db import connections
from django.utils import timezone

from games.models import Game, GameNotice, Seat
from tests.faults.invariants import to_be_sent
from tests.helpers.mail.processes import start
from tests.helpers.mail.smtp_server import Server
from tests.helpers.pages import client_of
from tests.helpers.processes.family import Port, wait_for
from tests.helpers.processes.server import build_beat_command, build_worker_command
from tests.helpers.tables import awaited, fallback
from tests.helpers.time_limits import PATIENCE

CSRF = "a" * 32
WEB = "--threads 4 --config python:citadels.gunicorn"


class House:
    """Its folder, its mail server, and the processes that were started here."""

    def __init__(self, root: Path, folder: Path, server: Server) -> None:
        self.root, self.folder, self.server = root, folder, server
        self.processes: list[subprocess.Popen[str]] = []
        self.held = Port()
        self.port = self.held.number
        self.settings = {
            "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
            "VAR_DIR": str(folder),
            "BROKER_URL": "",  # a folder
            "LOG_FORMAT": "json",  # writes down more
            "BASE_URL": self.url,
        }
        self.log = (folder / "log.txt").open("w")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *command: str, **settings: str) -> subprocess.Popen[str]:
        """A process of the house; what it says is kept."""
        process = start(
            command,
            self.server,
            {**self.settings, **settings},
            cwd=self.root,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self.processes.append(process)
        return process

    def web(self, app: str = "citadels.wsgi", workers: int = 2, **settings: str) -> subprocess.Popen[str]:
        """Answers when it is returned."""
        bind = f"{app} --bind 127.0.0.1:{self.port} --workers {workers}"
        process = self.start("-m", "gunicorn", *bind.split(), *WEB.split(), **settings)
        wait_for(self.answers)
        return process

    def worker(self, **settings: str) -> subprocess.Popen[str]:
        return self.start(*build_worker_command(f"drill{len(self.processes)}@%h"), **settings)

    def beat(self, **settings: str) -> subprocess.Popen[str]:
        """Its sweeps come each second."""
        return self.start(*build_beat_command(self.folder / f"beat{len(self.processes)}"), **settings)

    def serve(self) -> subprocess.Popen[str]:
        """All of them under one roof, as `make run` starts them."""
        process = self.start("manage.py", "serve", "--port", str(self.port), "--workers", "1")
        wait_for(self.answers)
        return process

    def said(self) -> str:
        return (self.folder / "log.txt").read_text()

    def answers(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self._ask("GET", "/healthz", {}, "") == 200
        return False

    # --- people

    def move(self, game: Game, *, line: str = "", key: str = "") -> int:
        """Whoever is asked fills in the form; the number of the answer, or 0 if nobody answered."""
        seat = awaited(game)
        return self.send(seat, line or fallback(seat), key or f"k{seat.decision}")

    def send(self, seat: Seat, line: str, key: str) -> int:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self.form(seat, line, key)()
        return 0

    def form(self, seat: Seat, line: str, key: str) -> "Form":
        return Form(self, seat, line, key)

    def play(self, game: Game, moves: int) -> int:
        """So many moves; a form that was not answered well is sent again, as people do. How many times so?"""
        again = 0
        for _ in range(moves):
            seat = awaited(game)
            line, key = fallback(seat), f"k{seat.decision}"
            while self.send(seat, line, key) != 303:
                again += 1
                assert again < 1500, self.said()[-3000:]
                time.sleep(0.1)
        return again

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str) -> int:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=150)
        try:
            link.request(method, path, body, headers)
            return link.getresponse().status
        finally:
            link.close()

    # --- the end

    def expire_claims(self) -> None:
        """What the dead have claimed is nobody else's for minutes; nobody waits for that here."""
        GameNotice.objects.filter(status=GameNotice.Status.WAITING, tries__gt=0).update(
            next_try_at=timezone.now()
        )

    def quiet(self) -> None:
        """Wait until no email is to be sent any more."""
        last = time.monotonic() + PATIENCE
        while rows := list(to_be_sent().values_list("pk", "kind", "tries", "next_try_at", "error")):
            assert time.monotonic() < last, rows
            time.sleep(0.2)

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        self.log.close()
        self.held.close()


class Form:
    """A form that somebody has filled in, to be sent once or often."""

    def __init__(self, house: House, seat: Seat, line: str, key: str) -> None:
        self.house, self.path = house, f"/g/{seat.game.key}/move/"
        fields = {"decision": seat.decision, "key": key, "line": line, "csrfmiddlewaretoken": CSRF}
        session = client_of(seat.user).cookies[settings.SESSION_COOKIE_NAME].value
        cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"
        self.body = urlencode(fields)
        self.headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}

    def __call__(self) -> int:
        return self.house._ask("POST", self.path, self.headers, self.body)


@contextlib.contextmanager
def house_of(root: Path, folder: Path, server: Server) -> Iterator[House]:
    house = House(root, folder, server)
    try:
        yield house
    finally:
        house.close()
        connections.close_all()

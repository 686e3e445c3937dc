"""manage.py serve: the whole house on one machine."""

import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.house import counting
from games.management.serving import Child, Keeper, Taken, announced, must_be_free, only_one

HOST = "127.0.0.1"

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Run the web server, the workers, the beat of the sweeps and the door for letters, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="on 127.0.0.1 (8000)")
        parser.add_argument("--workers", type=int, default=2, help="processes of the web server (2)")

    def handle(self, *, port: int, workers: int, **_: Any) -> None:
        try:
            with only_one(settings.VAR_DIR / "serve.lock"):
                self._serve(port, workers)
        except Taken as error:
            raise CommandError(
                f"A server runs from this folder already (process {error}). Please end that one first."
            ) from error

    def _serve(self, port: int, workers: int) -> None:
        try:
            must_be_free(HOST, port)
        except Taken as error:
            raise CommandError(
                f"Somebody listens on {error} already. Try: make run PORT={port + 1}"
            ) from error
        address = f"http://{HOST}:{port}"
        letters = f"   letters: {address}{reverse('postroom')}" if settings.POSTROOM else ""
        self.stdout.write(f"Citadels by Post: {address}/{letters}   (Ctrl-C stops it)")
        self.stdout.flush()
        if settings.METRICS_DIR:
            counting.start_anew(settings.METRICS_DIR)
        env = {**os.environ, "BASE_URL": os.environ.get("BASE_URL") or address}
        with announced(settings.VAR_DIR / "serve.url", env["BASE_URL"]):
            Keeper(children(port, workers), env, log.warning).run()


def children(port: int, workers: int) -> list[Child]:
    web = f"gunicorn citadels.wsgi --bind {HOST}:{port} --workers {workers} --threads 4"
    web += " --config python:citadels.gunicorn"
    manage = str(settings.BASE_DIR / "manage.py")
    return [
        Child("web server", [sys.executable, "-m", *web.split()]),
        *engine_room(),
        *([Child("postmaster", [sys.executable, manage, "postmaster"])] if settings.POSTMASTER else []),
    ]


def engine_room() -> list[Child]:
    """A worker for letters and bots and one for the clock, so that no deadline waits for a letter. Each is
    one process, because SQLite has one writer at a time anyway."""
    return [
        Child("worker", [*AFTER_OTHERS, *worker("--queues", "work")]),
        Child("clock", worker("--queues", "clock", "--hostname", "clock@%h")),
        Child("beat", beat()),
    ]


def worker(*options: str) -> list[str]:
    """One process. Without a choice among the queues it does everything."""
    return [*CELERY, *WORKER.split(), *options]


def beat() -> list[str]:
    return [*CELERY, *BEAT.split(), "--schedule", str(settings.VAR_DIR / "beat-schedule")]


AFTER_OTHERS = ["nice", "-n", "5"]  # letters may wait a moment for pages and for deadlines
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "citadels"]
WORKER = "worker --pool solo --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
BEAT = "beat --pidfile= --loglevel WARNING"

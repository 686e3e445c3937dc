"""manage.py serve: the whole house on one machine."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.house import counting
from games.management.serving import Child, Keeper, Taken, must_be_free, only_one

HOST = "127.0.0.1"


class Command(BaseCommand):
    help = "Run the web server, the worker, the clock of the sweeps and the door for letters, until Ctrl-C."

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
        Keeper(children(port, workers), env, self.stderr.write).run()


def children(port: int, workers: int) -> list[Child]:
    """One worker, in one process: SQLite has one writer at a time anyway."""
    web = f"gunicorn citadels.wsgi --bind {HOST}:{port} --workers {workers} --threads 4"
    web += " --config python:citadels.gunicorn"
    worker = "worker --pool solo --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
    beat = "beat --pidfile= --loglevel WARNING"
    schedule = str(settings.VAR_DIR / "beat-schedule")
    manage = str(settings.BASE_DIR / "manage.py")
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "citadels"]
    return [
        Child("web server", [sys.executable, "-m", *web.split()]),
        Child("worker", [*celery, *worker.split()]),
        Child("beat", [*celery, *beat.split(), "--schedule", schedule]),
        *([Child("postmaster", [sys.executable, manage, "postmaster"])] if settings.POSTMASTER else []),
    ]

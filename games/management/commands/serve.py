"""manage.py serve: run the whole site on one machine."""

import logging
import os
import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from accounts.dev_inbox_access import list_foreign_hosts
from games.management.supervisor import (
    AlreadyInUse,
    SupervisedProcess,
    Supervisor,
    hold_lock,
    publish_address,
    require_free_port,
)
from games.ops import process_metrics

HOST = "127.0.0.1"

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Run the web server, the workers, the sweeps and the listener for incoming mail, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="on 127.0.0.1 (8000)")
        parser.add_argument("--workers", type=int, default=2, help="processes of the web server (2)")

    def handle(self, *, port: int, workers: int, **_: Any) -> None:
        try:
            with hold_lock(settings.VAR_DIR / "serve.lock"):
                self._serve(port, workers)
        except AlreadyInUse as error:
            raise CommandError(
                f"A server runs from this folder already (process {error}). Please end that one first."
            ) from error

    def _serve(self, port: int, workers: int) -> None:
        try:
            require_free_port(HOST, port)
        except AlreadyInUse as error:
            raise CommandError(
                f"Somebody listens on {error} already. Try: make run PORT={port + 1}"
            ) from error
        address = f"http://{HOST}:{port}"
        inbox_key = settings.DEV_INBOX_KEY or secrets.token_urlsafe(16)
        emails = f"   emails: {address}{reverse('dev_inbox')}?key={inbox_key}" if settings.DEV_INBOX else ""
        self.stdout.write(f"Citadels by Post: {address}/{emails}   (Ctrl-C stops it)")
        self._warn_of_dev_inbox()
        self.stdout.flush()
        if settings.METRICS_DIR:
            process_metrics.delete_old_counts(settings.METRICS_DIR)
        base_url = os.environ.get("BASE_URL") or address
        env = {**os.environ, "BASE_URL": base_url, "DEV_INBOX_KEY": inbox_key}
        with publish_address(settings.VAR_DIR / "serve.url", env["BASE_URL"]):
            Supervisor(list_processes(port, workers), env, log.warning).run()

    def _warn_of_dev_inbox(self) -> None:
        """Say that a server which others may reach should not keep its emails on a page."""
        if settings.DEV_INBOX and (names := list_foreign_hosts()):
            self.stderr.write(
                f"Others may reach this server as {', '.join(names)}, and it has no mail server: whoever "
                "gets hold of the address above reads the codes that sign people in. Set EMAIL_URL."
            )


def list_processes(port: int, workers: int) -> list[SupervisedProcess]:
    web = f"gunicorn citadels.wsgi --bind {HOST}:{port} --workers {workers} --threads 4"
    web += " --config python:citadels.gunicorn"
    manage = str(settings.BASE_DIR / "manage.py")
    return [
        SupervisedProcess("web server", [sys.executable, "-m", *web.split()]),
        *list_background_processes(),
        *(
            [SupervisedProcess("postmaster", [sys.executable, manage, "postmaster"])]
            if settings.POSTMASTER
            else []
        ),
    ]


def list_background_processes() -> list[SupervisedProcess]:
    """List the beat and two workers: one for emails and bots, one for the clock, so that no deadline waits
    for an email. Each is one process, because SQLite has one writer at a time anyway."""
    return [
        SupervisedProcess("worker", [*LOW_PRIORITY, *build_worker_command("--queues", "work")]),
        SupervisedProcess("clock", build_worker_command("--queues", "clock", "--hostname", "clock@%h")),
        SupervisedProcess("beat", build_beat_command()),
    ]


def build_worker_command(*options: str) -> list[str]:
    """Build the command of a worker with one process; without a choice of queues it serves all of them."""
    return [*CELERY, *WORKER.split(), *options]


def build_beat_command() -> list[str]:
    return [*CELERY, *BEAT.split(), "--schedule", str(settings.VAR_DIR / "beat-schedule")]


LOW_PRIORITY = ["nice", "-n", "5"]  # emails may wait a moment for pages and for deadlines
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "citadels"]
WORKER = "worker --pool solo --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
BEAT = "beat --pidfile= --loglevel WARNING"

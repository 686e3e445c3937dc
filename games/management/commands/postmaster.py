"""manage.py postmaster: listen for incoming email."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.dev_inbox_access import is_loopback
from games.mail.incoming.lmtp_server import MailListener

HOST, PORT = "127.0.0.1", 8025


class Command(BaseCommand):
    help = "Take emails for our addresses from a mail server, by LMTP or SMTP, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        configured = settings.POSTMASTER
        host, port = (configured.host, configured.port) if configured else (HOST, PORT)
        is_smtp = bool(configured and configured.protocol == "smtp")
        parser.add_argument("--host", default=host, help=f"where to listen ({host})")
        parser.add_argument("--port", type=int, default=port, help=f"the port ({port})")
        parser.add_argument("--smtp", action="store_true", default=is_smtp, help="SMTP in place of LMTP")

    def handle(self, *, host: str, port: int, smtp: bool, **_: Any) -> None:
        if not settings.REPLY_DOMAIN:
            raise CommandError("REPLY_DOMAIN is not set: no address would be ours. See docs/replies.md.")
        if not is_loopback(host) and host != "localhost":
            self.stderr.write(
                f"Listening on {host}: whoever can reach it may claim to be anybody. "
                "A real mail server, which checks where emails come from, belongs in front."
            )
        try:
            asyncio.run(self._listen(MailListener(host, port, by_smtp=smtp)))
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error

    async def _listen(self, postmaster: MailListener) -> None:
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        port = await postmaster.open()
        dialect = "LMTP" if postmaster.speaks_lmtp else "SMTP"
        self.stdout.write(f"Emails to @{settings.REPLY_DOMAIN}: {dialect} on {postmaster.host}:{port}")
        self.stdout.flush()
        await ended.wait()
        await postmaster.close()

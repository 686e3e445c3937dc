"""The listener for incoming email: a mail server delivers what is for our addresses, by LMTP or SMTP.

It accepts an email only once it is stored, so whatever happens to us, the mail server still has it. It is not
a full mail server: it believes what it is told about the sender, so a real one belongs in front of it.
Neither content nor our addresses are logged: the key in an address grants access.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import Error, connection

from games.mail.incoming import inbox

MOST_RECIPIENTS = 20  # of one email; a reply has one
TIMEOUT = 120.0  # seconds for a command, and for a whole email
SHUTDOWN_SECONDS = 8.0  # seconds for deliveries that are in progress when we are asked to stop
THREADS = 4

UNKNOWN = "550 5.1.1 Nobody lives here: this address was never given out, or is used no more."
TOO_MANY = "452 4.5.3 That is more than %d recipients for one letter."
TOO_LARGE = "552 5.3.4 This letter is too large."
STORED = "250 2.0.0 Stored."
TOO_MUCH = "452 4.2.2 This address has got too many letters today. Please try again tomorrow."
NOT_NOW = "451 4.3.0 Mail cannot be stored just now. Please try again."

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class IncomingMailHandler:
    """Handles SMTP commands and stores emails. Only threads use the database, never the event loop itself."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="letterbox")
        self.connections: set[SmtpConnection] = set()

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY % MOST_RECIPIENTS
        if not await self._run_in_thread(lambda: inbox.accepts_address(address)):
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Somebody lives here."

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store the email. LMTP expects an answer per recipient, SMTP one for all: if in doubt, try again."""
        raw, sender = bytes(envelope.original_content or b""), envelope.mail_from or ""
        answers = [await self._store_email(raw, recipient, sender) for recipient in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(answers)
        return min(answers, key=(NOT_NOW, TOO_MUCH, STORED, TOO_LARGE, UNKNOWN).index)

    async def _store_email(self, raw: bytes, recipient: str, sender: str) -> str:
        try:
            found = await self._run_in_thread(
                lambda: inbox.store_email(raw, recipient=recipient, sender=sender)
            )
        except inbox.TooMuchMail:
            return TOO_MUCH
        except Error as error:
            log.warning("a letter was not stored: %s", type(error).__name__)
            return NOT_NOW
        if found is None:
            return TOO_LARGE if len(raw) > inbox.MAX_EMAIL_SIZE else UNKNOWN
        return STORED

    async def _run_in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.threads, _run_and_close_connection, work)

    async def handle_exception(self, error: Exception) -> str:
        """Ask for another try after an internal error; log only its type, as its text may hold an address."""
        log.error("the mail listener: %s", type(error).__name__)
        return NOT_NOW


def _run_and_close_connection(work: Callable[[], Result]) -> Result:
    """Run the work and close the database connection: emails are rare, and a kept one would become stale."""
    try:
        return work()
    finally:
        connection.close()


class SmtpConnection(SMTP):
    """An SMTP connection from a mail server."""

    line_length_limit = 64 * 1024  # mail programs write longer lines than the standard allows

    def __init__(self, door: IncomingMailHandler) -> None:
        super().__init__(
            door,
            data_size_limit=inbox.MAX_EMAIL_SIZE,
            enable_SMTPUTF8=True,
            hostname="letterbox",
            ident="ready",
            timeout=TIMEOUT,
        )
        self.mail_handler = door
        self.pending_recipients = 0  # recipients of the email that is being delivered; 0 between emails

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.mail_handler.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.mail_handler.connections.discard(self)

    def disconnect(self, *, at_once: bool) -> None:
        """Close the connection; what was already sent is still delivered, unless `at_once`."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort() if at_once else self.transport.close()

    async def push(self, status: Any) -> None:
        """Send an answer. The first one after `354` is about the email: LMTP needs it for each recipient."""
        text = status if isinstance(status, str) else status.decode()
        if text.startswith("354"):
            self.pending_recipients = len(self.envelope.rcpt_tos) if self.envelope else 0
        elif self.pending_recipients:
            if isinstance(self, LMTP) and "\r\n" not in text:
                text = "\r\n".join([text] * self.pending_recipients)
            self.pending_recipients = 0
        await super().push(text)


class LmtpConnection(SmtpConnection, LMTP):
    """An LMTP connection from a mail server."""


class MailListener:
    """Listens for mail servers; when it is closed, deliveries in progress may finish."""

    def __init__(self, host: str, port: int, *, by_smtp: bool) -> None:
        self.host, self.port = host, port
        self.speaks_lmtp = not by_smtp
        self.mail_handler = IncomingMailHandler()
        self.server: asyncio.Server | None = None

    async def open(self) -> int:
        """Start listening and return the port."""
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # aiosmtpd would log the conversation
        visitor = LmtpConnection if self.speaks_lmtp else SmtpConnection
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(lambda: visitor(self.mail_handler), self.host, self.port)
        return int(self.server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Accept no new connections, close idle ones, and let deliveries in progress finish."""
        if self.server is None:
            return
        self.server.close()
        loop = asyncio.get_running_loop()
        last = loop.time() + SHUTDOWN_SECONDS
        while self._close_connections(is_late=loop.time() > last):
            await asyncio.sleep(0.05)
        await self.server.wait_closed()
        self.mail_handler.threads.shutdown()

    def _close_connections(self, *, is_late: bool) -> bool:
        """Close idle connections, or all if it is late; return whether any connection is left."""
        busy = [one for one in self.mail_handler.connections if one.pending_recipients and not is_late]
        for one in self.mail_handler.connections.difference(busy):
            one.disconnect(at_once=is_late)
        return bool(self.mail_handler.connections)

"""The door for letters: a mail server hands us what is for our addresses, by LMTP or SMTP.

It says yes only once a letter is stored, so whatever happens to us, the mail server still has it. It is no
mail server itself: it believes what it is told about the sender, and belongs behind one.
Nothing of a letter and none of our addresses is logged: the key in an address opens something.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import Error, connection

from games.mail import letterbox

MOST_RECIPIENTS = 20  # of one letter; a reply has one
TIMEOUT = 120.0  # seconds for a command, and for all of a letter
PATIENCE = 8.0  # seconds for letters that are being brought while we are asked to end
THREADS = 4

UNKNOWN = "550 5.1.1 Nobody lives here: this address was never given out, or is used no more."
TOO_MANY = "452 4.5.3 That is more than %d recipients for one letter."
TOO_LARGE = "552 5.3.4 This letter is too large."
STORED = "250 2.0.0 Stored."
NOT_NOW = "451 4.3.0 Letters cannot be stored just now. Please try again."

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class Door:
    """What is answered, and where letters go. The database is asked by threads, never by the loop itself."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="letterbox")
        self.visitors: set[Visitor] = set()

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY % MOST_RECIPIENTS
        if not await self._aside(lambda: letterbox.takes(address)):
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Somebody lives here."

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """LMTP wants an answer for each recipient. SMTP has one for all: if in doubt it is brought again."""
        raw, sender = bytes(envelope.original_content or b""), envelope.mail_from or ""
        answers = [await self._stored(raw, recipient, sender) for recipient in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(answers)
        return min(answers, key=(NOT_NOW, STORED, TOO_LARGE, UNKNOWN).index)

    async def _stored(self, raw: bytes, recipient: str, sender: str) -> str:
        try:
            found = await self._aside(lambda: letterbox.take(raw, recipient=recipient, sender=sender))
        except Error as error:
            log.warning("a letter was not stored: %s", type(error).__name__)
            return NOT_NOW
        if found is None:
            return TOO_LARGE if len(raw) > letterbox.LARGEST else UNKNOWN
        return STORED

    async def _aside(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.threads, _then_closed, work)

    async def handle_exception(self, error: Exception) -> str:
        """Ours, not the letter's: the mail server keeps it. The words of an error may hold an address."""
        log.error("the door for letters: %s", type(error).__name__)
        return NOT_NOW


def _then_closed(work: Callable[[], Result]) -> Result:
    """Letters are rare: a connection that is kept between them would be stale when it is needed."""
    try:
        return work()
    finally:
        connection.close()


class Visitor(SMTP):
    """A mail server that has come in."""

    line_length_limit = 64 * 1024  # mail programs write longer lines than the standard allows

    def __init__(self, door: Door) -> None:
        super().__init__(
            door,
            data_size_limit=letterbox.LARGEST,
            enable_SMTPUTF8=True,
            hostname="letterbox",
            ident="ready",
            timeout=TIMEOUT,
        )
        self.door = door
        self.awaits_verdict = 0  # recipients of the letter that is being brought

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.door.visitors.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.door.visitors.discard(self)

    def leave(self, *, at_once: bool) -> None:
        """What was said may still be read, unless there is no time for that."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort() if at_once else self.transport.close()

    async def push(self, status: Any) -> None:
        """The first answer after `354` is about the letter. LMTP gives it once for each recipient."""
        text = status if isinstance(status, str) else status.decode()
        if text.startswith("354"):
            self.awaits_verdict = len(self.envelope.rcpt_tos) if self.envelope else 0
        elif self.awaits_verdict:
            if isinstance(self, LMTP) and "\r\n" not in text:
                text = "\r\n".join([text] * self.awaits_verdict)
            self.awaits_verdict = 0
        await super().push(text)


class LocalVisitor(Visitor, LMTP):
    """The same, in the dialect for the last step."""


class Postmaster:
    """Listens until it is told to end, and then lets those finish who are at it."""

    def __init__(self, host: str, port: int, *, by_smtp: bool) -> None:
        self.host, self.port = host, port
        self.speaks_lmtp = not by_smtp
        self.door = Door()
        self.server: asyncio.Server | None = None

    async def open(self) -> int:
        """Begin to listen; returns the port."""
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # aiosmtpd writes down what is said
        visitor = LocalVisitor if self.speaks_lmtp else Visitor
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(lambda: visitor(self.door), self.host, self.port)
        return int(self.server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Nobody new comes in; who brings a letter may finish; the others come again."""
        if self.server is None:
            return
        self.server.close()
        loop = asyncio.get_running_loop()
        last = loop.time() + PATIENCE
        while self._send_away(is_late=loop.time() > last):
            await asyncio.sleep(0.05)
        await self.server.wait_closed()
        self.door.threads.shutdown()

    def _send_away(self, *, is_late: bool) -> bool:
        """Close what is idle; is anybody still at it?"""
        busy = [one for one in self.door.visitors if one.awaits_verdict and not is_late]
        for one in self.door.visitors.difference(busy):
            one.leave(at_once=is_late)
        return bool(self.door.visitors)

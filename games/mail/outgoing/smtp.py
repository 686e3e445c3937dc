"""Emails to a mail server by SMTP, with a limit on the whole exchange about an email.

Python limits each read. A server that sends one byte at a time stays below that limit for as long as it
likes, and would keep a worker, or whoever waits for a sign-in code, waiting with it.
"""

import io
import smtplib
from socket import socket
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

GOODBYE_SECONDS = 5.0


class ExchangeLimit:
    """The instant at which an exchange must be over."""

    def __init__(self) -> None:
        self.begin(settings.EMAIL_EXCHANGE_TIMEOUT)

    def begin(self, seconds: float) -> None:
        self.end = monotonic() + seconds

    def apply(self, connection: socket) -> None:
        """Let the next step take as long as is left, or as one step may take."""
        left = self.end - monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(min(left, settings.EMAIL_TIMEOUT))


class LimitedReader(io.RawIOBase):
    """What a mail server sends, until the time is over."""

    def __init__(self, connection: socket, limit: ExchangeLimit) -> None:
        self.connection, self.limit = connection, limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.limit.apply(self.connection)
        return self.connection.recv_into(buffer)


class LimitedExchange(smtplib.SMTP):
    """An SMTP connection on which every read and write ends with the exchange."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.limit = ExchangeLimit()
        super().__init__(*args, **options)

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(LimitedReader(self.sock, self.limit))
        return super().getreply()

    def send(self, s: Any) -> None:
        if self.sock is None:
            raise smtplib.SMTPServerDisconnected("not connected")
        rest = memoryview(s.encode(self.command_encoding) if isinstance(s, str) else s)
        try:
            while rest:
                self.limit.apply(self.sock)
                rest = rest[self.sock.send(rest) :]
        except OSError as error:
            self.close()
            raise smtplib.SMTPServerDisconnected("the server does not read") from error

    def quit(self) -> tuple[int, bytes]:
        self.limit.begin(GOODBYE_SECONDS)
        return super().quit()


class LimitedTlsExchange(LimitedExchange, smtplib.SMTP_SSL):
    """The same on a port that is encrypted from the first byte."""


class LimitedSmtpBackend(smtp.EmailBackend):
    """Django's, with a limit on the opening of a connection, and on each email."""

    @property
    def connection_class(self) -> type[LimitedExchange]:
        return LimitedTlsExchange if self.use_ssl else LimitedExchange

    def _send(self, email_message: EmailMessage) -> bool:
        connection: Any = self.connection
        connection.limit.begin(settings.EMAIL_EXCHANGE_TIMEOUT)
        is_sent: bool = super()._send(email_message)  # type: ignore[misc]
        return is_sent

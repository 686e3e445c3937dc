"""A postmaster that runs beside a test."""

import asyncio
import contextlib
import smtplib
import threading
from collections.abc import Iterator

from games.mail.incoming.lmtp_server import MailListener

DIALECTS = {"lmtp": smtplib.LMTP, "smtp": smtplib.SMTP}


class Running:
    """A postmaster in a thread of its own, as long as a test needs it."""

    def __init__(self, *, by_smtp: bool) -> None:
        self.postmaster = MailListener("127.0.0.1", 0, by_smtp=by_smtp)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.port = self.wait(self.postmaster.open())
        self.dialect = DIALECTS["smtp" if by_smtp else "lmtp"]

    def wait(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(20)

    def visitor(self) -> smtplib.SMTP:
        return self.dialect("127.0.0.1", self.port, timeout=10)

    def close(self) -> None:
        self.wait(self.postmaster.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@contextlib.contextmanager
def running(*, by_smtp: bool) -> Iterator[Running]:
    one = Running(by_smtp=by_smtp)
    try:
        yield one
    finally:
        one.close()

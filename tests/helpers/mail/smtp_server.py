"""A mail server of a few lines, for tests: it takes emails from a real socket and keeps them."""

import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core import mail


class Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.say("220 test")
        while line := self.rfile.readline().strip():
            verb = line[:4].upper()
            self.server.hear(line.decode())
            if verb == b"DATA":
                self.say("354 go on")
                self.server.emails.append(self.data())
                self.server.hear("letter")
                line = b"letter"
            said = self.server.answer(line.decode())
            if not said:
                return
            self.say(said)
            if verb == b"QUIT":
                return

    def say(self, words: str) -> None:
        """At once, or byte by byte, until nobody listens any more."""
        line = f"{words}\r\n".encode()
        for part in [line[at : at + 1] for at in range(len(line))] if self.server.pause else [line]:
            self.wfile.write(part)
            time.sleep(self.server.pause)

    def data(self) -> str:
        lines = iter(self.rfile.readline, b".\r\n")
        return b"".join(line.removeprefix(b".") for line in lines).decode()


def polite(line: str) -> str:
    """Yes to everything."""
    return "221 bye" if line.upper() == "QUIT" else "250 fine"


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.emails: list[str] = []
        self.hear: Callable[[str], None] = lambda line: None  # each line that comes, and “email” after one
        self.answer: Callable[[str], str] = polite  # to each of them; nothing: it hangs up
        self.pause = 0.0  # seconds after each byte of an answer


@contextmanager
def mail_server() -> Iterator[Server]:
    """`server.server_address` is where it listens, `server.emails` what came."""
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


class Broken:
    """A mail server with something wrong with it."""

    def __init__(self, monkeypatch, error):
        self.error = error
        monkeypatch.setattr(mail.EmailMessage, "send", self.send)

    def send(self, *_args, **_kwargs):
        raise self.error

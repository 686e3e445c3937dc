"""Where the engine room is tried: a database and a broker. What does not answer here is left out."""

import contextlib
import functools
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import redis
from kombu import Connection

from tests.tools import postgres

REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"
RABBITMQ = os.environ.get("RABBITMQ_URL") or "amqp://guest:guest@127.0.0.1:5672//"


@dataclass(frozen=True)
class Stand:
    """A kind of database and a broker."""

    database: str
    broker: str

    def __str__(self) -> str:
        return f"{self.database}+{self.broker}"

    @property
    def broker_url(self) -> str:
        return {"filesystem": "", "redis": REDIS, "rabbitmq": RABBITMQ}[self.broker]

    def answers(self) -> bool:
        return self.database == "sqlite" or (postgres_answers() and broker_answers(self.broker_url))

    @contextlib.contextmanager
    def environment(self, folder: Path) -> Iterator[dict[str, str]]:
        """What a process of this stand must be told; database and queue are its own, and go afterwards."""
        queue = f"engine-{uuid4().hex[:12]}"
        with self._database_url(folder, queue) as url:
            try:
                yield {
                    **{name: one for name, one in os.environ.items() if name not in OURS},
                    "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
                    "DATABASE_URL": url,
                    "BROKER_URL": self.broker_url,
                    "BROKER_QUEUE": queue,
                    "VAR_DIR": str(folder),
                }
            finally:
                self._remove(queue)

    def _remove(self, queue: str) -> None:
        """Whatever is left in it goes too."""
        if self.broker == "redis":
            server = redis.Redis.from_url(self.broker_url)
            server.delete("", *server.scan_iter(f"{queue}:*"))
        elif self.broker == "rabbitmq":
            for remove in ("queue_delete", "exchange_delete"):
                for name in (queue, f"{queue}-clock"):
                    with Connection(self.broker_url) as broker, contextlib.suppress(*broker.channel_errors):
                        getattr(broker.default_channel, remove)(name)

    @contextlib.contextmanager
    def _database_url(self, folder: Path, name: str) -> Iterator[str]:
        if self.database == "sqlite":
            yield f"sqlite:///{quote(str(folder / 'db.sqlite3'))}"
        else:
            with postgres.create_database(name) as url:
                yield url


OURS = {"BASE_URL", "EMAIL_URL", "POSTMASTER", "REPLY_DOMAIN", "CACHE_URL", "SECRET_KEY", "LOG_FORMAT"}
ALL = [Stand("sqlite", "filesystem"), Stand("postgres", "redis"), Stand("postgres", "rabbitmq")]


@functools.cache
def postgres_answers() -> bool:
    given = os.environ.get("POSTGRES_URL")
    return any(map(postgres.may_create_databases, [given] if given else postgres.list_local_urls()))


@functools.cache
def broker_answers(url: str) -> bool:
    try:
        with Connection(url, connect_timeout=2, transport_options={"socket_connect_timeout": 2}) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except (OSError, *Connection(url).connection_errors):
        return False
    return True


@functools.cache
def here() -> list[Stand]:
    """Those that can be tried on this machine: the first always can."""
    return [stand for stand in ALL if stand.answers()]


def header() -> str:
    left_out = [str(stand) for stand in ALL if stand not in here()]
    without = f"; no services for {', '.join(left_out)}" if left_out else ""
    return f"engine room: tried on {', '.join(map(str, here()))}{without}"


@contextlib.contextmanager
def silent_server() -> Iterator[socket.socket]:
    """Somebody listens, and never says a word: the worst that a broker can do."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        listener.setblocking(False)
        yield listener


def callers(listener: socket.socket) -> int:
    """How many have called so far."""
    count = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            listener.accept()[0].close()
            count += 1
    return count

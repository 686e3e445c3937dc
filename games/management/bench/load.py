"""Load from outside: requests that were made up before, sent by so many clients at once.

A slice is a stretch of wall time. Reference and candidate take turns, as everywhere in these measurements.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median, quantiles
from typing import NamedTuple

SLICES = 5
SLICE_SECONDS = 2.0

Act = Callable[[], None]


class Slice(NamedTuple):
    """How many a second, and how long each took."""

    rate: float
    p50: float
    p95: float


class Exhausted(RuntimeError):
    """Not enough requests were made up for so fast a server."""


def side_by_side(
    *clients: Sequence[Act], seconds: float = SLICE_SECONDS, slices: int = SLICES
) -> list[Slice]:
    """The medians of several slices of each; the first slice of all is for warming up."""
    for acts in clients:
        _slice(acts, seconds / 2)
    taken: list[list[Slice]] = [[] for _ in clients]
    for _ in range(slices):
        for acts, measured in zip(clients, taken, strict=True):
            measured.append(_slice(acts, seconds))
    return [Slice(*(median(column) for column in zip(*one, strict=True))) for one in taken]


def _slice(acts: Sequence[Act], seconds: float) -> Slice:
    """Every act is done again and again by a thread of its own, until the time is over."""
    times: list[float] = []
    troubles: list[BaseException] = []
    end = time.perf_counter() + seconds

    def work(act: Act) -> None:
        try:
            while (begun := time.perf_counter()) < end:
                act()
                times.append(time.perf_counter() - begun)
        except BaseException as error:
            troubles.append(error)

    threads = [threading.Thread(target=work, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if troubles:
        raise troubles[0]
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]  # a first look may take all the time
    return Slice(len(times) / seconds, median(times), p95)


class Browser:
    """Sends prepared requests, each over a connection of its own, and looks at the status of the answer."""

    def __init__(self, port: int, requests: Iterable[bytes], wanted: int) -> None:
        self.port = port
        self.requests: Iterator[bytes] = iter(requests)
        self.wanted = f"HTTP/1.1 {wanted} ".encode()

    def __call__(self) -> None:
        request = next(self.requests, None)
        if request is None:
            raise Exhausted("too few requests were prepared")
        answer = send(self.port, request)
        if not answer.startswith(self.wanted):
            raise RuntimeError(f"the server answered {answer[:200]!r} to {request[:80]!r}")


def send(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def post(path: str, body: str, cookies: str) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookies}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def get(path: str, cookies: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookies}\r\n\r\n"
    return head.encode()

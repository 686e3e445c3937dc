"""Load from outside: requests that were prepared in advance, sent by several clients at once.

A slice is a stretch of wall time. Reference and candidate take turns, as in all these measurements.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median, quantiles
from typing import NamedTuple

SLICES = 5
SLICE_SECONDS = 2.0

ClientAction = Callable[[], None]


class LoadSlice(NamedTuple):
    """The rate per second, and the median and 95th percentile of the time for each request."""

    rate: float
    p50: float
    p95: float


class RequestsExhausted(RuntimeError):
    """Not enough requests were prepared for so fast a server."""


def compare_clients(
    *clients: Sequence[ClientAction], seconds: float = SLICE_SECONDS, slices: int = SLICES
) -> list[LoadSlice]:
    """Return the medians of several slices of each, after a shorter slice for warming up."""
    for acts in clients:
        _measure_slice(acts, seconds / 2)
    taken: list[list[LoadSlice]] = [[] for _ in clients]
    for _ in range(slices):
        for acts, measured in zip(clients, taken, strict=True):
            measured.append(_measure_slice(acts, seconds))
    return [LoadSlice(*(median(column) for column in zip(*one, strict=True))) for one in taken]


def _measure_slice(acts: Sequence[ClientAction], seconds: float) -> LoadSlice:
    """Repeat every action in a thread of its own until the time is over."""
    times: list[float] = []
    troubles: list[BaseException] = []
    end = time.perf_counter() + seconds

    def work(act: ClientAction) -> None:
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
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]  # a first request may take all the time
    return LoadSlice(len(times) / seconds, median(times), p95)


class LoadClient:
    """Sends prepared requests, each over a connection of its own, and checks the status of the answer."""

    def __init__(self, port: int, requests: Iterable[bytes], wanted: int) -> None:
        self.port = port
        self.requests: Iterator[bytes] = iter(requests)
        self.expected_start = f"HTTP/1.1 {wanted} ".encode()

    def __call__(self) -> None:
        request = next(self.requests, None)
        if request is None:
            raise RequestsExhausted("too few requests were prepared")
        answer = send_request(self.port, request)
        if not answer.startswith(self.expected_start):
            raise RuntimeError(f"the server answered {answer[:200]!r} to {request[:80]!r}")


def send_request(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def build_post(path: str, body: str, cookies: str) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookies}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def build_get(path: str, cookies: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookies}\r\n\r\n"
    return head.encode()

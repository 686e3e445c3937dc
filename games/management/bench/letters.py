"""Letters through the whole chain, against a loop that only writes and sends the same ones."""

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from statistics import median

from django.core.mail import get_connection
from django.test import override_settings
from django.utils import timezone

from games.mail import letters, outbox
from games.mail.topics import Topic
from games.management.bench.measure import Measure
from games.management.bench.servers import running
from games.models import Game, Notice

SLICES = 7


def letters_chain(games: Sequence[Game]) -> Iterator[Measure]:
    """Claim, render, inline, send, mark: as many letters in a slice as one task sends."""
    Notice.objects.exclude(pk__in=_asked(games)).delete()
    with sink() as port, override_settings(EMAIL_BACKEND=SMTP, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port):
        theirs, ours = _side_by_side(_plain_loop, _chain)
    yield Measure("letters_chain", ours, "letters/s", "a loop that writes and sends them", ours / theirs)


SMTP = "django.core.mail.backends.smtp.EmailBackend"


def _asked(games: Sequence[Game]) -> list[int]:
    """One notice of each game: whoever is asked there is told."""
    asked = [game.seats.filter(decision__isnull=False).first() for game in games]
    return [
        Notice.objects.update_or_create(
            game=seat.game,
            user=seat.user,
            kind=Notice.Kind.YOUR_TURN,
            number=seat.game.length,
            defaults={"seat": seat, "created_at": timezone.now()},
        )[0].pk
        for seat in asked
        if seat and seat.user
    ]


def _side_by_side(*works: Callable[[], int]) -> list[float]:
    """Letters in a second, by each way; they take turns."""
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(SLICES):
        for work, found in zip(works, rates, strict=True):
            Notice.objects.update(status=Notice.Status.WAITING, tries=0, next_try_at=timezone.now())
            start = time.perf_counter()
            sent = work()
            found.append(sent / (time.perf_counter() - start))
    return [median(found) for found in rates]


def _chain() -> int:
    return outbox.send_due()


def _plain_loop() -> int:
    notices = list(Notice.objects.select_related("user"))
    with get_connection() as connection:
        for notice in notices:
            message = letters.letter(notice.user, [Topic([notice])])
            message.connection = connection
            message.send()
    return len(notices)


def sink() -> AbstractContextManager[int]:
    """A mail server that takes everything."""

    def command(port: int) -> list[str]:
        return ["aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]

    return running(command, lambda port: socket.create_connection(("127.0.0.1", port)).close())

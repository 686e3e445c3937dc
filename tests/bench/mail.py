"""Benchmark emails through the whole outbox, against a loop that only renders and sends the same ones."""

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from statistics import median

from django.core.mail import get_connection
from django.test import override_settings
from django.utils import timezone

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import game_outbox
from games.models import Game, GameNotice
from tests.bench.measure import Measurement, time_per_call
from tests.bench.servers import run_module

SLICES = 7


def measure_outbox(games: Sequence[Game]) -> Iterator[Measurement]:
    """Measure claiming, rendering, inlining, sending and marking; a slice is what one task sends."""
    GameNotice.objects.exclude(pk__in=_create_turn_notices(games)).delete()
    with (
        run_mail_sink() as port,
        override_settings(EMAIL_BACKEND=SMTP_BACKEND, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port),
    ):
        theirs, ours = _compare_rates(_send_by_plain_loop, _send_by_outbox)
    yield Measurement("letters_chain", ours, "letters/s", "a loop that writes and sends them", ours / theirs)


def compare_games(citadels: Sequence[Game], dominion: Sequence[Game]) -> Iterator[Measurement]:
    """Compare writing the emails of the second game with writing those of the first."""
    GameNotice.objects.all().delete()
    theirs, ours = time_per_call(
        *(partial(_build_emails, _create_turn_notices(games)) for games in (citadels, dominion))
    )
    milliseconds = ours / len(dominion) * 1e3
    yield Measurement(
        "dominion_letter_ms", milliseconds, "ms", "the same of Citadels (aim: 1.2)", ours / theirs
    )


def _build_emails(keys: Sequence[int]) -> None:
    for notice in GameNotice.objects.filter(pk__in=keys).select_related("user"):
        game_email.build_game_email(notice.user, [GameUpdate([notice])]).message()


SMTP_BACKEND = "games.mail.outgoing.smtp.LimitedSmtpBackend"


def _create_turn_notices(games: Sequence[Game]) -> list[int]:
    """Create one notice in each game, for a player whose decision is open, and return their ids."""
    asked = [game.seats.filter(decision__isnull=False).first() for game in games]
    return [
        GameNotice.objects.update_or_create(
            game=seat.game,
            user=seat.user,
            kind=GameNotice.Kind.YOUR_TURN,
            number=seat.game.log_length,
            defaults={"seat": seat, "created_at": timezone.now()},
        )[0].pk
        for seat in asked
        if seat and seat.user
    ]


def _compare_rates(*works: Callable[[], int]) -> list[float]:
    """Return the emails per second of each way of sending; they take turns."""
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(SLICES):
        for work, found in zip(works, rates, strict=True):
            GameNotice.objects.update(status=GameNotice.Status.WAITING, tries=0, next_try_at=timezone.now())
            start = time.perf_counter()
            sent = work()
            found.append(sent / (time.perf_counter() - start))
    return [median(found) for found in rates]


def _send_by_outbox() -> int:
    return game_outbox.send_due_notices()


def _send_by_plain_loop() -> int:
    notices = list(GameNotice.objects.select_related("user"))
    with get_connection() as connection:
        for notice in notices:
            message = game_email.build_game_email(notice.user, [GameUpdate([notice])])
            message.connection = connection
            message.send()
    return len(notices)


def run_mail_sink() -> AbstractContextManager[int]:
    """Run a mail server that accepts and discards everything."""

    def command(port: int) -> list[str]:
        return ["aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]

    return run_module(command, lambda port: socket.create_connection(("127.0.0.1", port)).close())

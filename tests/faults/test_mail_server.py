"""Mail servers that refuse, hang, forget or hang up: real sockets, real processes."""

import time
from collections.abc import Callable
from datetime import timedelta
from threading import Event

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.mail.outgoing import queue
from games.models import Game, GameNotice
from tests.faults import invariants
from tests.faults.workers import LATER, Worker
from tests.helpers.mail.smtp_server import Server, polite
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db(transaction=True)

Status = GameNotice.Status


def ids(server: Server) -> list[str]:
    return [email["Message-ID"] for email in invariants.parsed(server.emails)]


def waiting() -> dict[int, int]:
    """What waits, and how often it was tried."""
    return dict(GameNotice.objects.filter(status=Status.WAITING).values_list("pk", "tries"))


def says(wanted: str | tuple[str, ...], answer: str) -> Callable[[str], str]:
    """A mail server that has this answer to lines that begin like this."""
    return lambda line: answer if line.lower().startswith(wanted) else polite(line)


TROUBLES = {
    "421 at the door": says(("ehlo", "helo"), "421 too many connections"),
    "451 for every recipient": says("rcpt", "451 greylisted, come back later"),
    "452 after the sender": says("mail", "452 no room just now"),
    "it hangs up": says("rcpt", ""),
}


@pytest.mark.drill(15, "a server that says 421, 451, 452 or nothing, then works")
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_email_that_is_not_taken_comes_later_and_once(server, counted, trouble):
    table(3)
    now = timezone.now()
    server.answer = TROUBLES[trouble]
    assert Worker(server, "letters", now).out == "0\n"
    assert GameNotice.objects.filter(status=Status.PARKED).count() == 0
    later = GameNotice.objects.filter(status=Status.WAITING).values_list("next_try_at", flat=True)
    assert all(at > now + timedelta(seconds=40) for at in later)
    server.emails.clear()
    server.answer = polite
    assert Worker(server, "letters", now + LATER).out == "3\n"
    assert (len(set(ids(server))), len(ids(server)), waiting()) == (3, 3, {})
    invariants.hold(bound=timedelta(days=1))
    counted(emails=3, lost=0, twice=0)


@pytest.mark.drill(15, "nobody listens where the mail server should be")
def test_a_server_that_is_not_there_is_asked_again(server, counted):
    table(3)
    now = timezone.now()
    server.shutdown()
    server.server_close()  # its port is known, and nobody is there
    assert Worker(server, "letters", now).out == "0\n"
    assert len(waiting()) >= 3
    assert max(waiting().values()) < queue.MAX_TRIES
    counted(emails=3, given_up=0)


@pytest.mark.long
@pytest.mark.drill(15, "a server that takes the connection and never answers")
def test_a_server_that_says_nothing_keeps_nobody_for_long(server, counted):
    table(3)
    silent = Event()
    server.answer = lambda line: silent.wait(60) and ""
    started = time.monotonic()
    try:
        assert Worker(server, "letters", timezone.now()).out == "0\n"
    finally:
        silent.set()
    seconds = time.monotonic() - started
    assert seconds < 45  # one time-out, however many emails wait
    assert len(waiting()) >= 3
    counted(emails=3, seconds=round(seconds), given_up=0)


@pytest.mark.long
@pytest.mark.drill(34, "a server that takes the connection and answers one byte a second")
def test_a_server_that_answers_byte_by_byte_keeps_nobody_for_long(server, counted):
    table(3)
    server.pause = 1.0
    server.answer = lambda line: "250 " + 600 * "x"
    started = time.monotonic()
    assert Worker(server, "letters", timezone.now()).out == "0\n"
    seconds = time.monotonic() - started
    assert seconds < 3 * settings.EMAIL_EXCHANGE_TIMEOUT  # one exchange, however many emails wait
    assert len(waiting()) >= 3
    assert max(waiting().values()) < queue.MAX_TRIES
    assert server.emails == []
    server.pause, server.answer = 0.0, polite
    assert Worker(server, "letters", timezone.now() + LATER).out == "3\n"
    counted(emails=3, seconds=round(seconds), given_up=0)


@pytest.mark.drill(16, "the server refuses one of three people for now, and one for good")
def test_only_whoever_was_refused_is_written_to_again(server, counted):
    game = table(3)
    first, second, third = User.objects.filter(seats__game=game).order_by("pk")
    now = timezone.now()

    def refuse(line: str) -> str:
        if first.email in line and line.lower().startswith("rcpt"):
            return "451 come back later"
        if second.email in line and line.lower().startswith("rcpt"):
            return "550 5.1.1 nobody of this name"
        return polite(line)

    server.answer = refuse
    Worker(server, "letters", now)
    assert [message["To"] for message in invariants.parsed(server.emails)] == [third.email]
    second.refresh_from_db()
    assert not second.is_reachable
    server.answer = polite
    Worker(server, "letters", now + LATER)
    to = [email["To"] for email in invariants.parsed(server.emails)]
    assert to.count(first.email) == 1
    assert second.email not in to
    assert len(set(ids(server))) == len(ids(server))
    counted(people=3, for_now=1, for_good=1, twice=0)


@pytest.mark.drill(17, "the server says 250 and hangs up")
def test_a_server_that_hangs_up_after_it_has_taken_a_email_gets_it_once(server, counted):
    table(3)
    taken = Event()

    def hang_up(line: str) -> str:
        if taken.is_set():
            taken.clear()
            return ""
        if line == "letter":
            taken.set()
        return polite(line)

    server.answer = hang_up
    now = timezone.now()
    Worker(server, "letters", now)
    for hours in range(1, 5):
        server.answer = polite
        Worker(server, "letters", now + hours * LATER)
    assert waiting() == {}
    twice = len(ids(server)) - len(set(ids(server)))
    assert (len(set(ids(server))), twice) == (3, 0)
    counted(emails=3, lost=0, twice=twice)


@pytest.mark.long
@pytest.mark.drill(18, "the server refuses a third of thirty people for good")
def test_when_many_are_refused_for_good_none_of_them_is_written_to_again(server, counted):
    for _ in range(10):
        table(3)
    people = list(User.objects.filter(seats__isnull=False).order_by("pk"))
    gone = {user.email for user in people[::3]}
    now = timezone.now()
    server.answer = lambda line: (
        "550 5.1.1 nobody of this name" if any(f"<{email}>" in line for email in gone) else polite(line)
    )
    while Worker(server, "letters", now).out != "0\n":
        pass
    lost = User.objects.filter(unreachable_since__isnull=False)
    assert set(lost.values_list("email", flat=True)) == gone
    server.emails.clear()
    Worker(server, "letters", now + LATER)  # to the players who are told of it, and to none of the lost
    assert not gone & {message["To"] for message in invariants.parsed(server.emails)}
    counted(people=len(people), lost=len(gone), written_to_again=0)


@pytest.mark.long
@pytest.mark.drill(13, "one notice that cannot be written among thirty")
def test_one_broken_table_holds_up_no_other(server, counted):
    games = [table(3) for _ in range(10)]
    Game.objects.filter(pk=games[0].pk).update(position="{}")
    now = timezone.now()
    for tries in range(12):
        while Worker(server, "letters", now + tries * timedelta(hours=8)).out not in ("0\n", ""):
            pass
    assert len(set(ids(server))) == len(ids(server)) == 27
    assert GameNotice.objects.filter(status=Status.PARKED).values("game").distinct().count() == 1
    assert waiting() == {}
    counted(emails=30, sent=27, given_up=3)

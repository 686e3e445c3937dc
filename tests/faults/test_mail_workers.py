"""Workers that are killed at the worst moment: real processes, a real mail server, kill -9."""

import signal
from email import message_from_string
from threading import Event

import pytest
from django.utils import timezone

from games.mail.incoming import inbox
from games.models import GameLogEntry, GameNotice, IncomingMail
from tests.faults.workers import LATER, Worker, frozen, start_worker
from tests.helpers.mail.inbox import reply
from tests.helpers.mail.smtp_server import Server
from tests.helpers.tables import awaited, fallback, table
from tests.helpers.time_limits import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes]


def ids(server: Server) -> list[str]:
    return [message_from_string(email)["Message-ID"] for email in server.emails]


@pytest.fixture
def waiting():
    """A game of three: one email to each, who is asked gets the long one."""
    game = table(3)
    assert GameNotice.objects.filter(status="waiting").count() >= 3
    return game


@pytest.mark.drill(1, "kill -9 of a sender between its claim and the first letter")
def test_a_worker_killed_between_claim_and_email_loses_nothing(server, waiting):
    now = timezone.now()
    assert Worker(server, "letters", now, die_at="ehlo").is_killed
    assert server.emails == []
    assert Worker(server, "letters", now).out == "0\n"  # the claim holds: nobody else writes these emails
    assert Worker(server, "letters", now + LATER).out == "3\n"
    assert len(set(ids(server))) == len(ids(server)) == 3
    assert not GameNotice.objects.filter(status="waiting").exists()


@pytest.mark.drill(2, "kill -9 of a sender after the letter left")
def test_a_worker_killed_after_the_email_left_sends_it_again_under_the_same_name(server, waiting):
    now = timezone.now()
    assert Worker(server, "letters", now, die_at="letter").is_killed
    Worker(server, "letters", now + LATER)
    first, *others = ids(server)
    assert others.count(first) == 1
    assert len(set(ids(server))) == 3
    Worker(server, "letters", now + 2 * LATER)
    assert len(ids(server)) == 4


@pytest.mark.drill(33, "a sender sleeps past its claim, while another one sends what it had claimed")
@pytest.mark.parametrize("word", ["ehlo", "letter"])
def test_a_worker_that_slept_past_its_claim_sends_no_email_that_another_has_sent(
    server, waiting, counted, word
):
    """Only what it was sending when it fell asleep may arrive twice, under the same Message-ID."""
    now, heard = timezone.now(), Event()
    sleeper = start_worker(server, "letters", now)

    def stop_at(line: str) -> None:
        if line.startswith(word) and not heard.is_set():
            sleeper.send_signal(signal.SIGSTOP)
            heard.set()

    server.hear = stop_at
    assert heard.wait(PATIENCE)
    with frozen(sleeper):
        server.hear = lambda line: None
        assert Worker(server, "letters", now + LATER).out == "3\n"
    sleeper.communicate(timeout=PATIENCE)
    twice = len(ids(server)) - len(set(ids(server)))
    assert (len(set(ids(server))), GameNotice.objects.filter(status="waiting").count()) == (3, 0)
    assert twice <= 1
    assert not GameNotice.objects.exclude(error="").exists()
    counted(emails=3, lost=0, twice=twice)


@pytest.mark.drill(2, "kill -9 of a reader between the move and the answer")
def test_a_killed_reader_plays_once_and_answers_in_the_end(server, waiting):
    GameNotice.objects.all().delete()
    seat = awaited(waiting)
    raw = reply(seat, fallback(seat))
    to = message_from_string(raw.decode())["To"]
    inbox.store_email(raw, recipient=to, sender=seat.user.email)
    now = timezone.now()
    assert Worker(server, "post", now, die_at="ehlo").is_killed
    assert GameLogEntry.objects.filter(how=GameLogEntry.How.REPLY).count() == 1
    Worker(server, "post", now + LATER)
    assert GameLogEntry.objects.filter(how=GameLogEntry.How.REPLY).count() == 1
    assert IncomingMail.objects.get().status == "answered"
    assert len(server.emails) == 1

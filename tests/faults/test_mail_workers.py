"""Workers that are killed at the worst moment: real processes, a real mail server, kill -9."""

from datetime import datetime, timedelta
from email import message_from_string

import pytest
from django.utils import timezone

from games.mail.incoming import inbox
from games.mail.outgoing import queue
from games.models import GameLogEntry, GameNotice, IncomingMail
from tests.mail.mailbox import reply
from tests.mail.processes import start
from tests.mail.smtp_server import Server, mail_server
from tests.play.tables import awaited, fallback, table
from tests.time_limits import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes]

WORK = """
import sys, django
django.setup()
from datetime import datetime
from games.mail.incoming import processor
from games.mail.outgoing import game_outbox
now = datetime.fromisoformat(sys.argv[2])
work = {"letters": game_outbox.send_due_notices, "post": processor.process_due_mail}[sys.argv[1]]
print(work(now), flush=True)
"""
LATER = queue.CLAIM_DURATION + timedelta(minutes=1)  # then a dead worker's claim has run out


class Worker:
    """A process that does the work of one task, and may be killed at a word of the mail server."""

    def __init__(self, server: Server, work: str, now: datetime, *, die_at: str = "") -> None:
        if die_at:
            server.hear = lambda line: self.process.kill() if line.startswith(die_at) else None
        else:
            server.hear = lambda line: None
        self.process = start(["-c", WORK, work, now.isoformat()], server)
        self.out, _ = self.process.communicate(timeout=PATIENCE)

    @property
    def is_killed(self) -> bool:
        return self.process.returncode < 0


@pytest.fixture
def server():
    with mail_server() as server:
        yield server


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

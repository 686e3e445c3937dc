"""Workers that are killed at the worst moment: real processes, a real mail server, kill -9."""

from email import message_from_string

import pytest
from django.utils import timezone

from games.mail.incoming import inbox
from games.models import GameLogEntry, GameNotice, IncomingMail
from tests.faults.workers import LATER, Worker
from tests.helpers.mail.inbox import reply
from tests.helpers.mail.smtp_server import Server
from tests.helpers.tables import awaited, fallback, table

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

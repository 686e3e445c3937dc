"""The limit on a whole exchange with a mail server, however often it gives a sign of life."""

import smtplib
from time import monotonic

import pytest
from django.core import mail

from games.mail.outgoing.transport import MailServerDown, MailSession
from tests.helpers.mail.emails import posting_to
from tests.helpers.mail.smtp_server import mail_server, polite


@pytest.fixture
def server():
    with mail_server() as server, posting_to(server):
        yield server


def message() -> mail.EmailMessage:
    return mail.EmailMessage("Hello", "Are you there?", "post@example.org", ["ann@example.org"])


def test_an_email_leaves_and_the_connection_serves_the_next_one(server):
    heard: list[str] = []
    server.hear = heard.append
    with MailSession() as session:
        session.send(message())
        session.send(message())
    assert len(server.emails) == 2
    assert [line for line in heard if line.startswith(("ehlo", "quit"))] == [heard[0], "quit"]


def test_a_server_that_answers_byte_by_byte_is_left_when_the_time_of_an_exchange_is_over(server, settings):
    settings.EMAIL_EXCHANGE_TIMEOUT = 0.5
    server.pause = 0.2  # nobody could tell by a single read that something is wrong
    server.answer = lambda line: "250 " + 400 * "x" if line.startswith("ehlo") else polite(line)
    started = monotonic()
    with pytest.raises(MailServerDown), MailSession() as session:
        session.send(message())
    assert monotonic() - started < 20
    assert server.emails == []


def test_a_server_that_never_comes_to_the_end_of_its_answer_is_left_too(server, settings):
    settings.EMAIL_EXCHANGE_TIMEOUT = 0.5
    server.answer = lambda line: "\r\n".join(["250-more"] * 100_000) if line[:4] == "mail" else polite(line)
    with pytest.raises(MailServerDown), MailSession() as session:
        session.send(message())
    assert server.emails == []


def test_each_email_has_the_time_of_an_exchange_for_itself(server, settings):
    settings.EMAIL_EXCHANGE_TIMEOUT = 30
    with MailSession() as session:
        session.send(message())
        session.connection.connection.limit.begin(-1)  # long ago
        session.send(message())
    assert len(server.emails) == 2


def test_what_is_sent_on_a_connection_whose_time_is_over_does_not_leave(server):
    with MailSession() as session:
        session.send(message())
        session.connection.connection.limit.begin(-1)
        with pytest.raises(smtplib.SMTPServerDisconnected):
            session.connection.connection.docmd("noop")

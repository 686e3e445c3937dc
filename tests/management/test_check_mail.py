"""manage.py check_mail: what can be seen from here, and what must be looked up."""

import socket

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from citadels.settings.mail import parse_postmaster_url
from tests.helpers.mail.smtp_server import mail_server
from tests.helpers.processes.postmaster import running

GOOD = {
    "BASE_URL": "https://play.example.org",
    "DEFAULT_FROM_EMAIL": "Citadels by Post <post@play.example.org>",
    "REPLY_DOMAIN": "",
    "EMAIL_BACKEND": "games.mail.outgoing.smtp.LimitedSmtpBackend",
}


@pytest.fixture
def server(settings):
    """A house whose settings are in order, and a mail server that takes its emails."""
    for name, value in GOOD.items():
        setattr(settings, name, value)
    with mail_server() as one:
        settings.EMAIL_HOST, settings.EMAIL_PORT = one.server_address
        yield one


def wrong(capsys) -> str:
    """What is to be mended."""
    with pytest.raises(CommandError, match="to mend"):
        call_command("check_mail")
    return capsys.readouterr().err


def test_all_is_in_order(server, capsys):
    call_command("check_mail")
    result = capsys.readouterr()
    assert "is open" in result.out
    assert "in order" in result.out
    assert result.err == ""
    assert server.emails == []


def test_a_email_is_sent_where_one_is_asked_for(server, capsys):
    call_command("check_mail", to="ann@example.org")
    [email] = server.emails
    assert "To: ann@example.org" in email
    assert "From: Citadels by Post <post@play.example.org>" in email
    assert "has taken an email" in capsys.readouterr().out


def test_records_are_named_that_must_be_looked_up_by_hand(server, settings, capsys):
    settings.REPLY_DOMAIN, settings.WEBHOOK_SECRET = "reply.example.org", "us:0123456789abcdef"
    call_command("check_mail")
    text = " ".join(capsys.readouterr().out.split())
    for record in ("TXT reply.example.org SPF", "TXT _dmarc.play.example.org DMARC", "MX reply.example.org"):
        assert record in text
    assert "._domainkey.play.example.org DKIM" in text


def test_a_mail_server_that_does_not_answer(server, settings, capsys):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        settings.EMAIL_PORT = closed.getsockname()[1]
        assert f"127.0.0.1:{settings.EMAIL_PORT}) does not work: ConnectionRefusedError" in wrong(capsys)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BASE_URL", "http://127.0.0.1:8000", "links in emails would lead"),
        ("BASE_URL", "http://192.168.1.7", "links in emails would lead"),
        ("DEFAULT_FROM_EMAIL", "Citadels by Post <post@localhost>", "no mail server believes"),
        ("REPLY_DOMAIN", "reply.example.org", "no way in"),
        ("POSTMASTER", parse_postmaster_url("lmtp://127.0.0.1:1"), "not REPLY_DOMAIN"),
    ],
)
def test_settings_that_do_not_fit_are_told(server, settings, capsys, name, value, sentence):
    setattr(settings, name, value)
    assert sentence in wrong(capsys)


def test_the_postmaster_is_asked(server, settings, capsys):
    settings.REPLY_DOMAIN = "reply.example.org"
    with running(by_smtp=False) as house:
        settings.POSTMASTER = parse_postmaster_url(f"lmtp://127.0.0.1:{house.port}")
        call_command("check_mail")
        assert "The postmaster answers" in capsys.readouterr().out
        settings.POSTMASTER = parse_postmaster_url(f"smtp://127.0.0.1:{house.port}")
        assert "another dialect" in wrong(capsys)
    assert "The postmaster does not answer" in wrong(capsys)


def test_a_laptop_is_told_that_emails_stay_here(settings, capsys):
    settings.DEV_INBOX = True
    call_command("check_mail")
    assert "stay in the dev inbox" in capsys.readouterr().out
    assert mail.outbox == []

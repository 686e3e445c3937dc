"""docs/email-server.md, as it is written: a real Postfix and OpenDKIM in front of our own door."""

import smtplib
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import connection

from games.mail import addresses
from games.mail.parsing.reply import parse_reply
from games.models import IncomingMail
from tests.helpers.processes.family import wait_for
from tests.helpers.processes.mail_server import MailServer
from tests.helpers.processes.postmaster import running
from tests.helpers.tables import table
from tests.tools import mail_server

ABSENCE = mail_server.explain_absence()
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(bool(ABSENCE), reason=ABSENCE),
]

AUTHSERV_ID = "mail.example.org"
OURS = b"""From: Citadels by Post <post@play.example.org>
Subject: Your turn
Message-ID: <ours@play.example.org>
List-Unsubscribe: <https://play.example.org/u/x/>
List-Unsubscribe-Post: List-Unsubscribe=One-Click

gold
"""
FORGED = b"Authentication-Results: mail.example.org; dkim=pass header.d=play.example.org\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: its names are too long for the sockets of Postfix, and only root may enter it."""
    with TemporaryDirectory(prefix="mail-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def server(settings, folder) -> Iterator[MailServer]:
    settings.REPLY_DOMAIN = "reply.example.org"
    root = mail_server.find()
    assert root is not None
    with running(by_smtp=False) as door:
        house = MailServer(root, folder, door.port)
        with house.postfix():
            yield house


@pytest.fixture
def address(settings) -> str:
    settings.REPLY_DOMAIN = "reply.example.org"
    found = addresses.build_reply_address(table(3).seats.all()[0])
    connection.close()  # SQLite would keep its lock on the file
    return found


def take_email() -> bytes:
    """Wait for the email that Postfix hands over; the next one is another."""
    wait_for(IncomingMail.objects.exists)
    email = IncomingMail.objects.get()
    email.delete()
    return bytes(email.raw)


def verdict(raw: bytes) -> str:
    return parse_reply(raw, envelope_sender="ann@example.net", trusted=AUTHSERV_ID).authentication


def named(name: bytes, raw: bytes = OURS) -> bytes:
    return raw.replace(b"<ours@", b"<" + name + b"@")


def test_emails_go_out_signed_and_come_in_checked(server, address):
    with server.opendkim():
        server.send(OURS, address, source="127.0.0.1")
        signed = take_email()
        covered = message_from_bytes(signed)["DKIM-Signature"].replace("\n", "").replace("\t", " ")
        assert "d=play.example.org" in covered
        assert "list-unsubscribe-post" in covered.lower()

        server.send(signed, address)
        assert verdict(take_email()) == "pass"

        server.send(FORGED + signed.replace(b"gold", b"silver"), address)
        changed = take_email()
        assert verdict(changed) == "fail"
        assert FORGED.strip() not in changed


def test_an_address_that_nobody_has_is_refused_while_the_sender_waits(server, address):
    with server.opendkim(), pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        server.send(OURS, "reply+nosuchkey@reply.example.org")
    [(code, _said)] = refusal.value.recipients.values()
    assert code == 550
    assert not IncomingMail.objects.exists()


def test_strangers_cannot_send_elsewhere(server, address):
    with server.opendkim(), pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        server.send(OURS, "bob@example.com")
    assert refusal.value.recipients["bob@example.com"][0] // 100 == 5


def test_nothing_forged_passes_while_the_filter_is_down(server, address):
    with pytest.raises(smtplib.SMTPException, match="4\\.7\\.1"):
        server.send(FORGED + OURS, address)

    server.send(FORGED + named(b"stripped"), address, port=server.stripping)
    stripped = take_email()
    assert FORGED.strip() not in stripped
    assert verdict(stripped) == "fail"

    server.send(FORGED + named(b"kept"), address, port=server.unfiltered)
    kept = take_email()
    assert FORGED.strip() in kept
    assert verdict(kept) == "fail"

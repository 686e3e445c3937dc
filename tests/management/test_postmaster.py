"""manage.py postmaster: real sockets, both dialects, and yes only when the email is safe."""

import asyncio
import logging
import os
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from citadels.settings.mail import parse_postmaster_url
from games.mail import addresses
from games.mail.incoming import inbox, lmtp_server
from games.management.commands import serve
from games.models import IncomingMail, Seat
from tests.helpers.processes.family import wait_for
from tests.helpers.processes.postmaster import Running, running
from tests.helpers.tables import table
from tests.helpers.time_limits import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

EMAIL = b"From: ann@example.org\r\nMessage-ID: <one@example.org>\r\n\r\ngold\r\n.a dot\r\n"


@pytest.fixture(params=["lmtp", "smtp"])
def house(request) -> Iterator[Running]:
    with running(by_smtp=request.param == "smtp") as one:
        yield one


@pytest.fixture
def lmtp() -> Iterator[Running]:
    with running(by_smtp=False) as one:
        yield one


@pytest.fixture
def seats() -> list[Seat]:
    found = list(table(3).seats.all())
    connection.close()  # SQLite would keep its lock on the file
    return found


def code_of(answer: tuple[int, bytes]) -> str:
    """The number and the enhanced status code."""
    number, words = answer
    return f"{number} {words.decode().split()[0]}"


# --- what is taken


def test_a_email_is_taken_and_stored_as_it_came(house, seats):
    with house.visitor() as mail:
        assert mail.sendmail("ann@example.org", addresses.build_reply_address(seats[0]).upper(), EMAIL) == {}
    stored = IncomingMail.objects.get()
    assert bytes(stored.raw) == EMAIL
    assert (stored.recipient, stored.sender) == (addresses.build_reply_address(seats[0]), "ann@example.org")


def test_a_machine_without_an_address_may_write(house):
    address = "bounce+n17-abcdefghijklmnop@post.example.org"
    with house.visitor() as mail:
        mail.sendmail("", address, EMAIL)
    assert IncomingMail.objects.get().sender == ""


def test_several_emails_by_one_connection(house, seats):
    with house.visitor() as mail:
        for number in range(3):
            email = EMAIL.replace(b"one@", b"%d@" % number)
            mail.sendmail("ann@example.org", addresses.build_reply_address(seats[0]), email)
    assert IncomingMail.objects.count() == 3


def test_whoever_brings_a_email_again_hears_yes_again(house, seats):
    for _ in range(2):
        with house.visitor() as mail:
            mail.sendmail("ann@example.org", addresses.build_reply_address(seats[0]), EMAIL)
    assert IncomingMail.objects.count() == 1


def test_eight_bit_emails_and_long_lines_are_taken(house, seats):
    email = EMAIL + "arany, ő és ű\r\n".encode("iso-8859-2") + b"x" * 20_000 + b"\r\n"
    with house.visitor() as mail:
        mail.sendmail("ann@example.org", addresses.build_reply_address(seats[0]), email, ["BODY=8BITMIME"])
    assert bytes(IncomingMail.objects.get().raw) == email


# --- what is not


@pytest.mark.parametrize("address", ["reply+nosuchkey@post.example.org", "ann@example.org"])
def test_addresses_that_nobody_has_are_refused_for_good(house, address):
    with house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        assert code_of(mail.rcpt(address)) == "550 5.1.1"


def test_a_email_that_is_announced_as_too_large_is_refused_at_once(house, seats):
    with house.visitor() as mail:
        mail.ehlo()
        assert mail.mail("ann@example.org", [f"SIZE={inbox.MAX_EMAIL_SIZE + 1}"])[0] == 552


@pytest.mark.drill(14, "a letter that is too large")
def test_a_email_that_is_too_large_is_refused(house, seats):
    large = EMAIL + b"0123456789\r\n" * (inbox.MAX_EMAIL_SIZE // 10)
    with house.visitor() as mail, pytest.raises(smtplib.SMTPException) as refusal:
        mail.sendmail("ann@example.org", addresses.build_reply_address(seats[0]), large)
    assert "552" in str(refusal.value)
    assert not IncomingMail.objects.exists()


def test_a_email_has_not_too_many_recipients(house, seats, monkeypatch):
    monkeypatch.setattr(lmtp_server, "MOST_RECIPIENTS", 2)
    with house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        answers = [code_of(mail.rcpt(addresses.build_reply_address(seat))) for seat in seats]
    assert answers == ["250 2.1.5", "250 2.1.5", "452 4.5.3"]


@pytest.mark.drill(6, "letters come in while the database is down")
def test_while_the_database_is_down_the_mail_server_keeps_its_emails(house, seats, monkeypatch):
    def down(*_: object, **__: object) -> None:
        raise OperationalError("no connection to reply+secret@post.example.org")

    with house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        assert mail.rcpt(addresses.build_reply_address(seats[0]))[0] == 250
        monkeypatch.setattr(inbox, "store_email", down)
        assert code_of(mail.data(EMAIL)) == "451 4.3.0"
        mail.mail("ann@example.org")
        monkeypatch.setattr(inbox, "accepts_address", down)
        assert code_of(mail.rcpt(addresses.build_reply_address(seats[0]))) == "451 4.3.0"


def test_our_own_mistakes_lose_no_email(house, seats, monkeypatch):
    monkeypatch.setattr(inbox, "store_email", lambda *_, **__: 1 / 0)
    with house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        mail.rcpt(addresses.build_reply_address(seats[0]))
        assert code_of(mail.data(EMAIL)) == "451 4.3.0"


def test_yes_is_said_only_once_the_email_is_stored(house, seats, monkeypatch):
    """Whoever hears it finds the row, with another connection to the database."""
    slow = inbox.store_email

    def slowly(*args, **kwargs):
        time.sleep(0.3)
        return slow(*args, **kwargs)

    monkeypatch.setattr(inbox, "store_email", slowly)
    with house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        mail.rcpt(addresses.build_reply_address(seats[0]))
        assert code_of(mail.data(EMAIL)) == "250 2.0.0"
        assert IncomingMail.objects.count() == 1


def test_a_connection_that_breaks_within_a_email_stores_nothing(house, seats):
    mail = house.visitor()
    mail.ehlo()
    mail.mail("ann@example.org")
    mail.rcpt(addresses.build_reply_address(seats[0]))
    mail.docmd("DATA")
    mail.sock.sendall(EMAIL)
    mail.sock.shutdown(socket.SHUT_RDWR)
    mail.close()
    wait_for(lambda: not house.postmaster.mail_handler.connections)
    assert not IncomingMail.objects.exists()


def test_whoever_says_nothing_for_long_is_sent_away(monkeypatch):
    monkeypatch.setattr(lmtp_server, "TIMEOUT", 0.2)
    with running(by_smtp=True) as house, socket.create_connection(("127.0.0.1", house.port), 5) as quiet:
        assert quiet.recv(100).startswith(b"220")
        assert quiet.recv(100) == b""


# --- an answer for each recipient


def one_by_one(mail: smtplib.LMTP, seats: list[Seat], email: bytes) -> list[int]:
    """What is said about an email to all of these, each time."""
    mail.ehlo()
    mail.mail("ann@example.org")
    for seat in seats:
        assert mail.rcpt(addresses.build_reply_address(seat))[0] == 250
    return [mail.data(email)[0], *(mail.getreply()[0] for _ in seats[1:])]


def test_lmtp_answers_once_for_each_recipient(lmtp, seats):
    with lmtp.visitor() as mail:
        assert one_by_one(mail, seats, EMAIL) == [250, 250, 250]
        assert code_of(mail.noop()) == "250 OK"
    assert IncomingMail.objects.count() == 3


def test_lmtp_tells_apart_who_got_it(lmtp, seats, monkeypatch):
    real = inbox.store_email

    def half(raw, *, recipient, sender):
        if recipient == addresses.build_reply_address(seats[1]):
            raise OperationalError
        return (
            None
            if recipient == addresses.build_reply_address(seats[2])
            else real(raw, recipient=recipient, sender="")
        )

    monkeypatch.setattr(inbox, "store_email", half)
    with lmtp.visitor() as mail:
        assert one_by_one(mail, seats, EMAIL) == [250, 451, 550]


def test_lmtp_refuses_what_is_too_large_once_for_each_recipient(lmtp, seats):
    large = EMAIL + b"0123456789\r\n" * (inbox.MAX_EMAIL_SIZE // 10)
    with lmtp.visitor() as mail:
        assert one_by_one(mail, seats, large) == [552, 552, 552]
        assert code_of(mail.noop()) == "250 OK"


def test_smtp_has_one_answer_for_all_and_asks_again_if_in_doubt(seats, monkeypatch):
    real = inbox.store_email

    def half(raw, *, recipient, sender):
        if recipient == addresses.build_reply_address(seats[1]):
            raise OperationalError
        return real(raw, recipient=recipient, sender=sender)

    monkeypatch.setattr(inbox, "store_email", half)
    with running(by_smtp=True) as house, house.visitor() as mail:
        mail.ehlo()
        mail.mail("ann@example.org")
        for seat in seats:
            mail.rcpt(addresses.build_reply_address(seat))
        assert mail.data(EMAIL)[0] == 451
        assert code_of(mail.noop()) == "250 OK"


# --- ending, and what is written down


def test_who_brings_a_email_may_finish_while_we_end(seats, monkeypatch):
    real, begun = inbox.store_email, threading.Event()

    def slowly(*args, **kwargs):
        begun.set()
        time.sleep(0.5)
        return real(*args, **kwargs)

    monkeypatch.setattr(inbox, "store_email", slowly)
    with running(by_smtp=False) as house:
        idle, mail = house.visitor(), house.visitor()
        mail.ehlo()
        mail.mail("ann@example.org")
        mail.rcpt(addresses.build_reply_address(seats[0]))
        answers = []
        busy = threading.Thread(target=lambda: answers.append(mail.data(EMAIL)))
        busy.start()
        assert begun.wait(5)
        house.wait(house.postmaster.close())
        busy.join()
        assert code_of(answers[0]) == "250 2.0.0"
        assert idle.sock.recv(10) == b""
        with pytest.raises(OSError, match="refused"):
            house.visitor()
    assert IncomingMail.objects.count() == 1


def test_no_email_and_no_key_is_written_down(house, seats, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    address = addresses.build_reply_address(seats[0])
    with house.visitor() as mail:
        mail.sendmail("ann@example.org", address, EMAIL)
        mail.docmd("NONSENSE", address)
        monkeypatch.setattr(inbox, "accepts_address", lambda address: [][int(address)])
        mail.mail("ann@example.org")
        mail.rcpt(address)
    result = caplog.text.lower()
    assert "the mail listener: valueerror" in result
    for secret in (seats[0].reply_key, "gold", "ann@example.org"):
        assert secret not in result


# --- the command


@pytest.mark.processes
def test_the_command_listens_until_it_is_told_to_end(root, tmp_path):
    env = {**os.environ, "VAR_DIR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
    command = [sys.executable, "manage.py", "postmaster", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=root, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    told = process.stdout.readline()
    assert told.startswith("Emails to @localhost: LMTP on 127.0.0.1:")
    with smtplib.LMTP("127.0.0.1", int(told.rsplit(":", 1)[1]), timeout=PATIENCE) as mail:
        assert mail.ehlo()[0] == 250
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert process.communicate()[1] == ""


def test_without_a_domain_there_is_nothing_to_listen_for(settings):
    settings.REPLY_DOMAIN = ""
    with pytest.raises(CommandError, match="REPLY_DOMAIN"):
        call_command("postmaster")


def test_elsewhere_than_here_it_warns(monkeypatch, capsys):
    monkeypatch.setattr(asyncio, "run", lambda parse_postmaster_url: parse_postmaster_url.close())
    call_command("postmaster", host="0.0.0.0")  # noqa: S104
    assert "A real mail server" in capsys.readouterr().err
    call_command("postmaster")
    assert capsys.readouterr().err == ""


@pytest.mark.processes
def test_a_port_that_is_taken_is_told(root, tmp_path):
    """A process of its own: a loop that runs here already would be in its way."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev", "VAR_DIR": str(tmp_path)}
    with socket.create_server(("127.0.0.1", 0)) as other:
        command = [sys.executable, "manage.py", "postmaster", "--port", str(other.getsockname()[1])]
        ended = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
    assert ended.returncode == 1
    assert "in use" in ended.stderr


def test_serve_starts_it_where_it_is_wanted(settings):
    assert "postmaster" not in [child.name for child in serve.list_processes(8000, 1)]
    settings.POSTMASTER = parse_postmaster_url("smtp://127.0.0.1:2525")
    assert "postmaster" in [child.name for child in serve.list_processes(8000, 1)]

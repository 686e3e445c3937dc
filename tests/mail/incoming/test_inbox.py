"""The letterbox: what is for us is stored once, as it came, and whoever reads emails is woken."""

import pytest

from games.mail import addresses
from games.mail.incoming import inbox
from games.models import IncomingMail, Seat
from games.play.lobby import invitations
from games.play.transaction import task_trigger
from tests.helpers.tables import table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db

EMAIL = b"From: ann@example.org\r\nMessage-ID: <one@example.org>\r\nSubject: Re: Ours\r\n\r\ngold\r\n"


@pytest.fixture
def seat() -> Seat:
    return table(2).seats.first()


def take(seat: Seat, raw: bytes = EMAIL, **more: str) -> IncomingMail | None:
    return inbox.store_email(
        raw, **{"recipient": addresses.build_reply_address(seat), "sender": "ann@example.org"} | more
    )


# --- whose address it is


def test_addresses_of_seats_and_invitations_are_ours():
    game = table(1, size=4)
    [invitation] = invitations.invite_people(game.pk, game.creator, ["bob@example.org"])
    seat = game.seats.get()
    for address in (
        addresses.build_reply_address(seat, 7),
        addresses.build_unsubscribe_address(seat),
        addresses.build_invitation_address(invitation),
    ):
        assert inbox.accepts_address(address)
        assert inbox.accepts_address(address.upper())


def test_a_return_path_is_ours_without_a_look(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert inbox.accepts_address("bounce+n17-abcdefghijklmnop@post.example.org")


@pytest.mark.drill(29, "right sender, wrong key")
@pytest.mark.parametrize(
    "address",
    [
        "reply+nosuchkey@post.example.org",
        "join+nosuchkey@post.example.org",
        "bounce+x17-abc@post.example.org",
        "bounce+n-abc@post.example.org",
        "bounce+n17@post.example.org",
        "somebody@post.example.org",
        "",
    ],
)
def test_other_addresses_are_not(address):
    assert not inbox.accepts_address(address)


def test_a_key_at_another_domain_is_not_ours(seat):
    assert not inbox.accepts_address(f"reply+{seat.reply_key}@example.org")


def test_nothing_is_ours_where_no_emails_come_in(seat, settings):
    address = addresses.build_reply_address(seat)
    settings.REPLY_DOMAIN = ""
    assert not inbox.accepts_address(address)


# --- taking


def test_a_email_is_stored_as_it_came_and_the_reader_is_woken(
    seat, monkeypatch, django_capture_on_commit_callbacks
):
    rung = []
    monkeypatch.setattr(task_trigger, "send_task", lambda *call: rung.append(call))
    monkeypatch.setattr(task_trigger, "_last_sent", {})
    with django_capture_on_commit_callbacks(execute=True):
        stored = take(seat, sender="<Ann@example.org>")
    stored.refresh_from_db()
    assert bytes(stored.raw) == EMAIL
    assert (stored.recipient, stored.sender) == (addresses.build_reply_address(seat), "Ann@example.org")
    assert stored.status == IncomingMail.Status.WAITING
    assert rung == [(task_trigger.READ_MAIL,)]


def test_the_same_email_twice_is_one_row(seat):
    first = take(seat)
    assert take(seat, EMAIL + b"-- \r\nadded on the way\r\n", sender="") == first
    assert IncomingMail.objects.count() == 1


def test_the_same_email_to_two_seats_is_two():
    one, other = table(2).seats.all()
    take(one)
    take(other)
    assert IncomingMail.objects.count() == 2


def test_two_emails_without_a_message_id_are_two(seat):
    take(seat, b"Subject: a\r\n\r\ngold\r\n")
    take(seat, b"Subject: a\r\n\r\ncards\r\n")
    take(seat, b"Subject: a\r\n\r\ncards\r\n")
    assert IncomingMail.objects.count() == 2


def test_what_is_not_for_us_or_too_large_is_not_stored(seat):
    assert take(seat, recipient="reply+nosuchkey@post.example.org") is None
    assert take(seat, EMAIL + b"x" * inbox.MAX_EMAIL_SIZE) is None
    assert not IncomingMail.objects.exists()


@pytest.mark.drill(14, "NUL, broken MIME, no headers: stored")
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0\0\0",
        bytes(range(256)) * 20,
        b"Message-ID: <\xff\xfe\0@x>\r\n\r\n\0gold",
        b"Message-ID: =?utf-8?q?=ED=A0=80?=\r\n\r\ngold",
        b"Message-ID: " + b"x" * 100_000 + b"\r\n\r\ngold",
    ],
)
def test_whatever_the_bytes_are_they_are_stored(seat, raw):
    stored = take(seat, raw, sender="a\0b\udcff" + "é" * 400 + "@example.org")
    stored.refresh_from_db()
    assert bytes(stored.raw) == raw
    assert "\0" not in stored.sender


@pytest.mark.django_db(transaction=True)
def test_the_same_email_brought_by_eight_at_once_is_one_row(seat):
    found = at_once(*[lambda: take(seat).pk for _ in range(8)])
    assert len(set(found)) == 1
    assert IncomingMail.objects.count() == 1

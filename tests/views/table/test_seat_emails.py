"""Emails about a table that its player has stopped: the table shows it, and one button undoes it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Seat
from games.play import seat_emails
from tests.helpers.messages import table as messages
from tests.helpers.pages import client_of
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    seat = awaited(table(3))
    seat_emails.stop_seat_emails(seat, seat.user)
    return seat


def page_of(client, seat: Seat) -> str:
    return client.get(reverse("table", args=[seat.game.key])).content.decode()


def test_the_player_is_told_at_the_table_and_starts_them_with_a_button(client, seat):
    assert messages.EMAILS_STOPPED in page_of(client, seat)
    answer = client.post(reverse("seat", args=[seat.game.key]), {"emails": "on"}, follow=True)
    assert messages.EMAILS_STOPPED not in answer.content.decode()
    assert not Seat.objects.get(pk=seat.pk).has_emails_off


def test_no_email_is_promised_to_whoever_has_stopped_them(seat):
    other = seat.game.seats.exclude(pk=seat.pk).first()
    assert messages.EMAIL_WHEN_YOUR_TURN in page_of(client_of(other.user), seat)
    seat_emails.stop_seat_emails(other, other.user)
    assert messages.EMAIL_WHEN_YOUR_TURN not in page_of(client_of(other.user), seat)


def test_the_others_are_told_that_the_clock_runs_on(seat):
    other = seat.game.seats.exclude(pk=seat.pk).first()
    page = page_of(client_of(other.user), seat)
    assert messages.GETS_NO_EMAILS.fill(name=seat.name) in page
    assert messages.EMAILS_STOPPED not in page


def test_the_page_of_the_seat_stops_and_starts_them(client, seat):
    address = reverse("seat", args=[seat.game.key])
    assert messages.START_EMAILS in client.get(address).content.decode()
    client.post(address, {"emails": "on"})
    assert messages.STOP_EMAILS in client.get(address).content.decode()
    client.post(address, {"emails": "off"})
    assert Seat.objects.get(pk=seat.pk).has_emails_off


def test_nobody_else_can_switch_them(seat):
    other = seat.game.seats.exclude(pk=seat.pk).first()
    for client in (Client(), client_of(other.user)):
        client.post(reverse("seat", args=[seat.game.key]), {"emails": "on"})
        assert Seat.objects.get(pk=seat.pk).has_emails_off


def test_only_the_player_of_the_seat_is_meant(seat):
    stranger = seat.game.seats.exclude(pk=seat.pk).first().user
    assert not seat_emails.resume_seat_emails(seat, stranger)
    assert Seat.objects.get(pk=seat.pk).has_emails_off

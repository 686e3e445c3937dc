"""The page about leave: booking, taking back, and what it means at one's tables."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.models import Seat
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages.people import (
    BACK_FROM_TOMORROW,
    DAYS_LEFT,
    LAST_BEFORE_FIRST,
    LEAVE_BOOKED,
    LEAVE_BUDGET,
    LEAVE_CANCELLED,
    LEAVE_DOES_NOT_COUNT,
    LEAVE_EXCEEDS_BUDGET,
    LEAVE_IN_THE_PAST,
    LEAVE_STOPS_CLOCK,
    LEAVE_TOO_FAR_AHEAD,
    NO_DATE,
    NO_LEAVE_BOOKED,
    YOU_ARE_AWAY,
)
from tests.helpers.pages import client_of
from tests.helpers.tables import awaited, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def seat() -> Seat:
    return awaited(table(3, pace=Pace(hours=timedelta(hours=24))))


def book(client: Client, first: str, last: str):
    return client.post("/leave/", {"first": first, "last": last}, follow=True)


def test_both_days_count_and_the_open_deadline_moves(seat):
    client = client_of(seat.user)
    page = book(client, "2026-03-05", "2026-03-07").content.decode()
    assert LEAVE_BOOKED in page
    assert "5 March 2026 to 7 March 2026" in page
    assert f"{DAYS_LEFT.fill(number=25, year=2026)} · {DAYS_LEFT.fill(number=28, year=2027)}" in page
    seat.refresh_from_db()
    assert seat.due_at == NOON + timedelta(days=4)


def test_it_is_taken_back_by_a_button(seat):
    client = client_of(seat.user)
    book(client, "2026-03-05", "2026-03-07")
    page = client.post("/leave/cancel/", {"first": "2026-03-05"}, follow=True).content.decode()
    assert LEAVE_CANCELLED in page
    assert DAYS_LEFT.fill(number=28, year=2026) in page
    seat.refresh_from_db()
    assert seat.due_at == NOON + timedelta(days=1)


def test_who_is_away_can_be_back_from_tomorrow_on_and_not_on_the_last_day(seat, clock):
    client = client_of(seat.user)
    assert BACK_FROM_TOMORROW in book(client, "2026-03-04", "2026-03-06").content.decode()
    clock.shift(timedelta(days=2))
    page = client.get("/leave/").content.decode()
    assert YOU_ARE_AWAY in page
    assert BACK_FROM_TOMORROW not in page


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-03-01", "2026-03-07", LEAVE_IN_THE_PAST),
        ("2026-03-09", "2026-03-07", LAST_BEFORE_FIRST),
        ("2026-03-09", "2026-05-07", LEAVE_EXCEEDS_BUDGET.fill(n=60, year=2026, left=28)),
        ("2026-03-09", "9999-12-31", LEAVE_TOO_FAR_AHEAD),
        ("2028-03-09", "2028-03-10", LEAVE_TOO_FAR_AHEAD),
        ("soon", "", "Enter a valid date."),
    ],
)
def test_a_refusal_is_a_sentence_and_what_was_typed_stays(seat, first, last, sentence):
    answer = book(client_of(seat.user), first, last)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert f'value="{first}"' in answer.content.decode()
    seat.user.refresh_from_db()
    assert seat.user.leave == []


@pytest.mark.parametrize("first", ["", "soon", "2026-04-01"])
def test_what_is_not_booked_cannot_be_taken_back(seat, first):
    page = client_of(seat.user).post("/leave/cancel/", {"first": first}, follow=True).content.decode()
    assert NO_DATE in page or re.search(NO_LEAVE_BOOKED.pattern, page)


def test_the_page_tells_at_which_tables_leave_counts(seat):
    strict = table(2, name="The strict ones", patience=MissedDeadlinePolicy(leave="none"))
    Seat.objects.filter(game=strict, place=0).update(user=seat.user)
    page = client_of(seat.user).get("/leave/").content.decode()
    assert LEAVE_STOPS_CLOCK in page
    assert "The strict ones" in page
    assert LEAVE_DOES_NOT_COUNT in page


def test_it_is_for_people_who_are_signed_in():
    assert Client().get("/leave/")["Location"] == "/accounts/login/?next=/leave/"


def test_the_budget_of_the_house_is_told(settings):
    settings.LEAVE_DAYS = 40
    assert LEAVE_BUDGET.fill(number=40) in client_of(UserFactory()).get("/leave/").content.decode()

"""The private calendar: deadlines and leave for whoever has the address, and for nobody else."""

from datetime import date, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.close_account import close_account
from accounts.models import User
from games.clock.pace import Pace
from games.models import Game, Seat
from games.play import referee
from games.play.deadlines.leave import book_leave
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages.people import DECIDED_FOR_YOU
from tests.helpers.pages import client_of
from tests.helpers.tables import awaited, position, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

SECRET = "abcdefghijklmnopqrstuvwxyz_-0123"


@pytest.fixture
def seat() -> Seat:
    seat = awaited(table(3, pace=Pace(hours=timedelta(hours=24))))
    User.objects.filter(pk=seat.user_id).update(calendar_key=SECRET)
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)


def fetched(secret: str = SECRET):
    return Client().get(f"/calendar/{secret}.ics")


def events() -> list:
    return Calendar.from_ical(fetched().content).walk("VEVENT")


# --- the page


def test_looking_makes_no_address_and_a_button_does():
    ann = UserFactory()
    client = client_of(ann)
    assert ".ics" not in client.get("/calendar/").content.decode()
    page = client.post("/calendar/", follow=True).content.decode()
    ann.refresh_from_db()
    assert len(ann.calendar_key) == 32
    assert f"http://127.0.0.1:8000/calendar/{ann.calendar_key}.ics" in page
    assert fetched(ann.calendar_key).status_code == 200


def test_the_old_address_dies_with_a_new_one(seat):
    client_of(seat.user).post("/calendar/")
    assert fetched().status_code == 404
    seat.user.refresh_from_db()
    assert fetched(seat.user.calendar_key).status_code == 200


def test_one_may_have_none_any_more(seat):
    client_of(seat.user).post("/calendar/", {"none": "1"})
    assert fetched().status_code == 404
    seat.user.refresh_from_db()
    assert seat.user.calendar_key is None


# --- the feed


def test_an_open_decision_is_an_event_at_its_deadline(seat):
    (event,) = events()
    assert str(event["summary"]) == "Our table: your turn"
    assert event["dtstart"].dt == seat.due_at
    assert urlsplit(event["url"]).path == f"/g/{seat.game.key}/"
    assert event["dtstamp"].dt == event["last-modified"].dt == NOON


def test_whose_time_is_over_sees_where_the_saved_time_ends(seat, clock):
    Seat.objects.filter(pk=seat.pk).update(final_at=seat.due_at + timedelta(hours=6))
    (before,) = events()
    clock.shift(timedelta(hours=25))
    (event,) = events()
    assert event["uid"] == before["uid"]
    assert event["dtstart"].dt == seat.due_at + timedelta(hours=6)
    assert DECIDED_FOR_YOU in event["description"]


def test_a_moved_deadline_is_the_same_event_at_another_time(seat):
    (before,) = events()
    book_leave(seat.user, date(2026, 3, 5), date(2026, 3, 7), NOON)
    after = next(one for one in events() if one["uid"] == before["uid"])
    assert after["dtstart"].dt == before["dtstart"].dt + timedelta(days=2)


def test_leave_is_an_event_of_whole_days(seat):
    book_leave(seat.user, date(2026, 4, 1), date(2026, 4, 8), NOON)
    leave = events()[1]
    assert (leave["dtstart"].dt, leave["dtend"].dt) == (date(2026, 4, 1), date(2026, 4, 8))
    assert leave["dtstart"].params["VALUE"] == "DATE"
    assert events()[1]["uid"] == leave["uid"]


def test_what_does_not_run_is_not_in_it(seat, clock):
    referee.decide_matter(seat.game_id, "pause", UserFactory(is_staff=True))
    assert events() == []


def test_a_seat_that_a_bot_plays_is_not_in_it(seat):
    replaced(seat.game)
    assert events() == []


def test_no_card_is_told_and_nobody_else_is_named(seat):
    text = fetched().content.decode()
    names = [one.name for one in seat.game.seats.all()]
    assert not [name for name in names if name in text]
    hand = position(seat.game).players[seat.name].hand
    assert hand
    assert not [card for card in hand if card.rstrip("+") in text.lower()]


def test_names_are_escaped_and_long_lines_folded(seat):
    name = "Ann; Bob, \\ and é" + "é" * 40
    Game.objects.filter(pk=seat.game_id).update(name=name)
    text = fetched().content
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    assert b"Ann\\; Bob\\, \\\\ and" in text
    assert str(events()[0]["summary"]) == f"{name}: your turn"


def test_a_name_with_a_line_break_makes_no_event_of_its_own(seat):
    Game.objects.filter(pk=seat.game_id).update(name="x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:y")
    assert len(events()) == 1


def test_calendars_are_told_how_often_to_ask(seat):
    text = fetched().content.decode()
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in text
    assert "X-PUBLISHED-TTL:PT1H\r\n" in text
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")


def test_it_is_in_the_language_of_its_owner(seat, monkeypatch):
    said = []
    monkeypatch.setattr(
        "games.views.people.calendar.render_calendar", lambda user: said.append(language()) or b""
    )
    User.objects.filter(pk=seat.user_id).update(language="hr")
    fetched()
    assert said == ["hr"]


def language() -> str:
    from django.utils.translation import get_language

    return get_language() or ""


def test_the_answer_is_private_and_needs_no_cookie(seat):
    answer = fetched()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "strict-origin"
    assert not answer.cookies


@pytest.mark.parametrize("secret", ["wrong", SECRET[:-1], SECRET.upper()])
def test_a_wrong_address_is_not_there(seat, secret):
    assert fetched(secret).status_code == 404


def test_the_key_is_not_logged_when_something_goes_wrong(seat, caplog):
    fetched(SECRET[:-1] + "4")
    assert "Not Found" in caplog.text
    assert SECRET[:20] not in caplog.text


def test_a_closed_account_has_no_calendar(seat):
    close_account(seat.user)
    assert fetched().status_code == 404


def test_a_program_that_asks_without_end_is_told_to_wait(seat):
    """Each answer is made anew, so that looking is counted too."""
    answers = [fetched().status_code for _ in range(61)]
    assert (answers[:60], answers[-1]) == ([200] * 60, 429)

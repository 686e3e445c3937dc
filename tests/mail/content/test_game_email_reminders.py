"""Emails to somebody who is waited for: time is running out, all others have answered."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games import tasks
from games.clock.pace import Pace
from games.links import kinds
from games.mail.outgoing import game_outbox
from games.models import GameNotice, Seat
from games.play import referee
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import links
from tests.helpers.mail.outbox import (
    Kind,
    Status,
    hosted,
    hours_left,
    nothing_waits,
    parts,
    post,
    reasons,
    reminded,
    sent,
)
from tests.helpers.messages import deadlines
from tests.helpers.messages import mail as messages
from tests.helpers.messages.clock import HARMLESS_MOVE_PLAYED
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db


# --- reminders


def test_a_reminder_is_enough_to_answer():
    game = table(3)
    nothing_waits()
    reminded(game)
    seat = awaited(game)
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "reminder"
    assert email.reply_to
    assert links(email.body)
    for part in parts(email):
        assert f"{messages.TIME_IS_RUNNING_OUT} {messages.ONLY_YOU_ARE_WAITED_FOR}" in part
        assert messages.ANSWER_BY.is_in(part)
        assert f"{HARMLESS_MOVE_PLAYED}. {deadlines.EXCUSE_LEFT}" in part


@time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False)
def test_all_tables_that_are_due_are_one_email():
    ann = UserFactory(time_zone="Europe/Zagreb")
    games = hosted(ann, "Danube", "Drava", "Sava")
    nothing_waits()
    reminded(*games)
    post()
    [email] = sent(ann)
    assert email.subject == messages.TABLES_WAIT.fill(n=3)
    assert email.extra_headers["X-Citadels-Kind"] == "reminder"
    due, end = "Monday 16 November 2026, 18:00", "Wednesday 18 November 2026, 20:00"
    harmless = HARMLESS_MOVE_PLAYED
    text, html = parts(email)
    for part, names in ((text, ("DANUBE", "DRAVA", "SAVA")), (html, ("Danube", "Drava", "Sava"))):
        assert all(name in part for name in names)
        assert part.count(messages.ANSWER_BY.fill(when=due, zone="Europe/Zagreb")) == 3
        assert part.count(deadlines.IF_NOT_ANSWERED.fill(when=end, what=harmless)) == 3
        assert part.count(messages.ONLY_YOU_ARE_WAITED_FOR) == 3
    seats_asked = {kinds.TURN.read(link.split("/")[-2]).seat_id for link in links(email.body)}
    assert seats_asked == {awaited(game).pk for game in games}
    assert not GameNotice.objects.filter(user=ann, status=Status.WAITING).exists()


@time_machine.travel(datetime(2026, 11, 16, 12, tzinfo=UTC), tick=False)
def test_tables_whose_reminder_would_come_soon_are_in_the_same_email(django_capture_on_commit_callbacks):
    """Who plays at many tables is not reminded of each by an email of its own."""
    ann, now = UserFactory(), timezone.now()
    first, soon, later = hosted(ann, "Danube", "Drava", "Sava")
    nothing_waits()
    for game, hours in ((soon, 1.5), (later, 3)):
        Seat.objects.filter(pk=awaited(game).pk).update(alarm_at=now + timedelta(hours=hours))
    with django_capture_on_commit_callbacks(execute=True):
        reminded(first)
    post()
    [email] = sent(ann)
    assert email.subject == messages.TABLES_WAIT.fill(n=2)
    assert GameNotice.objects.filter(user=ann, kind=Kind.REMINDER).count() == 2
    hours_left(awaited(soon), 5)  # its own time has come
    tasks.handle_due_alarms()
    post()
    assert not sent(ann)
    reminded(later)
    post()
    assert reasons(ann) == ["reminder"]


def test_several_who_are_asked_are_not_told_that_one_alone_is(market):
    nothing_waits()
    seat = market.seats.select_related("user", "game").first()
    hours_left(seat, 5)
    tasks.handle_due_alarms()
    post()
    [email] = sent(seat.user)
    assert not messages.ONLY_YOU_ARE_WAITED_FOR.is_in(email.body)
    assert not messages.EVERYBODY_ELSE_HAS_ANSWERED.is_in(email.body)


def test_a_question_that_has_not_left_yet_and_its_reminder_are_one_email():
    game = table(3)
    seat = awaited(game)
    reminded(game)
    post()
    assert reasons(seat.user) == ["your_turn"]
    assert not GameNotice.objects.filter(user=seat.user, status=Status.WAITING).exists()


def test_a_question_that_was_to_be_collected_comes_with_its_reminder():
    game = table(3)
    seat = awaited(game)
    seat.user.mail_preferences = {"your_turn": "collected", "started": "collected"}
    seat.user.save()
    post()
    assert not sent(seat.user)
    reminded(game)
    post()
    assert reasons(seat.user) == ["your_turn"]


@pytest.mark.parametrize(("hours", "comes"), [(8, True), (48, False)])
def test_a_question_whose_time_would_be_over_is_not_collected(hours, comes):
    morning = datetime(2026, 3, 4, 9, tzinfo=UTC)  # the next email would be collected in 23 hours
    with time_machine.travel(morning, tick=False):
        game = table(3, pace=Pace(hours=timedelta(hours=hours)))
        seat = awaited(game)
        seat.user.mail_preferences = dict.fromkeys(["your_turn", "started", "reminder"], "collected")
        seat.user.save()
        post()
        assert reasons(seat.user) == (["your_turn"] if comes else [])


def test_a_question_that_is_on_its_way_needs_no_reminder():
    """Somebody else is at it, or the mail server was down: that email says all."""
    game = table(3)
    seat = awaited(game)
    GameNotice.objects.filter(user=seat.user).update(
        tries=1, next_try_at=timezone.now() + timedelta(minutes=4)
    )
    reminded(game)
    post()
    assert not sent(seat.user)
    assert GameNotice.objects.get(kind=Kind.REMINDER).status == Status.DROPPED
    post(timezone.now() + timedelta(minutes=5))
    assert reasons(seat.user) == ["your_turn"]


def test_a_reminder_is_overtaken_by_the_decision_or_by_more_time():
    staff = UserFactory(is_staff=True)
    for change in (
        lambda seat: move(seat, fallback(seat)),
        lambda seat: referee.extend_deadlines(seat.game_id, 40, staff),
    ):
        game = table(2)
        nothing_waits()
        reminded(game)
        change(awaited(game))
        notice = GameNotice.objects.get(game=game, kind=Kind.REMINDER)
        game_outbox.send_due_notices()
        notice.refresh_from_db()
        assert notice.status == Status.DROPPED


def test_a_reminder_that_comes_late_says_so():
    game = table(3)
    nothing_waits()
    reminded(game)
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(hours=1))
    post()
    for part in parts(sent(seat.user)[0]):
        assert messages.TIME_FOR_IT_ENDED.is_in(part)


# --- alone


def all_but_one(market) -> Seat:
    *others, last = market.seats.select_related("user")
    for seat in others:
        move(seat, fallback(seat))
    return last


def test_the_last_one_is_told_with_all_that_it_takes_to_answer(market):
    nothing_waits()
    last = all_but_one(market)
    post()
    [email] = sent(last.user)
    assert email.extra_headers["X-Citadels-Kind"] == "alone"
    assert links(email.body)
    for part in parts(email):
        assert messages.EVERYBODY_ELSE_HAS_ANSWERED in part


def test_a_question_that_has_not_left_yet_says_it_along_the_way(market):
    last = all_but_one(market)
    post()
    [email] = sent(last.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    assert messages.EVERYBODY_ELSE_HAS_ANSWERED.is_in(email.body)
    post()
    assert not sent(last.user)


def test_a_question_that_is_on_its_way_is_not_followed_by_a_second_email(market):
    last = market.seats.select_related("user").last()
    GameNotice.objects.filter(user=last.user).update(
        tries=1, next_try_at=timezone.now() + timedelta(minutes=4)
    )
    all_but_one(market)
    post()
    assert not sent(last.user)
    assert GameNotice.objects.get(kind=Kind.ALONE).status == Status.DROPPED

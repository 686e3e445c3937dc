"""Announcements, and a word to whoever a table waits for."""

from datetime import timedelta

import pytest

from games.models import Seat
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.mail import announcements
from games.tournaments.models import Entrant, Role, Tournament, TournamentNotice
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import clock  # noqa: F401 (a day that stands still)
from tests.helpers.tables import awaited
from tests.helpers.tournaments.running_tournament import (
    count_notices,
    cup,
    entrant,
    entries,
    helper,
    person,
    start,
    table,
    told,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return cup()


def announce(event, to="all", **words):
    words = {"subject": "The final", "text": "It begins on Monday."} | words
    return announcements.send_announcement(event.pk, event.owner, to=to, **words)


def people(event, *numbers):
    return {person(event, number).pk for number in numbers}


# --- announcements


def test_an_announcement_to_all_reaches_everybody_who_is_not_out(event):
    Entrant.objects.filter(number=8).update(state=Entrant.State.WITHDRAWN)
    assert announce(event) == 7
    assert told(event, TournamentNotice.Kind.NEWS) == people(event, 1, 2, 3, 4, 5, 6, 7)
    assert entries(event, "announced") == [
        {"to": "all", "subject": "The final", "text": "It begins on Monday."}
    ]


def test_the_waiting_list_can_be_written_to(event):
    Entrant.objects.filter(number__in=[7, 8]).update(state=Entrant.State.WAITING)
    announce(event, "waiting")
    assert told(event, TournamentNotice.Kind.NEWS) == people(event, 7, 8)


def test_those_of_the_stage_can_be_written_to(event):
    late = Entrant.objects.create(
        tournament=event, number=9, user=UserFactory(), name="P9", queued_at=event.created_at
    )
    announce(event, "stage")
    assert told(event, TournamentNotice.Kind.NEWS) == people(event, *range(1, 9))
    assert late.user_id not in told(event, TournamentNotice.Kind.NEWS)


def test_a_table_can_be_written_to_with_whoever_stands_in_there(event):
    game = start(event).game
    stand_in = UserFactory()
    Seat.objects.filter(game=game, place=0).update(user=stand_in)
    announce(event, "table:1")
    assert told(event, TournamentNotice.Kind.NEWS) == people(event, 1, 2, 3, 4) | {stand_in.pk}


@pytest.mark.parametrize("to", ["table:9", "table:", "table:x", "table:99999999999999999999", "table:²"])
def test_a_table_that_is_not_there_is_not_written_to(event, to):
    with pytest.raises(NotPossible, match="no such table"):
        announce(event, to)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"to": "everybody"}, "whom to write to"),
        ({"subject": " "}, "in words"),
        ({"text": "\n"}, "in words"),
        ({"subject": "x" * 121}, "too long"),
        ({"text": "x" * 4001}, "too long"),
    ],
)
def test_what_cannot_be_sent_is_refused(event, words, sentence):
    with pytest.raises(NotPossible, match=sentence):
        announce(event, **words)


def test_a_subject_is_one_line(event):
    announce(event, subject="The\r\nBcc: all@example.org")
    assert entries(event, "announced")[0]["subject"] == "The Bcc: all@example.org"


def test_a_second_click_writes_no_second_email(event):
    assert announce(event) == announce(event) == 8
    assert count_notices(event, TournamentNotice.Kind.NEWS) == 8


def test_four_emails_a_day_to_all_are_enough(event, clock):  # noqa: F811
    for number in range(4):
        announce(event, subject=f"News {number}")
    with pytest.raises(NotNow, match="tomorrow"):
        announce(event, subject="More")
    announce(event, "table:1")
    clock.shift(timedelta(days=1))
    announce(event, subject="More")


def test_twelve_emails_a_day_are_enough_for_anybody(event):
    for number in range(12):
        announce(event, "table:1", subject=f"News {number}")
    with pytest.raises(NotNow, match="tomorrow"):
        announce(event, "table:1", subject="More")


def test_an_announcer_announces_and_a_referee_does_not(event):
    words = {"subject": "The final", "text": "It begins on Monday."}
    assert announcements.send_announcement(event.pk, helper(event, Role.Kind.ANNOUNCER), **words) == 8
    with pytest.raises(NotAllowed):
        announcements.send_announcement(event.pk, helper(event, Role.Kind.REFEREE), **words)


def test_a_draft_has_nobody_to_tell_anything(event):
    Tournament.objects.update(state=Tournament.State.DRAFT)
    with pytest.raises(NotNow):
        announce(event)


# --- nudges


def test_whoever_a_table_waits_for_is_written_to(event):
    seat = awaited(start(event).game)
    assert announcements.nudge_awaited_players(event.pk, event.owner, 1) == [seat.name]
    assert told(event, TournamentNotice.Kind.NUDGE) == {seat.user_id}
    notice = TournamentNotice.objects.get(kind=TournamentNotice.Kind.NUDGE)
    assert notice.entrant == entrant(event, 1)


def test_a_stand_in_is_written_to_as_well(event):
    seat = awaited(start(event).game)
    stand_in = UserFactory()
    Seat.objects.filter(pk=seat.pk).update(user=stand_in)
    announcements.nudge_awaited_players(event.pk, event.owner, 1)
    assert told(event, TournamentNotice.Kind.NUDGE) == {stand_in.pk}


def test_a_second_click_is_one_nudge_and_twelve_hours_are_between_two(event, clock):  # noqa: F811
    start(event)
    announcements.nudge_awaited_players(event.pk, event.owner, 1)
    announcements.nudge_awaited_players(event.pk, helper(event), 1)
    assert count_notices(event, TournamentNotice.Kind.NUDGE) == 1
    clock.shift(timedelta(hours=11, minutes=59))
    with pytest.raises(NotNow, match="half a day"):
        announcements.nudge_awaited_players(event.pk, event.owner, 1)
    clock.shift(timedelta(minutes=1))
    announcements.nudge_awaited_players(event.pk, event.owner, 1)
    assert count_notices(event, TournamentNotice.Kind.NUDGE) == 2


def test_a_bot_is_not_nudged(event):
    Seat.objects.filter(pk=awaited(start(event).game).pk).update(bot="rule_based")
    with pytest.raises(NotNow, match="waits for nobody"):
        announcements.nudge_awaited_players(event.pk, event.owner, 1)
    assert table(event).nudged_at is None


def test_a_table_that_has_not_begun_waits_for_nobody(event):
    with pytest.raises(NotNow, match="waits for nobody"):
        announcements.nudge_awaited_players(event.pk, event.owner, 2)


def test_only_those_who_run_it_nudge(event):
    start(event)
    with pytest.raises(NotAllowed):
        announcements.nudge_awaited_players(event.pk, person(event, 1), 1)

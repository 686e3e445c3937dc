"""Announcements, and a word to whoever a table waits for."""

from datetime import timedelta

import pytest

from games.models import Seat
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.mail import announcements
from games.tournaments.models import Entrant, Role, Tournament, TournamentNotice
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.tables import awaited
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import EntrantFactory
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import appoint, count_notices, entrant, person, told
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def tournament():
    return TournamentBuilder(SWISS, FINAL).drawn().build()


def announce(tournament, to="all", **words):
    words = {"subject": "The final", "text": "It begins on Monday."} | words
    return announcements.send_announcement(tournament.pk, tournament.owner, to=to, **words)


def people(tournament, *numbers):
    return {person(tournament, number).pk for number in numbers}


# --- announcements


def test_an_announcement_to_all_reaches_everybody_who_is_not_out(tournament):
    Entrant.objects.filter(number=8).update(state=Entrant.State.WITHDRAWN)
    assert announce(tournament) == 7
    assert told(tournament, TournamentNotice.Kind.NEWS) == people(tournament, 1, 2, 3, 4, 5, 6, 7)
    assert list_entries(tournament, "announced") == [
        {"to": "all", "subject": "The final", "text": "It begins on Monday."}
    ]


def test_the_waiting_list_can_be_written_to(tournament):
    Entrant.objects.filter(number__in=[7, 8]).update(state=Entrant.State.WAITING)
    announce(tournament, "waiting")
    assert told(tournament, TournamentNotice.Kind.NEWS) == people(tournament, 7, 8)


def test_those_of_the_stage_can_be_written_to(tournament):
    late = EntrantFactory(tournament=tournament, state=Entrant.State.ENTERED)
    announce(tournament, "stage")
    assert told(tournament, TournamentNotice.Kind.NEWS) == people(tournament, *range(1, 9))
    assert late.user_id not in told(tournament, TournamentNotice.Kind.NEWS)


def test_a_table_can_be_written_to_with_whoever_stands_in_there(tournament):
    game = start(tournament).game
    stand_in = UserFactory()
    Seat.objects.filter(game=game, place=0).update(user=stand_in)
    announce(tournament, "table:1")
    assert told(tournament, TournamentNotice.Kind.NEWS) == people(tournament, 1, 2, 3, 4) | {stand_in.pk}


@pytest.mark.parametrize("to", ["table:9", "table:", "table:x", "table:99999999999999999999", "table:²"])
def test_a_table_that_is_not_there_is_not_written_to(tournament, to):
    with pytest.raises(NotPossible, match=messages.NO_SUCH_TABLE.pattern):
        announce(tournament, to)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"to": "everybody"}, tournament_mail.RECIPIENTS_NEEDED.pattern),
        ({"subject": " "}, messages.WORDS_NEEDED.pattern),
        ({"text": "\n"}, messages.WORDS_NEEDED.pattern),
        ({"subject": "x" * 121}, messages.TEXT_IS_TOO_LONG.pattern),
        ({"text": "x" * 4001}, messages.TEXT_IS_TOO_LONG.pattern),
    ],
)
def test_what_cannot_be_sent_is_refused(tournament, words, sentence):
    with pytest.raises(NotPossible, match=sentence):
        announce(tournament, **words)


def test_a_subject_is_one_line(tournament):
    announce(tournament, subject="The\r\nBcc: all@example.org")
    assert list_entries(tournament, "announced")[0]["subject"] == "The Bcc: all@example.org"


def test_a_second_click_writes_no_second_email(tournament):
    assert announce(tournament) == announce(tournament) == 8
    assert count_notices(tournament, TournamentNotice.Kind.NEWS) == 8


def test_four_emails_a_day_to_all_are_enough(tournament, clock):
    for number in range(4):
        announce(tournament, subject=f"News {number}")
    with pytest.raises(NotNow, match="tomorrow"):
        announce(tournament, subject="More")
    announce(tournament, "table:1")
    clock.shift(timedelta(days=1))
    announce(tournament, subject="More")


def test_twelve_emails_a_day_are_enough_for_anybody(tournament):
    for number in range(12):
        announce(tournament, "table:1", subject=f"News {number}")
    with pytest.raises(NotNow, match="tomorrow"):
        announce(tournament, "table:1", subject="More")


def test_an_announcer_announces_and_a_referee_does_not(tournament):
    words = {"subject": "The final", "text": "It begins on Monday."}
    assert (
        announcements.send_announcement(tournament.pk, appoint(tournament, Role.Kind.ANNOUNCER), **words) == 8
    )
    with pytest.raises(NotAllowed):
        announcements.send_announcement(tournament.pk, appoint(tournament, Role.Kind.REFEREE), **words)


def test_a_draft_has_nobody_to_tell_anything(tournament):
    Tournament.objects.update(state=Tournament.State.DRAFT)
    with pytest.raises(NotNow):
        announce(tournament)


# --- nudges


def test_whoever_a_table_waits_for_is_written_to(tournament):
    seat = awaited(start(tournament).game)
    assert announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1) == [seat.name]
    assert told(tournament, TournamentNotice.Kind.NUDGE) == {seat.user_id}
    notice = TournamentNotice.objects.get(kind=TournamentNotice.Kind.NUDGE)
    assert notice.entrant == entrant(tournament, 1)


def test_a_stand_in_is_written_to_as_well(tournament):
    seat = awaited(start(tournament).game)
    stand_in = UserFactory()
    Seat.objects.filter(pk=seat.pk).update(user=stand_in)
    announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1)
    assert told(tournament, TournamentNotice.Kind.NUDGE) == {stand_in.pk}


def test_a_second_click_is_one_nudge_and_twelve_hours_are_between_two(tournament, clock):
    start(tournament)
    announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1)
    announcements.nudge_awaited_players(tournament.pk, appoint(tournament), 1)
    assert count_notices(tournament, TournamentNotice.Kind.NUDGE) == 1
    clock.shift(timedelta(hours=11, minutes=59))
    with pytest.raises(NotNow, match=tournament_mail.WRITTEN_TO_RECENTLY.pattern):
        announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1)
    clock.shift(timedelta(minutes=1))
    announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1)
    assert count_notices(tournament, TournamentNotice.Kind.NUDGE) == 2


def test_a_bot_is_not_nudged(tournament):
    Seat.objects.filter(pk=awaited(start(tournament).game).pk).update(bot="rule_based")
    with pytest.raises(NotNow, match=tournament_mail.TABLE_WAITS_FOR_NOBODY.pattern):
        announcements.nudge_awaited_players(tournament.pk, tournament.owner, 1)
    assert table(tournament).nudged_at is None


def test_a_table_that_has_not_begun_waits_for_nobody(tournament):
    with pytest.raises(NotNow, match=tournament_mail.TABLE_WAITS_FOR_NOBODY.pattern):
        announcements.nudge_awaited_players(tournament.pk, tournament.owner, 2)


def test_only_those_who_run_it_nudge(tournament):
    start(tournament)
    with pytest.raises(NotAllowed):
        announcements.nudge_awaited_players(tournament.pk, person(tournament, 1), 1)

"""No more emails than there is something to tell: at the beginning, in a pause, and after it."""

from datetime import timedelta

import pytest
from django.core import mail

from games.mail.outgoing import game_outbox
from games.models import GameNotice, Seat
from games.tournaments.director import director, pauses
from games.tournaments.mail import outbox
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.mail.outbox import parts, reasons, sent
from tests.helpers.messages import tournament_mail
from tests.helpers.tables import fallback, move
from tests.helpers.tournaments.builder import TournamentBuilder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

LEAGUE = StageSettings(format="league", size=4, least=3, most=4, group=7, cap=4)
A_DAY = timedelta(days=1)


def post() -> None:
    """All that is due, of tournaments and of games; on a slow machine one task does not manage it."""
    mail.outbox.clear()
    while outbox.send_due_notices():
        pass
    while game_outbox.send_due_notices():
        pass


@pytest.fixture
def league(clock) -> Tournament:
    """Seven people, each at four tables that begin at once."""
    made = TournamentBuilder(LEAGUE, least=4, check_in_hours=0).entrants(7).build()
    outbox.send_due_notices()
    assert made.owner is not None
    lifecycle.begin_tournament_now(made.pk, made.owner)
    return Tournament.objects.get(pk=made.pk)


def people(league) -> list:
    return [one.user for one in league.entrants.order_by("number")]


def asked(user) -> int:
    return Seat.objects.filter(user=user, decision__isnull=False).count()


def test_the_beginning_is_one_email_of_the_tournament_and_one_of_each_table_that_asks(league):
    post()  # between the two steps of the director
    assert not any(sent(user) for user in people(league))
    director.run_due_steps(league.pk)
    post()
    for user in people(league):
        assert reasons(user) == ["started", *["your_turn"] * asked(user)]
        for part in parts(sent(user)[0]):
            assert "begins" in part
            assert tournament_mail.YOUR_TABLES in part or tournament_mail.YOUR_TABLES.upper() in part


def test_that_a_table_has_begun_goes_along_with_the_first_question(league):
    director.run_due_steps(league.pk)
    post()
    seat = Seat.objects.filter(decision__isnull=False).select_related("game", "user").first()
    move(seat, fallback(seat))
    post()
    other = Seat.objects.get(game=seat.game, decision__isnull=False)
    assert reasons(other.user) == ["your_turn"]
    notices = GameNotice.objects.filter(game=seat.game, user=other.user, status=GameNotice.Status.SENT)
    assert set(notices.values_list("kind", flat=True)) == {"started", "your_turn"}


def test_whoever_is_not_asked_for_a_day_hears_that_it_has_begun(league, clock):
    director.run_due_steps(league.pk)
    post()
    user = next(user for user in people(league) if asked(user) < 4)
    clock.shift(A_DAY)
    post()
    assert reasons(user).count("started") == 4 - asked(user)


def test_a_pause_and_its_end_are_a_email_each(league, clock):
    director.run_due_steps(league.pk)
    post()
    pauses.pause(league.pk, league.owner, reason="A holiday.")
    director.run_due_steps(league.pk)
    post()
    assert [reasons(user) for user in people(league)] == [["news"]] * 7
    clock.shift(timedelta(hours=2))
    pauses.resume(league.pk, league.owner)
    director.run_due_steps(league.pk)
    post()
    assert [reasons(user) for user in people(league)] == [["news"]] * 7
    for part in parts(sent(people(league)[0])[0]):
        assert tournament_mail.OLD_QUESTIONS_HOLD in part


def test_whoever_had_no_email_before_the_pause_is_asked_after_it(league):
    director.run_due_steps(league.pk)
    pauses.pause(league.pk, league.owner, reason="A holiday.")
    director.run_due_steps(league.pk)
    post()
    pauses.resume(league.pk, league.owner)
    director.run_due_steps(league.pk)
    post()
    for user in people(league):
        assert reasons(user).count("your_turn") == asked(user)


def test_whoever_wants_no_emails_about_the_tournament_hears_of_a_pause_from_the_table(league):
    director.run_due_steps(league.pk)
    post()
    league.entrants.filter(number=1).update(is_unsubscribed=True)
    pauses.pause(league.pk, league.owner, reason="A holiday.")
    director.run_due_steps(league.pk)
    post()
    emails = sent(people(league)[0])
    assert len(emails) == 4
    assert all("A holiday." in part for one in emails for part in parts(one))

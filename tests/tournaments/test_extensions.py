"""More time at the tables of a tournament: whoever runs it is asked, too, and grants it by a link."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.links import kinds
from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice, Seat
from games.play import referee
from games.play.deadlines import extensions
from games.play.errors import NotAllowed, NotPossible
from games.play.transaction.origin import by_user
from games.queries import clock_display
from games.queries.game_view import GameView
from games.tournaments.director import pauses
from games.tournaments.models import Role, TournamentNotice
from tests.helpers.frozen_time import NOON
from tests.helpers.mail.outbox import nothing_waits, parts, post, sent
from tests.helpers.messages import tournament_mail
from tests.helpers.messages.clock import ASKS_FOR_HOURS
from tests.helpers.messages.play import NOBODY_COULD_GRANT
from tests.helpers.tables import awaited
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.people import appoint
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def tournament():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found, 1)
    found.tables.update(deadline=NOON + timedelta(days=10))
    return found


def asked(tournament) -> Seat:
    """Somebody at its first table asks for more time."""
    nothing_waits(table(tournament).game)
    seat = awaited(table(tournament).game)
    extensions.request_extension(seat.game_id, seat.name, 24, by_user(seat.user))
    return seat


def readers() -> set[int]:
    return set(GameNotice.objects.filter(kind=GameNotice.Kind.MORE_TIME).values_list("user_id", flat=True))


def test_who_runs_the_tournament_is_asked_beside_the_table(tournament):
    referee_, announcer = appoint(tournament), appoint(tournament, Role.Kind.ANNOUNCER)
    seat = asked(tournament)
    others = set(seat.game.seats.exclude(pk=seat.pk).values_list("user_id", flat=True))
    assert readers() == {*others, tournament.owner_id, referee_.pk}
    assert announcer.pk not in readers()


def test_a_referee_who_sits_there_is_a_player_and_nothing_else(tournament):
    seat = awaited(table(tournament).game)
    appoint(tournament, Role.Kind.REFEREE, seat.user)
    asked(tournament)
    extension = ExtensionRequest.objects.get()
    assert seat.user_id not in readers()
    with pytest.raises(NotAllowed):
        extensions.grant(extension.pk, None, by_user(seat.user))


def alone(tournament) -> Seat:
    """Bots play for everybody else."""
    seat = awaited(table(tournament).game)
    seat.game.seats.exclude(pk=seat.pk).update(bot="house")
    return seat


def test_alone_among_bots_one_asks_the_organizer(tournament):
    seat = alone(tournament)
    view = GameView(seat.game, list(seat.game.seats.select_related("user")), seat, "en")
    assert clock_display.build_extension_options(view, seat.user_id).max_hours == 24
    extensions.request_extension(seat.game_id, seat.name, 24, by_user(seat.user))
    assert readers() == {tournament.owner_id}


def test_where_nobody_runs_the_tournament_there_is_nobody(tournament):
    tournament.roles.all().delete()
    seat = alone(tournament)
    with pytest.raises(NotPossible, match=NOBODY_COULD_GRANT.pattern):
        extensions.request_extension(seat.game_id, seat.name, 24, by_user(seat.user))


def test_the_email_has_a_link_and_tells_nothing_of_the_game(tournament):
    seat = asked(tournament)
    post()
    [email] = sent(tournament.owner)
    for part in parts(email):
        assert ASKS_FOR_HOURS.fill(name=seat.name, hours=24) in part
        assert tournament_mail.WHY_STAFF_GETS_EMAIL in part
        assert "Round 1" not in part
    assert f"/g/{seat.game.key}/" not in email.body
    [token] = set(re.findall(r"/x/([^/\s\"]+)/", email.body))
    assert Client().get(f"/x/{token}/").status_code == 200
    assert Client().post(f"/x/{token}/").status_code == 200
    extension = ExtensionRequest.objects.get()
    assert (extension.granted_by, Seat.objects.get(pk=seat.pk).extra_seconds) == (tournament.owner, 24 * 3600)


def test_who_runs_it_no_more_grants_nothing(tournament):
    former = appoint(tournament)
    asked(tournament)
    token = kinds.EXTENSION.sign(
        kinds.ExtensionLink.for_user(ExtensionRequest.objects.get().pk, former, None)
    )
    tournament.roles.filter(user=former).delete()
    assert Client().post(f"/x/{token}/").status_code == 410
    assert ExtensionRequest.objects.get().granted_at is None


def test_helpers_of_another_tournament_are_not_asked(tournament):
    other = TournamentBuilder(SWISS, FINAL).drawn().build()
    asked(tournament)
    assert other.owner_id not in readers()


# --- from the board


def test_more_time_for_a_table_is_on_the_clocks_and_answers_who_has_asked(tournament):
    seat = asked(tournament)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 24, table_number=1, reason="Holidays.")
    after, extension = Seat.objects.get(pk=seat.pk), ExtensionRequest.objects.get()
    assert after.due_at == seat.due_at + timedelta(hours=24)
    assert (extension.granted_at, extension.granted_by) == (NOON, tournament.owner)
    entry = GameLogEntry.objects.get(game=seat.game, kind=GameLogEntry.Kind.EXTEND)
    assert (entry.text, entry.reason) == ("extend 24", "Holidays.")
    assert [one.data for one in TournamentNotice.objects.filter(kind=TournamentNotice.Kind.NEWS)] == [
        '{"clock":24}'
    ] * 4


def test_on_the_clocks_there_is_no_more_than_the_table_could_have_granted(tournament):
    seat = awaited(table(tournament).game)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 240, table_number=1, reason="Holidays.")
    assert Seat.objects.get(pk=seat.pk).extra_seconds == 24 * 3600
    assert table(tournament).deadline == NOON + timedelta(days=20)


def test_more_time_for_all_moves_no_clock_and_neither_does_one_in_a_pause(tournament):
    seat = awaited(table(tournament).game)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 24, reason="Holidays.")
    referee.decide_matter(seat.game_id, "pause", None)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 24, table_number=1, reason="Holidays.")
    assert Seat.objects.get(pk=seat.pk).extra_seconds == 0
    assert Game.objects.get(pk=seat.game_id).state == Game.State.PAUSED

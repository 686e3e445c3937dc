"""More time: asked for once a decision, granted once by somebody else, written down for all."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.contrib.auth.models import Permission

from games.clock.pace import PRESETS, Pace
from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice, Seat
from games.play import bot_moves, referee, seats
from games.play.deadlines import alarms, extensions
from games.play.errors import NotAllowed, NotNow, NotPossible, Stale
from games.play.transaction.origin import How, Origin, new_request_key
from games.queries import clock_display
from games.queries.game_view import GameView
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import play
from tests.helpers.messages.clock import MAY_ASK_FOR_HOURS, TOO_LATE
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind = GameNotice.Kind


@pytest.fixture
def game() -> Game:
    return table(3, pace=Pace(hours=timedelta(hours=48)))


@pytest.fixture
def seat(game: Game) -> Seat:
    """Somebody else than the creator is asked."""
    while (found := awaited(game)).user_id == game.creator_id:
        move(found, fallback(found))
    GameNotice.objects.all().delete()
    return found


def by(user, how: str = How.FORM) -> Origin:
    return Origin(how, new_request_key(), datetime.now(UTC), user.pk)


def ask(seat: Seat, hours: int = 24) -> ExtensionRequest:
    return extensions.request_extension(seat.game_id, seat.name, hours, by(seat.user))


def others(seat: Seat) -> list[Seat]:
    return list(seat.game.seats.exclude(pk=seat.pk).select_related("user"))


def grant(wish: ExtensionRequest, granter: Seat) -> bool:
    return extensions.grant(wish.pk, granter.name, by(granter.user))


# --- asking


@pytest.mark.parametrize(
    ("pace", "most"), [("brisk", 8), ("daily", 24), ("relaxed", 48), ("correspondence", 72)]
)
def test_one_may_ask_for_as_much_again_and_never_for_more_than_three_days(pace, most):
    assert extensions.compute_max_hours(PRESETS[pace]) == most


def test_the_others_are_asked_and_no_clock_is_changed(seat):
    due = seat.due_at
    extension = ask(seat)
    assert (extension.decision, extension.hours, extension.granted_at) == (seat.decision, 24, None)
    notices = GameNotice.objects.filter(kind=Kind.MORE_TIME).values_list("user", "seat")
    assert sorted(notices) == sorted((other.user_id, seat.pk) for other in others(seat))
    seat.refresh_from_db()
    assert seat.due_at == due
    assert not GameLogEntry.objects.filter(kind=GameLogEntry.Kind.EXTEND).exists()


def test_open_requests_are_read_with_their_players(seat, django_assert_num_queries):
    ask(seat)
    with django_assert_num_queries(1):
        [wish] = extensions.list_open_requests(seat.game_id, None)
        assert wish.seat.shown_name == seat.name


def test_open_pages_see_that_somebody_asks(game, seat):
    before = Game.objects.get(pk=game.pk).page_version
    ask(seat)
    assert Game.objects.get(pk=game.pk).page_version == before + 1


def test_a_creator_who_does_not_play_is_asked_too(game, seat):
    own = game.seats.get(user=game.creator)
    seats.change_player(game.pk, own.pk, by(game.creator), user=UserFactory())
    GameNotice.objects.all().delete()
    ask(seat)
    assert game.creator_id in GameNotice.objects.filter(kind=Kind.MORE_TIME).values_list("user", flat=True)


def test_asking_twice_is_one_wish_and_another_number_is_refused(seat):
    assert ask(seat) == ask(seat)
    with pytest.raises(NotPossible, match=play.ASKED_FOR_TIME_ALREADY.pattern):
        ask(seat, 12)
    assert ExtensionRequest.objects.count() == 1


@pytest.mark.parametrize("hours", [0, -1, 49])
def test_what_the_table_does_not_allow_is_refused_in_words(seat, hours):
    with pytest.raises(NotPossible, match=MAY_ASK_FOR_HOURS.fill(n=48)):
        ask(seat, hours)


def test_whoever_is_not_asked_needs_no_time(seat):
    with pytest.raises(Stale):
        ask(others(seat)[0])


def test_nobody_asks_in_a_pause_or_while_the_own_clock_stands_still(game, seat):
    seat.user.unreachable_since = NOON
    seat.user.save()
    Seat.objects.filter(pk=seat.pk).update(stopped_at=NOON)
    with pytest.raises(NotNow, match=play.OWN_CLOCK_STOPPED.pattern):
        ask(seat)
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    with pytest.raises(NotNow, match=play.GAME_PAUSED.pattern):
        ask(seat)


def test_where_only_bots_play_nobody_can_be_asked():
    game = table(1, bots=2)
    bot_moves.play_bot_moves(game.pk)
    seat = awaited(game)
    with pytest.raises(NotPossible, match=play.NOBODY_COULD_GRANT.pattern):
        ask(seat)


# --- granting


def test_one_other_grants_it_and_the_hands_move_by_exactly_so_much(game, seat):
    extension, (granter, _third) = ask(seat), others(seat)
    assert grant(extension, granter)
    after = Seat.objects.get(pk=seat.pk)
    assert (after.due_at - seat.due_at, after.final_at - seat.final_at) == (timedelta(hours=24),) * 2
    entry = GameLogEntry.objects.get(game=game, kind=GameLogEntry.Kind.EXTEND)
    assert (entry.text, entry.seat, entry.by) == (f"extend {seat.name} 24", seat, granter.user)
    extension.refresh_from_db()
    assert (extension.granted_at, extension.granted_by) == (NOON, granter.user)


def test_at_a_table_of_fixed_times_it_is_as_much():
    seat = awaited(table(3, pace=Pace(hours=timedelta(hours=4), daily_at=(time(20),))))
    assert seat.due_at == NOON + timedelta(hours=8)
    assert grant(ask(seat, 6), others(seat)[0])
    assert Seat.objects.get(pk=seat.pk).due_at == NOON + timedelta(hours=14)


def test_only_whoever_asked_is_told_of_it(seat):
    extension = ask(seat)
    GameNotice.objects.all().delete()
    grant(extension, others(seat)[0])
    assert list(GameNotice.objects.values_list("kind", "user")) == [(Kind.CHANGES, seat.user_id)]


def test_granting_twice_is_one_grant(game, seat):
    extension, (first, second) = ask(seat), others(seat)
    assert [grant(extension, first), grant(extension, second), grant(extension, first)] == [
        True,
        False,
        False,
    ]
    assert GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.EXTEND).count() == 1
    assert Seat.objects.get(pk=seat.pk).extra_seconds == 24 * 3600


def test_nobody_grants_it_to_himself(game, seat):
    extension = ask(seat)
    with pytest.raises(NotAllowed, match=play.SOMEBODY_ELSE_GRANTS.pattern):
        grant(extension, seat)
    Game.objects.filter(pk=game.pk).update(creator=seat.user)
    with pytest.raises(NotAllowed, match=play.SOMEBODY_ELSE_GRANTS.pattern):
        extensions.grant(extension.pk, None, by(seat.user))


def test_a_stranger_grants_nothing_and_a_referee_may(seat):
    extension = ask(seat)
    with pytest.raises(NotAllowed):
        extensions.grant(extension.pk, None, by(UserFactory()))
    with pytest.raises(NotAllowed):
        extensions.grant(extension.pk, others(seat)[0].name, by(UserFactory()))
    staff = UserFactory(is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="referee"))
    assert extensions.grant(extension.pk, None, by(staff))


def test_a_creator_who_does_not_play_may_grant(game, seat):
    own = game.seats.get(user=game.creator)
    seats.change_player(game.pk, own.pk, by(game.creator), user=UserFactory())
    assert extensions.grant(ask(seat).pk, None, by(game.creator))


def test_it_is_too_late_when_it_is_decided(seat):
    extension, granter = ask(seat), others(seat)[0]
    move(seat, fallback(seat))
    with pytest.raises(Stale, match=TOO_LATE.pattern):
        grant(extension, granter)
    assert ExtensionRequest.objects.get().granted_at is None


def test_it_is_too_late_when_the_clock_has_decided(clock, seat):
    extension, granter = ask(seat), others(seat)[0]
    clock.move_to(seat.final_at + timedelta(seconds=1))
    assert alarms.handle_alarm(seat.game_id, seat.pk, seat.decision) == "missed"
    with pytest.raises(Stale, match=TOO_LATE.pattern):
        grant(extension, granter)


def test_the_clock_that_comes_after_the_grant_decides_nothing(clock, seat):
    extension, granter = ask(seat), others(seat)[0]
    clock.move_to(seat.final_at + timedelta(seconds=1))
    assert grant(extension, granter)
    assert alarms.handle_alarm(seat.game_id, seat.pk, seat.decision) in ("later", "reminded")
    assert awaited(seat.game) == seat


def test_in_a_pause_it_is_given_and_the_clock_still_stands(game, seat):
    extension = ask(seat)
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    assert grant(extension, others(seat)[0])
    after = Seat.objects.get(pk=seat.pk)
    assert (after.stopped_at, after.alarm_at) == (NOON, None)
    referee.decide_matter(game.pk, "resume", UserFactory(is_staff=True))
    assert Seat.objects.get(pk=seat.pk).due_at == seat.due_at + timedelta(hours=24)


# --- what a page shows


def sight(seat: Seat | None, game: Game) -> GameView:
    game.refresh_from_db()
    return GameView(game, list(game.seats.select_related("user")), seat, "en")


def test_a_page_offers_what_its_reader_may_do(game, seat):
    reader = others(seat)[0]
    assert clock_display.build_extension_options(sight(awaited(game), game), seat.user_id).max_hours == 48
    assert (
        clock_display.build_extension_options(sight(reader, game), reader.user_id)
        == clock_display.ExtensionOptions()
    )
    extension = ask(seat)
    own = clock_display.build_extension_options(sight(awaited(game), game), seat.user_id)
    assert (own.max_hours, own.own_request, own.open_requests) == (0, extension, [])
    assert clock_display.build_extension_options(sight(reader, game), reader.user_id).open_requests == [
        extension
    ]
    assert (
        clock_display.build_extension_options(sight(None, game), UserFactory().pk)
        == clock_display.ExtensionOptions()
    )
    assert clock_display.build_extension_options(sight(None, game), game.creator_id).open_requests == [
        extension
    ]
    grant(extension, reader)
    assert clock_display.build_extension_options(sight(reader, game), reader.user_id).open_requests == []

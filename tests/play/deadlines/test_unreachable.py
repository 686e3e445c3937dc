"""Somebody whom emails do not reach: no time runs for them, and a rule ends the waiting."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.bounces import mark_reachable
from accounts.models import User
from accounts.revocation import handle_address_change
from games.clock.pace import Pace
from games.mail.incoming import bounces
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play import moves, referee
from games.play.deadlines import seat_clock, unreachable
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, Origin, new_request_key
from games.play.transaction.rows import SeatRow
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON, pass_by
from tests.helpers.pages import client_of
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def game() -> Game:
    return table(3, pace=Pace(hours=timedelta(hours=24)))


@pytest.fixture
def seat(game: Game) -> Seat:
    return awaited(game)


def lose(user) -> None:
    bounces.record_bounce(user.email, is_hard=True, at=datetime.now(UTC))


def again(seat: Seat) -> Seat:
    return Seat.objects.select_related("user", "game").get(pk=seat.pk)


# --- the clock stands still


def test_the_clock_stands_still_from_then_on(clock, game, seat):
    clock.shift(timedelta(hours=4))
    lose(seat.user)
    assert again(seat).stopped_at == NOON + timedelta(hours=4)
    assert again(seat).deadline is None
    pass_by(clock, hours=40)
    assert awaited(game) == seat
    assert not GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED).exists()


def test_clocks_of_others_run_on(clock, game, seat):
    other = game.seats.exclude(pk=seat.pk).select_related("user")[0]
    lose(other.user)
    assert again(seat).stopped_at is None
    assert again(seat).due_at == seat.due_at


def test_a_question_that_comes_later_has_no_running_clock_either(game, seat):
    other = game.seats.exclude(pk=seat.pk).select_related("user")
    for one in other:
        lose(one.user)
    move(seat, fallback(seat))
    assert awaited(game).stopped_at == NOON
    assert awaited(game).alarm_at == NOON + seat_clock.MAX_WAIT_FOR_UNREACHABLE


def test_every_table_of_theirs_stops(clock, seat):
    elsewhere = table(2)
    Seat.objects.filter(pk=awaited(elsewhere).pk).update(user=seat.user)
    lose(seat.user)
    assert awaited(elsewhere).stopped_at == again(seat).stopped_at == NOON


# --- it goes on


def found_by_button(user) -> None:
    client_of(user).post("/accounts/address/again/")


def found_by_another_address(user) -> None:
    handle_address_change(user)


@pytest.mark.parametrize("find", [found_by_button, found_by_another_address])
def test_it_goes_on_with_what_was_left(clock, seat, find):
    clock.shift(timedelta(hours=4))
    lose(seat.user)
    clock.shift(timedelta(hours=30))
    find(User.objects.get(pk=seat.user_id))
    after = again(seat)
    assert (after.stopped_at, after.due_at) == (None, NOON + timedelta(hours=54))
    assert GameNotice.objects.filter(user=seat.user, kind=GameNotice.Kind.YOUR_TURN, resend_count=1).exists()


def test_in_a_pause_it_goes_on_only_with_the_game(clock, game, seat):
    lose(seat.user)
    referee.decide_matter(game.pk, "pause", UserFactory(is_staff=True))
    mark_reachable(User.objects.get(pk=seat.user_id))
    assert again(seat).stopped_at is not None
    referee.decide_matter(game.pk, "resume", UserFactory(is_staff=True))
    assert again(seat).stopped_at is None


def play(seat: Seat, how: str) -> None:
    origin = Origin(how, new_request_key(), datetime.now(UTC), seat.user_id)
    moves.play_moves(seat.game_id, seat.name, [fallback(seat)], origin, decision=seat.decision)


@pytest.mark.parametrize("how", [How.LINK, How.REPLY])
def test_whoever_plays_out_of_a_email_has_got_one(django_capture_on_commit_callbacks, seat, how):
    lose(seat.user)
    with django_capture_on_commit_callbacks(execute=True):
        play(again(seat), how)
    assert User.objects.get(pk=seat.user_id).is_reachable


@pytest.mark.parametrize(("hours", "is_tried"), [(23, False), (25, True)])
def test_a_move_at_the_page_is_worth_another_try_once_a_day(
    clock, django_capture_on_commit_callbacks, seat, hours, is_tried
):
    lose(seat.user)
    clock.shift(timedelta(hours=hours))
    with django_capture_on_commit_callbacks(execute=True):
        play(again(seat), How.FORM)
    assert User.objects.get(pk=seat.user_id).is_reachable == is_tried


def test_a_move_of_the_clock_or_of_an_order_proves_nothing(django_capture_on_commit_callbacks, seat):
    lose(seat.user)
    for how in (How.CLOCK, How.ORDER, How.BOT):
        with django_capture_on_commit_callbacks(execute=True):
            unreachable.retry_address_after_move(_row(seat), Origin(how, "k", NOON, seat.user_id))
    assert not User.objects.get(pk=seat.user_id).is_reachable


def _row(seat: Seat) -> SeatRow:
    return LockedGame(seat.game_id, Origin(How.CLOCK, new_request_key(), NOON)).game.seats[seat.name]


# --- the end of it


def test_after_three_days_a_bot_plays_until_they_are_back(clock, game, seat):
    lose(seat.user)
    pass_by(clock, hours=71.9)
    assert again(seat).bot == ""
    pass_by(clock, hours=0.3)
    after = again(seat)
    assert (bool(after.bot), after.is_absent) == (True, True)
    assert GameLogEntry.objects.get(game=game, kind=GameLogEntry.Kind.SEAT).seat == seat
    assert not GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED).exists()


def test_whoever_was_replaced_meanwhile_reads_of_it_when_emails_arrive_again(clock, seat):
    lose(seat.user)
    pass_by(clock, hours=72.2)
    notice = GameNotice.objects.get(user=seat.user, kind=GameNotice.Kind.MISSED)
    GameNotice.objects.filter(pk=notice.pk).update(status=GameNotice.Status.DROPPED)  # nothing could be sent
    mark_reachable(User.objects.get(pk=seat.user_id))
    notice.refresh_from_db()
    assert notice.status == GameNotice.Status.WAITING

"""A game of one person with bots: no deadlines, no time-outs, and it counts for nothing."""

from datetime import timedelta

import pytest

from games.models import Game, GameLogEntry, Seat
from games.play import bot_moves, orders, seats
from games.play.deadlines import alarms
from games.play.lobby import invitations
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction.origin import by_user
from games.statistics import reliability
from games.tournaments.models import Rating
from games.tournaments.results import player_ratings
from tests.helpers.arranged_games import arranged
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.tables import advice, awaited, fallback, favourites, move, play_on, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def asked_alone(**wish) -> tuple[Game, Seat]:
    """A game of one person with two bots, and the person's seat, which is asked."""
    game = table(1, bots=2, **wish)
    bot_moves.play_bot_moves(game.pk)
    return game, awaited(game)


def has_clock(seat: Seat) -> bool:
    seat.refresh_from_db()
    times = [seat.due_at, seat.final_at, seat.alarm_at]
    assert len({one is None for one in times}) == 1
    return seat.due_at is not None


def play_to_the_end(game: Game) -> None:
    """Play all seats as the careful bot would; a person who sits alone moves by hand."""
    for _ in range(1000):
        bot_moves.play_bot_moves(game.pk)
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return
        play_on(game, 1, advice)
    raise AssertionError("the game does not end")


def test_alone_with_bots_no_time_runs_and_nothing_is_played_for_you(clock):
    game, seat = asked_alone()
    assert not has_clock(seat)
    clock.shift(timedelta(days=30))
    assert alarms.handle_due_alarms() == 0
    assert not game.log_entries.filter(kind=GameLogEntry.Kind.MISSED).exists()
    assert awaited(game) == seat


def test_an_alarm_that_was_set_before_the_table_had_no_deadlines_answers_for_nobody(clock):
    game, seat = asked_alone()
    Seat.objects.filter(pk=seat.pk).update(due_at=NOON, final_at=NOON, alarm_at=NOON)
    assert alarms.handle_alarm(game.pk, seat.pk, seat.decision) == "later"
    assert not has_clock(seat)
    assert awaited(game) == seat


def test_orders_that_were_to_wait_for_a_deadline_answer_at_once_where_there_is_none():
    game, seat = asked_alone()
    seat.user.time_out = "orders"
    seat.user.save()
    filed = orders.file_order(game.pk, seat.name, favourites(game), by_user(seat.user))
    assert filed.moves


def test_a_game_that_somebody_has_arranged_keeps_its_deadlines():
    game = arranged(UserFactory(), DEFAULT_BOT, DEFAULT_BOT)
    assert has_clock(awaited(game))


def test_a_person_who_is_away_keeps_the_clocks_of_the_others():
    game = table(2)
    seat = awaited(game)
    Seat.objects.filter(game=game).exclude(pk=seat.pk).update(bot=DEFAULT_BOT)
    move(seat, fallback(seat))
    bot_moves.play_bot_moves(game.pk)
    assert has_clock(awaited(game))


def test_when_a_second_person_sits_down_everybody_has_the_full_time_from_then(clock):
    game, seat = asked_alone()
    clock.shift(timedelta(days=10))
    bot = game.seats.exclude(bot="").first()
    offer = invitations.offer_seat(game.pk, bot.pk, seat.user, "bob@example.org")
    invitations.accept(offer.pk, handle="Bob")
    decision = seat.decision
    assert has_clock(seat)
    assert (seat.decision, seat.due_at - seat.asked_at) == (decision, game.pace.hours)


def test_when_only_one_person_is_left_the_clocks_stop(clock):
    game = table(2)
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk).get()
    assert has_clock(seat)
    seats.leave_running_game(game.pk, other.pk, other.user, bot=DEFAULT_BOT)
    assert not has_clock(seat)


def test_a_game_alone_with_bots_counts_neither_for_reliability_nor_for_the_rating():
    game, seat = asked_alone()
    play_to_the_end(game)
    figures = reliability.compute_reliability(seat.user)
    assert (figures.finished, figures.ended_games, figures.answered) == (0, 0, 0)
    assert player_ratings.rate_due_games() == 1  # looked at once
    assert not Rating.objects.exists()


def test_who_leaves_a_game_of_one_person_has_left_nobody():
    game, seat = asked_alone()
    seats.leave_running_game(game.pk, seat.pk, seat.user, bot=DEFAULT_BOT)
    assert reliability.compute_reliability(seat.user).left_games == 0


def test_a_game_that_began_with_two_people_counts_for_the_one_who_stayed():
    game = table(2)
    seat = awaited(game)
    other = game.seats.exclude(pk=seat.pk).get()
    seats.leave_running_game(game.pk, other.pk, other.user, bot=DEFAULT_BOT)
    play_to_the_end(game)
    assert reliability.compute_reliability(seat.user).finished == 1
    assert reliability.compute_reliability(other.user).left_games == 1

"""Rulings from outside: written down with their reason, told to everybody, and done once."""

from datetime import timedelta

import pytest
from django.db import transaction

from games.clock.pace import Pace
from games.models import Game, GameLogEntry, GameNotice
from games.models.game import load_game_and_seats
from games.play import bot_moves, referee
from games.play.errors import NotNow
from games.queries import log
from games.queries.game_view import GameView
from games.statistics.game_result import compute_game_result
from tests.helpers.factories import UserFactory
from tests.helpers.mail.outbox import nothing_waits, parts, post, sent
from tests.helpers.messages import play
from tests.helpers.messages.clock import REFEREE_GIVES_HOURS
from tests.helpers.messages.votes import PLAYS_FOR
from tests.helpers.tables import awaited, fallback, move, play_on, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = Pace(hours=timedelta(hours=24))


def told(game: Game) -> list[str]:
    """The last of the record, as anybody reads it."""
    found, seats = load_game_and_seats(game.pk)
    return log.list_entries_since(GameView(found, seats, None, "en"), found.log_length - 1)[-1].sentences


def everybody_heard(game: Game) -> bool:
    heard = game.notices.filter(kind=GameNotice.Kind.CHANGES, number=game.log_entries.last().number)
    return set(heard.values_list("user", flat=True)) == set(game.seats.values_list("user", flat=True))


# --- an end without a winner


def test_a_game_that_is_ended_stands_still_and_everybody_reads_why(clock):
    game = table(3, pace=DAY)
    play_on(game, 8)
    seat = awaited(game)
    clock.shift(timedelta(hours=5))
    referee.end_game(game.pk, UserFactory(), reason="The round is over.")
    found = compute_game_result(game.pk)
    game.refresh_from_db()
    assert (game.state, game.ended_at is not None) == (Game.State.ABANDONED, True)
    assert not game.seats.filter(decision__isnull=False).exists()
    assert told(game) == [play.REFEREE_ENDS, "The round is over."]
    assert everybody_heard(game)
    with pytest.raises(NotNow):
        move(seat, "gold", decision=9)
    assert found == compute_game_result(game.pk)


def test_how_long_the_table_had_waited_is_known_after_the_end(clock):
    game = table(2, pace=DAY)
    seat = awaited(game)
    clock.shift(timedelta(hours=9))
    referee.end_game(game.pk, None, reason="Too late.")
    found = compute_game_result(game.pk)
    clock.shift(timedelta(hours=9))
    waited = {line.seat_id: line.waiting_time for line in compute_game_result(game.pk).seats}
    assert waited[seat.pk] == timedelta(hours=9)
    assert found.seats == compute_game_result(game.pk).seats


def test_ending_twice_is_ending_once():
    game = table(2)
    referee.end_game(game.pk, None, reason="Enough.", key="end")
    first = compute_game_result(game.pk)
    referee.end_game(game.pk, None, reason="Enough.", key="end")
    referee.end_game(game.pk, None, reason="Another reason.")
    assert compute_game_result(game.pk) == first
    assert game.log_entries.filter(kind=GameLogEntry.Kind.ABANDON).count() == 1


def test_a_paused_game_can_be_ended_and_one_that_has_not_begun_cannot():
    game = table(2)
    referee.decide_matter(game.pk, "pause", None)
    referee.end_game(game.pk, None, reason="Enough.")
    assert compute_game_result(game.pk).state == Game.State.ABANDONED
    with pytest.raises(NotNow):
        referee.end_game(table(1, size=2).pk, None, reason="Enough.")


# --- time


def test_everybody_who_is_asked_gets_more_time_and_reads_why(clock):
    game = table(3, pace=DAY)
    due = awaited(game).due_at
    assert referee.extend_deadlines(game.pk, 36, None, reason="The mail server of some was down.", key="more")
    assert awaited(game).due_at == due + timedelta(hours=36)
    assert told(game) == [REFEREE_GIVES_HOURS.fill(n=36), "The mail server of some was down."]
    assert everybody_heard(game)
    assert not referee.extend_deadlines(
        game.pk, 36, None, reason="The mail server of some was down.", key="more"
    )
    assert awaited(game).due_at == due + timedelta(hours=36)


def test_a_pause_and_its_end_say_why_and_happen_once(clock):
    game = table(3, pace=DAY)
    due = awaited(game).due_at
    for _ in range(2):
        referee.decide_matter(game.pk, "pause", None, reason="A dispute", key="stop")
    assert told(game) == [play.REFEREE_PAUSES, "A dispute."]
    clock.shift(timedelta(hours=50))
    assert referee.decide_matter(game.pk, "resume", None, reason="It is settled.", key="go on")
    assert not referee.decide_matter(game.pk, "resume", None, reason="It is settled.", key="go on")
    assert awaited(game).due_at == due + timedelta(hours=50)
    assert told(game) == [play.REFEREE_RESUMES, "It is settled."]


# --- seats


def test_somebody_else_plays_on_and_all_read_why():
    game = table(3)
    seat = awaited(game)
    former, dora = seat.user, UserFactory(handle="Dora")
    for _ in range(2):
        referee.replace_player(
            game.pk, seat.pk, None, person=dora, reason="No move in three days.", key="new"
        )
    seat.refresh_from_db()
    assert (seat.user, seat.original_user) == (dora, former)
    assert told(game) == [PLAYS_FOR.fill(who="Dora", seat=seat.name), "No move in three days."]
    assert game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 1
    assert set(game.notices.filter(user=former).values_list("kind", flat=True)) >= {"succeeded"}


def test_a_bot_plays_on_for_good():
    game = table(2)
    seat = awaited(game)
    referee.replace_player(game.pk, seat.pk, None, bot="rule_based", reason="Out of the event.")
    seat.refresh_from_db()
    assert (seat.user, seat.bot, seat.offered_at) == (None, "rule_based", None)
    assert bot_moves.play_bot_moves(game.pk) > 0


# --- reasons, and what is around


@pytest.mark.parametrize(
    "rule",
    [
        lambda game, reason: referee.end_game(game.pk, None, reason=reason),
        lambda game, reason: referee.decide_matter(game.pk, "pause", None, reason=reason),
        lambda game, reason: referee.extend_deadlines(game.pk, 5, None, reason=reason),
    ],
)
def test_emails_tell_the_reason_to_every_seat(rule):
    game = table(3)
    nothing_waits()
    rule(game, "The mail server was down.")
    post()
    for seat in game.seats.select_related("user"):
        [email] = sent(seat.user)
        assert all("The mail server was down." in part for part in parts(email))


@pytest.mark.parametrize(("reason", "kept"), [(" a\nb\x00 ", "a b?"), ("x" * 300, "x" * 200)])
def test_a_reason_is_one_line_that_fits(reason, kept):
    game = table(2)
    referee.extend_deadlines(game.pk, 1, None, reason=reason)
    assert game.log_entries.last().reason == kept


def test_a_ruling_may_be_part_of_something_larger_and_is_undone_with_it():
    game = table(2)
    with transaction.atomic():
        referee.decide_matter(game.pk, "pause", None)
        transaction.set_rollback(True)
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING
    move(awaited(game), fallback(awaited(game)))

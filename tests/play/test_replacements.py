"""A bot plays for somebody who stays away: they come back, or somebody stands in, and never both."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.close_account import close_account
from accounts.models import User
from accounts.server_time import now
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play import bot_moves, replacements, seats
from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError
from games.play.transaction.origin import How, by_user
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.tables import awaited, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def away() -> Seat:
    return replaced(table(3))


def come_back(seat: Seat) -> bool:
    return replacements.return_to_seat(seat.game_id, seat.name, by_user(seat.user))


def stand_in(seat: Seat, user: User) -> Seat:
    return replacements.take_over_seat(seat.game_id, seat.pk, user, by_user(user))


def kinds(game: Game, kind: str) -> set[int]:
    return set(game.notices.filter(kind=kind).values_list("user_id", flat=True))


# --- going away


def test_a_bot_plays_and_the_seat_stays_its_players(away):
    assert away.is_absent
    assert away.offered_at is not None
    assert (away.due_at, away.alarm_at) == (None, None)
    entry = away.game.log_entries.get(kind=GameLogEntry.Kind.SEAT)
    assert (entry.text, entry.by) == (f"seat {away.name} bot", away.user)
    bot_moves.play_bot_moves(away.game_id)
    assert awaited(away.game) != away
    assert kinds(away.game, GameNotice.Kind.MISSED) == {away.user_id}


def test_volunteers_are_written_to_but_nobody_at_the_table_and_nobody_out_of_reach():
    game = table(3)
    User.objects.update(is_stand_in=True)
    volunteer = UserFactory(is_stand_in=True)
    UserFactory(is_stand_in=True, unreachable_since=now())
    UserFactory(is_stand_in=True, is_active=False)
    UserFactory()
    replaced(game)
    assert kinds(game, GameNotice.Kind.STAND_IN) == {volunteer.pk}


def test_where_the_table_wants_no_stand_ins_nobody_is_asked_and_nothing_is_offered():
    volunteer = UserFactory(is_stand_in=True)
    seat = replaced(table(3, patience=MissedDeadlinePolicy(stand_ins=False)))
    assert not kinds(seat.game, GameNotice.Kind.STAND_IN)
    assert replacements.list_offered_seats(volunteer) == []
    with pytest.raises(NotNow, match=play.SEAT_NOT_FREE.pattern):
        stand_in(seat, volunteer)


def test_tables_that_want_no_stand_ins_do_not_crowd_the_others_out_of_the_list(monkeypatch):
    monkeypatch.setattr(replacements, "MAX_OFFERED_SEATS", 2)
    for _ in range(3):
        replaced(table(3, patience=MissedDeadlinePolicy(stand_ins=False)))
    wanted = [replaced(table(3)) for _ in range(2)]
    assert replacements.list_offered_seats(UserFactory()) == wanted


def test_the_list_of_free_seats_is_read_with_its_players(django_assert_num_queries):
    free = [replaced(table(3)) for _ in range(2)]
    with django_assert_num_queries(1):
        offered = replacements.list_offered_seats(AnonymousUser())
        assert {seat.shown_name for seat in offered} == {seat.name for seat in free}


# --- coming back


def test_who_comes_back_is_asked_anew_with_all_the_time(away):
    assert come_back(away)
    seat = awaited(away.game)
    assert (seat.pk, seat.bot, seat.offered_at, seat.misses_in_a_row) == (away.pk, "", None, 0)
    assert seat.due_at is not None
    assert seat.asked_at > away.asked_at
    assert away.game.log_entries.last().text == f"seat {away.name} {away.name}"
    assert replacements.list_offered_seats(UserFactory()) == []


def test_coming_back_twice_is_coming_back_once(away):
    assert come_back(away)
    assert not come_back(away)
    assert away.game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 2


def test_who_comes_back_keeps_the_same_seat_links_and_orders(away):
    before = (away.key, away.reply_key)
    come_back(away)
    away.refresh_from_db()
    assert (away.key, away.reply_key) == before


def test_nobody_comes_back_for_somebody_else(away):
    other = away.game.seats.exclude(pk=away.pk)[0]
    with pytest.raises(NotAllowed):
        replacements.return_to_seat(away.game_id, away.name, by_user(other.user))


def test_who_was_out_of_reach_and_comes_back_is_not_replaced_again_at_once(away):
    User.objects.filter(pk=away.user_id).update(unreachable_since="2026-01-01T00:00Z")
    come_back(away)
    away.refresh_from_db()
    assert User.objects.get(pk=away.user_id).is_reachable
    assert away.stopped_at is None
    assert away.alarm_at > now()


def test_nobody_comes_back_into_a_game_that_is_over(away):
    Game.objects.filter(pk=away.game_id).update(state=Game.State.OVER)
    with pytest.raises(NotNow):
        come_back(away)


def test_a_closed_account_stays_away_for_good(away):
    close_account(away.user)
    away.refresh_from_db()
    assert (away.user, away.is_absent, away.offered_at) == (None, False, None)
    assert away.bot


# --- standing in


def test_a_stand_in_gets_the_seat_the_question_and_a_clean_slate(away):
    Seat.objects.filter(pk=away.pk).update(missed_count=3, misses_in_a_row=2, excused_count=1)
    bob = UserFactory()
    assert [seat.pk for seat in replacements.list_offered_seats(bob)] == [away.pk]
    seat = stand_in(away, bob)
    assert (seat.user, seat.bot, seat.offered_at) == (bob, "", None)
    assert (seat.missed_count, seat.misses_in_a_row, seat.excused_count) == (0, 0, 0)
    assert seat.due_at is not None
    assert seat.key != away.key
    assert replacements.list_offered_seats(UserFactory()) == []
    assert kinds(away.game, GameNotice.Kind.SUCCEEDED) == {away.user_id}


def test_standing_in_twice_is_standing_in_once(away):
    bob = UserFactory()
    assert stand_in(away, bob) == stand_in(away, bob)
    assert away.game.log_entries.filter(text__endswith=bob.handle).count() == 1


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"is_guest": True}, NotAllowed),
        ({"unreachable_since": "2026-01-01T00:00Z"}, NotPossible),
        ({"is_active": False}, NotAllowed),
    ],
)
def test_who_may_not_stand_in_is_told_why(away, fields, error):
    with pytest.raises(error):
        stand_in(away, UserFactory(**fields))
    away.refresh_from_db()
    assert away.is_absent


def test_nobody_sits_at_a_table_twice_by_standing_in(away):
    other = away.game.seats.exclude(pk=away.pk)[0].user
    assert replacements.list_offered_seats(other) == []
    with pytest.raises(NotPossible, match=play.NOBODY_SITS_TWICE.pattern):
        stand_in(away, other)


def test_a_seat_that_was_given_to_a_bot_by_its_player_is_not_offered():
    game = table(3)
    seat = awaited(game)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    seat.refresh_from_db()
    assert seat.is_absent
    assert not replacements.is_offered(seat)


# --- at once


@pytest.fixture
def free(transactional_db) -> Seat:
    return replaced(table(3))


def test_of_two_who_take_the_seat_at_once_one_gets_it(free):
    people = [UserFactory() for _ in range(2)]
    answers = at_once(*[lambda user=user: stand_in(free, user) for user in people])
    assert [type(answer) for answer in answers if not isinstance(answer, Seat)] == [NotNow]
    free.refresh_from_db()
    assert free.user in people
    assert free.game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 2


def test_coming_back_while_somebody_takes_the_seat_leaves_it_to_one_of_them(free):
    bob = UserFactory()
    answers = at_once(lambda: come_back(free), lambda: stand_in(free, bob))
    refused = [answer for answer in answers if isinstance(answer, PlayError)]
    assert len(refused) == 1
    owner = free.user
    free.refresh_from_db()
    assert free.user == (owner if answers[0] is True else bob)
    assert (free.bot, free.offered_at) == ("", None)
    assert free.game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 2


def test_a_bot_that_moves_while_its_player_comes_back_leaves_a_whole_game(free):
    answers = at_once(lambda: bot_moves.play_bot_moves(free.game_id), lambda: come_back(free))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    game = Game.objects.get(pk=free.game_id)
    assert game.log_length == game.log_entries.count()
    free.refresh_from_db()
    assert free.bot == ""
    assert How.FORM in game.log_entries.values_list("how", flat=True)

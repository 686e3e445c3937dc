"""Seats that are given on: to whom, by whom, and what goes with them."""

import pytest
from django.utils import timezone

from games.models import GameLogEntry, GameNotice, Invitation, Seat
from games.play import bot_moves, moves, orders, referee, replacements, seats, votes
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, tables
from games.play.transaction.origin import by_user
from games.rules import registry
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.tables import awaited, fallback, move, position, table

pytestmark = pytest.mark.django_db


def vote(seat: Seat, matter: str) -> bool:
    return votes.cast_vote(seat.game_id, seat.name, matter, by_user(seat.user))


def test_a_player_gives_the_seat_to_somebody_who_plays_on_with_the_same_cards():
    game = table(4)
    seat = awaited(game)
    invitation = invitations.offer_seat(game.pk, seat.pk, seat.user, "dora@example.org")
    hand = position(game).players[seat.name].hand
    old_key, former = seat.key, seat.user
    invitations.accept(invitation.pk, handle="Dora")
    seat.refresh_from_db()
    assert (seat.user.handle, seat.bot) == ("Dora", "")
    assert seat.key != old_key
    assert position(game).players[seat.name].hand == hand
    assert game.notices.filter(user=seat.user, kind=GameNotice.Kind.CHANGES).exists()
    with pytest.raises(NotAllowed):
        moves.play_moves(game.pk, seat.name, ["x"], by_user(former), decision=seat.decision)
    move(seat, fallback(seat))
    assert game.log_entries.filter(kind=GameLogEntry.Kind.SEAT).count() == 1


def test_the_creator_gives_a_seat_on_only_when_its_player_stays_away():
    game = table(4)
    seat = game.seats.exclude(user=game.creator).first()
    with pytest.raises(NotAllowed):
        invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")
    stay_away(seat)
    invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")


def stay_away(seat: Seat) -> None:
    """As if the table had waited for this player too often: a bot plays on."""
    Seat.objects.filter(pk=seat.pk).update(bot=tables.DEFAULT_BOT, offered_at=timezone.now())


def test_who_comes_back_in_time_keeps_the_seat():
    game = table(3)
    seat = game.seats.exclude(user=game.creator).first()
    stay_away(seat)
    offered = invitations.offer_seat(game.pk, seat.pk, game.creator, "dora@example.org")
    replacements.return_to_seat(game.pk, seat.name, by_user(seat.user))
    with pytest.raises(NotNow, match=play.SEAT_HAS_ITS_PLAYER_BACK.pattern):
        invitations.accept(offered.pk, handle="Dora")
    seat.refresh_from_db()
    assert (seat.user.handle != "Dora", seat.bot) == (True, "")


def test_a_seat_that_changes_hands_in_a_pause_gets_no_deadline_and_leaves_the_others_theirs():
    game, staff = table(3), UserFactory(is_staff=True)
    referee.decide_matter(game.pk, "pause", staff)
    seat = awaited(game)
    referee.replace_player(game.pk, seat.pk, staff, person=UserFactory())
    assert awaited(game).deadline is None


def test_votes_and_open_offers_do_not_go_with_the_seat():
    game = table(3)
    seat = game.seats.all()[0]
    vote(seat, "abandon")
    invitations.offer_seat(game.pk, seat.pk, seat.user, "dora@example.org")
    referee.replace_player(game.pk, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    assert not game.votes.exists()
    assert game.invitations.get().state == Invitation.State.WITHDRAWN


def test_nobody_else_gives_a_seat_away_and_nobody_sits_twice():
    game = table(4)
    seat, other = game.seats.all()[:2]
    with pytest.raises(NotAllowed):
        seats.give_to_bot(game.pk, seat.pk, other.user)
    with pytest.raises(NotPossible):
        invitations.offer_seat(game.pk, seat.pk, seat.user, other.user.email)


def test_a_bot_plays_on_for_somebody_who_leaves_and_keeps_the_seat():
    game = table(2)
    seat = awaited(game)
    key, player = seat.key, seat.user
    seats.give_to_bot(game.pk, seat.pk, player)
    seat.refresh_from_db()
    assert (seat.user, seat.bot, seat.key, seat.deadline) == (player, "rule_based", key, None)
    assert bot_moves.play_bot_moves(game.pk) > 0
    assert awaited(game) != seat


def test_whoever_has_left_comes_back_to_the_seat_and_its_orders():
    game = table(3)
    seat = awaited(game)
    orders.file_order(game.pk, seat.name, "always gold", by_user(seat.user))
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    assert replacements.return_to_seat(game.pk, seat.name, by_user(seat.user))
    seat.refresh_from_db()
    assert (seat.bot, seat.deadline is not None) == ("", True)
    assert registry.get(game.ruleset).orders.lines(position(game), seat.name) == ["always gold"]


def test_whoever_has_left_in_a_pause_and_comes_back_has_a_clock_that_stands_still():
    game, staff = table(3), UserFactory(is_staff=True)
    referee.decide_matter(game.pk, "pause", staff)
    seat = awaited(game)
    seats.give_to_bot(game.pk, seat.pk, seat.user)
    replacements.return_to_seat(game.pk, seat.name, by_user(seat.user))
    assert awaited(game).deadline is None
    referee.decide_matter(game.pk, "resume", staff)
    assert awaited(game).deadline is not None


def test_leaving_is_told_to_whoever_leaves_once_and_to_the_others():
    game = table(3)
    seat = awaited(game)
    for _ in range(2):  # a double click
        seats.give_to_bot(game.pk, seat.pk, seat.user)
    told = game.notices.filter(kind=GameNotice.Kind.SUCCEEDED)
    assert [notice.user for notice in told] == [seat.user]
    changes = game.notices.filter(kind=GameNotice.Kind.CHANGES)
    assert {notice.user_id for notice in changes} == set(
        game.seats.exclude(pk=seat.pk).values_list("user", flat=True)
    )

"""The same people once more: one new table, whoever asks and however often."""

import pytest

from accounts.close_account import close_account
from games.models import Game, Invitation
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, rematches, tables, tutorial
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.rematches import finished
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db


def list_players(game: Game) -> list:
    return [seat.user for seat in game.seats.select_related("user") if seat.user]


def ask(game: Game, user) -> Game:
    return rematches.play_again(game.pk, user).game


def test_the_new_table_has_the_same_settings_and_whoever_asks_is_its_host():
    game = finished(3, name="Winter", visibility=Game.Visibility.NOBODY)
    _, bob, _ = list_players(game)
    new = ask(game, bob)
    same = ["ruleset", "options", "size", "pace_data", "patience_data", "visibility", "starts_when_full"]
    assert [getattr(new, name) for name in same] == [getattr(game, name) for name in same]
    assert (new.name, new.creator, new.rematch_of, new.is_open) == ("Winter (2)", bob, game, False)


def test_the_others_are_invited_by_name_and_their_addresses_stay_hidden():
    game = finished(3)
    ann, bob, eve = list_players(game)
    new = ask(game, ann)
    asked = new.invitations.select_related("invitee")
    assert {(one.invitee, one.address, one.label) for one in asked} == {
        (one, one.email, one.handle) for one in (bob, eve)
    }


def test_who_asks_second_joins_the_table_of_the_first():
    game = finished(3)
    ann, bob, eve = list_players(game)
    new = ask(game, ann)
    assert ask(game, bob) == ask(game, bob) == new
    assert new.invitations.get(invitee=bob).state == Invitation.State.ACCEPTED
    assert ask(game, eve) == new
    new.refresh_from_db()
    assert (new.state, new.seats.count()) == (Game.State.RUNNING, 3)


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_open_one_table():
    game = finished(3)
    ann, bob, _ = list_players(game)
    answers = at_once(*[lambda user=user: ask(game, user) for user in (ann, bob, ann, bob)])
    [new] = Game.objects.filter(rematch_of=game)
    assert answers == [new] * 4
    assert {seat.user_id for seat in new.seats.all()} == {ann.pk, bob.pk}


def test_bots_sit_down_again_and_a_game_against_bots_alone_starts_at_once():
    game = finished(1, bots=3, starts_when_full=False)
    [ann] = list_players(game)
    new = ask(game, ann)
    assert (new.state, new.seats.exclude(bot="").count()) == (Game.State.RUNNING, 3)
    assert not new.invitations.exists()


def test_the_seat_of_a_closed_account_stays_free():
    game = finished(3)
    ann, bob, eve = list_players(game)
    close_account(eve)
    new = ask(game, ann)
    assert [one.invitee for one in new.invitations.all()] == [bob]
    assert new.state == Game.State.OPEN


def test_a_guest_is_asked_and_may_ask():
    game = finished(2)
    ann, bob = list_players(game)
    type(ann).objects.filter(pk=bob.pk).update(is_guest=True)
    new = ask(game, bob)
    assert (new.creator, [one.invitee for one in new.invitations.all()]) == (bob, [ann])


def test_who_declined_may_still_join():
    game = finished(3)
    ann, bob, _ = list_players(game)
    new = ask(game, ann)
    invitations.decline(new.invitations.get(invitee=bob).pk)
    assert ask(game, bob) == new
    assert new.seats.filter(user=bob).exists()


def test_whom_the_host_has_removed_may_not_join_again():
    game = finished(3)
    ann, bob, eve = list_players(game)
    new = ask(game, ann)
    ask(game, bob)
    tables.remove_seat(new.pk, ann, new.seats.get(user=bob).pk)
    invitations.withdraw(new.invitations.get(invitee=eve).pk, ann)
    for user in (bob, eve):
        with pytest.raises(NotAllowed, match=play.SEAT_GIVEN_AWAY.pattern):
            ask(game, user)


def test_a_game_that_has_begun_has_no_seat_for_who_comes_late():
    game = finished(3)
    ann, bob, eve = list_players(game)
    new = ask(game, ann)
    ask(game, bob)
    tables.add_bots(new.pk, ann, 3)
    with pytest.raises(NotNow, match=play.BEGUN_WITHOUT_YOU.pattern):
        ask(game, eve)


def test_a_table_that_was_given_up_makes_room_for_another():
    game = finished(2)
    ann, bob = list_players(game)
    tables.cancel_table(ask(game, ann).pk, ann)
    again = ask(game, bob)
    assert (again.creator, again.state) == (bob, Game.State.OPEN)


def test_a_rematch_is_played_again_itself():
    game = finished(1, bots=3)
    [ann] = list_players(game)
    second = ask(game, ann)
    Game.objects.filter(pk=second.pk).update(state=Game.State.OVER)
    assert ask(second, ann).rematch_of == second


def test_only_players_ask_and_only_after_the_end():
    game = finished(2)
    with pytest.raises(NotAllowed):
        ask(game, UserFactory())
    Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
    with pytest.raises(NotNow, match=play.GAME_NOT_OVER.pattern):
        ask(game, list_players(game)[0])


def test_a_game_of_a_tournament_has_no_rematch():
    game = finished(2)
    Game.objects.filter(pk=game.pk).update(arrangement_key="tournament/1")
    with pytest.raises(NotPossible):
        ask(game, list_players(game)[0])


def test_after_the_tutorial_another_game_starts_without_the_lessons_that_were_read():
    ann = UserFactory()
    seat = tutorial.start_tutorial(ann, "citadels")
    tutorial.record_lessons_read(seat.pk, ["goal"])
    Game.objects.filter(pk=seat.game_id).update(state=Game.State.OVER)
    new = rematches.play_again(seat.game_id, ann)
    assert (new.game.is_tutorial, new.game.state, new.lessons_read) == (True, Game.State.RUNNING, "goal")
    assert rematches.play_again(seat.game_id, ann) == new


@pytest.mark.parametrize("limit", ["MAX_EMAILS_PER_ADDRESS", "MAX_EMAILS_PER_DAY"])
def test_who_cannot_be_written_to_today_is_invited_without_an_email(monkeypatch, limit):
    monkeypatch.setattr(invitations, limit, 0)
    game = finished(2)
    ann, bob = list_players(game)
    new = ask(game, ann)
    invitation = new.invitations.get(invitee=bob)
    assert (invitation.status, invitation.times_sent) == (Invitation.Status.DROPPED, 0)
    assert ask(game, bob) == new


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Winter", "Winter (2)"),
        ("Winter (2)", "Winter (3)"),
        ("Winter (99)", "Winter (100)"),
        ("Winter (1)", "Winter (1) (2)"),
        ("x" * 60, "x" * 56 + " (2)"),
        ("(2)", "(2) (2)"),
    ],
)
def test_the_next_table_has_the_next_number(name, following):
    assert rematches.number_name(name) == following

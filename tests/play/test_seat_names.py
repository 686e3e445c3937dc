"""What people read for the name of a seat, and what the notation has."""

import pytest
from django.core import mail

from accounts import server_time
from accounts.models import User
from games.mail.outgoing import game_outbox
from games.models import Game, Seat
from games.play import chat, seats
from games.play.lobby import tables
from games.play.lobby.tables import NewTable
from games.play.transaction.origin import How, Origin, new_request_key
from games.queries.game_view import GameView
from games.rules.core.reader import describe_wait
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A table of Égon, whom nobody mistakes, of Li Lei, whose handle says nothing, and of Ann."""
    host = UserFactory(handle="Egon", display_name="Égon")
    game = tables.open_table(host, NewTable(name="New", ruleset="citadels", options={}, size=3, is_open=True))
    tables.join_table(game.pk, UserFactory(handle="player-x7k2", display_name="李雷"))
    tables.join_table(game.pk, UserFactory(handle="Ann"))
    game.refresh_from_db()
    return game


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.select_related("user", "game").get(name=name)


def test_the_notation_has_the_handle_and_people_read_the_name(game):
    assert {seat.name: seat.shown_name for seat in game.seats.all()} == {
        "Egon": "Égon",
        "player-x7k2": "李雷 (player-x7k2)",
        "Ann": "Ann",
    }


def test_two_who_have_the_same_name_are_told_apart(game):
    table = NewTable(name="Two", ruleset="citadels", options={}, size=3, is_open=True)
    game = tables.open_table(seat_of(game, "Egon").user, table)
    tables.join_table(game.pk, UserFactory(handle="Egon2", display_name="Égon"))
    tables.join_table(game.pk, UserFactory(handle="Emil", display_name="Egon"))
    assert [seat.shown_name for seat in game.seats.order_by("joined_at")] == [
        *("Égon", "Égon (Egon2)", "Egon (Emil)"),
    ]


def test_the_table_heads_each_seat_with_the_name(game):
    page = client_of(seat_of(game, "Ann").user).get(f"/g/{game.key}/").content.decode()
    assert "Égon" in page
    assert "李雷 (player-x7k2)" in page


def test_the_table_waits_for_whom_people_know(game):
    asked = game.seats.get(decision__isnull=False)
    User.objects.filter(pk=asked.user_id).update(display_name="Ѯения")
    awaited = seat_of(game, asked.name)
    other = game.seats.select_related("user").exclude(pk=awaited.pk).first()
    view = GameView(game, list(game.seats.all()), other, "en")
    assert describe_wait([awaited.shown_name], "en") == view.page["headline"]
    assert awaited.shown_name != awaited.name


def test_a_name_written_from_right_to_left_turns_nothing_around_it(game):
    User.objects.filter(handle="player-x7k2").update(display_name="محمد")
    page = client_of(seat_of(game, "Ann").user).get(f"/g/{game.key}/").content.decode()
    assert "<bdi>محمد (player-x7k2)</bdi>" in page


def test_the_email_shows_the_names_in_its_table(game):
    game_outbox.send_due_notices()
    html = "".join(str(part.content) for email in mail.outbox for part in email.alternatives)
    assert "李雷 (player-x7k2)" in html


def test_the_chat_is_signed_with_the_name(game):
    seat = seat_of(game, "Egon")
    chat.post_message(game, seat, "Szia!", key="k")
    page = client_of(seat_of(game, "Ann").user).get(f"/g/{game.key}/").content.decode()
    assert page.index("Égon") < page.index("Szia!")


def test_a_seat_that_was_handed_over_keeps_its_name_in_the_game(game):
    seat = seat_of(game, "Egon")
    origin = Origin(How.FORM, new_request_key(), server_time.now(), seat.user_id)
    seats.change_player(game.pk, seat.pk, origin, user=UserFactory(handle="Emil", display_name="Емил"))
    assert seat_of(game, "Egon").shown_name == "Egon"


def test_an_alias_gives_nobody_away():
    hidden = UserFactory(handle="Egon", display_name="Égon")
    assert Seat(name="Heron", user=hidden).shown_name == "Heron"

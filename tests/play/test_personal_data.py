"""What a player leaves in games and emails: exported, and without a name when the account is closed."""

import msgspec
import pytest

from accounts.close_account import close_account
from accounts.export import dump_export
from accounts.models import User
from games.models import Game, IncomingMail
from games.play import bot_moves, personal_data, seats
from games.play.lobby import invitations, rematches, tables
from games.rules import registry
from games.rules.core.orders import file_default_orders
from tests.helpers.factories import ChatMessageFactory, UserFactory
from tests.helpers.mail.inbox import post, reply
from tests.helpers.messages import accounts
from tests.helpers.rematches import finished
from tests.helpers.tables import awaited, fallback, move, opened, play_on, position, table

pytestmark = pytest.mark.django_db


def test_closing_an_account_takes_the_name_out_of_every_game_and_the_game_goes_on():
    game = table(3)
    play_on(game, 12)
    seat = game.seats.all()[0]
    name, user = seat.name, seat.user
    ChatMessageFactory(seat=seat, text="I live in Pest")
    assert name in dump_export(user)
    close_account(user)
    stored = Game.objects.values_list("position", flat=True).get(pk=game.pk)
    texts = [
        stored,
        *game.log_entries.values_list("text", flat=True),
        *game.log_entries.values_list("events", flat=True),
    ]
    assert not [text for text in texts if name in text]
    assert "Pest" not in "".join(game.messages.values_list("text", flat=True))
    seat.refresh_from_db()
    assert seat.name == f"Former-{user.pk}"
    assert seat.bot
    for _ in range(3):
        bot_moves.play_bot_moves(game.pk)
        one = awaited(game)
        move(one, fallback(one))
    rules = registry.get("citadels")
    names = [each.name for each in game.seats.all()]
    replayed, _ = rules.new(names, msgspec.json.decode(game.options), Game.objects.get(pk=game.pk).seed)
    for entry in game.log_entries.filter(kind="move"):
        rules.play(replayed, entry.seat.name, rules.read(replayed, entry.seat.name, entry.text))
    file_default_orders(rules, replayed, seat.name)  # as for everybody who takes a seat over
    assert rules.dump(replayed) == rules.dump(position(game))


def closed_texts(game: Game) -> str:
    rows = [Game.objects.filter(pk=game.pk), game.log_entries, game.seats, game.messages]
    return " ".join(str(list(each.values())) for each in rows)


def test_a_name_goes_even_from_a_seat_that_was_given_on_and_from_the_table():
    ann = UserFactory(handle="Annamaria")
    game = tables.open_table(ann, tables.NewTable("Table of Annamaria", "citadels", {}, 3, is_open=True))
    for _ in range(2):
        tables.join_table(game.pk, UserFactory())
    play_on(game, 5)
    seat = game.seats.get(user=ann)
    seats.give_to_bot(game.pk, seat.pk, ann)
    close_account(ann)
    assert "Annamaria" not in closed_texts(game)
    assert position(game)


def test_a_name_goes_from_rematches_that_others_have_opened():
    game = finished(2, name="Table of Annamaria")
    ann, bob = [seat.user for seat in game.seats.select_related("user")]
    User.objects.filter(pk=ann.pk).update(handle="Annamaria")
    Game.objects.filter(pk=game.pk).update(creator=ann)
    rematch = rematches.play_again(game.pk, bob).game
    close_account(User.objects.get(pk=ann.pk))
    rematch.refresh_from_db()
    assert rematch.name == f"Table of Former-{ann.pk} (2)"


def test_an_invitation_by_name_is_exported_also_after_a_change_of_address():
    game, bob = opened(), UserFactory()
    invitations.invite_users(game.pk, game.creator, [bob])
    bob.email = "bob@new.example"
    bob.save()
    assert [one["game__key"] for one in personal_data.export_player(bob)["invitations"]] == [game.key]


def test_a_successor_is_forgotten_too_and_the_first_name_stays():
    game = table(3)
    seat = game.seats.all()[0]
    offered = invitations.offer_seat(game.pk, seat.pk, seat.user, "zyx@example.org")
    invitations.accept(offered.pk, handle="Zyxwv")
    seat.refresh_from_db()
    close_account(seat.user)
    assert "Zyxwv" not in closed_texts(game)
    assert game.seats.get(pk=seat.pk).name == seat.name


@pytest.mark.parametrize("handle", ["agenda", "Players", "turn", "Hand", "seats"])
def test_a_handle_like_a_stored_word_hurts_no_game(handle):
    person = UserFactory(handle=handle)
    game = tables.open_table(person, tables.NewTable("Ours", "citadels", {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    play_on(game, 8)
    assert game.seats.get(user=person).name == f"{handle}-2"
    close_account(person)
    bot_moves.play_bot_moves(game.pk)
    assert position(game)


def test_the_warning_says_how_many_games_are_running():
    game = table(2)
    assert personal_data.list_closing_warnings(game.creator)[0] == accounts.IN_A_RUNNING_GAME.fill(n=1)


def test_emails_are_exported_and_gone_when_the_account_is_closed():
    seat = awaited(table(3))
    post(reply(seat, "say hello"))
    [email] = personal_data.export_player(seat.user)["incoming_mail"]
    assert "say hello" in email["text"]
    close_account(seat.user)
    assert not IncomingMail.objects.exists()

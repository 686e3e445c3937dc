"""Who may look at the orders of a seat: its player, by the page or by the link of an email. Nobody else."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.links import kinds
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play import link_revocation, orders, seats
from games.play.lobby import tables
from games.play.transaction.origin import How, Origin, by_user
from games.rules.core.orders import OrdersChange
from games.views.access import PASSES
from tests.helpers.factories import GameNoticeFactory, UserFactory
from tests.helpers.messages.orders import NO_ORDERS_IN_THIS_GAME, ORDER_ANSWERED_AT_ONCE, WHAT_ORDERS_DID
from tests.helpers.messages.rules import ORDER_GATHER_GOLD
from tests.helpers.messages.table import THIS_WAITS_FOR_YOU, YOU_PLAY_AS
from tests.helpers.order_pages import KING, RULES, SNEAKY, look, orders_of, post, read, text
from tests.helpers.pages import client_of, url
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.secrets import ONE_TIME, put_other_world
from tests.helpers.tables import advice, awaited, play_on, position, table, written

pytestmark = pytest.mark.django_db


# --- who may look


def test_nobody_else_finds_the_page(game):
    for stranger in (Client(), client_of(UserFactory())):
        assert stranger.get(url(game, "orders")).status_code == 404
        assert post(stranger, game, "write", order="always gold").status_code == 404


def test_an_onlooker_is_told_that_he_has_no_seat():
    game = table(3, visibility="always")
    assert Client().get(url(game, "orders")).status_code == 403
    assert post(Client(), game, "write", order="always gold").status_code == 403


def test_a_pass_opens_the_page_of_its_seat_alone(game, seat):
    orders.file_order(game.pk, seat.name, "prefer king", by_user(seat.user))
    holder, other = Client(), game.seats.exclude(pk=seat.pk).first()
    session = holder.session
    session[PASSES] = {str(other.pk): other.key}
    session.save()
    assert "prefer king" not in text(look(holder, game))
    assert post(holder, game, "write", order="always gold").status_code == 303
    assert (orders_of(seat), orders_of(other)) == (["prefer king"], ["always gold"])


def test_no_other_page_changes_when_an_order_is_filed(game, seat):
    """Neither the order nor that there is one can be seen by anybody else."""
    others = [client_of(one.user) for one in game.seats.select_related("user") if one.pk != seat.pk]
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        before = [seen_by(other, game) for other in others]
        wanted = OrdersChange(standing_orders=("prefer king", "always gold"), plan=("gold",))
        orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
        assert [seen_by(other, game) for other in others] == before


def seen_by(client: Client, game: Game) -> list[bytes]:
    pages = [client.get(url(game)), client.get(url(game, "log")), client.get(url(game, "orders"))]
    return [ONE_TIME.sub(b"", page.content) for page in pages]


@pytest.mark.parametrize("options", [{}, SNEAKY, {"edition": "classic", "preset": "random"}], ids=str)
def test_the_page_does_not_tell_two_worlds_apart(options):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(4, options=options)
        play_on(game, 33, advice)
        reader = game.seats.select_related("user").first()
        client = client_of(reader.user)
        here = ONE_TIME.sub(b"", look(client, game).content)
        put_other_world(game, reader.name, 1)
        assert ONE_TIME.sub(b"", look(client, game).content) == here


def test_the_page_is_kept_by_nobody(client, game):
    assert "no-store" in look(client, game).headers["Cache-Control"]
    assert "no-store" in post(client, game, "add", step="gold").headers["Cache-Control"]


def test_a_seat_in_new_hands_shows_no_order_of_the_one_before(game, seat):
    orders.file_order(game.pk, seat.name, "always gold", by_user(seat.user))
    origin = Origin(How.FORM, "give", timezone.now(), seat.user_id)
    seats.change_player(game.pk, seat.pk, origin, bot=tables.DEFAULT_BOT)
    assert client_of(seat.user).get(url(game, "orders")).status_code in (403, 404)
    assert orders_of(seat) == list(RULES.orders.defaults)


def test_a_game_that_is_over_has_no_orders_any_more(client, game):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    for response in (client.get(url(game, "orders")), post(client, game, "write", order="always gold")):
        assert (response.status_code, response.headers["Location"]) == (302, url(game))


def test_a_paused_game_takes_orders_and_plays_none(game):
    written(game, KING)
    seat = awaited(game)
    Game.objects.filter(pk=game.pk).update(state=Game.State.PAUSED)
    assert post(client_of(seat.user), game, "plan", line=["gold", "end"]).status_code == 303
    assert orders_of(seat) == ["gold", "end"]
    assert not game.log_entries.filter(kind="move").exists()


def test_the_table_leads_to_the_page_for_players_only():
    game = table(3, visibility="always")
    link = f'href="{url(game, "orders")}"'
    for player in game.seats.select_related("user"):
        assert link in text(client_of(player.user).get(url(game)))
    assert link not in text(Client().get(url(game)))


def test_a_game_without_orders_says_so_and_has_no_link(client, game, monkeypatch, seat):
    monkeypatch.setattr(RULES.orders, "offered", False)
    assert NO_ORDERS_IN_THIS_GAME in read(look(client, game))
    assert url(game, "orders") not in text(client.get(url(game)))
    assert PEBBLES.orders.forms(None, "Ann") == ()
    assert PEBBLES.orders.describe(None, "Ann", "put red") == "put red"


def test_the_page_needs_few_statements(client, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        look(client, game)


# --- behind the link of an email


def link_of(seat: Seat, number: int | None = None) -> str:
    seat.game.refresh_from_db()
    orders = kinds.OrdersLink.for_seat(seat, seat.game.log_length if number is None else number)
    return f"/o/{kinds.ORDERS.sign(orders)}/"


def test_the_link_opens_the_page_without_signing_in(game, seat):
    response = Client().get(link_of(seat))
    assert response.status_code == 200
    assert YOU_PLAY_AS.fill(name=seat.name) in read(response)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "strict-origin"


def test_orders_are_filed_and_withdrawn_by_the_link(game, seat):
    client = Client()
    response = client.post(link_of(seat), {"do": "write", "order": "always gold"})
    assert response.status_code == 303
    assert orders_of(seat) == ["always gold"]
    again = client.get(response.headers["Location"])
    assert ORDER_GATHER_GOLD in read(again)
    client.post(response.headers["Location"], {"do": "withdraw", "what": "always gold"})
    assert orders_of(seat) == []


def test_what_is_answered_by_the_link_is_the_players_own_move(game):
    asked = awaited(game)
    numbers = {f"rank-prefer-{one}": str(place) for place, one in enumerate(position(game).cast, 1)}
    client = Client()
    response = client.post(link_of(asked), {"do": "rank-prefer", **numbers})
    entry = GameLogEntry.objects.get(kind=GameLogEntry.Kind.MOVE)
    assert (entry.how, entry.by) == (How.ORDER, asked.user)
    assert re.search(ORDER_ANSWERED_AT_ONCE.pattern, read(client.get(response.headers["Location"])))


def test_the_link_shows_the_hand_only_while_its_question_is_open(game):
    written(game, KING)
    seat = awaited(game)
    link = link_of(seat)
    assert "Build Castle" in text(Client().get(link))
    orders.change_orders(game.pk, seat.name, OrdersChange(plan=("gold", "end")), by_user(seat.user))
    page = Client().get(link)
    assert page.status_code == 200
    assert "Build Castle" not in text(page)
    assert THIS_WAITS_FOR_YOU not in read(page)
    assert WHAT_ORDERS_DID not in read(page)
    assert WHAT_ORDERS_DID in read(look(client_of(seat.user), game))


def test_the_link_ends_with_the_next_email_that_asks(game):
    seat = awaited(game)
    link = link_of(seat)
    notice = GameNoticeFactory(seat=seat, number=game.log_length + 5)
    assert Client().get(link).status_code == 200
    GameNotice.objects.filter(pk=notice.pk).update(status=GameNotice.Status.SENT)
    assert Client().get(link).status_code == 410
    assert Client().post(link, {"do": "write", "order": "always gold"}).status_code == 410
    assert Client().get(link_of(seat, game.log_length + 5)).status_code == 200


def test_no_link_opens_a_seat_in_new_hands_or_a_guarded_one(game, seat):
    link = link_of(seat)
    assert link_revocation.revoke_links(seat)
    assert Client().get(link).status_code == 410
    assert Client().post(link, {"do": "write", "order": "always gold"}).status_code == 410
    seat.refresh_from_db()
    assert Client().get(link_of(seat)).status_code == 410
    assert client_of(seat.user).get(url(game, "orders")).status_code == 200
    assert orders_of(seat) == []


def test_odd_and_old_links_open_nothing(game, seat):
    turn = kinds.TURN.sign(kinds.TurnLink.for_seat(awaited(game)))
    assert Client().get(f"/o/{turn}/").status_code == 404
    assert Client().get(f"/t/{kinds.ORDERS.sign(kinds.OrdersLink.for_seat(seat, 1))}/").status_code == 404
    assert Client().get("/o/x/").status_code == 404
    with time_machine.travel(timezone.now() - timedelta(days=61)):
        old = link_of(seat)
    assert Client().get(old).status_code == 410


def test_the_link_of_a_game_that_is_over_opens_nothing(game, seat):
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    assert Client().get(link_of(seat)).status_code == 410


def test_emails_have_the_link_in_their_foot(game, mailoutbox):
    game_outbox.send_due_notices()
    asked = awaited(game)
    email = next(one for one in mailoutbox if one.to == [asked.user.email])
    html = email.alternatives[0][0]
    (link,) = set(re.findall(r"https?://[^/]+(/o/[^\s\"<]+)", f"{email.body}\n{html}"))
    page = Client().get(link)
    assert page.status_code == 200
    assert YOU_PLAY_AS.fill(name=asked.name) in read(page)

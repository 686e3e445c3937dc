"""Try it: from the front page to the first question, with an account and without."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.play import bot_moves
from games.rules import registry
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.factories import UserFactory
from tests.helpers.messages.clock import ANSWER_BY, ASK_FOR_MORE_TIME, IF_NOT_ANSWERED
from tests.helpers.messages.pages import TRY_IT
from tests.helpers.messages.rules import LESSON_DRAFT, LESSON_GOAL
from tests.helpers.messages.table import NO_MORE_EXPLANATIONS
from tests.helpers.pages import client_of, decision_form, sent_as_it_is, url
from tests.helpers.tables import advice, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db


def tried(client: Client, ruleset: str = "citadels") -> Game:
    response = client.post(f"/try/{ruleset}/")
    assert response.status_code == 302
    game = Game.objects.get(key=response["Location"].split("/")[2])
    bot_moves.play_bot_moves(game.pk)
    return game


def titles(client: Client, game: Game) -> list[str]:
    return re.findall(r'class="lesson"><h3>([^<]+)', client.get(url(game)).content.decode())


def test_a_stranger_is_at_the_table_by_one_click():
    client = Client()
    game = tried(client)
    seat = Seat.objects.get(game=game, bot="")
    assert seat.user.is_visitor
    assert titles(client, game) == [LESSON_GOAL, LESSON_DRAFT]
    page = client.get(url(game)).content.decode()
    clock = (ANSWER_BY, IF_NOT_ANSWERED, ASK_FOR_MORE_TIME)
    assert not [text for text in clock if re.search(text.pattern, page)]
    assert tried(client) == game  # a second click
    sent = sent_as_it_is(decision_form(client.get(url(game)).content)) | {"move": [advice(seat)]}
    assert sent["lesson"] == ["goal", "draft"]
    assert client.post(url(game, "move"), sent).status_code == 303
    bot_moves.play_bot_moves(game.pk)
    assert LESSON_DRAFT not in titles(client, game)
    client.post(url(game, "tutorial"))
    assert not titles(client, game)
    assert Client().get(url(game)).status_code == 404


def stranger(secret: str) -> Client:
    """A browser that has seen the front page, and whose answer to a click has not come yet."""
    client = Client()
    client.cookies["csrftoken"] = secret
    return client


def test_a_second_click_before_the_first_answer_leads_to_the_same_table():
    first, second, other = stranger("a" * 32), stranger("a" * 32), stranger("b" * 32)
    game = tried(first)
    assert tried(second) == game
    for client in (first, second):
        assert titles(client, game)
    assert tried(other) != game
    assert other.get(url(game)).status_code == 404
    assert User.objects.list_visitors().count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_are_one_visitor_and_one_game():
    answers = at_once(*[lambda: stranger("a" * 32).post("/try/citadels/")["Location"]] * 4)
    assert answers == [url(Game.objects.get())] * 4
    assert User.objects.list_visitors().count() == 1


def test_who_comes_again_after_the_end_plays_another_game_and_is_forgotten_later():
    game = tried(stranger("a" * 32))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    long_ago = timezone.now() - timedelta(days=29)
    User.objects.list_visitors().update(date_joined=long_ago)
    assert tried(stranger("a" * 32)) != game
    assert User.objects.list_visitors().get().date_joined > long_ago


def test_after_the_end_there_are_no_more_explanations_to_put_away():
    client = Client()
    game = tried(client)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    page = client.get(url(game)).content.decode()
    assert NO_MORE_EXPLANATIONS not in page
    assert len(titles(client, game)) == 1


def test_whoever_is_signed_in_plays_under_the_own_name():
    ann = UserFactory()
    game = tried(client_of(ann))
    assert Seat.objects.get(game=game, bot="").user == ann
    assert not User.objects.list_visitors().exists()
    assert tried(client_of(ann)) == game


def test_a_visitor_can_write_to_nobody():
    client = Client()
    game = tried(client)
    seat = Seat.objects.get(game=game, bot="")
    client.post(url(game, "seat"), {"seat": seat.pk, "address": "victim@example.org", "what": "invite"})
    client.post(url(game, "account"))
    assert not mail.outbox
    assert not game.invitations.exists()
    assert client.get(f"/people/{seat.user.handle}/").status_code == 404


def test_strangers_are_counted():
    for _ in range(5):
        tried(Client())
    assert Client().post("/try/citadels/").status_code == 429
    assert User.objects.list_visitors().count() == 5
    tried(client_of(UserFactory()))


def test_a_game_that_explains_nothing_cannot_be_tried(monkeypatch):
    assert Client().post("/try/chess/").status_code == 404
    for rules in registry.RULESETS.values():
        monkeypatch.setattr(rules, "tutorial", None)
    assert Client().post("/try/citadels/").status_code == 404
    front = Client().get("/").content.decode()
    assert TRY_IT not in front


def test_another_game_is_tried_from_its_rules_or_from_the_front_page(monkeypatch):
    client = Client()
    monkeypatch.setitem(registry.RULESETS, DOMINION.slug, DOMINION)
    for page in ("/rules/dominion/", "/"):
        assert 'action="/try/dominion/"' in client.get(page).content.decode()
    game = tried(client, "dominion")
    assert game.size == 3
    assert titles(client, game)[0] == LESSON_GOAL
    assert tried(client) != game  # one of each game at a time


def test_a_table_where_bots_are_at_work_is_looked_at_sooner():
    game = table(1, bots=1)
    bot = game.seats.exclude(bot="").get()
    waits = bot.decision is not None
    assert ("data-soon" in client_of(game.creator).get(url(game)).content.decode()) == waits
    bot_moves.play_bot_moves(game.pk)
    assert "data-soon" not in client_of(game.creator).get(url(game)).content.decode()

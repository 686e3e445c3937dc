"""A game without standing orders does not speak of them, in emails, at the terminal or in its settings."""

import re

import pytest

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.management.terminal.game import TerminalGame
from games.management.terminal.session import TerminalSession
from games.models import Game, GameNotice
from games.play.lobby import tables
from games.queries import pace_text
from games.rules import registry
from games.views.lobby.forms import TableForm
from tests.helpers.factories import UserFactory
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.rulesets.fair import FAIR
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited

ORDERS = re.compile(r"\b(orders?|plan|prefer|always)\b", re.IGNORECASE)


class Screen:
    """Keeps what a session writes."""

    def __init__(self) -> None:
        self.text = ""

    def say(self, text: str, *_indents: str) -> None:
        self.text += f"{text}\n"

    def line(self) -> None: ...


@pytest.fixture
def game(db, monkeypatch) -> Game:
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    game = tables.open_table(UserFactory(), tables.NewTable("Shore", "pebbles", {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    return game


def test_its_emails_and_their_help_do_not_speak_of_orders(game):
    seat = awaited(game)
    notice = GameNotice(game=game, user=seat.user, seat=seat, kind=GameNotice.Kind.YOUR_TURN)
    assert not ORDERS.search(game_email.build_game_email(seat.user, [GameUpdate([notice])]).body)
    post(reply(seat, "help"))
    assert "undo: take back your last move" in last_email()
    assert not ORDERS.search(last_email())


def test_whoever_asks_for_orders_learns_that_there_are_none(game):
    post(reply(awaited(game), "orders"))
    assert "This game has no orders" in last_email()


def test_no_order_answers_for_whoever_is_late(game):
    assert "orders" not in game.patience.answers
    assert not ORDERS.search(" ".join(pace_text.describe_pace(game.pace, game.patience)))


@pytest.mark.parametrize(("rules", "answers"), [(PEBBLES, ["bot"]), (FAIR, ["bot", "orders"])])
def test_the_form_of_a_table_offers_orders_only_where_there_are_some(rules, answers):
    assert [answer for answer, _ in TableForm(rules).fields["answers"].choices] == answers


def test_the_help_at_the_terminal_does_not_speak_of_orders():
    screen = Screen()
    play = TerminalGame(PEBBLES, ["Ann", "Bob"], {}, "shore", "en")
    TerminalSession(play, screen, records=None).help("")
    assert "undo: take your last move back" in screen.text
    assert not ORDERS.search(screen.text)

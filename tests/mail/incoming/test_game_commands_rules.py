"""Lines of a reply that ask about the game: its rules, and what may be written."""

import pytest

from games.models import ChatMessage
from games.rules import registry
from games.rules.core import orders
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import replies, rules
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db


def test_rules_are_answered_with_the_first_chapters_and_a_link(seat):
    email = post(reply(seat, "rules"))
    assert email.ignore_reason == "idle"
    assert replies.RULES_BELOW in last_email()
    assert "/rules/citadels/" in last_email()
    for paragraph in registry.get("citadels").reference.short_rules()["A turn"]:
        assert paragraph in last_email()


@pytest.mark.parametrize(("language", "line"), [("hu", "szabályok"), ("hr", "Pravila, molim")])
def test_rules_are_told_in_the_language_of_the_reader(seat, language, line):
    seat.user.language = language
    seat.user.save()
    post(reply(seat, line))
    [goal, *_] = registry.get("citadels").reference.short_rules(language).values()
    assert goal[0] in last_email()


def test_a_remark_about_rules_is_only_talk(game, seat):
    post(reply(seat, "Rules are rules, Bence!", "gold"))
    assert replies.NO_MOVE_IN_LINE in last_email()
    assert moves(game) == ["gold"]
    assert not ChatMessage.objects.exists()


def test_a_game_without_a_rule_book_says_so(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    seat = awaited(table(2, ruleset="pebbles"))
    post(reply(seat, "rules"))
    assert "/rules/" not in last_email()
    assert rules.NO_RULEBOOK.is_in(last_email())


# --- help


def test_help_has_an_example_of_each_order_and_how_to_end_those_of_the_start(seat):
    post(reply(seat, "help"))
    for line in ("plan gold", "prefer architect merchant", "always gold"):
        assert f"“{line}”" in last_email()
    assert replies.DEFAULT_ORDERS.is_in(last_email(), cancel="cancel always end")


@pytest.mark.parametrize(
    ("language", "example", "cancel"),
    [("hu", "terv arany", "visszavonom mindig vége"), ("hr", "plan zlato", "poništi uvijek kraj")],
)
def test_the_examples_are_in_the_words_of_the_reader(seat, language, example, cancel):
    seat.user.language = language
    seat.user.save()
    post(reply(seat, "help"))
    assert f"„{example}”" in last_email()
    assert f"„{cancel}”" in last_email()


def test_what_help_says_about_forced_turns_can_be_written():
    seat = awaited(table(3, default_orders=True))
    post(reply(seat, "cancel always end"))
    assert replies.ORDER_CANCELLED.is_in(last_email(), order="always end")


@pytest.mark.parametrize("game", [registry.get("citadels"), DOMINION], ids=lambda game: game.slug)
def test_each_example_is_an_order_of_its_game(game):
    position, _events = game.new(["Ann", "Bob", "Cid"], {}, "seed1")
    for line in game.orders.examples:
        assert orders.file_order(game, position, "Ann", line) == line

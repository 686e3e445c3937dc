"""A table of Dominion is opened: a suggested set, ten cards of one's own, or a kingdom drawn by lot."""

import json
import re

import pytest

from games.models import Game
from games.rules import registry
from games.rules.dominion.cards.card import BASE, CARDS, INTRIGUE, list_kingdom_cards
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS
from tests.helpers.factories import UserFactory
from tests.helpers.messages.pages import RATHER_THIS_GAME
from tests.helpers.messages.rules import KINGDOM_CARD_TWICE, KINGDOM_TOO_LARGE, KINGDOM_TOO_SMALL
from tests.helpers.new_table_pages import NEW, go_on
from tests.helpers.pages import client_of

pytestmark = pytest.mark.django_db

TEN = SETS["underlings"].split()


@pytest.fixture(autouse=True)
def dominion(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, DOMINION.slug, DOMINION)


@pytest.fixture
def client():
    return client_of(UserFactory())


def begin(client, **answers):
    page = client.get(f"{NEW}?game=dominion")
    return go_on(client, page, **{"name": "Danube nights", **answers})


def shown(page) -> list[str]:
    """The kingdom cards of the summary."""
    return re.findall(r'/rules/dominion/cards/(\w+)/"', page.content.decode())


def test_every_set_is_offered_with_its_cards_under_its_boxes(client):
    page = begin(client, name=None).content.decode()
    for name in SETS:
        assert f'value="{name}"' in page
    assert "<legend>Intrigue and Base game</legend>" in page


def test_the_other_games_are_offered_by_name(client):
    page = client.get(f"{NEW}?game=dominion").content.decode()
    assert RATHER_THIS_GAME.fill(name="Citadels") in page


def test_a_suggested_set_is_shown_with_what_each_card_does(client):
    page = begin(client, o__set="deconstruction")
    assert sorted(shown(page)) == sorted(SETS["deconstruction"].split())
    text = page.content.decode()
    for card in SETS["deconstruction"].split():
        assert f"img/dominion/emblems.svg#e-{card}" in text
    assert "mark is-attack" in text
    assert "css/dominion/types.css" in text
    assert 'name="draw"' not in text
    assert go_on(client, page, open="1").status_code == 302
    assert SETS["deconstruction"].split()[0] in Game.objects.get().options


@pytest.mark.parametrize(
    ("boxes", "drawn"),
    [("intrigue", {INTRIGUE}), ("base", {BASE}), ("both", {INTRIGUE, BASE}), ("split", {INTRIGUE, BASE})],
)
def test_a_kingdom_drawn_by_lot_can_be_drawn_again_before_the_table_opens(client, boxes, drawn):
    page = go_on(client, begin(client, o__set="random"), o__boxes=boxes)
    first = shown(page)
    assert {CARDS[card].box for card in first} <= drawn
    assert len(first) == 10
    if boxes == "split":
        assert sorted(CARDS[card].box for card in first) == [BASE] * 5 + [INTRIGUE] * 5
    again = go_on(client, page, draw="1")
    assert set(shown(again)) != set(first)
    assert go_on(client, again, open="1", draw=None).status_code == 302
    kept = DOMINION.setup.describe({"kingdom": sorted(shown(again))}, 4)
    assert [card.slug for card in kept.parts[0].cards] == shown(again)
    assert json.loads(Game.objects.get().options)["kingdom"] == sorted(shown(again))


def test_ten_cards_of_ones_own_are_picked_from_both_boxes(client):
    page = begin(client, o__set="custom")
    text = page.content.decode()
    for card in list_kingdom_cards():
        assert f'value="{card}"' in text
        assert f"img/dominion/emblems.svg#e-{card}" in text
    assert sorted(shown(go_on(client, page, o__kingdom=TEN))) == sorted(TEN)


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (TEN[:9], KINGDOM_TOO_SMALL.fill(size=10, count=9, n=1)),
        ([], KINGDOM_TOO_SMALL.fill(size=10, count=0, n=10)),
        ([*TEN, "moat"], KINGDOM_TOO_LARGE.fill(size=10, count=11, n=1)),
        ([*TEN[:9], TEN[0]], KINGDOM_CARD_TWICE.fill(card=TEN[0])),
        ([*TEN[:9], "florin"], "florin"),
    ],
)
def test_a_kingdom_that_cannot_be_played_is_refused_and_the_ticks_are_kept(client, cards, sentence):
    page = go_on(client, begin(client, o__set="custom"), o__kingdom=cards)
    assert sentence in page.content.decode()
    assert not shown(page)
    kept = re.findall(r'value="(\w+)" checked', page.content.decode())
    assert set(cards) & set(TEN) <= set(kept)
    assert not Game.objects.exists()


def test_seven_seats_are_not_offered_and_not_taken(client):
    page = begin(client, size="7", o__set="underlings")
    assert not shown(page)
    assert 'class="error"' in page.content.decode()

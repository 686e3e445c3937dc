"""The rules to read and the cards to look up, for everybody and without a script."""

import re
from html import unescape

import pytest
from django.test import Client

from games.rules import registry
from games.rules.citadels.ruleset import CITADELS
from games.rules.dominion.ruleset import DOMINION
from games.views.markdown import render_inline
from tests.helpers.citadels.cards import read_effect
from tests.helpers.messages.rules import NO_SUCH_CARD
from tests.helpers.messages.site import NUMBER_OF_CARDS
from tests.helpers.rulesets.pebbles import PEBBLES

pytestmark = pytest.mark.django_db

BOOK, CARDS = "/rules/citadels/", "/rules/citadels/cards/"


def read(address: str, language: str = "en", **headers: str) -> str:
    response = Client().get(address, headers={"accept-language": language, **headers})
    assert response.status_code == 200, address
    return response.content.decode()


def found(page: str) -> list[str]:
    return re.findall(r'<li class="tile[^"]*" id="(\w+)"', page)


def test_the_shelf_leads_to_the_only_game(monkeypatch):
    monkeypatch.setattr(registry, "RULESETS", {CITADELS.slug: CITADELS})
    assert Client().get("/rules/").headers["Location"] == BOOK


def test_the_book_has_a_table_of_contents_and_leaves_the_cards_to_their_page():
    page = read(BOOK)
    targets = re.findall(r'<li><a href="#(chapter-\d+)">', page)
    assert len(targets) == 10
    assert all(f'id="{target}"' in page for target in targets)
    assert "<b>Gather</b>: you must, once in your turn." in page
    assert "<code>build market</code>" in page
    assert CARDS in page
    assert "Wishing Well" not in page.split("How many play")[0]
    assert "**" not in page
    assert "$" not in page


@pytest.mark.parametrize(
    ("name", "new", "classic"),
    [("temető", "necropolis", "graveyard"), ("kísértetváros", "haunted_quarter", "haunted_city")],
)
def test_two_cards_of_one_name_are_told_apart_by_their_edition(name, new, classic):
    """The Hungarian rule books call them so."""
    page = read(f"{CARDS}?q={name}", "hu")
    assert {new, classic} <= set(found(page))
    for slug, edition in ((new, "2016-os kiadás"), (classic, "Klasszikus kiadás")):
        tile = page.partition(f'id="{slug}"')[2].partition("</li>")[0]
        assert re.search(rf'tile-editions">{edition}</p>', tile)
        assert f'<th scope="col">{edition}</th>' in read(f"{CARDS}{slug}/", "hu")


def test_rules_and_cards_are_told_in_the_language_of_the_reader():
    assert "A játék célja" in read(BOOK, "hu")
    assert 'lang="hr"' in read(BOOK, "hr")
    page = read(CARDS + "market/", "hu")
    assert "Piac" in page
    assert "Tržnica" in page
    assert "<code>Piac</code>, <code>Piacot</code>, <code>Market</code>" in page


def test_marks_of_the_book_become_tags_and_nothing_else_does():
    assert render_inline(r"**a <b>** `x` \* & <i>") == "<b>a &lt;b&gt;</b> <code>x</code> * &amp; &lt;i&gt;"


def test_all_cards_are_listed_each_with_its_own_drawing_and_its_own_page():
    page = read(CARDS)
    slugs = [card.slug for card in CITADELS.reference.cards()]
    assert found(page) == slugs
    assert all(f'#e-{slug}"' in page for slug in slugs)
    assert NUMBER_OF_CARDS.fill(number=83) in page
    for slug in slugs:
        assert f'#e-{slug}"' in read(f"{CARDS}{slug}/")


def test_a_card_tells_what_each_edition_says_where_they_differ():
    page = read(CARDS + "laboratory/").split("<main")[1]
    new, classic = (page.index(read_effect("laboratory", edition)) for edition in ("2016", "classic"))
    assert page.index("2016 Edition") < new < classic
    assert read(CARDS + "library/").count("<section") == 2
    assert read(CARDS + "smithy/").count("<section") == 1


def test_cards_are_narrowed_by_a_plain_form():
    assert found(read(f"{CARDS}?edition=classic&rank=2")) == ["thief", "tax_collector"]
    assert found(read(f"{CARDS}?q=CROWN+thanks")) == ["ball_room"]
    page = read(f"{CARDS}?kind=trade&cost=2")
    assert found(page) == ["market", "trading_post"]
    assert '<option value="trade" selected>' in page


def test_what_nobody_can_choose_is_left_out_and_what_is_written_is_only_shown():
    assert len(found(read(f"{CARDS}?edition=1999&rank=x"))) == 83
    page = read(f'{CARDS}?q="><script>')
    assert "<script>" not in page
    assert NO_SUCH_CARD in page
    assert found(page) == []


def test_htmx_gets_what_was_found_and_how_many():
    page = read(f"{CARDS}?q=harbour", **{"hx-request": "true"})
    assert "<html" not in page
    assert found(page) == ["harbor"]
    assert 'id="tally" hx-swap-oob' in page


@pytest.mark.parametrize("address", ["/rules/chess/", "/rules/chess/cards/", CARDS + "bakery/"])
def test_what_we_do_not_play_is_not_there(address):
    assert Client().get(address).status_code == 404


def test_a_game_may_come_before_its_rules_are_written(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, PEBBLES.slug, PEBBLES)
    shelf = read("/rules/")
    assert BOOK in shelf
    for address in ("/rules/pebbles/", "/rules/pebbles/cards/", "/rules/pebbles/cards/red/"):
        assert Client().get(address).status_code == 404


def test_a_script_gets_the_card_as_the_edition_that_is_played_has_it():
    data = {}
    for face in next(card for card in CITADELS.reference.cards() if card.slug == "merchant").faces:
        edition = face.traits["edition"]
        data[edition] = read(f"{CARDS}merchant/?edition={edition}", **{"hx-request": "true"})
        assert "<html" not in data[edition]
        assert '<h2 id="card-name">Merchant</h2>' in data[edition]
        assert face.effect in unescape(data[edition])
    assert data["2016"] != data["classic"]


def test_a_card_with_two_types_has_both_marks_and_what_the_rules_say_about_it(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, DOMINION.slug, DOMINION)
    assert len(re.findall(r'<li><a href="#chapter-', read("/rules/dominion/"))) == 10
    page = read("/rules/dominion/cards/?type=attack")
    attacks = ["swindler", "minion", "saboteur", "torturer", "bureaucrat", "militia", "spy", "thief", "witch"]
    assert found(page) == attacks
    assert all(f"img/dominion/emblems.svg#e-{slug}" in page for slug in attacks)
    page = read("/rules/dominion/cards/spy/")
    assert re.search(r'plate is-action.*?#mark-action"', page, re.DOTALL)
    assert re.search(r'mark is-attack.*?#mark-attack"', page, re.DOTALL)
    assert "css/dominion/types.css" in page
    (ruling,) = next(card for card in DOMINION.reference.cards() if card.slug == "spy").faces[0].rulings
    assert render_inline(ruling) in page
    part = read("/rules/dominion/cards/spy/", **{"hx-request": "true"})
    assert render_inline(ruling) in part

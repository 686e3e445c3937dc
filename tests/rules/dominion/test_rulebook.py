"""The rule book of Dominion has every card and every pile, and tells the same in all languages."""

import re

import pytest

from games.rules.core import markdown
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.cards.card import CARDS
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture
def page(language) -> str:
    return DOMINION.reference.rulebook(language)


def rows(page: str) -> list[list[str]]:
    return [markdown.split_cells(line) for line in page.splitlines() if line.startswith("| ")]


def test_every_card_is_there_with_its_cost_types_and_effect(page, language):
    found = {row[0]: row[1:] for row in rows("\n".join(page.split("\n## ")[-3:]))}
    for slug, card in CARDS.items():
        types = " – ".join(DOMINION.lexicon.name(kind, language) for kind in card.types)
        effect = DOMINION.lexicon.effect(slug, language)
        assert found[DOMINION.lexicon.name(slug, language)] == [str(card.cost), types, effect]


def test_piles_have_the_sizes_of_the_rules():
    found = {row[0]: row[1:] for row in rows(DOMINION.reference.rulebook())}
    assert found["kingdom pile with points"] == ["8", "12", "12", "12", "12"]
    assert found["other kingdom pile"] == ["10"] * 5
    assert found["empty piles that end the game"] == ["3", "3", "3", "4", "4"]
    book = DOMINION.reference.rulebook()
    assert "| Copper | 46 | 39 | 32 | 85 | 78 |" in book
    assert "| Province | 8 | 12 | 12 | 15 | 18 |" in book


def test_every_set_is_there_with_its_ten_cards(page, language):
    found = {row[0]: row[1] for row in rows(page) if len(row) == 2}
    for slug, kingdom in SETS.items():
        names = {DOMINION.lexicon.name(card, language) for card in kingdom.split()}
        assert set(found[DOMINION.lexicon.name(slug, language)].split(", ")) == names


def test_all_pages_tell_the_same_under_as_many_headings(page):
    english = DOMINION.reference.rulebook("en")
    assert re.findall(r"^#+", page, re.MULTILINE) == re.findall(r"^#+", english, re.MULTILINE)
    for sign in ("\n|", "\n- ", "\n\n"):
        assert page.count(sign) == english.count(sign), sign


def test_cards_named_in_the_prose_have_the_names_of_the_cards(language):
    """What is bold and names a card names it as the card itself does."""
    prose = DOMINION.reference.rulebook(language, with_cards=False)
    english = DOMINION.reference.rulebook("en", with_cards=False)
    names = {DOMINION.lexicon.name(slug, "en"): slug for slug in CARDS}
    for bold in set(re.findall(r"\*\*([^*]+)\*\*", english)) & set(names):
        assert f"**{DOMINION.lexicon.name(names[bold], language)}**" in prose


def test_nothing_is_left_to_fill_in(page):
    assert "$" not in page
    assert not re.search(r"\|\s*\|\s*\n", page)


def test_a_language_we_do_not_speak_gets_english():
    assert DOMINION.reference.rulebook("fr") == DOMINION.reference.rulebook("en")

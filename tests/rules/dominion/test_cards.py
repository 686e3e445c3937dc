"""The pages of cards have all 57 cards of Dominion, each with what one may look for."""

from itertools import groupby

import pytest

from games.rules.core.card_catalogue import find_cards
from games.rules.core.lexicon import alphabetical_key
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.cards.card import BASIC, CARDS
from games.rules.dominion.ruleset import DOMINION


def slugs(text: str = "", language: str = "en", **chosen: str) -> list[str]:
    return [found.card.slug for found in find_cards(DOMINION.reference.cards(language), text, chosen)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_there_with_name_cost_effect_and_marks(language):
    found = {card.slug: card for card in DOMINION.reference.cards(language)}
    assert set(found) == set(CARDS)
    for slug, card in found.items():
        (face,) = card.faces
        assert face.name == DOMINION.lexicon.name(slug, language)
        assert face.effect == DOMINION.lexicon.effect(slug, language) != ""
        assert face.sign == str(CARDS[slug].cost)
        assert (card.mark, *card.more_marks) == CARDS[slug].types


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boxes_follow_each_other_by_cost_and_name(language):
    cards = DOMINION.reference.cards(language)
    headings = [heading for heading, _cards in groupby(cards, lambda card: card.group)]
    assert len(headings) == len(set(headings)) == 3
    kingdom = [card for card in cards if CARDS[card.slug].box != BASIC]
    for _box, group in groupby(kingdom, lambda card: card.group):
        keys = [(CARDS[card.slug].cost, alphabetical_key(card.name, language)) for card in group]
        assert keys == sorted(keys)


def test_every_trait_can_be_chosen_and_finds_something():
    for facet in DOMINION.reference.facets():
        assert all(slugs(**{facet.name: value}) for value, _label in facet.choices)


def test_a_card_with_two_types_is_found_by_both():
    assert "great_hall" in slugs(type="action")
    assert "great_hall" in slugs(type="victory")
    assert slugs(type="reaction") == ["secret_chamber", "moat"]
    assert slugs(type="attack", box="intrigue", cost="3") == ["swindler"]
    assert slugs(type="curse") == ["curse"]


def test_cards_are_found_without_accents_and_by_their_other_spellings():
    assert slugs("varárok", language="hu") == slugs("moat", language="hu") == ["moat"]
    assert slugs("titokszoba", language="hu") == ["secret_chamber"]
    assert "moat" in slugs("napad", language="hr")


def test_a_card_tells_its_pile_and_its_sets():
    facts = {card.slug: dict(card.faces[0].facts) for card in DOMINION.reference.cards()}
    assert facts["smithy"]["Cards"] == "10"
    assert facts["nobles"]["Cards"] == "2 players: 8 · 3–6 players: 12"
    assert facts["province"]["Cards"] == "2 players: 8 · 3–4 players: 12 · 5 players: 15 · 6 players: 18"
    assert facts["duke"]["Sets"] == "Victory Dance"
    assert facts["copper"]["Sets"] == "in every game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_shows_the_points_of_the_rule_book_that_are_about_it(language):
    rulings = {card.slug: card.faces[0].rulings for card in DOMINION.reference.cards(language)}
    assert len(rulings["moat"]) == len(rulings["throne_room"]) - 1 == 1
    assert rulings["spy"] == rulings["thief"] != ()
    assert rulings["smithy"] == ()
    assert all(
        f"**{DOMINION.lexicon.name(slug, language)}**" in text for slug in rulings for text in rulings[slug]
    )

"""The pages of cards have every card, as each edition has it."""

from itertools import groupby

import pytest

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import COST, EDITIONS, TYPE, UNIQUE
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from games.rules.core.card_catalogue import CardFace, CatalogueCard, find_cards
from games.rules.core.lexicon import alphabetical_key
from games.rules.core.translation import LANGUAGES


def faces(language: str = "en") -> dict[tuple[str, str], CardFace]:
    return {
        (card.slug, face.traits["edition"]): face
        for card in CITADELS.reference.cards(language)
        for face in card.faces
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_there_with_name_rank_or_cost_and_effect(language):
    signs = {(slug, edition): sign for edition in EDITIONS for slug, sign in RANK[edition].items()}
    signs |= {(slug, edition): sign for edition in EDITIONS for slug, sign in COST[edition].items()}
    found = faces(language)
    assert {key: face.sign for key, face in found.items()} == {key: str(sign) for key, sign in signs.items()}
    for (slug, edition), face in found.items():
        assert face.name == CITADELS.lexicon.name(slug, language, edition)
        assert face.effect == CITADELS.lexicon.effect(slug, language, edition)


def test_cards_under_one_heading_stand_together():
    headings = [heading for heading, _cards in groupby(CITADELS.reference.cards(), lambda card: card.group)]
    assert len(headings) == len(set(headings)) == 6
    assert {card.slug: card.mark for card in CITADELS.reference.cards() if card.mark} == TYPE


def test_every_trait_can_be_chosen_and_finds_something():
    choices = {
        facet.name: {value for value, _label in facet.choices} for facet in CITADELS.reference.facets()
    }
    for face in faces().values():
        assert all(value in choices[name] for name, value in face.traits.items())
    for name, values in choices.items():
        assert all(list(find_cards(CITADELS.reference.cards(), "", {name: value})) for value in values)


def slugs(text: str = "", language: str = "en", **chosen: str) -> list[str]:
    return [found.card.slug for found in find_cards(CITADELS.reference.cards(language), text, chosen)]


def test_cards_are_found_by_rank_and_cost_of_the_edition():
    assert slugs(edition="classic", rank="2") == ["thief", "tax_collector"]
    assert slugs("imperial", cost="4") == ["imperial_treasury"]
    assert slugs("imperial", edition="2016", cost="4") == []


def test_cards_are_found_without_accents_and_by_their_other_spellings():
    assert slugs("kiraly", language="hu")[0] == "king"
    assert slugs("market", language="hu") == slugs("piac", language="hu") == ["market"]
    assert slugs("harbour") == ["harbor"]


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [("hr", "Spomenik", "Škola magije"), ("hu", "Kisertet", "Kísértetváros"), ("hu", "Ó", "Ős")],
)
def test_names_stand_as_in_a_dictionary(language, before, after):
    assert alphabetical_key(before, language) < alphabetical_key(after, language)


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_unique_districts_stand_by_name(language):
    names = [card.name for card in CITADELS.reference.cards(language) if card.mark == UNIQUE]
    assert names == sorted(names, key=lambda name: alphabetical_key(name, language))


def test_croatian_words_with_a_hook_stand_behind_those_without():
    words = ["Čarobnjak", "Car", "Ćup", "Cvijet", "Đavao", "Duh"]
    assert sorted(words, key=lambda word: alphabetical_key(word, "hr")) == [
        *("Car", "Cvijet", "Čarobnjak", "Ćup"),
        *("Duh", "Đavao"),
    ]


def test_hungarian_accents_on_vowels_make_no_other_email():
    words = ["Kastély", "Kápolna", "Ökör", "Olló", "Ódon"]
    assert sorted(words, key=lambda word: alphabetical_key(word, "hu")) == [
        *("Kápolna", "Kastély", "Ódon", "Olló", "Ökör")
    ]


def test_what_may_be_typed_for_a_card_is_shown_as_it_is_printed():
    assert LEXICON.printed_spellings("tax_collector", "hu")[:2] == ["Adószedő", "Adószedőt"]
    assert LEXICON.printed_spellings("tax_collector", "hu")[-1] == "Tax Collector"
    assert "Taxman" not in LEXICON.printed_spellings("tax_collector", "hu")
    assert LEXICON.printed_spellings("market") == ["Market"]


def test_what_differs_between_the_editions_is_known():
    cards: dict[str, CatalogueCard] = {card.slug: card for card in CITADELS.reference.cards()}
    assert not cards["emperor"].has_same_effect
    assert cards["assassin"].has_same_effect
    assert [face.edition for face in cards["battlefield"].faces] == ["Classic Edition"]


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "No ability of its own. It is worth 2 points at the end and counts as a trade district."),
        ("hu", "Nincs saját képessége. A végén 2 pontot ér, és kereskedelmi kerületnek számít."),
        ("hr", "Nema vlastitu sposobnost. Na kraju vrijedi 2 boda i računa se kao trgovački okrug."),
    ],
)
def test_a_plain_district_says_what_it_is_good_for(language, note):
    cards = {card.slug: card for card in CITADELS.reference.cards(language)}
    assert {face.note for face in cards["market"].faces} == {note}
    assert {face.note for face in cards["keep"].faces} == {""}

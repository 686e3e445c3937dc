"""Rule book and card pages of Tournay have every card, say what is our own, and agree in all languages."""

import re

import pytest

from games.rules.core import markdown
from games.rules.core.card_catalogue import find_cards
from games.rules.core.lexicon import alphabetical_key
from games.rules.core.translation import LANGUAGES, get_translator
from games.rules.tournay.cards.card import OWN_SET
from games.rules.tournay.numbers import DOUBTFUL, MARKS, RECRUIT, ROUNDS
from games.rules.tournay.position import TOWN_CRIER
from games.rules.tournay.reference.certainty import SOURCES, TITLES, list_doubtful_rules
from games.rules.tournay.ruleset import TOURNAY

PUBLISHED_CARDS = {
    *("architect", "port", "hospital", "monastery"),
    *("arsenal", "ballista", "barracks", "fort", "knight", "stronghold"),
}
PUBLISHED_EVENTS = {"crusade", "norman_attack"}


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture
def page(language) -> str:
    return TOURNAY.reference.rulebook(language)


def rows(page: str) -> list[list[str]]:
    return [markdown.split_cells(line) for line in page.splitlines() if line.startswith("| ")]


def slugs(text: str = "", language: str = "en", **chosen: str) -> set[str]:
    return {found.card.slug for found in find_cards(TOURNAY.reference.cards(language), text, chosen)}


# --- the rule book


def test_every_card_and_event_is_there_with_its_effect(page, language):
    found = {row[0]: row[1:] for row in rows("\n".join(page.split("\n## ")[-4:]))}
    for slug, card in OWN_SET.cards.items():
        name, effect = TOURNAY.lexicon.name(slug, language), TOURNAY.lexicon.effect(slug, language)
        colour, _, copies, text = found[name]
        assert (colour, copies) == (TOURNAY.lexicon.name(card.colour, language), str(card.copies))
        assert text == effect
    for slug in OWN_SET.events:
        assert found[TOURNAY.lexicon.name(slug, language)] == [TOURNAY.lexicon.effect(slug, language)]


def test_prestige_buildings_have_their_costs():
    found = {row[0]: row[2] for row in rows(TOURNAY.reference.rulebook()) if len(row) == 5}
    assert found["Cathedral"] == "20 deniers"
    assert found["City Hall"] == "2 deniers and a card"
    assert found["Tour Saint-Georges"] == "1 red citizen"
    assert found["Belfry"] == "5 deniers"


def test_it_says_which_cards_and_events_are_those_of_the_published_game(page, language):
    names = {TOURNAY.lexicon.name(slug, language) for slug in PUBLISHED_CARDS | PUBLISHED_EVENTS}
    told = {name for row in rows(page) if len(row) == 2 for name in row[1].split(", ")}
    assert names <= told
    ours = set(OWN_SET.events) - PUBLISHED_EVENTS
    ours |= {slug for slug, card in OWN_SET.cards.items() if card.level < 3} - PUBLISHED_CARDS
    assert told.isdisjoint(TOURNAY.lexicon.name(slug, language) for slug in ours)


def test_every_doubtful_number_is_listed_with_its_source(page, language):
    say = get_translator(language).say
    listed = list(list_doubtful_rules(language))
    assert [title for title, *_ in listed[: len(DOUBTFUL)]] == [say(TITLES[name]) for name in DOUBTFUL]
    assert all([title, value, source] in rows(page) for title, value, source in listed)
    assert set(SOURCES) == set(MARKS)
    assert {source for *_, source in listed} <= {say(source) for source in SOURCES.values()}


def test_doubtful_numbers_are_those_that_are_played():
    told = {title: value for title, value, _ in list_doubtful_rules("en")}
    assert told[TITLES["RECRUIT"]] == f"{RECRUIT} deniers"
    assert told[TITLES["ROUNDS"]] == str(ROUNDS)
    assert told[TITLES["points"]] == "1, 2, 3"
    assert told[TITLES["TAX"]].startswith("1 denier for 2 ")


def test_all_pages_tell_the_same_under_as_many_headings(page):
    english = TOURNAY.reference.rulebook("en")
    assert re.findall(r"^#+", page, re.MULTILINE) == re.findall(r"^#+", english, re.MULTILINE)
    for sign in ("\n|", "\n- ", "\n\n"):
        assert page.count(sign) == english.count(sign), sign


def test_cards_named_in_the_prose_have_the_names_of_the_cards(language):
    """What is bold and names a card names it as the card itself does."""
    prose = TOURNAY.reference.rulebook(language, with_cards=False)
    english = TOURNAY.reference.rulebook("en", with_cards=False)
    names = {TOURNAY.lexicon.name(slug, "en"): slug for slug in (*OWN_SET.cards, *OWN_SET.events)}
    for bold in set(re.findall(r"\*\*([^*]+)\*\*", english)) & set(names):
        assert f"**{TOURNAY.lexicon.name(names[bold], language)}**" in prose


def test_nothing_is_left_to_fill_in(page):
    assert "$" not in page
    assert not re.search(r"\|\s*\|\s*\n", page)


def test_a_newcomer_is_told_the_goal_what_there_is_and_a_turn(language):
    chapters = re.findall(r"^## (.+)", TOURNAY.reference.rulebook(language), re.MULTILINE)
    short = TOURNAY.reference.short_rules(language)
    assert list(short) == chapters[:3]
    assert all(short.values())


# --- the card pages


def test_every_card_event_and_the_town_crier_have_a_page(language):
    found = {card.slug: card for card in TOURNAY.reference.cards(language)}
    assert set(found) == {*OWN_SET.cards, *OWN_SET.events, TOWN_CRIER}
    for slug, card in found.items():
        (face,) = card.faces
        assert face.name == TOURNAY.lexicon.name(slug, language)
        assert face.effect == TOURNAY.lexicon.effect(slug, language) != ""
        assert card.mark == (OWN_SET.cards[slug].colour if slug in OWN_SET.cards else "")


def test_a_page_says_whether_the_card_is_published_or_our_own():
    edition = {card.slug: card.faces[0].edition for card in TOURNAY.reference.cards()}
    assert (edition["fort"], edition["belfry"], edition["crusade"]) == ("Published",) * 3
    assert (edition["market"], edition["famine"]) == ("Our own",) * 2


def test_cards_stand_deck_by_deck_in_alphabetical_order(language):
    cards = [card for card in TOURNAY.reference.cards(language) if card.slug in OWN_SET.cards]
    for deck in OWN_SET.decks:
        keys = [alphabetical_key(one.name, language) for one in cards if OWN_SET.cards[one.slug].deck == deck]
        assert keys == sorted(keys)
        assert len(keys) > 4


def test_every_trait_can_be_chosen_and_finds_something():
    for facet in TOURNAY.reference.facets():
        assert all(slugs(**{facet.name: value}) for value, _label in facet.choices)


def test_cards_are_found_by_their_traits():
    assert slugs(kind="town_crier") == {TOWN_CRIER}
    assert slugs(kind="event", source="found") == PUBLISHED_EVENTS
    assert slugs(source="found", level="1") == PUBLISHED_CARDS - {"stronghold"}
    assert len(slugs(kind="prestige")) == 16
    assert slugs("erod", language="hu") >= {"fort"}


def test_a_card_shows_the_points_of_the_rule_book_that_are_about_it(language):
    rulings = {card.slug: card.faces[0].rulings for card in TOURNAY.reference.cards(language)}
    assert rulings["belfry"] == rulings["saint_brice"] != ()
    assert rulings["mint"] != ()
    assert rulings["market"] == ()

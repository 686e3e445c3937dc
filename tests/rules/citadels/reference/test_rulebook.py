"""The pages in docs/rules are what the command writes, and no card is forgotten in them."""

import re

import pytest
from django.core.management import call_command

from games.rules import registry
from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import BASIC_DECK, COST, EDITIONS, TYPE, TYPES
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.errors import RulesError
from games.rules.core.translation import LANGUAGES
from tests.helpers.rulesets.pebbles import PEBBLES

FOLDER = "docs/rules"


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture
def page(language) -> str:
    return CITADELS.reference.rulebook(language)


def cards_of(page: str, edition: str) -> list[list[str]]:
    """The rows of the tables of one edition's cards, cell by cell."""
    chapters = page.split("\n## ")[-2:]
    rows = [line for line in chapters[EDITIONS.index(edition)].splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in rows]


def name_of(slug: str, language: str, edition: str) -> str:
    return CITADELS.lexicon.name(slug, language, edition)


def effect_of(slug: str, language: str, edition: str) -> str:
    return CITADELS.lexicon.effect(slug, language, edition)


def test_the_pages_in_docs_are_what_the_command_writes(root, tmp_path):
    call_command("rulebook", folder=tmp_path)
    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in (root / FOLDER).iterdir()}
    assert set(kept) == {f"{game}.{language}.md" for game in registry.RULESETS for language in LANGUAGES}
    assert kept == written, "run: python manage.py rulebook"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_character_of_the_edition_is_there_with_its_rank_and_what_it_does(page, language, edition):
    found = {tuple(cell.rstrip("\\*") for cell in row) for row in cards_of(page, edition)}
    for slug, rank in RANK[edition].items():
        assert (str(rank), name_of(slug, language, edition), effect_of(slug, language, edition)) in found


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_district_of_the_edition_is_there_with_its_cost(page, language, edition):
    found = {row[0].rstrip("\\*"): row[1:] for row in cards_of(page, edition)}
    for slug, cost in COST[edition].items():
        row = found[name_of(slug, language, edition)]
        assert str(cost) in row, slug
        effect = effect_of(slug, language, edition)
        assert row[-1] == effect if effect else name_of(TYPE[slug], language, edition) in row, slug


@pytest.mark.parametrize(("edition", "unique"), [("2016", 30), ("classic", 26)])
def test_the_cards_are_all_counted(page, edition, unique):
    districts = [row for row in cards_of(page, edition) if len(row) == 4 and row[2].isdigit()]
    basic = [row for row in districts if row[3].isdigit()]
    assert sum(int(row[3]) for row in basic) == len(BASIC_DECK[edition]) == 54
    assert sum(int(row[2]) for row in districts if row not in basic) == unique


def test_every_type_has_its_name_in_the_text(page, language):
    text = " ".join(page.split())
    for kind in TYPES:
        assert f"{name_of(kind, language, '')} (" in text


def test_all_pages_tell_the_same_under_as_many_headings(page):
    def headings(text: str) -> list[str]:
        return re.findall(r"^#+", text, re.MULTILINE)

    assert headings(page) == headings(CITADELS.reference.rulebook("en"))
    assert page.count("\n|") == CITADELS.reference.rulebook("en").count("\n|")


def test_the_draft_is_told_as_the_rules_have_it():
    page = CITADELS.reference.rulebook("en")
    for row in ("| 4 | 8 | 2 | 1 | 5, 4, 3, 2 |", "| 7 | 8 | 0 | 1 | 7, 6, 5, 4, 3, 2, 2 |"):
        assert row in page


def test_nothing_is_left_to_fill_in(page):
    assert "$" not in page
    assert not re.search(r"\|\s*\|\s*\n", page)


def test_a_language_we_do_not_speak_gets_english():
    assert CITADELS.reference.rulebook("fr") == CITADELS.reference.rulebook("en")


def test_a_game_without_a_rulebook_says_so():
    with pytest.raises(RulesError, match="pebbles"):
        PEBBLES.reference.rulebook()

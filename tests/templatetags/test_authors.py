"""Whose game it is stands at the foot of pages about a game, and nowhere else."""

import re

import pytest
from django.test import Client
from django.utils import translation

from games.rules import registry
from games.templatetags.authors import credit_author, credit_authors
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import table

AUTHORS = {slug: rules.reference.author for slug, rules in registry.RULESETS.items()}


def credited(path: str) -> set[str]:
    """The authors that the foot of this page names."""
    foot = re.search(r'<footer class="colophon">.*?</footer>', Client().get(path).content.decode(), re.DOTALL)
    return {author for author in AUTHORS.values() if author in foot[0]}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", AUTHORS)
def test_pages_about_a_game_credit_its_author_alone(slug):
    game = table(2, ruleset=slug, visibility="always")
    for path in (f"/rules/{slug}/", f"/statistics/{slug}/", f"/g/{game.key}/"):
        assert credited(path) == {AUTHORS[slug]}


@pytest.mark.django_db
def test_the_front_page_credits_every_author_and_a_page_about_no_game_none():
    assert credited("/") == set(AUTHORS.values())
    assert credited("/tournaments/") == credited("/accounts/signup/") == set()


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_a_credit_names_game_and_author_in_the_language_of_the_reader(language):
    with translation.override(language):
        said = {slug: credit_author(slug) for slug in registry.RULESETS}
        assert credit_authors() == " ".join(said.values())
    for slug, sentence in said.items():
        assert AUTHORS[slug] in sentence
    assert "Dominion" in said["dominion"]


def test_a_game_of_nobody_and_no_game_have_no_credit(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    assert credit_author("pebbles") == credit_author("") == credit_author("chess") == ""

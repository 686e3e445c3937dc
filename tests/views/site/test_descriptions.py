"""Every public page says in one sentence what it is, for lists of search results."""

import re

import pytest
from django.test import Client

from tests.helpers.factories import UserFactory
from tests.helpers.tables import table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import SWISS

pytestmark = pytest.mark.django_db

DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


def test_every_public_page_has_a_description_of_its_own():
    UserFactory(handle="Ann")
    game, event = table(2, visibility="always"), TournamentBuilder(SWISS).build()
    paths = ["/", "/tables/", "/rules/citadels/", "/rules/citadels/cards/", "/rules/citadels/cards/market/"]
    paths += ["/statistics/citadels/", "/tournaments/", "/people/Ann/", f"/g/{game.key}/"]
    paths += [f"/tournaments/{event.slug}/entrants/"]
    found = [DESCRIPTION.findall(Client().get(path).content.decode()) for path in paths]
    assert [len(one) for one in found] == [1] * len(paths)
    said = [sentence for [sentence] in found]
    assert all(said)
    assert len(set(said)) == len(paths)

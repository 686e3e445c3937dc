"""Pages of a tournament of a thousand: few statements, and no page without an end."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.tournaments.models import Tournament, TournamentTable
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import SWISS

pytestmark = pytest.mark.django_db

MOST = 12
PAGES = ("", "entrants/", "entrants/7/", "rounds/", "rounds/?round=1", "standings/", "standings/?page=10")
OTHERS = ("who-met-whom/", "rules/", "rulings/", "embed/", "standings.csv", "tables.csv", "tournament.json")


@pytest.fixture
def cup() -> Tournament:
    return TournamentBuilder(SWISS).crowded(260, rounds=2).build()


def test_no_page_of_a_thousand_asks_more_than_twelve_times(django_assert_max_num_queries):
    cup = TournamentBuilder(SWISS).crowded(1000, rounds=2).build()
    of_seven = cup.tables.filter(round__state="published", seats__entrant__number__in=[7, 8])
    TournamentTable.objects.filter(pk__in=of_seven).update(state="finished")  # the others still play
    one_of_them = client_of(User.objects.get(handle="Big7"))
    for client in (Client(), one_of_them):
        client.get(f"/tournaments/{cup.slug}/")  # forecasts are kept for an hour
        for page in PAGES + OTHERS:
            with django_assert_max_num_queries(MOST):
                assert client.get(f"/tournaments/{cup.slug}/{page}").status_code == 200
    with django_assert_max_num_queries(MOST):
        assert Client().get("/tournaments/").status_code == 200


def test_long_lists_are_cut_into_pages(cup):
    base = f"/tournaments/{cup.slug}"
    first = Client().get(f"{base}/standings/").content.decode()
    assert first.count('class="place"') == 100
    assert "Page 1 of 3" in first
    assert "With more than 48 people" in Client().get(f"{base}/who-met-whom/").content.decode()
    assert Client().get(f"{base}/entrants/").content.decode().count('class="who"') == 100
    assert len(re.findall(r'<section class="bout', Client().get(f"{base}/rounds/").content.decode())) == 60


def test_the_reader_finds_their_own_page_of_the_standings(cup):
    user = User.objects.get(handle="Big7")
    page = client_of(user).get(f"/tournaments/{cup.slug}/standings/").content.decode()
    way = re.search(r'href="\?(stage=1&amp;page=\d+)">To your place', page)
    if way is None:  # it is this one
        assert ">Big7</a>" in page
    else:
        query = way.group(1).replace("&amp;", "&")
        assert (
            ">Big7</a>" in client_of(user).get(f"/tournaments/{cup.slug}/standings/?{query}").content.decode()
        )


def test_the_readers_own_table_of_a_large_round_comes_first(cup):
    user = User.objects.get(handle="Big7")
    page = client_of(user).get(f"/tournaments/{cup.slug}/rounds/?round=3").content.decode()
    assert ">Big7</a>" in page[: page.index("</section>")]

"""The groups of a league: whoever is kept apart is in another one, and days may be alike."""

import pytest

from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE

pytestmark = pytest.mark.django_db

LEAGUE = {"format": "league", "size": 4, "least": 3, "most": 4, "group": 7, "seeding": "manual"}
TOKYO, LISBON = "Asia/Tokyo", "Europe/Lisbon"


def league(*zones: str, **plan: bool) -> Tournament:
    """People of these zones have entered, and are seeded in this order."""
    found = TournamentBuilder(StageSettings(**LEAGUE, **plan), least=2, most=60, check_in_hours=0).build()
    for zone in zones:
        registration.register_entrant(found.pk, UserFactory(time_zone=zone), now=LONG_BEFORE)
    registration.seed_by_hand(found.pk, found.owner, range(1, len(zones) + 1))
    return found


def groups(found: Tournament) -> list[set[int]]:
    lifecycle.begin_tournament_now(found.pk, found.owner)
    return [set(group) for group in load_state(found).stages[1].groups]


def test_a_household_is_not_in_one_group():
    """There everybody meets everybody, twice."""
    found = league(*["UTC"] * 14)
    found.entrants.filter(number__in=[1, 4]).update(household="Mill Lane 4")  # whom the snake deals together
    divided = groups(found)
    assert [len(group) for group in divided] == [7, 7]
    assert not any({1, 4} <= group for group in divided)


def test_who_would_rather_not_meet_is_not_in_one_group():
    found = league(*["UTC"] * 14)
    first, fourth = found.entrants.get(number=1), found.entrants.get(number=4)
    registration.add_avoidance(fourth.pk, first.pk, fourth.user)
    assert not any({1, 4} <= group for group in groups(found))


def test_groups_of_people_whose_days_are_alike():
    found = league(*[TOKYO, LISBON] * 7, by_zone=True)
    assert groups(found) == [set(range(2, 15, 2)), set(range(1, 14, 2))]


def test_by_strength_days_do_not_matter():
    first = groups(league(*[TOKYO, LISBON] * 7))[0]
    assert {number % 2 for number in first} == {0, 1}

"""A pyramid over seasons: who wins goes up, the last two go down, and who stayed away comes back."""

import msgspec
import pytest

from accounts.models import User
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import by_chance
from tests.helpers.tournaments.stages import AT_ONCE

pytestmark = pytest.mark.django_db

PYRAMID = StageSettings(format="pyramid", size=2, least=2, most=2, group=3, seeding="manual")
FINAL = StageSettings(format="knock_out", size=2, least=2, most=2)


def season(people: list[User], *stages: StageSettings, previous: Tournament | None = None) -> Tournament:
    """These enter in this order, and everything is played."""
    story = TournamentBuilder(*(stages or (PYRAMID,)), **AT_ONCE).entrants(*people).seeded()
    Tournament.objects.filter(pk=story.tournament.pk).update(previous=previous)
    return story.started().played_out().build()


def tiers(found: Tournament) -> dict[User, int]:
    """In which division everybody plays, 1 is the top."""
    stage = load_state(found).stages[1]
    people = {one.number: one.user for one in found.entrants.select_related("user")}
    return {
        people[number]: tier
        for group, tier in zip(stage.groups, stage.tiers, strict=True)
        for number in group
    }


def standings(found: Tournament) -> list[list[User]]:
    """The groups, the higher division first, each from its first to its last."""
    people = {one.number: one.user for one in found.entrants.select_related("user")}
    return [
        [people[row.entrant] for row in one.rows]
        for one in from_state.compute_standings(load_state(found), 1)
    ]


def on_top(found: Tournament) -> set[User]:
    return {one for one, tier in tiers(found).items() if tier == 1}


def test_winners_go_up_the_last_two_go_down_and_who_was_away_comes_back(scored):
    scored(by_chance(1))
    people = [UserFactory() for _ in range(9)]
    first = season(people)
    top, left, right = standings(first)
    assert set(top) == set(people[:3])
    second = season(people[::-1], previous=first)
    assert on_top(second) == {top[0], left[0], right[0]}
    top, *_ = standings(second)
    away = top[0]
    third = season([one for one in people if one != away], previous=second)
    fourth = season(people, previous=third)
    assert away not in tiers(third)
    assert away in on_top(fourth)


def test_a_pyramid_that_grows_keeps_its_top_and_a_final_changes_nothing(scored):
    scored(by_chance(2))
    people = [UserFactory() for _ in range(3)]
    first = season(people, msgspec.structs.replace(PYRAMID, go_on=2), FINAL)
    newcomers = [UserFactory() for _ in range(6)]
    second = season([*newcomers, *people], msgspec.structs.replace(PYRAMID, go_on=2), FINAL, previous=first)
    assert on_top(second) == set(people)
    top, left, right = standings(second)
    assert on_top(season([*people, *newcomers], previous=second)) == {top[0], left[0], right[0]}

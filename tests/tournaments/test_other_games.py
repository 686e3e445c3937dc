"""A tournament of another game than the first one: paired, played, rated and counted like any other."""

import msgspec
import pytest

from games.models import Game, GameTally, PlayerResult
from games.statistics.tallies import load_totals
from games.tasks import count_games
from games.tournaments.models import Rating, TableSeat, Tournament
from games.tournaments.results import player_ratings
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, SWISS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TWELVE, TABLES, ROUNDS = 12, 3, 3
EIGHT, TABLES_OF_EIGHT = 8, 2
SWISS_ONLY = msgspec.structs.replace(SWISS, go_on=0, options={"set": "big_money"})


def play_swiss(story: TournamentBuilder) -> Tournament:
    """Three rounds of three tables, whose games bots have played."""
    return story.started().directed().finished().build()


def test_a_swiss_of_twelve_bots_plays_itself_to_its_end():
    swiss = play_swiss(build_dominion().bots(TWELVE))
    games = Game.objects.filter(ruleset="dominion", state=Game.State.OVER)
    assert games.count() == Game.objects.count() == TABLES * ROUNDS
    seats = TableSeat.objects.filter(table__round__stage__tournament=swiss)
    assert {seats.filter(entrant=entrant).count() for entrant in swiss.entrants.all()} == {ROUNDS}
    assert not seats.filter(place=None).exists()


def test_the_games_of_people_are_rated_and_counted():
    play_swiss(build_dominion().entrants(TWELVE))
    assert player_ratings.rate_due_games() == count_games() == TABLES * ROUNDS
    ratings = Rating.objects.filter(ruleset="dominion")
    assert list(ratings.values_list("games", flat=True)) == [ROUNDS] * TWELVE
    assert PlayerResult.objects.count() == TWELVE * ROUNDS
    tallies = [load_totals(row.sums) for row in GameTally.objects.filter(ruleset="dominion")]
    assert sum(tally.games for tally in tallies) == TABLES * ROUNDS
    assert all(tally.length for tally in tallies)


def test_eight_bots_play_a_tournament_of_tournay_from_the_first_round_to_the_final():
    """Three rounds of two tables, and a final of the best four."""
    story = TournamentBuilder(SWISS, FINAL, ruleset="tournay", **AT_ONCE).bots(EIGHT)
    cup = story.started().directed().finished().build()
    games = Game.objects.filter(ruleset="tournay", state=Game.State.OVER)
    assert games.count() == Game.objects.count() == TABLES_OF_EIGHT * ROUNDS + 1
    assert cup.state == Tournament.State.FINISHED
    assert {*cup.entrants.values_list("place", flat=True)} >= {1, 2, 3, 4}
    assert not TableSeat.objects.filter(place=None).exists()


def build_dominion() -> TournamentBuilder:
    return TournamentBuilder(SWISS_ONLY, ruleset="dominion", **AT_ONCE)

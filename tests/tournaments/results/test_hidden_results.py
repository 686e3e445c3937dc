"""While a round is played nobody is told how its tables have ended; when it is over everybody is."""

import msgspec
import pytest
from django.urls import reverse

from games.models import Game
from games.tasks import count_games
from games.tournaments.director import director
from games.tournaments.export import files
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import CachedStanding, Tournament
from games.tournaments.results import hidden_results, player_ratings, standings_cache
from games.tournaments.rulings import rulings
from games.tournaments.settings import FORMATS, StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import finish, list_running_tables
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.pages import address, text
from tests.helpers.tournaments.people import appoint, person
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import play

pytestmark = pytest.mark.django_db

OPEN = msgspec.structs.replace(SWISS, hides_results=False)


def half_played(*stages: StageSettings) -> Tournament:
    """Table 1 has ended, table 2 has not; scores that stand nowhere else."""
    story = TournamentBuilder(*(stages or (SWISS, FINAL))).drawn()
    return story.round_played((4031, 4025, 4019, 4011)).build()


def everything(tournament, user=None) -> str:
    """All pages and files about results, as somebody reads them."""
    pages = ("", "rounds/", "standings/", "who-met-whom/", "rulings/", "entrants/1/", "embed/")
    files = ("standings.csv", "tables.csv", "tournament.json")
    client = client_of(user) if user else client_of(UserFactory())
    read = [client.get(address(tournament, page)) for page in (*pages, *files)]
    assert [one.status_code for one in read] == [200] * len(read)
    return " ".join(one.content.decode() for one in read)


# --- which stages


def test_where_there_are_rounds_results_are_kept_and_the_organizer_may_say_otherwise():
    usual = {name for name in FORMATS if hidden_results.hides_results(StageSettings(format=name))}
    assert usual == {"pods", "swiss", "knock_out", "heats"}
    assert not hidden_results.hides_results(StageSettings(format="swiss", visibility=Game.Visibility.ALWAYS))
    assert hidden_results.hides_results(StageSettings(format="league", hides_results=True))
    assert not hidden_results.hides_results(StageSettings(format="knock_out", hides_results=False))
    assert not hidden_results.hides_results(StageSettings(format="ladder", hides_results=True))


# --- what is told


def test_nothing_tells_how_a_table_has_ended_while_another_one_is_played():
    found = half_played()
    page = everything(found)
    assert all(score not in page for score in ("4031", "4025", "4019", "4011"))
    assert messages.RESULT_IS_HIDDEN in page
    assert messages.ROUND_IS_PLAYED.fill(rounds=1) in page
    assert messages.LOT_DECIDES_YET not in page  # one is, and its page says so
    assert not any(
        row.games
        for section in standings_cache.parse_standings(CachedStanding.objects.get().data)
        for row in section.rows
    )
    assert everything(TournamentBuilder(OPEN).drawn().build()).count(messages.RESULT_IS_HIDDEN) == 0


def test_whoever_sat_there_knows_and_whoever_still_plays_does_not():
    found = half_played()
    assert "4031" in text(found, "rounds/", person(found, 1))
    assert "4031" not in text(found, "rounds/", person(found, 5))


def test_whoever_has_played_may_look_at_the_others():
    found = TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3), (4, 5, 6), (7, 8, 9)).build()
    play(found, 1, 31, 25, 19)
    play(found, 2, 4131, 25, 19)
    assert "4131" in text(found, "rounds/", person(found, 1))
    assert "4131" not in text(found, "rounds/", person(found, 7))
    assert "4131" not in text(found, "rounds/", found.owner)


def test_when_the_last_table_is_over_everybody_is_told():
    found = half_played()
    play(found, 2, 30, 20, 10, 5)
    with write_ledger(found) as transaction:
        standings_cache.refresh_standings(transaction)
    page = everything(found)
    assert page.count("4031") >= 3  # a page and the two files of tables
    assert messages.RESULT_IS_HIDDEN not in page


def test_an_open_stage_tells_at_once():
    assert "4031" in everything(half_played(OPEN))


def test_what_is_kept_is_in_no_file_but_the_ledger_has_it():
    found = half_played()
    assert hidden_results.find_hidden_tables(load_state(found)) == {1}
    assert files.render_tables_csv(found).count("\n") == 1  # the head
    assert load_state(found).tables[1].counts


def test_a_ruling_about_a_kept_table_waits_too():
    found = half_played()
    referee = appoint(found)
    rulings.propose_ruling(
        found.pk, referee, "loss", table_number=1, entrant_number=4, reason="He has told his hand."
    )
    assert "told his hand" not in text(found, "rulings/") + files.render_json(found)
    play(found, 2, 30, 20, 10, 5)
    assert "told his hand" in text(found, "rulings/")


# --- the games themselves


def drawn() -> Tournament:
    plan = StageSettings(format="swiss", size=3, least=3, most=4, rounds=2)
    return TournamentBuilder(plan, least=2, most=20, check_in_hours=0).bots(6).started().directed().build()


def seen(user, game, route: str = "table", *more: str) -> int:
    return client_of(user).get(reverse(route, args=[game.key, *more])).status_code


def test_a_game_is_open_to_others_when_its_round_is_over_and_to_a_referee_before():
    found = drawn()
    first, second = (one.game for one in list_running_tables(found))
    finish(first)
    director.run_due_steps(found.pk)
    first.refresh_from_db()
    assert first.visibility == Game.Visibility.NOBODY
    assert seen(UserFactory(), first) == 404
    assert seen(appoint(found), first) == 200
    assert seen(appoint(found), second) == 404  # hidden cards are nobody's business
    assert (
        seen(appoint(found), first, "table_news", "0-0") == 200
    )  # the page that is open asks for what is new
    assert (player_ratings.rate_due_games(), count_games()) == (0, 0)  # it would tell who has won
    finish(second)
    director.run_due_steps(found.pk)
    first.refresh_from_db()
    assert first.visibility == Game.Visibility.AFTERWARDS
    assert seen(UserFactory(), first) == 200
    assert (player_ratings.rate_due_games(), count_games()) == (2, 2)


def test_when_a_tournament_is_called_off_nothing_is_kept():
    found = drawn()
    first, _second = (one.game for one in list_running_tables(found))
    finish(first)
    director.run_due_steps(found.pk)
    assert hidden_results.find_hidden_rounds(found)
    lifecycle.cancel_tournament(found.pk, found.owner, "The organizer is ill.")
    found = Tournament.objects.get(pk=found.pk)
    assert hidden_results.find_hidden_rounds(found) == set()
    assert hidden_results.find_hidden_tables(load_state(found)) == frozenset()
    first.refresh_from_db()
    assert first.visibility == Game.Visibility.AFTERWARDS

"""Rounds that somebody misses: at their own wish, on leave, or because they came late."""

from datetime import timedelta
from fractions import Fraction

import msgspec
import pytest

from accounts import server_time
from games.play.deadlines import leave
from games.play.errors import NotAllowed, NotNow
from games.tournaments.director import director
from games.tournaments.entries import registration, sitting_out
from games.tournaments.export import files, verify
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import entrant, person
from tests.helpers.tournaments.stages import AT_ONCE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

SWISS = StageSettings(format="swiss", size=4, least=3, most=5, rounds=4, seeding="manual")


def running(plan: StageSettings = SWISS, people: int = 9) -> Tournament:
    """The first round is drawn, and its tables run."""
    return TournamentBuilder(plan, **AT_ONCE).entrants(people).seeded().started().directed().build()


def next_round_drawn(tournament: Tournament) -> Tournament:
    director_story = TournamentBuilder.__new__(TournamentBuilder)
    director_story.tournament = tournament
    director_story.games_finished()
    director.run_due_steps(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def ask(tournament: Tournament, number: int, *, plays: bool = False) -> int:
    return sitting_out.sit_out(entrant(tournament, number).pk, person(tournament, number), plays=plays)


def drawn(tournament: Tournament, number: int):
    return load_state(tournament).stages[1].rounds[number]


def seated(tournament: Tournament, number: int) -> set[int]:
    state = load_state(tournament)
    return {one for table in state.stages[1].rounds[number].tables for one in state.tables[table].seats}


def byes(tournament: Tournament) -> list[tuple[int, int, Fraction | None]]:
    state = load_state(tournament)
    found = from_state.list_byes(state.stages[1], state.stages[1].field)
    return [(int(one.entrant), one.round, one.points) for one in found]


def test_whoever_asks_has_no_table_in_the_next_round():
    tournament = running()
    assert ask(tournament, 3) == 2
    assert ask(tournament, 3) == 2  # a double click
    assert list_entries(tournament, "sits_out") == [{"entrant": 3, "stage": 1, "round": 2}]
    tournament = next_round_drawn(tournament)
    assert drawn(tournament, 2).sat_out == [3]
    assert seated(tournament, 2) == {1, 2, 4, 5, 6, 7, 8, 9}
    tournament = next_round_drawn(tournament)
    assert (3, 2, None) in byes(tournament)
    assert 3 in seated(tournament, 3)


def test_the_wish_can_be_taken_back():
    tournament = running()
    ask(tournament, 3)
    ask(tournament, 3, plays=True)
    assert 3 in seated(next_round_drawn(tournament), 2)


def test_nobody_sits_out_more_than_half_of_the_rounds():
    tournament = running()
    for _time in range(2):
        ask(tournament, 3)
        tournament = next_round_drawn(tournament)
    with pytest.raises(NotNow):
        ask(tournament, 3)


def test_nobody_asks_for_somebody_else():
    tournament = running()
    with pytest.raises(NotAllowed):
        sitting_out.sit_out(entrant(tournament, 3).pk, person(tournament, 4))


def test_where_too_few_would_play_everybody_plays():
    tournament = running(people=7)
    for number in (1, 2, 3, 4, 5):
        ask(tournament, number)
    tournament = next_round_drawn(tournament)
    assert (drawn(tournament, 2).sat_out, len(seated(tournament, 2))) == ([], 7)


@pytest.mark.parametrize(
    ("setting", "points"), [("", Fraction(5)), ("0", Fraction(0)), ("2.5", Fraction(5, 2))]
)
def test_what_a_missed_round_counts_is_a_setting(setting, points):
    tournament = running(msgspec.structs.replace(SWISS, missed_points=setting))
    late = registration.register_entrant(tournament.pk, UserFactory())
    tournament = next_round_drawn(tournament)
    state = load_state(tournament)
    assert state.stages[1].missed == {late.number: [1]}
    [row] = [row for row in from_state.compute_standing_rows(state, 1) if row.entrant == late.number]
    assert (row.points, row.games, row.byes) == (points, 0, 1)
    assert late.number in seated(tournament, 2)


def test_the_files_have_what_was_missed():
    tournament = running(msgspec.structs.replace(SWISS, missed_points="2.5"))
    ask(tournament, 3)
    tournament = next_round_drawn(next_round_drawn(tournament))
    file = files.render_json(tournament).encode()
    assert verify.verify_file(file).error == ""
    assert "1,2,,,bye,,3,,,,,2.5000,," in files.render_tables_csv(tournament).splitlines()


def test_whoever_wishes_so_sits_out_while_on_leave():
    tournament = running()
    away, here = person(tournament, 3), person(tournament, 4)
    Entrant.objects.filter(tournament=tournament, number__in=(3, 5)).update(sits_out_on_leave=True)
    now = server_time.now()
    for user in (away, here):
        leave.book_leave(user, now.date(), now.date() + timedelta(days=5), now)
    tournament = next_round_drawn(tournament)
    assert drawn(tournament, 2).sat_out == [3]

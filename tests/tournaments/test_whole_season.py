"""A whole season through the real door: 28 bots, two stages, time that passes, emails that are counted."""

from collections import Counter
from datetime import timedelta

import pytest

from accounts import server_time
from games.models import Game, GameLogEntry
from games.play import bot_moves
from games.tournaments.director import director
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import TableSeat, Tournament, TournamentNotice, TournamentTable
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.tournaments.builder import TournamentBuilder

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db, pytest.mark.one_database]

QUICK = {"edition": "classic"}
SWISS = StageSettings(
    format="swiss", size=4, least=4, most=4, rounds=2, go_on=4, options=QUICK, round_days=20
)
FINAL = StageSettings(format="knock_out", size=4, least=4, most=4, options=QUICK, round_days=20)


def play_games() -> int:
    """Every running game to its end, by its bots, each move through the door."""
    running = list(Game.objects.filter(state=Game.State.RUNNING).values_list("pk", flat=True))
    for game_id in running:
        while bot_moves.play_bot_moves(game_id):
            pass
    return len(running)


def test_a_season_of_two_stages_plays_itself(clock):
    made = TournamentBuilder(SWISS, FINAL, least=28, most=28, check_in_hours=72).build()
    Tournament.objects.filter(pk=made.pk).update(starts_at=NOON + timedelta(days=7))
    people = [UserFactory() for _ in range(3)]
    for person in people:
        registration.register_entrant(made.pk, person, now=NOON)
    registration.add_bots(made.pk, made.owner, 28)
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.ENTERED).count() == 3

    clock.shift(timedelta(days=4, hours=1))  # the window of the check-in is open
    director.run_due_steps(made.pk)
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.CHECK_IN).count() == 3
    for entrant in made.entrants.filter(user__in=people):
        registration.withdraw_entrant(entrant.pk, entrant.user)  # so that nobody has to be waited for
    registration.add_bots(made.pk, made.owner, 28)

    clock.shift(timedelta(days=3))
    director.run_due_steps(made.pk)
    assert Game.objects.count() == 7
    for _ in range(4):
        clock.shift(timedelta(days=1))
        if not play_games():
            break
        director.run_due_steps(made.pk)

    over = Tournament.objects.get(pk=made.pk)
    assert over.state == Tournament.State.FINISHED
    assert Game.objects.filter(state=Game.State.OVER).count() == 7 + 7 + 1
    assert GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MOVE).count() > 15 * 60
    state = load_state(over)
    swiss = TableSeat.objects.filter(table__round__stage__number=1)
    games = Counter(swiss.values_list("entrant__number", flat=True))
    assert set(games.values()) == {2}
    assert state.stages[1].advancing == from_state.compute_stage_order(state, 1)[:4]
    [champion] = [row for row in from_state.compute_standing_rows(state, 2) if row.rank == 1]
    final = over.tables.get(round__stage__number=2)
    assert final.seats.get(place=1).entrant.number == champion.entrant
    assert final.state == TournamentTable.State.FINISHED
    assert director.run_due_steps(over.pk) == 0
    # one email each for the start of nothing: bots get none, and the organizer hears of the end
    kinds = Counter(TournamentNotice.objects.filter(user=made.owner).values_list("kind", flat=True))
    assert kinds == {TournamentNotice.Kind.ENDED: 1}
    assert server_time.now() - NOON < timedelta(days=12)

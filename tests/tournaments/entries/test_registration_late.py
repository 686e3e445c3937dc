"""A tournament that runs already: who may still come in, and what becomes of whoever withdraws."""

import pytest

from games.models import StandInCandidate
from games.play.errors import NotNow, NotPossible
from games.play.lobby import arranged_games
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import START
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.people import fresh, list_notice_kinds, register_entrants, withdraw
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start

pytestmark = pytest.mark.django_db

State, Phase, Kind = Entrant.State, Tournament.State, TournamentNotice.Kind


# --- late entry


def running(*stages: StageSettings, rounds: int = 0, **plan) -> Tournament:
    """A tournament whose first stage runs, with four people and so many rounds drawn."""
    cup = TournamentBuilder(*stages, check_in_hours=0, **plan).entrants(4).build()
    cup.entrants.update(state=State.ACTIVE)
    with write_ledger(cup, START) as transaction:
        first = transaction.stages[0]
        transaction.append_entry("stage", stage=1, plan=first.settings, field=[1, 2, 3, 4])
        for number in range(1, rounds + 1):
            seats = [{"table": number, "seats": [1, 2, 3, 4]}]
            transaction.append_entry("drawn", stage=1, round=number, tables=seats)
            transaction.append_entry("started", table=number)
        first.state = "running"
        first.save()
        transaction.update_tournament(state=Phase.RUNNING, frozen_at=START)
    return cup


@pytest.mark.parametrize(("rounds", "begun", "open_"), [(5, 2, True), (5, 3, False), (6, 3, True)])
def test_late_entry_until_half_of_the_rounds_have_begun(rounds, begun, open_):
    cup = running(StageSettings(format="swiss", rounds=rounds), rounds=begun)
    if not open_:
        with pytest.raises(NotNow, match=messages.TOO_LATE_TO_ENTER.pattern):
            registration.register_entrant(cup.pk, UserFactory())
        return
    late = registration.register_entrant(cup.pk, UserFactory(handle="Late"), now=START)
    state = load_state(cup)
    assert late.state == State.ACTIVE
    assert state.stages[1].field == [1, 2, 3, 4, 5]
    assert (state.entrants[5].state, state.entrants[5].since) == ("active", 1)
    assert list_notice_kinds(late) == [Kind.ENTERED]


def test_a_ladder_can_always_be_joined_at_its_foot():
    cup = running(StageSettings(format="ladder"), rounds=9)
    registration.register_entrant(cup.pk, UserFactory(), now=START)
    assert from_state.compute_ladder(load_state(cup), 1) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("stage", "plan"),
    [
        (StageSettings(format="league"), {}),
        (StageSettings(format="knock_out"), {}),
        (StageSettings(format="swiss", rounds=9), {"late_entry": False}),
    ],
)
def test_not_every_tournament_can_be_entered_late(stage, plan):
    with pytest.raises(NotNow):
        registration.register_entrant(running(stage, **plan).pk, UserFactory())


def test_whoever_comes_late_stands_in_nowhere_any_more():
    """They were asked when the tables began, and would sit at two ends of the same tournament."""
    cup = TournamentBuilder(SWISS, FINAL, late_entry=True).drawn().build()  # a Swiss of three rounds
    found, volunteer = start(cup), UserFactory(is_stand_in=True)
    arranged_games.set_candidates(found.game_id, welcome=[volunteer.pk, UserFactory().pk])
    registration.register_entrant(cup.pk, volunteer)
    assert dict(StandInCandidate.objects.values_list("user", "is_welcome"))[volunteer.pk] is False
    assert StandInCandidate.objects.filter(is_welcome=True).count() == 1


def test_late_entry_ends_with_the_last_place():
    cup = running(StageSettings(format="swiss", rounds=9), most=4)
    with pytest.raises(NotPossible, match=messages.ALL_PLACES_TAKEN.pattern):
        registration.register_entrant(cup.pk, UserFactory())


# --- late withdrawal


def test_while_it_runs_whoever_withdraws_is_out_and_nobody_moves_up():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=START)
    withdraw(ann, START)
    assert (fresh(ann).state, fresh(bob).state) == (State.WITHDRAWN, State.WAITING)
    assert load_state(cup).entrants[1].is_out


def test_there_is_nothing_to_withdraw_from_when_it_is_over():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED)
    with pytest.raises(NotNow):
        withdraw(ann)

"""An event that runs already: who may still come in, and what becomes of whoever withdraws."""

import pytest

from games.models import Candidate
from games.play import arranging
from games.play.errors import NotNow, NotPossible
from games.tournaments import enrolling, reckoning
from games.tournaments.book import story_of
from games.tournaments.models import Entrant, Letter, Tournament
from games.tournaments.plan import StagePlan
from tests.accounts.factories import UserFactory
from tests.tournaments.enrolled import fresh, letters, withdraw
from tests.tournaments.entering import START, booked, entered, event
from tests.tournaments.playing import cup as playing
from tests.tournaments.playing import start

pytestmark = pytest.mark.django_db

State, Phase, Kind = Entrant.State, Tournament.State, Letter.Kind


# --- late entry


def running(*stages: StagePlan, rounds: int = 0, **plan) -> Tournament:
    """An event whose first stage runs, with four people and so many rounds drawn."""
    cup = event(*stages, check_in_hours=0, **plan)
    entered(cup, 4)
    cup.entrants.update(state=State.ACTIVE)
    with booked(cup, START) as book:
        first = book.stages[0]
        book.write("stage", stage=1, plan=first.plan, field=[1, 2, 3, 4])
        for number in range(1, rounds + 1):
            seats = [{"table": number, "seats": [1, 2, 3, 4]}]
            book.write("drawn", stage=1, round=number, tables=seats)
            book.write("started", table=number)
        first.state = "running"
        first.save()
        book.set(state=Phase.RUNNING, frozen_at=START)
    return cup


@pytest.mark.parametrize(("rounds", "begun", "open_"), [(5, 2, True), (5, 3, False), (6, 3, True)])
def test_late_entry_until_half_of_the_rounds_have_begun(rounds, begun, open_):
    cup = running(StagePlan(format="swiss", rounds=rounds), rounds=begun)
    if not open_:
        with pytest.raises(NotNow, match="too late"):
            enrolling.enter(cup.pk, UserFactory())
        return
    late = enrolling.enter(cup.pk, UserFactory(handle="Late"), now=START)
    story = story_of(cup)
    assert late.state == State.ACTIVE
    assert story.stages[1].field == [1, 2, 3, 4, 5]
    assert (story.people[5].state, story.people[5].since) == ("active", 1)
    assert letters(late) == [Kind.ENTERED]


def test_a_ladder_can_always_be_joined_at_its_foot():
    cup = running(StagePlan(format="ladder"), rounds=9)
    enrolling.enter(cup.pk, UserFactory(), now=START)
    assert reckoning.ladder(story_of(cup), 1) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("stage", "plan"),
    [
        (StagePlan(format="league"), {}),
        (StagePlan(format="knock_out"), {}),
        (StagePlan(format="swiss", rounds=9), {"late_entry": False}),
    ],
)
def test_not_every_event_can_be_entered_late(stage, plan):
    with pytest.raises(NotNow):
        enrolling.enter(running(stage, **plan).pk, UserFactory())


def test_whoever_comes_late_stands_in_nowhere_any_more():
    """They were asked when the tables began, and would sit at two ends of the same event."""
    cup = playing(late_entry=True)  # a Swiss of three rounds
    found, volunteer = start(cup), UserFactory(stands_in=True)
    arranging.name_candidates(found.game_id, welcome=[volunteer.pk, UserFactory().pk])
    enrolling.enter(cup.pk, volunteer)
    assert dict(Candidate.objects.values_list("user", "is_welcome"))[volunteer.pk] is False
    assert Candidate.objects.filter(is_welcome=True).count() == 1


def test_late_entry_ends_with_the_last_place():
    cup = running(StagePlan(format="swiss", rounds=9), most=4)
    with pytest.raises(NotPossible, match="All places are taken"):
        enrolling.enter(cup.pk, UserFactory())


# --- late withdrawal


def test_while_it_runs_whoever_withdraws_is_out_and_nobody_moves_up():
    cup = event(most=1)
    ann, bob = entered(cup, 2)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=START)
    withdraw(ann, START)
    assert (fresh(ann).state, fresh(bob).state) == (State.WITHDRAWN, State.WAITING)
    assert story_of(cup).people[1].is_out


def test_there_is_nothing_to_withdraw_from_when_it_is_over():
    cup = event()
    [ann] = entered(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED)
    with pytest.raises(NotNow):
        withdraw(ann)

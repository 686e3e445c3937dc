"""A Swiss of pods that ends with a final, for tests of results."""

from games.tournaments.director import director, stages
from games.tournaments.entries import registration
from games.tournaments.models import Tournament
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.tournaments.finished_games import finish_all
from tests.helpers.tournaments.open_tournament import entered, event
from tests.helpers.tournaments.running_tournament import booked, cup, play

POD = StageSettings(format="pods", size=4, least=3, most=4, rounds=1)


SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=1, go_on=4)


FINAL = StageSettings(format="knock_out", size=4, least=3, most=4)


def begun(*stages: StageSettings, people: int = 4, upto: int = 0) -> Tournament:
    """So many people, and bots until so many are there."""
    made = event(*stages, least=3, most=16, check_in_hours=0)
    entered(made, people)
    registration.add_bots(made.pk, made.owner, upto)
    lifecycle.begin_tournament_now(made.pk, made.owner)
    director.run_due_steps(made.pk)
    return made


def played(made: Tournament) -> Tournament:
    """Every table has come to its end, and with the last one the event."""
    while finish_all(made):
        pass
    found = Tournament.objects.get(pk=made.pk)
    assert found.state == Tournament.State.FINISHED
    return found


def scored(*scores: int) -> Tournament:
    """One table of four, over with these scores, and with it the event."""
    made = cup((1, 2, 3, 4), stages=[POD])
    play(made, 1, *scores)
    with booked(made) as transaction:
        stages.end_stage(transaction, made.stages.get())
        stages.end_tournament(transaction)
    return Tournament.objects.get(pk=made.pk)

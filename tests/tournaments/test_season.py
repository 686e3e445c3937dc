"""A whole season through the real door: 28 bots, two stages, time that passes, letters that are counted."""

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Game, Move
from games.play import bot_moves, times
from games.tournaments import directing, enrolling, reckoning
from games.tournaments.book import story_of
from games.tournaments.models import Letter, Sitting, Table, Tournament
from games.tournaments.plan import StagePlan
from tests.accounts.factories import UserFactory
from tests.noon import NOON, clock
from tests.tournaments.entering import event

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

QUICK = {"edition": "classic"}
SWISS = StagePlan(format="swiss", size=4, least=4, most=4, rounds=2, go_on=4, options=QUICK, round_days=20)
FINAL = StagePlan(format="knock_out", size=4, least=4, most=4, options=QUICK, round_days=20)


def play_games() -> int:
    """Every running game to its end, by its bots, each move through the door."""
    running = list(Game.objects.filter(state=Game.State.RUNNING).values_list("pk", flat=True))
    for game_id in running:
        while bot_moves.play_on(game_id):
            pass
    return len(running)


def test_a_season_of_two_stages_plays_itself(clock):
    made = event(SWISS, FINAL, least=28, most=28, check_in_hours=72)
    Tournament.objects.filter(pk=made.pk).update(starts_at=NOON + timedelta(days=7))
    people = [UserFactory() for _ in range(3)]
    for person in people:
        enrolling.enter(made.pk, person, now=NOON)
    enrolling.add_bots(made.pk, made.owner, 28)
    assert Letter.objects.filter(kind=Letter.Kind.ENTERED).count() == 3

    clock.shift(timedelta(days=4, hours=1))  # the window of the check-in is open
    directing.direct(made.pk)
    assert Letter.objects.filter(kind=Letter.Kind.CHECK_IN).count() == 3
    for entrant in made.entrants.filter(user__in=people):
        enrolling.withdraw(entrant.pk, entrant.user)  # so that nobody has to be waited for
    enrolling.add_bots(made.pk, made.owner, 28)

    clock.shift(timedelta(days=3))
    directing.direct(made.pk)
    assert Game.objects.count() == 7
    for _ in range(4):
        clock.shift(timedelta(days=1))
        if not play_games():
            break
        directing.direct(made.pk)

    over = Tournament.objects.get(pk=made.pk)
    assert over.state == Tournament.State.FINISHED
    assert Game.objects.filter(state=Game.State.OVER).count() == 7 + 7 + 1
    assert Move.objects.filter(kind=Move.Kind.MOVE).count() > 15 * 60
    story = story_of(over)
    swiss = Sitting.objects.filter(table__round__stage__number=1)
    games = Counter(swiss.values_list("entrant__number", flat=True))
    assert set(games.values()) == {2}
    assert story.stages[1].through == reckoning.order(story, 1)[:4]
    [champion] = [row for row in reckoning.rows(story, 2) if row.rank == 1]
    final = over.tables.get(round__stage__number=2)
    assert final.sittings.get(place=1).entrant.number == champion.entrant
    assert final.state == Table.State.FINISHED
    assert directing.direct(over.pk) == 0
    # one letter each for the start of nothing: bots get none, and the organizer hears of the end
    kinds = Counter(Letter.objects.filter(user=made.owner).values_list("kind", flat=True))
    assert kinds == {Letter.Kind.ENDED: 1}
    assert times.now() - NOON < timedelta(days=12)

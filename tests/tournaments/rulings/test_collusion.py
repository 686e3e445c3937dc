"""Who spares whom, out of the journals of finished games: for referees only (X3)."""

import msgspec
import pytest

from accounts import server_time
from games.models import Game, GameLogEntry
from games.play.errors import NotAllowed
from games.rules.core.events import Event
from games.tournaments.models import Role
from games.tournaments.rulings import collusion
from tests.helpers.frozen_time import clock  # noqa: F401 (a day that stands still)
from tests.helpers.tournaments.running_tournament import cup, helper, person, start, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    found = cup()
    start(found)
    return found


def journal(event, by, *against, how=GameLogEntry.How.FORM, user=None, **entry):
    """At the first table this seat has destroyed something of each of these."""
    game = table(event).game
    seats = list(game.seats.order_by("place"))
    for number, other in enumerate(against, game.log_entries.count() + 100):
        told = Event("destroyed", {"seat": seats[by].name, "rival": seats[other].name})
        GameLogEntry.objects.create(
            game=game,
            number=number,
            seat=seats[by],
            text="destroy",
            how=how,
            by=user or seats[by].user,
            key=f"{number}",
            at=server_time.now(),
            events=msgspec.json.encode([told]).decode(),
            **entry,
        )


def ended(event):
    Game.objects.filter(pk=table(event).game.pk).update(state=Game.State.OVER)


SPARED = [1] + [2] * 12 + [3] * 11  # 24 actions, one of them against the second seat
FAIR = [1] * 4 + [2] * 10 + [3] * 10


def pairs(event, user=None):
    return [(flag.by, flag.spared) for flag in collusion.find_flagged_pairs(event, user or event.owner)]


def test_somebody_who_spares_one_of_three_is_flagged(event):
    journal(event, 0, *SPARED)
    ended(event)
    (flag,) = collusion.find_flagged_pairs(event, event.owner)
    assert (flag.by, flag.spared, flag.actions, flag.hits) == (1, 2, 24, 1)
    assert f"{float(flag.chance):.5f}" == "0.00077"
    assert not flag.mutual


def test_four_of_twenty_four_are_no_wonder(event):
    journal(event, 0, *FAIR)
    ended(event)
    assert pairs(event) == []


def test_two_who_spare_each_other_are_a_strong_sign(event):
    journal(event, 0, *SPARED)
    journal(event, 1, 0, *[2] * 12, *[3] * 11)
    ended(event)
    assert [flag.mutual for flag in collusion.find_flagged_pairs(event, event.owner)] == [True, True]


def test_a_game_that_runs_tells_nothing(event):
    journal(event, 0, *SPARED)
    assert pairs(event) == []


@pytest.mark.parametrize(
    "entry", [{"how": GameLogEntry.How.BOT}, {"how": GameLogEntry.How.CLOCK}, {"taken_back": True}], ids=str
)
def test_what_a_bot_or_the_clock_did_or_was_taken_back_counts_for_nobody(event, entry):
    journal(event, 0, *SPARED, **entry)
    ended(event)
    assert collusion.list_hostile_actions(event) == []


def test_what_a_stand_in_did_counts_for_nobody(event):
    journal(event, 0, *SPARED, user=person(event, 8))
    ended(event)
    assert collusion.list_hostile_actions(event) == []


@pytest.mark.parametrize("role", [Role.Kind.ANNOUNCER, None])
def test_only_those_who_rule_see_it(event, role):
    somebody = helper(event, role) if role else person(event, 3)
    with pytest.raises(NotAllowed):
        collusion.find_flagged_pairs(event, somebody)


def test_a_referee_who_plays_sees_nothing_about_themselves(event):
    journal(event, 0, *SPARED)
    ended(event)
    assert pairs(event, helper(event, user=person(event, 2))) == []
    assert pairs(event, helper(event, user=person(event, 3))) == [(1, 2)]


def test_a_game_is_read_once(event, django_assert_num_queries):
    journal(event, 0, *SPARED)
    ended(event)
    first = collusion.list_hostile_actions(event)
    with django_assert_num_queries(3):  # tables, seats, entrants
        assert collusion.list_hostile_actions(event) == first

"""Who spares whom, out of the journals of finished games: for referees only (X3)."""

import msgspec
import pytest

from games.models import Game, GameLogEntry
from games.play.errors import NotAllowed
from games.rules.core.events import Event
from games.tournaments.models import Role
from games.tournaments.rulings import collusion
from tests.helpers.factories import GameLogEntryFactory
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.people import appoint, person
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def tournament():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    start(found)
    return found


def journal(tournament, by, *against, how=GameLogEntry.How.FORM, user=None, **entry):
    """At the first table this seat has destroyed something of each of these."""
    game = table(tournament).game
    seats = list(game.seats.order_by("place"))
    for number, other in enumerate(against, game.log_entries.count() + 100):
        told = Event("destroyed", {"seat": seats[by].name, "rival": seats[other].name})
        GameLogEntryFactory(
            game=game,
            number=number,
            seat=seats[by],
            text="destroy",
            how=how,
            by=user or seats[by].user,
            events=msgspec.json.encode([told]).decode(),
            **entry,
        )


def ended(tournament):
    Game.objects.filter(pk=table(tournament).game.pk).update(state=Game.State.OVER)


SPARED = [1] + [2] * 12 + [3] * 11  # 24 actions, one of them against the second seat
FAIR = [1] * 4 + [2] * 10 + [3] * 10


def pairs(tournament, user=None):
    return [
        (flag.by, flag.spared) for flag in collusion.find_flagged_pairs(tournament, user or tournament.owner)
    ]


def test_somebody_who_spares_one_of_three_is_flagged(tournament):
    journal(tournament, 0, *SPARED)
    ended(tournament)
    (flag,) = collusion.find_flagged_pairs(tournament, tournament.owner)
    assert (flag.by, flag.spared, flag.actions, flag.hits) == (1, 2, 24, 1)
    assert f"{float(flag.chance):.5f}" == "0.00077"
    assert not flag.mutual


def test_four_of_twenty_four_are_no_wonder(tournament):
    journal(tournament, 0, *FAIR)
    ended(tournament)
    assert pairs(tournament) == []


def test_two_who_spare_each_other_are_a_strong_sign(tournament):
    journal(tournament, 0, *SPARED)
    journal(tournament, 1, 0, *[2] * 12, *[3] * 11)
    ended(tournament)
    assert [flag.mutual for flag in collusion.find_flagged_pairs(tournament, tournament.owner)] == [
        True,
        True,
    ]


def test_a_game_that_runs_tells_nothing(tournament):
    journal(tournament, 0, *SPARED)
    assert pairs(tournament) == []


@pytest.mark.parametrize(
    "entry", [{"how": GameLogEntry.How.BOT}, {"how": GameLogEntry.How.CLOCK}, {"taken_back": True}], ids=str
)
def test_what_a_bot_or_the_clock_did_or_was_taken_back_counts_for_nobody(tournament, entry):
    journal(tournament, 0, *SPARED, **entry)
    ended(tournament)
    assert collusion.list_hostile_actions(tournament) == []


def test_what_a_stand_in_did_counts_for_nobody(tournament):
    journal(tournament, 0, *SPARED, user=person(tournament, 8))
    ended(tournament)
    assert collusion.list_hostile_actions(tournament) == []


@pytest.mark.parametrize("role", [Role.Kind.ANNOUNCER, None])
def test_only_those_who_rule_see_it(tournament, role):
    somebody = appoint(tournament, role) if role else person(tournament, 3)
    with pytest.raises(NotAllowed):
        collusion.find_flagged_pairs(tournament, somebody)


def test_a_referee_who_plays_sees_nothing_about_themselves(tournament):
    journal(tournament, 0, *SPARED)
    ended(tournament)
    assert pairs(tournament, appoint(tournament, user=person(tournament, 2))) == []
    assert pairs(tournament, appoint(tournament, user=person(tournament, 3))) == [(1, 2)]


def test_a_game_is_read_once(tournament, django_assert_num_queries):
    journal(tournament, 0, *SPARED)
    ended(tournament)
    first = collusion.list_hostile_actions(tournament)
    with django_assert_num_queries(3):  # tables, seats, entrants
        assert collusion.list_hostile_actions(tournament) == first

"""Emails of a knock-out: whoever is out hears so once, and nothing of rounds that go on without them."""

import pytest

from games.tournaments.director import director
from games.tournaments.ledger.transaction import load_state
from games.tournaments.mail.sections.registry import load_notice_data
from games.tournaments.models import Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from tests.helpers.mail.emails import flat
from tests.helpers.tournaments.bot_tournament import by_chance, end_games, scored
from tests.helpers.tournaments.open_tournament import entered, event
from tests.helpers.tournaments.outbox import NOON, at_noon, nothing_waits, only, post, tell  # noqa: F401 (a day that stands still)

__all__ = ["scored"]

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KNOCK_OUT = StageSettings(format="knock_out", size=4, least=3, most=4)
Kind = TournamentNotice.Kind


@pytest.fixture
def cup(scored) -> Tournament:
    """Sixteen people; the first round is over, and the second one is drawn."""
    scored(by_chance(3))
    made = event(KNOCK_OUT, least=2, check_in_hours=0)
    entered(made, 16, NOON)
    lifecycle.begin_tournament_now(made.pk, made.owner)
    director.run_due_steps(made.pk)
    end_games()
    director.run_due_steps(made.pk)
    return Tournament.objects.get(pk=made.pk)


def told(cup: Tournament, kind: str, **wanted: object) -> set[int]:
    """To whom such an email goes."""
    found = TournamentNotice.objects.filter(tournament=cup, kind=kind).select_related("entrant")
    return {one.entrant.number for one in found if wanted.items() <= load_notice_data(one).items()}


def in_round(cup: Tournament, number: int) -> set[int]:
    state = load_state(cup)
    return {one for table in state.tables.values() if table.round == number for one in table.seats}


def test_the_tables_of_a_round_are_told_to_those_who_are_in_it(cup):
    assert len(in_round(cup, 2)) < len(in_round(cup, 1))
    assert told(cup, Kind.ROUND, rounds=[1]) == in_round(cup, 1)
    assert told(cup, Kind.ROUND, rounds=[2]) == in_round(cup, 2)


def test_after_a_round_everybody_hears_whether_they_are_in_the_next(cup):
    through = in_round(cup, 2)
    assert told(cup, Kind.CLOSED, round=1, goes_on=True) == through
    assert told(cup, Kind.CLOSED, round=1, goes_on=False) == in_round(cup, 1) - through


@pytest.mark.parametrize(
    ("goes_on", "says"), [(True, "You are in the next round."), (False, "You are not in the next round.")]
)
def test_it_is_a_sentence_of_the_email(goes_on, says):
    cup = event(KNOCK_OUT)
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    tell(ann, Kind.CLOSED, stage=1, round=1, goes_on=goes_on)
    post()
    assert says in flat(only(ann.user).body)


def test_whoever_has_no_table_in_a_round_is_through():
    cup = event(KNOCK_OUT)
    [ann] = entered(cup, 1, NOON)
    stage = cup.stages.get()
    stage.rounds.create(number=2, state="published")
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[2])
    post()
    email = flat(only(ann.user).body)
    assert "In round 2 you have no table: you are through to the next one." in email
    assert "middling" not in email

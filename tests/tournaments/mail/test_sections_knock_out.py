"""Emails of a knock-out: whoever is out hears so once, and nothing of rounds that go on without them."""

import pytest

from games.tournaments.director import director
from games.tournaments.ledger.transaction import load_state
from games.tournaments.mail.sections.registry import load_notice_data
from games.tournaments.models import Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from tests.helpers.mail.emails import flat
from tests.helpers.messages import tournament_mail
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.finished_games import by_chance, end_games
from tests.helpers.tournaments.outbox import NOON, nothing_waits, only, post, tell
from tests.helpers.tournaments.people import register_entrants

pytestmark = [pytest.mark.usefixtures("at_noon"), pytest.mark.django_db, pytest.mark.one_database]

KNOCK_OUT = StageSettings(format="knock_out", size=4, least=3, most=4)
Kind = TournamentNotice.Kind


@pytest.fixture
def cup(scored) -> Tournament:
    """Sixteen people; the first round is over, and the second one is drawn."""
    scored(by_chance(3))
    made = (
        TournamentBuilder(KNOCK_OUT, least=2, check_in_hours=0)
        .entrants(16, now=NOON)
        .started()
        .directed()
        .build()
    )
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
    ("goes_on", "says"),
    [(True, tournament_mail.IN_THE_NEXT_ROUND), (False, tournament_mail.NOT_IN_THE_NEXT_ROUND)],
)
def test_it_is_a_sentence_of_the_email(goes_on, says):
    cup = TournamentBuilder(KNOCK_OUT).build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    tell(ann, Kind.CLOSED, stage=1, round=1, goes_on=goes_on)
    post()
    assert says in flat(only(ann.user).body)


def test_whoever_has_no_table_in_a_round_is_through():
    cup = TournamentBuilder(KNOCK_OUT).build()
    [ann] = register_entrants(cup, 1, NOON)
    stage = cup.stages.get()
    stage.rounds.create(number=2, state="published")
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[2])
    post()
    email = flat(only(ann.user).body)
    assert tournament_mail.THROUGH_WITHOUT_TABLE.fill(round=2) in email
    assert "middling" not in email

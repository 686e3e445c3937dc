"""Tables that are late: the referees are told, a week more, or the rule decides (S17)."""

from datetime import timedelta
from fractions import Fraction

import msgspec
import pytest

from accounts import server_time
from games.models import Game, Seat
from games.play import referee
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.statistics import game_result
from games.tournaments.director import late_tables
from games.tournaments.models import Role, Ruling, TournamentNotice, TournamentTable
from games.tournaments.rulings import rulings
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import tournaments as messages
from tests.helpers.tables import written
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries, write_ledger
from tests.helpers.tournaments.pages import text
from tests.helpers.tournaments.people import appoint, count_notices, person, told
from tests.helpers.tournaments.stages import FINAL, ONE_ROUND, SWISS
from tests.helpers.tournaments.tables import places, start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

STANDS = {  # scores of 21, 24, 21 and 15
    "called": "merchant",
    "begun": True,
    "{0}": {"characters": ["merchant"], "city": ["palace", "castle", "cathedral", "harbor", "docks"]},
    "{1}": {
        "characters": ["king"],
        "city": ["town_hall", "fortress", "palace", "castle", "harbor", "temple"],
    },
    "{2}": {"characters": ["bishop"], "city": ["palace", "castle", "cathedral", "harbor", "docks"]},
    "{3}": {"characters": ["architect"], "city": ["fortress", "town_hall", "castle", "tavern"]},
}
ONE_AT_FAULT = (40, 310, 90, 60)
NOBODY_AT_FAULT = (200, 180, 70, 50)
AN_HOUR = timedelta(hours=1)


def late_table(tournament, waited=NOBODY_AT_FAULT, *, number=1, due=NOON):
    """It stands like this, has waited so many hours for each seat, and its deadline is this."""
    found = start(tournament, number)
    written(found.game, STANDS)
    for place, hours in enumerate(waited):
        Seat.objects.filter(game=found.game, place=place).update(waited_seconds=hours * 3600)
    TournamentTable.objects.filter(pk=found.pk).update(deadline=due)
    return table(tournament, number)


@pytest.fixture
def tournament():
    return TournamentBuilder(ONE_ROUND, FINAL).drawn().build()


@pytest.fixture
def nearly_through(monkeypatch):
    monkeypatch.setattr(game_result, "compute_share_left", lambda *_counts: 0.1)


def direct(tournament, steps=1):
    """So many steps of the director that look after late tables; did the last one do anything?"""
    for _ in range(steps):
        with write_ledger(tournament) as transaction:
            done = late_tables.handle_late_tables(transaction)
    return done


def told_referees(tournament):
    """The first step is the email to the referees."""
    assert direct(tournament)


def points(tournament, number=1):
    return [one.points for one in table(tournament, number).seats.order_by("seat")]


# --- looking


def test_a_late_table_shows_who_was_waited_for_and_how_it_stands(tournament):
    found = late_tables.assess_table(late_table(tournament, ONE_AT_FAULT), server_time.now())
    assert [one.waiting_time // AN_HOUR for one in found.delays] == list(ONE_AT_FAULT)
    assert [one.share for one in found.delays] == [Fraction(n, 100) for n in (8, 62, 18, 12)]
    assert [(one.score, one.place) for one in found.delays] == [(21, 2), (24, 1), (21, 2), (15, 4)]
    assert [one.number for one in found.culpable] == [2]
    assert found.deadline == NOON


def test_of_a_table_that_has_waited_for_nobody_nobody_is_at_fault(tournament):
    assert not late_tables.assess_table(late_table(tournament, (0, 0, 0, 0)), server_time.now()).culpable


@pytest.mark.parametrize(("due", "is_late"), [(23, True), (24, True), (25, False)])
def test_tables_are_late_from_the_grace_before_their_deadline_on(tournament, due, is_late):
    late_table(tournament, due=NOON + timedelta(hours=due))
    assert len(late_tables.list_late_tables(tournament)) == is_late


def test_a_referee_who_sits_at_a_late_table_does_not_see_how_it_stands(tournament):
    late_table(tournament)
    assert not late_tables.list_late_tables(tournament, appoint(tournament, user=person(tournament, 1)))
    assert late_tables.list_late_tables(tournament, appoint(tournament, user=person(tournament, 8)))


def test_a_page_shows_so_many_late_tables_the_latest_first(tournament):
    late_table(tournament, due=NOON)
    late_table(tournament, number=2, due=NOON - AN_HOUR)
    assert [
        one.table.number for one in late_tables.list_late_tables(tournament, tournament.owner, NOON, most=1)
    ] == [2]
    assert len(late_tables.list_late_tables(tournament, tournament.owner, NOON)) == 2


def test_a_table_without_a_deadline_of_its_own_has_that_of_its_round(tournament):
    found = late_table(tournament, due=None)
    assert not late_tables.list_late_tables(tournament)
    found.round.deadline = NOON
    found.round.save()
    assert [one.table.number for one in late_tables.list_late_tables(tournament)] == [1]


def test_a_table_on_hold_is_not_late(tournament):
    found = late_table(tournament)
    found.hold = TournamentTable.Hold.HELD
    found.save()
    assert not late_tables.list_late_tables(tournament)


# --- the referees hear of it


def test_the_referees_are_told_once_of_all_that_is_late(tournament):
    referees = {appoint(tournament).pk, tournament.owner_id}
    appoint(tournament, Role.Kind.ANNOUNCER)
    for number in (1, 2):
        late_table(tournament, number=number, due=NOON + AN_HOUR)
    assert direct(tournament)
    assert not direct(tournament)
    assert told(tournament, TournamentNotice.Kind.DIGEST) == referees
    assert list_entries(tournament, "late") == [{"tables": [1, 2]}]


def test_a_game_that_was_given_up_is_told_at_once(tournament):
    found = late_table(tournament, due=NOON + timedelta(days=9))
    referee.end_game(found.game.pk, None, reason="All of us want to stop.")
    assert direct(tournament)
    assert not direct(tournament)
    assert list_entries(tournament, "late") == [{"tables": [1]}]


# --- a week more


def test_a_table_that_is_nearly_through_gets_a_week_more_once(tournament, nearly_through, clock):
    late_table(tournament)
    told_referees(tournament)
    assert direct(tournament)
    assert table(tournament).deadline == NOON + timedelta(days=7)
    assert told(tournament, TournamentNotice.Kind.NEWS) == {
        person(tournament, number).pk for number in (1, 2, 3, 4)
    }
    assert not direct(tournament)
    clock.shift(timedelta(days=7))
    told_referees(tournament)
    assert direct(tournament)
    assert table(tournament).game.state == Game.State.ABANDONED


def test_with_somebody_at_fault_there_is_no_week_more(tournament, nearly_through):
    late_table(tournament, ONE_AT_FAULT)
    told_referees(tournament)
    direct(tournament)
    assert table(tournament).extended_at is None
    assert table(tournament).game.state == Game.State.ABANDONED


def test_a_referee_may_give_the_week_too_and_a_second_click_not_another(tournament, nearly_through):
    late_table(tournament)
    late_tables.extend_table_once(tournament.pk, tournament.owner, 1)
    late_tables.extend_table_once(tournament.pk, tournament.owner, 1)
    assert table(tournament).deadline == NOON + timedelta(days=7)
    assert len(list_entries(tournament, "prolonged")) == 1


def test_a_game_in_its_middle_gets_no_week_more(tournament):
    late_table(tournament)
    with pytest.raises(NotNow, match=messages.NO_WEEK_MORE.pattern):
        late_tables.extend_table_once(tournament.pk, tournament.owner, 1)


# --- the rule decides


def test_whoever_took_half_of_the_time_is_last_with_nothing(tournament):
    late_table(tournament, ONE_AT_FAULT)
    rulings.sign_ruling(
        late_tables.adjudicate_table(tournament.pk, tournament.owner, 1, "Late.").pk, appoint(tournament)
    )
    assert points(tournament) == ["8/1", "0/1", "8/1", "3/1"]
    assert places(tournament, 1) == {1: 1, 2: 4, 3: 1, 4: 3}
    assert table(tournament).state == TournamentTable.State.ADJUDICATED


def test_with_nobody_at_fault_all_stand_as_the_scores_stood(tournament):
    late_table(tournament)
    rulings.sign_ruling(
        late_tables.adjudicate_table(tournament.pk, tournament.owner, 1, "Late.").pk, appoint(tournament)
    )
    assert points(tournament) == ["9/2", "10/1", "9/2", "1/1"]


def test_the_proposal_says_before_what_would_come_of_it(tournament):
    found = late_table(tournament, ONE_AT_FAULT)
    lines = late_tables.compute_adjudicated_lines(found)
    assert [(line.entrant, line.score, line.left) for line in lines] == [
        (1, "21", False),
        (2, "24", True),
        (3, "21", False),
        (4, "15", False),
    ]
    assert found.game.state == Game.State.RUNNING


def test_at_the_deadline_the_house_rules_and_two_referees_sign_what_changes_who_goes_on(tournament):
    late_table(tournament, ONE_AT_FAULT)
    told_referees(tournament)
    assert direct(tournament)
    made = Ruling.objects.get()
    assert (made.by, made.is_automatic, made.state) == (None, True, Ruling.State.PROPOSED)
    assert "P2" in made.reason
    assert not direct(tournament)  # it waits for people
    assert messages.WITH_THE_REFEREES in text(tournament, "rounds/")
    desk = text(tournament, "staff/rulings/", tournament.owner)
    assert messages.SCORE_BUT_LOST.fill(name="P2", score=24) in desk
    assert messages.TWO_SIGNATURES_NEEDED in desk
    assert messages.REFEREE_NEEDED in desk  # the owner is alone
    assert messages.LATE_TABLES not in desk  # it is as good as decided
    first, second = appoint(tournament), appoint(tournament)
    assert rulings.sign_ruling(made.pk, first).state == Ruling.State.PROPOSED
    with pytest.raises(NotAllowed, match=messages.SECOND_SIGNATURE_NEEDED.pattern):
        rulings.sign_ruling(made.pk, first)
    assert points(tournament) == [""] * 4
    assert (
        count_notices(tournament, TournamentNotice.Kind.RULING) == 1 + 3
    )  # the owner at first, then all who may sign
    made = rulings.sign_ruling(made.pk, second)
    assert (made.by, made.second_by, made.state) == (first, second, Ruling.State.IN_FORCE)
    assert points(tournament) == ["8/1", "0/1", "8/1", "3/1"]


def test_nobody_who_sits_there_signs_what_the_house_rules(tournament):
    late_table(tournament, ONE_AT_FAULT)
    told_referees(tournament)
    direct(tournament)
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        rulings.sign_ruling(Ruling.objects.get().pk, appoint(tournament, user=person(tournament, 1)))


def test_at_the_deadline_what_changes_nobody_who_goes_on_is_in_force_at_once():
    tournament = TournamentBuilder(msgspec.structs.replace(SWISS, go_on=8), FINAL).drawn().build()
    late_table(tournament)
    told_referees(tournament)
    assert direct(tournament)
    made = Ruling.objects.get()
    assert (made.by, made.state) == (None, Ruling.State.IN_FORCE)
    assert points(tournament) == ["9/2", "10/1", "9/2", "1/1"]


def test_a_game_that_ends_while_the_house_decides_counts_as_it_was_played(tournament, monkeypatch):
    """The last move may come between the look at the list and the look at the table."""
    late_table(tournament, ONE_AT_FAULT)

    def the_last_move(table):
        Game.objects.filter(pk=table.game_id).update(state=Game.State.OVER, ended_at=server_time.now())
        return False

    monkeypatch.setattr(late_tables, "_is_left_to_referees", the_last_move)
    direct(tournament, 2)
    assert not tournament.rulings.exists()


def test_what_a_referee_has_refused_is_for_people_to_decide(tournament):
    late_table(tournament, ONE_AT_FAULT)
    told_referees(tournament)
    direct(tournament)
    made = Ruling.objects.get()
    rulings.refuse_ruling(made.pk, appoint(tournament), "We play it on another day.")
    assert not direct(tournament)


def test_nobody_adjudicates_the_own_table(tournament):
    late_table(tournament)
    mine = appoint(tournament, user=person(tournament, 1))
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        late_tables.adjudicate_table(tournament.pk, mine, 1, "Late.")
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        late_tables.extend_table_once(tournament.pk, mine, 1)
    assert table(tournament).game.state == Game.State.RUNNING


def test_a_table_that_has_time_left_is_not_ended_by_one_referee(tournament):
    """What changes who goes on waits for a second signature, but the game would be over."""
    late_table(tournament, due=NOON + 48 * AN_HOUR)
    with pytest.raises(NotNow, match="not late"):
        late_tables.adjudicate_table(tournament.pk, appoint(tournament), 1, "I do not like it.", now=NOON)
    assert table(tournament).game.state == Game.State.RUNNING


def test_a_second_click_is_the_same_adjudication(tournament):
    late_table(tournament)
    first = late_tables.adjudicate_table(tournament.pk, tournament.owner, 1, "Late.")
    assert late_tables.adjudicate_table(tournament.pk, tournament.owner, 1, "Late.") == first
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [(9, NotPossible, messages.NO_SUCH_TABLE.pattern), (2, NotNow, messages.TABLE_IS_NOT_PLAYED.pattern)],
)
def test_what_is_not_played_is_not_adjudicated(tournament, number, error, words):
    with pytest.raises(error, match=words):
        late_tables.adjudicate_table(tournament.pk, tournament.owner, number, "Late.")


def test_a_seat_that_a_bot_has_taken_over_counts_as_left(tournament):
    found = late_table(tournament)
    seat = found.game.seats.get(place=3)
    referee.replace_player(found.game.pk, seat.pk, None, bot="rule_based")
    lines = late_tables.compute_adjudicated_lines(found)
    assert [(line.kind, line.left) for line in lines][3] == ("bot", True)


def test_emails_about_a_ruling_of_the_house_go_to_all_at_the_table(tournament):
    late_table(tournament)
    made = late_tables.adjudicate_table(tournament.pk, tournament.owner, 1, "Late.")
    rulings.sign_ruling(made.pk, appoint(tournament))
    assert count_notices(tournament, TournamentNotice.Kind.RULING) >= 4

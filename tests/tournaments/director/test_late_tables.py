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
from tests.helpers.frozen_time import NOON, clock  # noqa: F401 (a day that stands still)
from tests.helpers.tables import written
from tests.helpers.tournaments.pages import text
from tests.helpers.tournaments.running_tournament import (
    FINAL,
    SWISS,
    booked,
    count_notices,
    cup,
    entries,
    helper,
    last_round,
    person,
    places,
    start,
    table,
    told,
)

pytestmark = pytest.mark.django_db

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


def late_table(event, waited=NOBODY_AT_FAULT, *, number=1, due=NOON):
    """It stands like this, has waited so many hours for each seat, and its deadline is this."""
    found = start(event, number)
    written(found.game, STANDS)
    for place, hours in enumerate(waited):
        Seat.objects.filter(game=found.game, place=place).update(waited_seconds=hours * 3600)
    TournamentTable.objects.filter(pk=found.pk).update(deadline=due)
    return table(event, number)


@pytest.fixture
def event():
    return last_round()


@pytest.fixture
def nearly_through(monkeypatch):
    monkeypatch.setattr(game_result, "compute_share_left", lambda *_counts: 0.1)


def direct(event, steps=1):
    """So many steps of the director that look after late tables; did the last one do anything?"""
    for _ in range(steps):
        with booked(event) as transaction:
            done = late_tables.handle_late_tables(transaction)
    return done


def told_referees(event):
    """The first step is the email to the referees."""
    assert direct(event)


def points(event, number=1):
    return [one.points for one in table(event, number).seats.order_by("seat")]


# --- looking


def test_a_late_table_shows_who_was_waited_for_and_how_it_stands(event):
    found = late_tables.assess_table(late_table(event, ONE_AT_FAULT), server_time.now())
    assert [one.waiting_time // AN_HOUR for one in found.delays] == list(ONE_AT_FAULT)
    assert [one.share for one in found.delays] == [Fraction(n, 100) for n in (8, 62, 18, 12)]
    assert [(one.score, one.place) for one in found.delays] == [(21, 2), (24, 1), (21, 2), (15, 4)]
    assert [one.number for one in found.culpable] == [2]
    assert found.deadline == NOON


def test_of_a_table_that_has_waited_for_nobody_nobody_is_at_fault(event):
    assert not late_tables.assess_table(late_table(event, (0, 0, 0, 0)), server_time.now()).culpable


@pytest.mark.parametrize(("due", "is_late"), [(23, True), (24, True), (25, False)])
def test_tables_are_late_from_the_grace_before_their_deadline_on(event, due, is_late):
    late_table(event, due=NOON + timedelta(hours=due))
    assert len(late_tables.list_late_tables(event)) == is_late


def test_a_referee_who_sits_at_a_late_table_does_not_see_how_it_stands(event):
    late_table(event)
    assert not late_tables.list_late_tables(event, helper(event, user=person(event, 1)))
    assert late_tables.list_late_tables(event, helper(event, user=person(event, 8)))


def test_a_page_shows_so_many_late_tables_the_latest_first(event):
    late_table(event, due=NOON)
    late_table(event, number=2, due=NOON - AN_HOUR)
    assert [one.table.number for one in late_tables.list_late_tables(event, event.owner, NOON, most=1)] == [2]
    assert len(late_tables.list_late_tables(event, event.owner, NOON)) == 2


def test_a_table_without_a_deadline_of_its_own_has_that_of_its_round(event):
    found = late_table(event, due=None)
    assert not late_tables.list_late_tables(event)
    found.round.deadline = NOON
    found.round.save()
    assert [one.table.number for one in late_tables.list_late_tables(event)] == [1]


def test_a_table_on_hold_is_not_late(event):
    found = late_table(event)
    found.hold = TournamentTable.Hold.HELD
    found.save()
    assert not late_tables.list_late_tables(event)


# --- the referees hear of it


def test_the_referees_are_told_once_of_all_that_is_late(event):
    referees = {helper(event).pk, event.owner_id}
    helper(event, Role.Kind.ANNOUNCER)
    for number in (1, 2):
        late_table(event, number=number, due=NOON + AN_HOUR)
    assert direct(event)
    assert not direct(event)
    assert told(event, TournamentNotice.Kind.DIGEST) == referees
    assert entries(event, "late") == [{"tables": [1, 2]}]


def test_a_game_that_was_given_up_is_told_at_once(event):
    found = late_table(event, due=NOON + timedelta(days=9))
    referee.end_game(found.game.pk, None, reason="All of us want to stop.")
    assert direct(event)
    assert not direct(event)
    assert entries(event, "late") == [{"tables": [1]}]


# --- a week more


def test_a_table_that_is_nearly_through_gets_a_week_more_once(event, nearly_through, clock):  # noqa: F811
    late_table(event)
    told_referees(event)
    assert direct(event)
    assert table(event).deadline == NOON + timedelta(days=7)
    assert told(event, TournamentNotice.Kind.NEWS) == {person(event, number).pk for number in (1, 2, 3, 4)}
    assert not direct(event)
    clock.shift(timedelta(days=7))
    told_referees(event)
    assert direct(event)
    assert table(event).game.state == Game.State.ABANDONED


def test_with_somebody_at_fault_there_is_no_week_more(event, nearly_through):
    late_table(event, ONE_AT_FAULT)
    told_referees(event)
    direct(event)
    assert table(event).extended_at is None
    assert table(event).game.state == Game.State.ABANDONED


def test_a_referee_may_give_the_week_too_and_a_second_click_not_another(event, nearly_through):
    late_table(event)
    late_tables.extend_table_once(event.pk, event.owner, 1)
    late_tables.extend_table_once(event.pk, event.owner, 1)
    assert table(event).deadline == NOON + timedelta(days=7)
    assert len(entries(event, "prolonged")) == 1


def test_a_game_in_its_middle_gets_no_week_more(event):
    late_table(event)
    with pytest.raises(NotNow, match="nearly through"):
        late_tables.extend_table_once(event.pk, event.owner, 1)


# --- the rule decides


def test_whoever_took_half_of_the_time_is_last_with_nothing(event):
    late_table(event, ONE_AT_FAULT)
    rulings.sign_ruling(late_tables.adjudicate_table(event.pk, event.owner, 1, "Late.").pk, helper(event))
    assert points(event) == ["8/1", "0/1", "8/1", "3/1"]
    assert places(event, 1) == {1: 1, 2: 4, 3: 1, 4: 3}
    assert table(event).state == TournamentTable.State.ADJUDICATED


def test_with_nobody_at_fault_all_stand_as_the_scores_stood(event):
    late_table(event)
    rulings.sign_ruling(late_tables.adjudicate_table(event.pk, event.owner, 1, "Late.").pk, helper(event))
    assert points(event) == ["9/2", "10/1", "9/2", "1/1"]


def test_the_proposal_says_before_what_would_come_of_it(event):
    found = late_table(event, ONE_AT_FAULT)
    lines = late_tables.compute_adjudicated_lines(found)
    assert [(line.entrant, line.score, line.left) for line in lines] == [
        (1, "21", False),
        (2, "24", True),
        (3, "21", False),
        (4, "15", False),
    ]
    assert found.game.state == Game.State.RUNNING


def test_at_the_deadline_the_house_rules_and_two_referees_sign_what_changes_who_goes_on(event):
    late_table(event, ONE_AT_FAULT)
    told_referees(event)
    assert direct(event)
    made = Ruling.objects.get()
    assert (made.by, made.is_automatic, made.state) == (None, True, Ruling.State.PROPOSED)
    assert "P2" in made.reason
    assert not direct(event)  # it waits for people
    assert "with the referees" in text(event, "rounds/")
    desk = text(event, "staff/rulings/", event.owner)
    assert "P2: 24, but lost" in desk
    assert "two referees have to sign it" in desk
    assert "please name a referee" in desk  # the owner is alone
    assert "Late tables" not in desk  # it is as good as decided
    first, second = helper(event), helper(event)
    assert rulings.sign_ruling(made.pk, first).state == Ruling.State.PROPOSED
    with pytest.raises(NotAllowed, match="somebody else must sign"):
        rulings.sign_ruling(made.pk, first)
    assert points(event) == [""] * 4
    assert (
        count_notices(event, TournamentNotice.Kind.RULING) == 1 + 3
    )  # the owner at first, then all who may sign
    made = rulings.sign_ruling(made.pk, second)
    assert (made.by, made.second_by, made.state) == (first, second, Ruling.State.IN_FORCE)
    assert points(event) == ["8/1", "0/1", "8/1", "3/1"]


def test_nobody_who_sits_there_signs_what_the_house_rules(event):
    late_table(event, ONE_AT_FAULT)
    told_referees(event)
    direct(event)
    with pytest.raises(NotAllowed, match="You sit at this table"):
        rulings.sign_ruling(Ruling.objects.get().pk, helper(event, user=person(event, 1)))


def test_at_the_deadline_what_changes_nobody_who_goes_on_is_in_force_at_once():
    tournament = cup(stages=(msgspec.structs.replace(SWISS, go_on=8), FINAL))
    late_table(tournament)
    told_referees(tournament)
    assert direct(tournament)
    made = Ruling.objects.get()
    assert (made.by, made.state) == (None, Ruling.State.IN_FORCE)
    assert points(tournament) == ["9/2", "10/1", "9/2", "1/1"]


def test_a_game_that_ends_while_the_house_decides_counts_as_it_was_played(event, monkeypatch):
    """The last move may come between the look at the list and the look at the table."""
    late_table(event, ONE_AT_FAULT)

    def the_last_move(table):
        Game.objects.filter(pk=table.game_id).update(state=Game.State.OVER, ended_at=server_time.now())
        return False

    monkeypatch.setattr(late_tables, "_is_left_to_referees", the_last_move)
    direct(event, 2)
    assert not event.rulings.exists()


def test_what_a_referee_has_refused_is_for_people_to_decide(event):
    late_table(event, ONE_AT_FAULT)
    told_referees(event)
    direct(event)
    made = Ruling.objects.get()
    rulings.refuse_ruling(made.pk, helper(event), "We play it on another day.")
    assert not direct(event)


def test_nobody_adjudicates_the_own_table(event):
    late_table(event)
    mine = helper(event, user=person(event, 1))
    with pytest.raises(NotAllowed, match="somebody else must rule"):
        late_tables.adjudicate_table(event.pk, mine, 1, "Late.")
    with pytest.raises(NotAllowed, match="somebody else must rule"):
        late_tables.extend_table_once(event.pk, mine, 1)
    assert table(event).game.state == Game.State.RUNNING


def test_a_table_that_has_time_left_is_not_ended_by_one_referee(event):
    """What changes who goes on waits for a second signature, but the game would be over."""
    late_table(event, due=NOON + 48 * AN_HOUR)
    with pytest.raises(NotNow, match="not late"):
        late_tables.adjudicate_table(event.pk, helper(event), 1, "I do not like it.", now=NOON)
    assert table(event).game.state == Game.State.RUNNING


def test_a_second_click_is_the_same_adjudication(event):
    late_table(event)
    first = late_tables.adjudicate_table(event.pk, event.owner, 1, "Late.")
    assert late_tables.adjudicate_table(event.pk, event.owner, 1, "Late.") == first
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("number", "error", "words"), [(9, NotPossible, "no such table"), (2, NotNow, "not being played")]
)
def test_what_is_not_played_is_not_adjudicated(event, number, error, words):
    with pytest.raises(error, match=words):
        late_tables.adjudicate_table(event.pk, event.owner, number, "Late.")


def test_a_seat_that_a_bot_has_taken_over_counts_as_left(event):
    found = late_table(event)
    seat = found.game.seats.get(place=3)
    referee.replace_player(found.game.pk, seat.pk, None, bot="rule_based")
    lines = late_tables.compute_adjudicated_lines(found)
    assert [(line.kind, line.left) for line in lines][3] == ("bot", True)


def test_emails_about_a_ruling_of_the_house_go_to_all_at_the_table(event):
    late_table(event)
    made = late_tables.adjudicate_table(event.pk, event.owner, 1, "Late.")
    rulings.sign_ruling(made.pk, helper(event))
    assert count_notices(event, TournamentNotice.Kind.RULING) >= 4

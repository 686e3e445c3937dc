"""Checking in: who is asked, who has time to answer, and who makes room for those that wait."""

from datetime import timedelta

import pytest

from games.play.errors import NotNow, Stale
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from games.tournaments.pairing.table_sizes import TableShape
from games.tournaments.settings import StageSettings
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import START, hours_before
from tests.helpers.tournaments.ledger import list_entry_kinds, write_ledger
from tests.helpers.tournaments.people import (
    check_in,
    checking_in,
    fresh,
    list_notice_kinds,
    promote_waiting,
    register_entrants,
    those,
    withdraw,
)

pytestmark = pytest.mark.django_db

State, Phase, Kind = Entrant.State, Tournament.State, TournamentNotice.Kind


def test_everybody_with_a_place_is_asked_once():
    cup = TournamentBuilder(most=2).build()
    ann, bob, cat = register_entrants(cup, 3)
    checking_in(cup)
    checking_in(cup)
    cup.refresh_from_db()
    assert cup.state == Phase.CHECK_IN
    assert [list_notice_kinds(one).count(Kind.CHECK_IN) for one in (ann, bob, cat)] == [1, 1, 0]
    assert fresh(ann).offered_until == hours_before(24)


def test_checking_in_twice_is_checking_in():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    checking_in(cup)
    assert check_in(ann).state == State.CHECKED
    assert check_in(ann).state == State.CHECKED
    assert list_entry_kinds(cup).count("checked") == 1
    assert load_state(cup).entrants[1].state == "checked"


def test_nobody_checks_in_too_early_too_late_or_without_a_place():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    with pytest.raises(NotNow, match=messages.NO_CHECK_IN_NOW.pattern):
        check_in(ann)
    checking_in(cup)
    with pytest.raises(NotNow, match=messages.NO_PLACE_YET.pattern):
        check_in(bob)
    with pytest.raises(Stale, match=messages.CHECK_IN_IS_OVER.pattern):
        check_in(ann, hours_before(24))
    withdraw(ann, hours_before(60))
    with pytest.raises(Stale, match=messages.NOTHING_TO_CHECK_IN_FOR.pattern):
        check_in(ann)


def test_who_enters_while_others_check_in_has_checked_in():
    cup = TournamentBuilder().build()
    checking_in(cup)
    [late] = register_entrants(cup, 1, hours_before(10))
    promote_waiting(cup, START)
    assert fresh(late).state == State.CHECKED


def test_a_check_in_that_opens_late_leaves_people_time():
    """The organizer has put the start on tomorrow: nobody is out before they could answer."""
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    checking_in(cup, hours_before(12))
    assert fresh(ann).offered_until == hours_before(4)
    promote_waiting(cup, hours_before(5))
    assert fresh(ann).state == State.ENTERED


def test_the_shortest_check_in_is_asked_although_nobody_looks_in_the_very_moment():
    cup = TournamentBuilder(check_in_hours=6).build()
    [ann] = register_entrants(cup, 1)
    checking_in(cup, hours_before(6) + timedelta(seconds=20))
    assert list_notice_kinds(ann) == [Kind.ENTERED, Kind.CHECK_IN]
    assert fresh(ann).state == State.ENTERED


@pytest.mark.parametrize("hours", [5, 0, -30])
def test_a_check_in_that_nobody_could_answer_is_taken_for_granted(hours):
    """The house stood still over the whole window: nobody loses a place by that."""
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2)
    checking_in(cup, hours_before(hours))
    promote_waiting(cup, hours_before(min(hours, 0)))
    assert (fresh(ann).state, fresh(bob).state) == (State.CHECKED, State.CHECKED)
    assert list_notice_kinds(ann) == [Kind.ENTERED]


def test_at_the_start_those_who_do_not_fit_any_more_are_put_out_once():
    cup = TournamentBuilder(check_in_hours=0).build()
    ann, _bob = register_entrants(cup, 2)
    ann.user.unreachable_since = START
    ann.user.save()
    assert promote_waiting(cup, START)
    assert fresh(ann).state == State.WITHDRAWN
    assert list_notice_kinds(ann) == [Kind.ENTERED, Kind.REFUSED]
    assert not promote_waiting(cup, START + timedelta(hours=1))


# --- X1: capacity 16, nineteen people


@pytest.fixture
def sixteen() -> tuple[Tournament, dict[int, Entrant]]:
    """p1 to p19 have signed up, and the check-in has begun; p4 has withdrawn just before it."""
    cup = TournamentBuilder(StageSettings(format="swiss", size=4, least=3, most=5), most=16).build()
    people = dict(enumerate(register_entrants(cup, 19), 1))
    assert those(cup, State.WAITING) == [17, 18, 19]
    withdraw(people[4], hours_before(75))
    assert fresh(people[17]).state == State.ENTERED
    assert list_notice_kinds(people[17]) == [Kind.WAITING, Kind.PLACE]
    checking_in(cup)
    for number, one in people.items():
        if number not in (4, 9, 12, 18, 19):
            check_in(one)
    return cup, people


def test_x1_who_misses_the_check_in_makes_room_for_the_waiting_list(sixteen):
    cup, people = sixteen
    assert not promote_waiting(cup, hours_before(24.1))
    assert promote_waiting(cup, hours_before(24))
    assert those(cup, State.WITHDRAWN) == [4, 9, 12]
    assert list_notice_kinds(people[9]) == [Kind.ENTERED, Kind.CHECK_IN, Kind.MISSED]
    assert list_notice_kinds(people[18]) == [Kind.WAITING, Kind.PLACE]
    assert fresh(people[18]).offered_until == START
    check_in(people[18], hours_before(20))
    check_in(people[19], hours_before(1))
    with write_ledger(cup, START) as transaction:
        assert not registration.close_check_in(transaction)
        playing = registration.compute_seed_order(transaction)
    assert sorted(one.number for one in playing) == [1, 2, 3, 5, 6, 7, 8, 10, 11, *range(13, 20)]
    assert TableShape(4, 3, 5).split(len(playing)).tables == (4, 4, 4, 4)


def test_x1_if_the_last_one_misses_it_too_fifteen_play(sixteen):
    cup, people = sixteen
    promote_waiting(cup, hours_before(24))
    check_in(people[18], hours_before(20))
    promote_waiting(cup, START)
    with write_ledger(cup, START) as transaction:
        playing = registration.compute_seed_order(transaction)
    assert len(playing) == 15
    assert fresh(people[19]).state == State.WITHDRAWN
    assert list_notice_kinds(people[19])[-1] == Kind.MISSED
    assert TableShape(4, 3, 5).split(len(playing)).tables == (4, 4, 4, 3)


def test_x1_whoever_looks_after_it_twice_does_nothing_twice(sixteen):
    cup, _people = sixteen
    assert promote_waiting(cup, hours_before(24))
    count, length = TournamentNotice.objects.count(), cup.ledger_entries.count()
    assert not promote_waiting(cup, hours_before(24))
    assert not promote_waiting(cup, hours_before(23))
    assert (TournamentNotice.objects.count(), cup.ledger_entries.count()) == (count, length)

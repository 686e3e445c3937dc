"""Places of a tournament: who waits for one, to whom it is offered when it becomes free, and how long."""

from datetime import timedelta
from functools import partial

import pytest

from games.play.errors import Stale
from games.tournaments.entries import registration, waiting_list
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE, START, hours_before
from tests.helpers.tournaments.ledger import list_entry_kinds, write_ledger
from tests.helpers.tournaments.people import (
    checking_in,
    fresh,
    list_notice_kinds,
    promote_waiting,
    register_entrants,
    states,
    those,
    withdraw,
)

pytestmark = pytest.mark.django_db

State, Kind = Entrant.State, TournamentNotice.Kind


# --- the waiting list


def test_when_all_places_are_taken_people_wait_in_order():
    cup = TournamentBuilder(most=2).build()
    *_, third, fourth = register_entrants(cup, 4)
    assert (third.state, fourth.state) == (State.WAITING, State.WAITING)
    assert list_notice_kinds(third) == [Kind.WAITING]
    assert set(load_state(cup).entrants) == {1, 2}
    with write_ledger(cup, LONG_BEFORE) as transaction:
        assert waiting_list.list_waiting_entrants(transaction) == [third, fourth]


def test_whoever_withdraws_may_come_again_and_waits_behind_the_others():
    cup = TournamentBuilder(most=2, check_in_hours=0).build()
    ann, _bob, cat = register_entrants(cup, 3)
    withdraw(ann, hours_before(1))
    assert fresh(cat).state == State.ENTERED
    again = registration.register_entrant(cup.pk, ann.user, now=hours_before(1))
    assert (again.pk, again.number, again.state) == (ann.pk, 1, State.WAITING)
    assert load_state(cup).entrants[1].is_out


@pytest.mark.django_db(transaction=True)
def test_two_who_want_the_last_place_do_not_both_get_it():
    cup = TournamentBuilder(most=1).build()
    people = [UserFactory() for _ in range(3)]
    at_once(*(partial(registration.register_entrant, cup.pk, user, now=LONG_BEFORE) for user in people))
    assert sorted(states(cup).values()) == [State.ENTERED, State.WAITING, State.WAITING]
    assert sorted(states(cup)) == [1, 2, 3]


def test_a_larger_tournament_lets_the_waiting_list_move_up():
    cup = TournamentBuilder(most=1).build()
    _ann, bob, _cat = register_entrants(cup, 3)
    Tournament.objects.filter(pk=cup.pk).update(settings_data='{"most": 2}')
    assert promote_waiting(cup, LONG_BEFORE)
    assert fresh(bob).state == State.OFFERED
    assert those(cup, State.WAITING) == [3]


def test_whoever_is_not_eligible_any_more_is_passed_over():
    cup = TournamentBuilder(most=1).build()
    ann, bob, cat = register_entrants(cup, 3)
    bob.user.unreachable_since = LONG_BEFORE
    bob.user.save()
    withdraw(ann)
    assert (fresh(bob).state, fresh(cat).state) == (State.WITHDRAWN, State.OFFERED)
    refused = TournamentNotice.objects.get(entrant=bob, kind=Kind.REFUSED)
    assert messages.EMAILS_BOUNCE in refused.data


# --- a place that becomes free


def test_long_before_the_start_a_place_is_offered_and_kept():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    withdraw(ann)
    bob = fresh(bob)
    assert (bob.state, bob.offered_until) == (State.OFFERED, LONG_BEFORE + timedelta(hours=48))
    assert list_notice_kinds(bob) == [Kind.WAITING, Kind.PLACE]
    assert 2 not in load_state(cup).entrants
    assert registration.register_entrant(cup.pk, UserFactory(), now=LONG_BEFORE).state == State.WAITING
    registration.take_place(bob.pk, bob.user, LONG_BEFORE + timedelta(hours=47))
    registration.take_place(bob.pk, bob.user, LONG_BEFORE + timedelta(hours=49))
    assert fresh(bob).state == State.ENTERED
    assert list_entry_kinds(cup).count("entered") == 2


def test_what_is_not_taken_in_time_goes_to_the_next_one():
    cup = TournamentBuilder(most=1).build()
    ann, bob, cat = register_entrants(cup, 3)
    withdraw(ann)
    assert not promote_waiting(cup, LONG_BEFORE + timedelta(hours=47))
    assert promote_waiting(cup, LONG_BEFORE + timedelta(hours=48))
    assert (fresh(bob).state, fresh(cat).state) == (State.WITHDRAWN, State.OFFERED)
    assert list_notice_kinds(bob)[-1] == Kind.MISSED
    with pytest.raises(Stale):
        registration.take_place(bob.pk, bob.user, LONG_BEFORE + timedelta(hours=49))


def test_an_offer_that_has_run_out_cannot_be_taken_even_before_anybody_looks():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    withdraw(ann)
    with pytest.raises(Stale):
        registration.take_place(bob.pk, bob.user, LONG_BEFORE + timedelta(hours=48))


def test_close_to_the_check_in_the_place_is_theirs_at_once_and_they_may_decline():
    cup = TournamentBuilder(most=1).build()
    ann, bob, cat = register_entrants(cup, 3)
    withdraw(ann, hours_before(72 + 47))
    assert (fresh(bob).state, fresh(bob).offered_until) == (State.ENTERED, None)
    registration.decline_place(bob.pk, bob.user, hours_before(72 + 46))
    assert (fresh(bob).state, fresh(cat).state) == (State.WITHDRAWN, State.ENTERED)


def test_without_a_check_in_the_place_is_theirs_at_once_close_to_the_start():
    cup = TournamentBuilder(most=1, check_in_hours=0).build()
    ann, bob = register_entrants(cup, 2)
    withdraw(ann, hours_before(47))
    assert fresh(bob).state == State.ENTERED


def test_an_offer_that_is_open_when_people_check_in_becomes_a_place():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    withdraw(ann, hours_before(200))
    Entrant.objects.filter(pk=bob.pk).update(offered_until=START)
    checking_in(cup)
    assert fresh(bob).state == State.ENTERED
    assert list_notice_kinds(bob)[-1] == Kind.CHECK_IN
    assert 2 in load_state(cup).entrants

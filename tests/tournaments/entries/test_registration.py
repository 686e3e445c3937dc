"""Who takes part: entering, withdrawing, wishes, seeds, and all that one has entered."""

from functools import partial

import pytest

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Avoidance, Entrant, Tournament, TournamentNotice
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.settings import StageSettings
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE, hours_before
from tests.helpers.tournaments.factories import RatingFactory
from tests.helpers.tournaments.ledger import list_entry_kinds, write_ledger
from tests.helpers.tournaments.people import (
    appoint,
    checking_in,
    fresh,
    list_notice_kinds,
    register_entrants,
    withdraw,
)

pytestmark = pytest.mark.django_db

State, Phase, Kind = Entrant.State, Tournament.State, TournamentNotice.Kind


# --- entering


def test_whoever_enters_has_a_number_a_name_and_a_email():
    cup = TournamentBuilder().build()
    ann = UserFactory(handle="Ann")
    entrant = registration.register_entrant(cup.pk, ann, household="Elm Street 4", cap=2, now=LONG_BEFORE)
    assert (entrant.number, entrant.name, entrant.state) == (1, "Ann", State.ENTERED)
    assert (entrant.household, entrant.cap) == ("Elm Street 4", 2)
    assert list_notice_kinds(entrant) == [Kind.ENTERED]
    assert load_state(cup).entrants[1].name == "Ann"


def test_a_second_click_changes_nothing():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    again = registration.register_entrant(cup.pk, ann.user, household="elsewhere")
    assert again.pk == ann.pk
    assert again.household == ""
    assert list_entry_kinds(cup) == ["opened", "entered"]
    assert list_notice_kinds(ann) == [Kind.ENTERED]


@pytest.mark.django_db(transaction=True)
def test_the_same_click_twice_at_once_is_one_entry():
    cup, ann = TournamentBuilder().build(), UserFactory()
    at_once(*[partial(registration.register_entrant, cup.pk, ann, now=LONG_BEFORE)] * 2)
    assert list_entry_kinds(cup) == ["opened", "entered"]


@pytest.mark.parametrize("state", [Phase.DRAFT, Phase.FINISHED, Phase.CANCELLED, Phase.PAUSED])
def test_nobody_enters_what_is_not_open(state):
    cup = TournamentBuilder(state=state).build()
    with pytest.raises(NotNow):
        registration.register_entrant(cup.pk, UserFactory())
    assert not cup.entrants.exists()


def test_a_name_that_somebody_has_entered_with_gets_a_number():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    former = ann.name
    ann.user.rename("Anna")
    ann.user.former_handles.all().delete()
    another = UserFactory(handle=former.upper(), email="another@example.org")
    assert registration.register_entrant(cup.pk, another, now=LONG_BEFORE).name == f"{former.upper()}-2"


def test_what_the_ledger_tells_can_be_read_whoever_came_and_went():
    cup = TournamentBuilder(most=1).build()
    ann, bob = register_entrants(cup, 2)
    withdraw(bob)
    withdraw(ann)
    registration.register_entrant(cup.pk, bob.user, now=LONG_BEFORE)
    people = load_state(cup).entrants
    assert {number: one.state for number, one in people.items()} == {1: "withdrawn", 2: "entered"}


# --- withdrawing


def test_withdrawing_twice_is_withdrawing():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    withdraw(ann)
    withdraw(ann)
    assert list_entry_kinds(cup) == ["opened", "entered", "withdrew"]
    assert list_notice_kinds(ann) == [Kind.ENTERED]


def test_only_oneself_or_those_who_run_it_take_somebody_out():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    with pytest.raises(NotAllowed):
        registration.withdraw_entrant(ann.pk, UserFactory())
    referee = UserFactory()
    appoint(cup, user=referee)
    with pytest.raises(NotAllowed):
        registration.withdraw_entrant(ann.pk, referee)
    registration.withdraw_entrant(ann.pk, cup.owner)
    assert list_notice_kinds(ann) == [Kind.ENTERED, Kind.OUT]
    with pytest.raises(NotPossible, match=messages.ENTRY_REFUSED.pattern):
        registration.register_entrant(cup.pk, ann.user)
    assert registration.approve_entrant(cup.pk, cup.owner, ann.pk, LONG_BEFORE).state == State.ENTERED


# --- wishes


def test_wishes_are_changed_by_their_owner_alone():
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2)
    registration.change_preferences(ann.pk, ann.user, household="  Elm\nStreet ", cap=3, heats=2)
    assert (fresh(ann).household, fresh(ann).cap, fresh(ann).heats) == ("Elm Street", 3, 2)
    with pytest.raises(NotAllowed):
        registration.change_preferences(ann.pk, bob.user, cap=3)


@pytest.mark.parametrize("wish", [{"cap": 1}, {"cap": 0}, {"cap": -1}, {"cap": 1000}, {"heats": 0}])
def test_wishes_that_cannot_be(wish):
    cup = TournamentBuilder().build()
    with pytest.raises(NotPossible):
        registration.register_entrant(cup.pk, UserFactory(), **wish)
    assert not cup.entrants.exists()


def test_three_people_may_be_avoided_and_nobody_learns_of_it():
    cup = TournamentBuilder().build()
    ann, *others = register_entrants(cup, 5)
    length = cup.ledger_entries.count()
    for other in [*others[:3], others[0]]:
        registration.add_avoidance(ann.pk, other.pk, ann.user)
    with pytest.raises(NotPossible, match="3 people"):
        registration.add_avoidance(ann.pk, others[3].pk, ann.user)
    registration.remove_avoidance(ann.pk, others[0].pk, ann.user)
    registration.remove_avoidance(ann.pk, others[0].pk, ann.user)
    assert set(Avoidance.objects.values_list("other", flat=True)) == {others[1].pk, others[2].pk}
    assert cup.ledger_entries.count() == length


def test_nobody_is_avoided_who_does_not_take_part():
    cup, other = TournamentBuilder().build(), TournamentBuilder().build()
    [ann], [bob] = register_entrants(cup, 1), register_entrants(other, 1)
    for stranger in (bob.pk, ann.pk, 0):
        with pytest.raises(NotPossible):
            registration.add_avoidance(ann.pk, stranger, ann.user)
    with pytest.raises(NotAllowed):
        registration.add_avoidance(ann.pk, bob.pk, bob.user)


# --- seeds


def order(cup: Tournament) -> list[int]:
    with write_ledger(cup, LONG_BEFORE) as transaction:
        return [one.number for one in registration.compute_seed_order(transaction)]


def test_seeds_by_lot_can_be_drawn_again_by_anybody():
    cup = TournamentBuilder().entrants(5).build()
    assert order(cup) == sorted(range(1, 6), key=lambda number: compute_lot("demo-2027", f"seed|{number}"))


def test_seeds_by_rating_the_strongest_first():
    cup = TournamentBuilder(StageSettings(seeding="rating")).build()
    ann, bob, cat = register_entrants(cup, 3)
    for entrant, mu in ((ann, 20), (bob, 30)):
        RatingFactory(user=entrant.user, mu=mu)
    with write_ledger(cup, LONG_BEFORE) as transaction:
        found = registration.compute_seed_order(transaction)
    assert [one.number for one in found] == [2, 1, 3]
    assert [(one.seed, one.rating) for one in found] == [(1, 27), (2, 17), (3, pytest.approx(0))]
    assert cat.rating is None


def test_seeds_by_hand_then_by_lot():
    cup = TournamentBuilder(StageSettings(seeding="manual")).entrants(4).build()
    registration.seed_by_hand(cup.pk, cup.owner, [3, 1])
    rest = sorted((2, 4), key=lambda number: compute_lot("demo-2027", f"seed|{number}"))
    assert order(cup) == [3, 1, *rest]
    for wrong in ([1, 1], [9]):
        with pytest.raises(NotPossible):
            registration.seed_by_hand(cup.pk, cup.owner, wrong)


def test_only_those_play_who_have_a_place():
    cup = TournamentBuilder(most=2).build()
    ann, *_ = register_entrants(cup, 3)
    withdraw(ann, hours_before(200))
    assert order(cup) == [2]  # the third is offered the place, and has not taken it


# --- my tournaments


def test_my_entries_tell_what_i_am_asked():
    cup, other = TournamentBuilder(most=1).build(), TournamentBuilder(most=1).build()
    ann = UserFactory()
    registration.register_entrant(cup.pk, ann, now=LONG_BEFORE)
    register_entrants(other, 2)
    registration.register_entrant(other.pk, ann, now=LONG_BEFORE)
    checking_in(cup)
    found = {one.tournament.pk: one for one in registration.list_entered_tournaments(ann, hours_before(60))}
    assert [question.kind for question in found[cup.pk].questions] == ["check_in"]
    assert found[cup.pk].questions[0].until == hours_before(24)
    assert (found[other.pk].questions, found[other.pk].place_in_queue) == ([], 2)


def test_my_entries_take_few_questions_of_the_database(django_assert_max_num_queries):
    ann = UserFactory()
    for _ in range(4):
        registration.register_entrant(TournamentBuilder().build().pk, ann, now=LONG_BEFORE)
    with django_assert_max_num_queries(6):
        registration.list_entered_tournaments(ann, LONG_BEFORE)

"""Who takes part: entering, withdrawing, wishes, seeds, and all that one has entered."""

from functools import partial

import pytest

from games.play.errors import NotNow, NotPossible, NotYours
from games.tournaments import enrolling
from games.tournaments.book import story_of
from games.tournaments.models import Block, Entrant, Letter, Rating, Role, Tournament
from games.tournaments.pairing.lots import lot
from games.tournaments.plan import StagePlan
from tests.accounts.factories import UserFactory
from tests.play.threads import at_once
from tests.tournaments.enrolled import checking_in, entries, fresh, letters, withdraw
from tests.tournaments.entering import LONG_BEFORE, booked, entered, event, hours_before

pytestmark = pytest.mark.django_db

State, Phase, Kind = Entrant.State, Tournament.State, Letter.Kind


# --- entering


def test_whoever_enters_has_a_number_a_name_and_a_letter():
    cup = event()
    ann = UserFactory(handle="Ann")
    entrant = enrolling.enter(cup.pk, ann, household="Elm Street 4", cap=2, now=LONG_BEFORE)
    assert (entrant.number, entrant.name, entrant.state) == (1, "Ann", State.ENTERED)
    assert (entrant.household, entrant.cap) == ("Elm Street 4", 2)
    assert letters(entrant) == [Kind.ENTERED]
    assert story_of(cup).people[1].name == "Ann"


def test_a_second_click_changes_nothing():
    cup = event()
    [ann] = entered(cup, 1)
    again = enrolling.enter(cup.pk, ann.user, household="elsewhere")
    assert again.pk == ann.pk
    assert again.household == ""
    assert entries(cup) == ["opened", "entered"]
    assert letters(ann) == [Kind.ENTERED]


@pytest.mark.django_db(transaction=True)
def test_the_same_click_twice_at_once_is_one_entry():
    cup, ann = event(), UserFactory()
    at_once(*[partial(enrolling.enter, cup.pk, ann, now=LONG_BEFORE)] * 2)
    assert entries(cup) == ["opened", "entered"]


@pytest.mark.parametrize("state", [Phase.DRAFT, Phase.FINISHED, Phase.CANCELLED, Phase.PAUSED])
def test_nobody_enters_what_is_not_open(state):
    cup = event(state=state)
    with pytest.raises(NotNow):
        enrolling.enter(cup.pk, UserFactory())
    assert not cup.entrants.exists()


def test_a_name_that_somebody_has_entered_with_gets_a_number():
    cup = event()
    [ann] = entered(cup, 1)
    former = ann.name
    ann.user.rename("Anna")
    ann.user.former_handles.all().delete()
    another = UserFactory(handle=former.upper(), email="another@example.org")
    assert enrolling.enter(cup.pk, another, now=LONG_BEFORE).name == f"{former.upper()}-2"


def test_what_the_ledger_tells_can_be_read_whoever_came_and_went():
    cup = event(most=1)
    ann, bob = entered(cup, 2)
    withdraw(bob)
    withdraw(ann)
    enrolling.enter(cup.pk, bob.user, now=LONG_BEFORE)
    people = story_of(cup).people
    assert {number: one.state for number, one in people.items()} == {1: "withdrawn", 2: "entered"}


# --- withdrawing


def test_withdrawing_twice_is_withdrawing():
    cup = event()
    [ann] = entered(cup, 1)
    withdraw(ann)
    withdraw(ann)
    assert entries(cup) == ["opened", "entered", "withdrew"]
    assert letters(ann) == [Kind.ENTERED]


def test_only_oneself_or_those_who_run_it_take_somebody_out():
    cup = event()
    [ann] = entered(cup, 1)
    with pytest.raises(NotYours):
        enrolling.withdraw(ann.pk, UserFactory())
    referee = UserFactory()
    Role.objects.create(tournament=cup, user=referee, kind=Role.Kind.REFEREE)
    with pytest.raises(NotYours):
        enrolling.withdraw(ann.pk, referee)
    enrolling.withdraw(ann.pk, cup.owner)
    assert letters(ann) == [Kind.ENTERED, Kind.OUT]
    with pytest.raises(NotPossible, match="Only they can change that"):
        enrolling.enter(cup.pk, ann.user)
    assert enrolling.approve(cup.pk, cup.owner, ann.pk, LONG_BEFORE).state == State.ENTERED


# --- wishes


def test_wishes_are_changed_by_their_owner_alone():
    cup = event()
    ann, bob = entered(cup, 2)
    enrolling.change_wishes(ann.pk, ann.user, household="  Elm\nStreet ", cap=3, heats=2)
    assert (fresh(ann).household, fresh(ann).cap, fresh(ann).heats) == ("Elm Street", 3, 2)
    with pytest.raises(NotYours):
        enrolling.change_wishes(ann.pk, bob.user, cap=3)


@pytest.mark.parametrize("wish", [{"cap": 1}, {"cap": 0}, {"cap": -1}, {"cap": 1000}, {"heats": 0}])
def test_wishes_that_cannot_be(wish):
    cup = event()
    with pytest.raises(NotPossible):
        enrolling.enter(cup.pk, UserFactory(), **wish)
    assert not cup.entrants.exists()


def test_three_people_may_be_avoided_and_nobody_learns_of_it():
    cup = event()
    ann, *others = entered(cup, 5)
    length = cup.entries.count()
    for other in [*others[:3], others[0]]:
        enrolling.block(ann.pk, other.pk, ann.user)
    with pytest.raises(NotPossible, match="3 people"):
        enrolling.block(ann.pk, others[3].pk, ann.user)
    enrolling.unblock(ann.pk, others[0].pk, ann.user)
    enrolling.unblock(ann.pk, others[0].pk, ann.user)
    assert set(Block.objects.values_list("other", flat=True)) == {others[1].pk, others[2].pk}
    assert cup.entries.count() == length


def test_nobody_is_avoided_who_does_not_take_part():
    cup, other = event(), event()
    [ann], [bob] = entered(cup, 1), entered(other, 1)
    for stranger in (bob.pk, ann.pk, 0):
        with pytest.raises(NotPossible):
            enrolling.block(ann.pk, stranger, ann.user)
    with pytest.raises(NotYours):
        enrolling.block(ann.pk, bob.pk, bob.user)


# --- seeds


def order(cup: Tournament) -> list[int]:
    with booked(cup) as book:
        return [one.number for one in enrolling.seeds(book)]


def test_seeds_by_lot_can_be_drawn_again_by_anybody():
    cup = event()
    entered(cup, 5)
    assert order(cup) == sorted(range(1, 6), key=lambda number: lot("demo-2027", f"seed|{number}"))


def test_seeds_by_rating_the_strongest_first():
    cup = event(StagePlan(seeding="rating"))
    ann, bob, cat = entered(cup, 3)
    for entrant, mu in ((ann, 20), (bob, 30)):
        Rating.objects.create(user=entrant.user, ruleset="citadels", mu=mu, sigma=1, changed_at=LONG_BEFORE)
    with booked(cup) as book:
        found = enrolling.seeds(book)
    assert [one.number for one in found] == [2, 1, 3]
    assert [(one.seed, one.rating) for one in found] == [(1, 27), (2, 17), (3, pytest.approx(0))]
    assert cat.rating is None


def test_seeds_by_hand_then_by_lot():
    cup = event(StagePlan(seeding="manual"))
    entered(cup, 4)
    enrolling.seed_by_hand(cup.pk, cup.owner, [3, 1])
    rest = sorted((2, 4), key=lambda number: lot("demo-2027", f"seed|{number}"))
    assert order(cup) == [3, 1, *rest]
    for wrong in ([1, 1], [9]):
        with pytest.raises(NotPossible):
            enrolling.seed_by_hand(cup.pk, cup.owner, wrong)


def test_only_those_play_who_have_a_place():
    cup = event(most=2)
    ann, *_ = entered(cup, 3)
    withdraw(ann, hours_before(200))
    assert order(cup) == [2]  # the third is offered the place, and has not taken it


# --- my tournaments


def test_my_entries_tell_what_i_am_asked():
    cup, other = event(most=1), event(most=1)
    ann = UserFactory()
    enrolling.enter(cup.pk, ann, now=LONG_BEFORE)
    entered(other, 2)
    enrolling.enter(other.pk, ann, now=LONG_BEFORE)
    checking_in(cup)
    found = {one.tournament.pk: one for one in enrolling.my_entries(ann, hours_before(60))}
    assert [question.what for question in found[cup.pk].questions] == ["check_in"]
    assert found[cup.pk].questions[0].until == hours_before(24)
    assert (found[other.pk].questions, found[other.pk].place_in_queue) == ([], 2)


def test_my_entries_take_few_questions_of_the_database(django_assert_max_num_queries):
    ann = UserFactory()
    for _ in range(4):
        enrolling.enter(event().pk, ann, now=LONG_BEFORE)
    with django_assert_max_num_queries(6):
        enrolling.my_entries(ann, LONG_BEFORE)

"""A draft is made once, however often and by how many at once somebody clicks."""

from functools import partial

import pytest

from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.tournaments.models import Tournament
from games.tournaments.setup import drafts
from tests.helpers.factories import UserFactory
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

State = Tournament.State


def drafted(user, template="swiss"):
    return partial(drafts.create_draft, user, "Danube Cup", "citadels", template)


def test_a_second_click_finds_the_first_draft(clock):
    ann = UserFactory()
    first = drafted(ann)()
    assert drafted(ann)() == first
    assert drafted(ann, "league")() != first  # of another kind
    assert drafted(UserFactory())() != first
    clock.shift(DOUBLE_CLICK_WINDOW)
    assert drafted(ann)() != first


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_are_one_draft():
    one, other = at_once(*[drafted(UserFactory())] * 2)
    assert one == other


@pytest.mark.django_db(transaction=True)
def test_people_who_think_of_the_same_title_at_once_all_get_an_address():
    made = at_once(*(drafted(UserFactory()) for _ in range(4)))
    assert len({one.slug for one in made}) == 4, made


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_are_one_next_season():
    found = TournamentBuilder(state=State.FINISHED).build()
    one, other = at_once(*[partial(drafts.create_next_season, found.pk, found.owner)] * 2)
    assert one == other

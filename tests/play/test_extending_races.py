"""Two grant at once; one grants at the very moment at which the clock decides."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clock.pace import Pace
from games.models import Extension, Move, Seat
from games.play import extending, time_outs
from games.play.errors import Stale
from games.play.origin import from_person
from tests.play.tables import awaited, table
from tests.play.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seat() -> Seat:
    return awaited(table(4, pace=Pace(hours=timedelta(hours=24))))


def asked(seat: Seat) -> Extension:
    return extending.ask(seat.game_id, seat.name, 24, from_person(seat.user))


def granting(wish: Extension, granter: Seat):
    return lambda: extending.grant(wish.pk, granter.name, from_person(granter.user))


def test_of_two_who_grant_at_once_one_has_granted_it(seat):
    wish = asked(seat)
    others = list(seat.game.seats.exclude(pk=seat.pk).select_related("user"))
    assert sorted(at_once(*(granting(wish, other) for other in others))) == [False, False, True]
    assert Move.objects.filter(kind=Move.Kind.EXTEND).count() == 1
    assert Seat.objects.get(pk=seat.pk).given == 24 * 3600


def test_of_a_grant_and_the_clock_at_the_same_instant_one_comes_first(seat):
    wish, due = asked(seat), timezone.now()
    Seat.objects.filter(pk=seat.pk).update(asked_at=due - timedelta(hours=24))
    granter = seat.game.seats.exclude(pk=seat.pk).select_related("user")[0]
    granted, struck = at_once(
        granting(wish, granter), lambda: time_outs.strike(seat.game_id, seat.pk, seat.decision)
    )
    after = Seat.objects.get(pk=seat.pk)
    if granted is True:
        assert struck in ("later", "reminded")
        assert (after.decision, after.given) == (seat.decision, 24 * 3600)
    else:
        assert (type(granted), struck) == (Stale, "missed")
        assert after.decision != seat.decision
        assert Extension.objects.get().granted_at is None
    made = set(Move.objects.values_list("kind", flat=True)) & {Move.Kind.EXTEND, Move.Kind.MISSED}
    assert len(made) == 1

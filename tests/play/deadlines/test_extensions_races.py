"""Two grant at once; one grants at the very moment at which the clock decides."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clock.pace import Pace
from games.models import ExtensionRequest, GameLogEntry, Seat
from games.play.deadlines import alarms, extensions
from games.play.errors import Stale
from games.play.transaction.origin import by_user
from tests.helpers.tables import awaited, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seat() -> Seat:
    return awaited(table(4, pace=Pace(hours=timedelta(hours=24))))


def asked(seat: Seat) -> ExtensionRequest:
    return extensions.request_extension(seat.game_id, seat.name, 24, by_user(seat.user))


def granting(wish: ExtensionRequest, granter: Seat):
    return lambda: extensions.grant(wish.pk, granter.name, by_user(granter.user))


def test_of_two_who_grant_at_once_one_has_granted_it(seat):
    extension = asked(seat)
    others = list(seat.game.seats.exclude(pk=seat.pk).select_related("user"))
    assert sorted(at_once(*(granting(extension, other) for other in others))) == [False, False, True]
    assert GameLogEntry.objects.filter(kind=GameLogEntry.Kind.EXTEND).count() == 1
    assert Seat.objects.get(pk=seat.pk).extra_seconds == 24 * 3600


def test_of_a_grant_and_the_clock_at_the_same_instant_one_comes_first(seat):
    extension, due = asked(seat), timezone.now()
    Seat.objects.filter(pk=seat.pk).update(asked_at=due - timedelta(hours=24))
    granter = seat.game.seats.exclude(pk=seat.pk).select_related("user")[0]
    granted, struck = at_once(
        granting(extension, granter), lambda: alarms.handle_alarm(seat.game_id, seat.pk, seat.decision)
    )
    after = Seat.objects.get(pk=seat.pk)
    if granted is True:
        assert struck in ("later", "reminded")
        assert (after.decision, after.extra_seconds) == (seat.decision, 24 * 3600)
    else:
        assert (type(granted), struck) == (Stale, "missed")
        assert after.decision != seat.decision
        assert ExtensionRequest.objects.get().granted_at is None
    made = set(GameLogEntry.objects.values_list("kind", flat=True)) & {
        GameLogEntry.Kind.EXTEND,
        GameLogEntry.Kind.MISSED,
    }
    assert len(made) == 1

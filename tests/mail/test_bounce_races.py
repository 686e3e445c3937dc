"""A bounce that is read while somebody moves at the same table: neither of them fails."""

from functools import cache
from threading import Barrier, get_ident

import pytest
from django.db import connection
from django.utils import timezone

from games.mail import bounces
from games.models import Notice
from games.play import reach, service
from games.play.origin import from_person
from games.play.table import Table
from tests.play.tables import awaited, fallback, table
from tests.play.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bounce_and_a_move_do_not_wait_for_each_other(monkeypatch):
    game = table(3)
    seat = awaited(game)
    lost = game.seats.select_related("user").exclude(user=game.creator).first()
    line, decision = fallback(seat), seat.decision
    if connection.vendor == "postgresql":  # both hold their first lock before either wants its second
        both, tell, save = Barrier(2, timeout=20), reach.lost, Table.save
        meet = cache(lambda thread: both.wait())  # once each: whoever tells the table saves it, too
        monkeypatch.setattr(reach, "lost", lambda *args: (meet(get_ident()), tell(*args)))
        monkeypatch.setattr(Table, "save", lambda self: (meet(get_ident()), save(self)))

    def came_back():
        bounces.came_back(lost.user.email, is_hard=True, at=timezone.now())

    def play():
        return service.play(game.pk, seat.name, [line], from_person(seat.user), decision=decision)

    done = at_once(came_back, play)
    assert [type(one).__name__ for one in done] == ["NoneType", "Played"]
    assert Notice.objects.filter(kind=Notice.Kind.UNREACHABLE).exists()

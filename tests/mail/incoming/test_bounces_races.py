"""A bounce that is read while somebody moves at the same table: neither of them fails."""

from functools import cache
from threading import Barrier, get_ident

import pytest
from django.db import connection
from django.utils import timezone

from games.mail.incoming import bounces
from games.models import GameNotice
from games.play import moves
from games.play.deadlines import unreachable
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import by_user
from tests.helpers.tables import awaited, fallback, table
from tests.helpers.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bounce_and_a_move_do_not_wait_for_each_other(monkeypatch):
    game = table(3)
    seat = awaited(game)
    lost = game.seats.select_related("user").exclude(user=game.creator).first()
    line, decision = fallback(seat), seat.decision
    if connection.vendor == "postgresql":  # both hold their first lock before either wants its second
        both, tell, save = Barrier(2, timeout=20), unreachable.handle_unreachable, LockedGame.save
        meet = cache(lambda thread: both.wait())  # once each: whoever tells the table saves it, too
        monkeypatch.setattr(unreachable, "handle_unreachable", lambda *args: (meet(get_ident()), tell(*args)))
        monkeypatch.setattr(LockedGame, "save", lambda self: (meet(get_ident()), save(self)))

    def came_back():
        bounces.record_bounce(lost.user.email, is_hard=True, at=timezone.now())

    def play():
        return moves.play_moves(game.pk, seat.name, [line], by_user(seat.user), decision=decision)

    done = at_once(came_back, play)
    assert [type(one).__name__ for one in done] == ["NoneType", "MoveResult"]
    assert GameNotice.objects.filter(kind=GameNotice.Kind.UNREACHABLE).exists()

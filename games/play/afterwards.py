"""What is done with games that have ended: by a sweep, so that no move waits for it."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.db.models import Q

from games.models import Game

log = logging.getLogger(__name__)

AT_ONCE = 50  # games of one task


def each_due(row: str, secret: Q, take: Callable[[int], object], leave_out: Callable[[int], object]) -> int:
    """Take some that have no such row yet, as they ended, but none whose end is a secret yet.

    Returns how many were done with. One that cannot be taken is for the operator, and left out; the others
    go on."""
    over = Game.objects.filter(state=Game.State.OVER, is_lesson=False, **{f"{row}__isnull": True})
    due = over.exclude(secret).order_by("ended_at", "pk")
    done = 0
    for game_id in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            take(game_id)
        except OperationalError:  # the database is busy, or gone: that is not the game's fault
            log.warning("game %s is %s later", game_id, row)
            continue
        except Exception:
            log.exception("game %s cannot be %s", game_id, row)
            leave_out(game_id)
        done += 1
    return done

"""Queue notices outside a move: one for each user, kind and log entry, sent again if there is more to say."""

from collections.abc import Sequence
from datetime import timedelta
from functools import reduce
from operator import or_

from django.db.models import Q

from games.models import GameNotice
from games.play.transaction.task_trigger import SEND_NOTICES, trigger_after_commit


def queue_notices(notices: Sequence[GameNotice]) -> None:
    """Insert these notices; if one exists and was sent already, queue it again.

    For a notice that is still waiting, only `created_at` changes. If it is being sent at this moment, the
    sender sees from that time that there is more to send."""
    if not notices:
        return
    GameNotice.objects.bulk_create(notices, ignore_conflicts=True)
    same = GameNotice.objects.filter(reduce(or_, map(_match_notice, notices)))
    times = {"created_at": notices[0].created_at}
    same.filter(status=GameNotice.Status.WAITING).update(**times)
    again = {"status": GameNotice.Status.WAITING, "tries": 0, "next_try_at": notices[0].next_try_at}
    same.exclude(status=GameNotice.Status.WAITING).update(**again, **times)
    trigger_after_commit(SEND_NOTICES)


def _match_notice(notice: GameNotice) -> Q:
    return Q(game=notice.game_id, user=notice.user_id, kind=notice.kind, number=notice.number)


ORDER_EVENTS = ("order_fired", "plan_stopped")  # secret events that tell the owner what an order did

TURN_NOTICE_DELAY = timedelta(minutes=2)  # after a move by link the player may continue on the page it opened

START_NOTICE_DELAY = timedelta(days=1)  # the notice of the start waits this long for the first decision

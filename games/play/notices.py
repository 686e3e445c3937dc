"""Notices beside the moves: left once for a person, a kind and an entry, and told anew if there is more."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.db.models import Q

from games.models import Notice
from games.play.wake import SEND_NOTICES, wake


def leave(notices: Sequence[Notice]) -> None:
    """Write these. One whose letter has left waits for another one.

    Of one that is being sent just now only the time changes, by which its sender sees that it is not done."""
    if not notices:
        return
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    same = Notice.objects.filter(reduce(or_, map(_same, notices)))
    times = {"created_at": notices[0].created_at}
    same.filter(status=Notice.Status.WAITING).update(**times)
    again = {"status": Notice.Status.WAITING, "tries": 0, "next_try_at": notices[0].next_try_at}
    same.exclude(status=Notice.Status.WAITING).update(**again, **times)
    wake(SEND_NOTICES)


def _same(notice: Notice) -> Q:
    return Q(game=notice.game_id, user=notice.user_id, kind=notice.kind, number=notice.number)

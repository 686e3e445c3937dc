"""What becomes of rows that were claimed for a letter: it leaves, is tried again later, or is given up.

Notices and the letters of other apps alike: their rows have `user`, `status`, `tries` and `error`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games.mail import bounces, posting
from games.mail.posting import MOST_TRIES, PostIsDown, Refused, name_of
from games.models import Notice
from games.play import times

WAITING, PARKED = Notice.Status.WAITING, Notice.Status.PARKED

Row = TypeVar("Row", bound=Model)


def settled(rows: Sequence[Row], now: datetime, send: Callable[[], bool]) -> bool:
    """Send the letter of these rows, or write down when to try again. Has a letter left?"""
    if any(_tries(row) > MOST_TRIES for row in rows):  # nobody has lived to tell what is wrong with it
        _park(rows, "")
        return False
    try:
        return send()
    except PostIsDown as error:
        posting.try_later(_waiting(rows), rows, now, error, is_down=True)
        raise
    except Exception as error:  # one letter that cannot be written must not hold up the others
        _failed(rows, now, error)
        return False


def _tries(row: Any) -> int:
    tries: int = row.tries
    return tries


def _waiting(rows: Sequence[Row]) -> QuerySet[Any]:
    return type(rows[0])._default_manager.filter(status=WAITING, pk__in=[row.pk for row in rows])


def _failed(rows: Sequence[Row], now: datetime, error: Exception) -> None:
    """Later and later, and after some tries not before an operator says so."""
    posting.try_later(_waiting(rows), rows, now, error)
    hopeless = [row for row in rows if _tries(row) >= MOST_TRIES or isinstance(error, Refused)]
    _park(hopeless, name_of(error))
    if isinstance(error, Refused):
        person: Any = rows[0]
        bounces.refused(person.user.email, str(error))


def _park(rows: Sequence[Row], error: str) -> None:
    if rows:
        _waiting(rows).update(status=PARKED, error=error)


def try_again(rows: QuerySet[Any]) -> int:
    """The operator has mended it."""
    return rows.filter(status=PARKED).update(status=WAITING, tries=0, next_try_at=times.now())

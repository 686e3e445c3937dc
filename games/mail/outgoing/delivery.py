"""Send the email of claimed rows, and record the result: sent, to be retried, or given up.

Works for notices and for rows of other apps alike: they have `user`, `status`, `tries` and `error`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from accounts import server_time
from games.mail.incoming import bounces
from games.mail.outgoing import queue
from games.mail.outgoing.queue import MAX_TRIES
from games.mail.outgoing.transport import AddressRefused, MailServerDown, error_name
from games.models import GameNotice

WAITING, PARKED = GameNotice.Status.WAITING, GameNotice.Status.PARKED

Row = TypeVar("Row", bound=Model)


def send_with_retry(rows: Sequence[Row], now: datetime, send: Callable[[], bool]) -> bool:
    """Call `send` for these rows, or schedule a retry if it fails. Was an email sent?"""
    if any(_get_tries(row) > MAX_TRIES for row in rows):  # each try has killed its process
        _park_rows(rows, "")
        return False
    try:
        return send()
    except MailServerDown as error:
        queue.schedule_retry(_find_waiting(rows), rows, now, error, is_down=True)
        raise
    except Exception as error:  # one email that cannot be rendered must not hold up the others
        _record_failure(rows, now, error)
        return False


def _get_tries(row: Any) -> int:
    tries: int = row.tries
    return tries


def _find_waiting(rows: Sequence[Row]) -> QuerySet[Any]:
    return type(rows[0])._default_manager.filter(status=WAITING, pk__in=[row.pk for row in rows])


def _record_failure(rows: Sequence[Row], now: datetime, error: Exception) -> None:
    """Schedule another try; park the rows after a refusal or too many tries, until an operator retries."""
    queue.schedule_retry(_find_waiting(rows), rows, now, error)
    hopeless = [row for row in rows if _get_tries(row) >= MAX_TRIES or isinstance(error, AddressRefused)]
    _park_rows(hopeless, error_name(error))
    if isinstance(error, AddressRefused):
        person: Any = rows[0]
        bounces.record_refusal(person.user.email, str(error))


def _park_rows(rows: Sequence[Row], error: str) -> None:
    if rows:
        _find_waiting(rows).update(status=PARKED, error=error)


def retry_parked(rows: QuerySet[Any]) -> int:
    """Retry parked rows at once, after an operator has fixed the cause."""
    return rows.filter(status=PARKED).update(status=WAITING, tries=0, next_try_at=server_time.now())

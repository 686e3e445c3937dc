"""The sending queue: claim rows that are due, send their emails, retry at growing intervals, give up.

It serves every `QueuedMail` (notices of games and of tournaments, invitations) and the answers to
`IncomingMail`. Claiming a row moves its `next_try_at` some minutes ahead, so that nobody else sends it
meanwhile; if the process dies, the claim expires. A process may also sleep past its claim, with its machine
or in a slow email: before each email it extends the claim, and leaves alone what is no longer its own.
Claiming counts as a try, so that an email which crashes its process is given up after some of them.
"""

import logging
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import F, Min, Q, QuerySet

from accounts import server_time
from games.mail.incoming import bounces
from games.mail.outgoing import availability
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession, error_name
from games.models.queued_mail import QueuedMail, QueuedMailQuerySet, QueuedRow
from games.play.transaction.task_trigger import send_task

CLAIM_SIZE = 10  # emails claimed together
MAX_CANDIDATES = 20 * CLAIM_SIZE  # so that up to twenty workers find unclaimed rows
MAX_CLAIMS_PER_TASK = 5  # by one task
MAX_TASK_SECONDS = 5.0  # seconds; then another task continues, and a worker that is shutting down can stop
MAX_TRIES = 8  # over most of a day; then an operator should look
CLAIM_DURATION = timedelta(minutes=5)  # longer than one email may take: citadels/settings/mail.py
RETRY_PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]  # after each failed try
MAX_RETRY_PAUSE = timedelta(hours=6)
MAX_PAUSE_STEP_WHEN_DOWN = 3  # the longest of these pauses while the mail server is down
JITTER = 0.2  # the random share of a pause, so that retries do not all come at once

Row = TypeVar("Row", bound=QueuedRow)
Mail = TypeVar("Mail", bound=QueuedMail)

log = logging.getLogger(__name__)


# --- claiming


def find_first_per_reader(due: QuerySet[Row], *readers: str) -> QuerySet[Row]:
    """Find the first due row of each reader, so that two workers never write to one person at a time.

    A worker that finds the first row claimed leaves the reader's others alone. This is a query of its own:
    inside the claiming statement a database that expects few waiting rows compares each with each, even if
    there are thousands.
    """
    by_reader = due.order_by().values(*readers).annotate(first=Min("pk"), since=Min("next_try_at"))
    firsts = by_reader.order_by("since", "first").values_list("first", flat=True)
    return due.filter(pk__in=list(firsts[:MAX_CANDIDATES])).order_by("next_try_at", "pk")


def group_singly(rows: Sequence[Row]) -> list[Sequence[Row]]:
    return [[row] for row in rows]


def claim(
    due: QuerySet[Row],
    now: datetime,
    together: Callable[[Sequence[Row]], list[Sequence[Row]]] = group_singly,
) -> list[Sequence[Row]]:
    """Claim the next rows that no other worker holds; return them grouped by email.

    Several at once, because a claim costs about as much as an email. SQLite has only one writer, so nothing
    needs to be skipped there.
    """
    free = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        firsts = list(due.select_for_update(skip_locked=free, of=("self",))[:CLAIM_SIZE])
        emails = together(firsts) if firsts else []
        rows = [row for email in emails for row in email]
        for row in rows:
            row.tries, row.next_try_at, row.error = row.tries + 1, now + CLAIM_DURATION, ""
        taken = due.model._default_manager.filter(pk__in=[row.pk for row in rows])
        taken.update(tries=F("tries") + 1, next_try_at=now + CLAIM_DURATION, error="")
    return emails


def extend_claim(rows: Sequence[Row], now: datetime) -> list[Row]:
    """Extend the claim on these rows before their email is sent; return those that are still ours.

    The others were claimed by another worker or settled, because ours had expired, or requested anew.
    """
    return [row for row in rows if _update_claim(row, next_try_at=now + CLAIM_DURATION)]


def select_claim(row: QueuedRow) -> Q:
    """Select this row if nobody has claimed or settled it since: the end of a claim tells whose it is."""
    return Q(pk=row.pk, next_try_at=row.next_try_at, status=row.status)


def _update_claim(row: QueuedRow, *, next_try_at: datetime, tries: int = 0, error: str = "") -> bool:
    """Keep a row, or give it back with an error, if it is still ours. A row that a worker holds has none."""
    ours = type(row)._default_manager.filter(select_claim(row))
    row.tries, row.next_try_at, row.error = row.tries + tries, next_try_at, error
    return bool(ours.update(tries=F("tries") + tries, next_try_at=next_try_at, error=error))


# --- trying again


def compute_retry_pause(tries: int) -> timedelta:
    """Return how long to wait after so many failed tries, with some jitter."""
    longest = RETRY_PAUSES[tries - 1] if 0 < tries <= len(RETRY_PAUSES) else MAX_RETRY_PAUSE
    return longest * (1 - JITTER * random.random())


def compute_retry(tries: int, *, is_down: bool) -> tuple[timedelta, int]:
    """Return how long to wait after so many failed tries, and how many of them to count.

    While the mail server is down no email is given up, and the pauses stay short, so that it is retried soon.
    """
    if not is_down:
        return compute_retry_pause(tries), tries
    return compute_retry_pause(min(tries, MAX_PAUSE_STEP_WHEN_DOWN)), min(tries, MAX_TRIES - 1)


def schedule_retry(rows: Sequence[Row], now: datetime, error: Exception, *, is_down: bool = False) -> None:
    """Schedule the next try of these rows, unless another worker has them, and record what failed."""
    for row in rows:
        wait, tries = compute_retry(row.tries, is_down=is_down)
        _update_claim(row, next_try_at=now + wait, tries=tries - row.tries, error=error_name(error))
        name = row._meta.model_name
        log.warning(
            "%s %s could not be posted: %s in %s", name, row.pk, error_name(error), _format_location(error)
        )


def retry_after_outage(now: datetime) -> None:
    """Let everything that failed while the mail server was down leave at once, whatever queue it is in.

    A row that a worker holds has no error and is left alone, so no email is sent twice.
    """
    soon = Q(next_try_at__gt=now, next_try_at__lte=now + availability.DOWN_RETRY_WITHIN)
    for model in apps.get_models():
        if issubclass(model, QueuedRow):
            model._default_manager.filter(soon).exclude(error="").update(next_try_at=now)


def _format_location(error: Exception) -> str:
    last = extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def send_with_retry(rows: Sequence[Mail], now: datetime, send: Callable[[], bool]) -> bool:
    """Call `send` for the email of these rows, or schedule a retry if it fails. Was an email sent?"""
    if any(row.tries > MAX_TRIES for row in rows):  # each try has killed its process
        _park(rows, "")
        return False
    try:
        return send()
    except MailServerDown as error:
        schedule_retry(rows, now, error, is_down=True)
        raise
    except Exception as error:  # one email that cannot be rendered must not hold up the others
        _record_failure(rows, now, error)
        return False


def select_rows(rows: Sequence[Mail]) -> QueuedMailQuerySet[Mail]:
    """Select these rows in the database."""
    found: QueuedMailQuerySet[Any] = type(rows[0]).objects.filter(pk__in=[row.pk for row in rows])
    return found


def _record_failure(rows: Sequence[QueuedMail], now: datetime, error: Exception) -> None:
    """Schedule another try; park the rows after a refusal or too many tries, until an operator retries."""
    schedule_retry(rows, now, error)
    is_refused = isinstance(error, AddressRefused)
    if hopeless := [row for row in rows if is_refused or row.tries >= MAX_TRIES]:
        _park(hopeless, error_name(error))
    if is_refused:
        bounces.record_refusal(rows[0].recipient_address, str(error))


def _park(rows: Sequence[QueuedMail], error: str) -> None:
    for row in rows:
        select_rows([row]).filter(select_claim(row)).park(error)


def retry_parked(rows: QueuedMailQuerySet[Mail]) -> int:
    """Retry parked rows at once, after an operator has fixed the cause."""
    return rows.parked().requeue(server_time.now())


# --- sending


def send_due_mail(
    claim: Callable[[datetime], list[Sequence[Mail]]],
    send: Callable[[Sequence[Mail], MailSession, datetime], bool],
    task_name: str,
    now: datetime | None = None,
) -> int:
    """Claim and send the emails that are due, each of them with retries; return how many were sent.

    `send` is called with the rows of one email, and records that it was sent, dropped or postponed.
    """

    def send_email(rows: Sequence[Mail], mail: MailSession, now: datetime) -> bool:
        return send_with_retry(rows, now, lambda: send(rows, mail, now))

    return send_due(claim, send_email, task_name, now)


def send_due(
    claim: Callable[[datetime], list[Sequence[Row]]],
    post: Callable[[Sequence[Row], MailSession, datetime], bool],
    task_name: str,
    now: datetime | None = None,
) -> int:
    """Claim and send what is due; trigger the task again if there may be more. Return how many were sent."""

    def post_if_ours(rows: Sequence[Row], mail: MailSession) -> bool:
        ours = extend_claim(rows, now or server_time.now())
        return bool(ours) and post(ours, mail, now or server_time.now())

    left, is_more = _send_claimed_rows(lambda: claim(now or server_time.now()), post_if_ours)
    if left and availability.record_mail_server_up():
        retry_after_outage(now or server_time.now())
        is_more = True
    if is_more:
        send_task(task_name)
    return left


def _return_untried(rows: Sequence[Row]) -> None:
    """Give back rows whose turn did not come, because the mail server is down."""
    soon = server_time.now() + compute_retry_pause(1)
    with transaction.atomic():
        for row in rows:
            _update_claim(row, tries=-1, next_try_at=soon, error=MailServerDown.__name__)


def _send_claimed_rows(
    claim: Callable[[], list[Sequence[Row]]], post: Callable[[Sequence[Row], MailSession], bool]
) -> tuple[int, bool]:
    """Claim and send until nothing is left or time is up; return how many were sent, and if there may be
    more.
    """
    left, started = 0, monotonic()
    with MailSession() as mail:
        for _ in range(MAX_CLAIMS_PER_TASK):
            if availability.is_sending_stopped() or monotonic() - started > MAX_TASK_SECONDS:
                return left, not availability.is_sending_stopped()
            claimed = claim()
            if not claimed:
                return left, False
            for place, rows in enumerate(claimed, 1):
                try:
                    left += post(rows, mail)
                except MailServerDown:  # do not wait for fifty time-outs; the others do not lose a try
                    others = [row for later in claimed[place:] for row in later]
                    _return_untried(others)
                    if not left:
                        availability.record_mail_server_down(server_time.now())
                    return left, False
    return left, True

"""How whatever waits in a row is posted: claimed, handed to the mail server, tried again later and later.

A row has `tries` and `next_try_at`. Claiming it moves `next_try_at` some minutes ahead, so that nobody else
posts it meanwhile; who dies in between leaves a claim that runs out. It counts as a try before the letter
leaves: one that kills us is given up after some of them.
"""

import logging
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from time import monotonic
from traceback import extract_tb
from types import TracebackType
from typing import TypeVar
from urllib.parse import urlsplit

from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction
from django.db.models import F, Min, Model, QuerySet

from games.play import outages, times
from games.play.clocks import WAITS_FOR_THE_LOST
from games.play.wake import ring

AT_ONCE = 10  # letters that are claimed together; if each takes as long as it may, the claim still holds
CANDIDATES = 20 * AT_ONCE  # so that as many workers find something that nobody is at
CLAIMS = 5  # of one task
LONGEST_TASK = 5.0  # seconds; then the next task goes on, and a worker that has to end can
STOPPED, STOPPED_FOR = "post-stopped", timedelta(minutes=15)
DOWN = "post-down"
BACK_WITHIN = timedelta(minutes=20)  # a mail server that is down: it is asked again before
MOST_TRIES = 8  # over most of a day; then somebody should look
CLAIM = timedelta(minutes=5)  # longer than any mail server may take
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]  # after each try in vain
LONGEST_PAUSE = timedelta(hours=6)
MOST_PAUSES = 3  # of these, if it is the mail server that is down
JITTER = 0.2  # so much of a pause is left to chance: not everybody comes back at the same moment
UNKNOWN = "550 5.1.1"  # what a mail server says of an address that it does not know
PERMANENT = 500  # what a mail server says from here on, it says for good
# how a provider says that it does not want this letter; other numbers are about us, or its own trouble
THIS_LETTER = {400, 406, 413, 422}

Row = TypeVar("Row", bound=Model)

log = logging.getLogger(__name__)


# --- claiming


def first_of_each(due: QuerySet[Row], *readers: str) -> QuerySet[Row]:
    """The first of these rows for each reader. Two workers that are woken at once must not write two letters
    to the same person: who finds the first one taken leaves the others alone.

    Looked for beforehand. In one statement with the claim, a database that expects few rows to wait, as it is
    almost always, compares each with each when there are thousands."""
    by_reader = due.order_by().values(*readers).annotate(first=Min("pk"), since=Min("next_try_at"))
    firsts = by_reader.order_by("since", "first").values_list("first", flat=True)
    return due.filter(pk__in=list(firsts[:CANDIDATES])).order_by("next_try_at", "pk")


def alone(rows: Sequence[Row]) -> list[Sequence[Row]]:
    return [[row] for row in rows]


def claim(
    due: QuerySet[Row],
    now: datetime,
    together: Callable[[Sequence[Row]], list[Sequence[Row]]] = alone,
) -> list[Sequence[Row]]:
    """The next of these rows that nobody else is at, letter by letter with what goes with each.

    Several at once: a claim costs about as much as a letter. SQLite has one writer."""
    free = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        firsts = list(due.select_for_update(skip_locked=free, of=("self",))[:AT_ONCE])
        letters = together(firsts) if firsts else []
        rows = [row for letter in letters for row in letter]
        _change(rows, tries=1, next_try_at=now + CLAIM)
    return letters


def _change(rows: Sequence[Row], *, tries: int, next_try_at: datetime) -> None:
    for row in rows:
        row.tries, row.next_try_at = row.tries + tries, next_try_at  # type: ignore[attr-defined]
    if rows:
        same = type(rows[0])._default_manager.filter(pk__in=[row.pk for row in rows])
        same.update(tries=F("tries") + tries, next_try_at=next_try_at)


def pause(tries: int) -> timedelta:
    """How long to wait after so many tries in vain."""
    longest = PAUSES[tries - 1] if 0 < tries <= len(PAUSES) else LONGEST_PAUSE
    return longest * (1 - JITTER * random.random())


def after_trying(tries: int, *, is_down: bool) -> tuple[timedelta, int]:
    """How long to wait after so many tries in vain, and how many of them count.

    For a mail server that is down no letter is given up, and it is asked again as soon as it may be back."""
    if not is_down:
        return pause(tries), tries
    return pause(min(tries, MOST_PAUSES)), min(tries, MOST_TRIES - 1)


def try_later(
    waiting: QuerySet[Row], rows: Sequence[Row], now: datetime, error: Exception, *, is_down: bool = False
) -> None:
    """Write down when, and what stood in the way."""
    for row in rows:
        wait, tries = after_trying(row.tries, is_down=is_down)  # type: ignore[attr-defined]
        waiting.filter(pk=row.pk).update(next_try_at=now + wait, error=name_of(error), tries=tries)
        name = row._meta.model_name
        log.warning("%s %s could not be posted: %s in %s", name, row.pk, name_of(error), _place(error))


def _place(error: Exception) -> str:
    last = extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def stop() -> None:
    """Too much comes back: nothing leaves for a while, or nobody takes letters of ours any more. No clock
    runs meanwhile: who waits for a letter loses nothing.

    After the commit: deadlines of all games are moved, and whoever calls may hold some of these locked."""
    cache.set(STOPPED, 1, STOPPED_FOR.total_seconds())
    now = times.now()
    transaction.on_commit(lambda: outages.stand_still(now, now + STOPPED_FOR), robust=True)


def is_stopped() -> bool:
    return bool(cache.get(STOPPED))


def down_since() -> datetime | None:
    """Since when the mail server does not work, as far as anybody has tried."""
    first, _reckoned = cache.get(DOWN) or (None, None)
    return first


def _found_down(now: datetime) -> None:
    """Nothing can leave. After some minutes of that no clock runs, until after the next try: who waits for a
    letter loses nothing. But no game waits for ever for a mail server that nobody mends."""
    first, reckoned = cache.get(DOWN) or (now, now)
    until = now + BACK_WITHIN
    has_lasted = now - reckoned > outages.SILENCE or reckoned > now
    if has_lasted and until - reckoned >= outages.SILENCE and now - first < WAITS_FOR_THE_LOST:
        outages.stand_still(reckoned, until)
        reckoned = until
    cache.set(DOWN, (first, reckoned), BACK_WITHIN.total_seconds())  # if nobody tries any more, it is over


def send_due(
    claim: Callable[[datetime], list[Sequence[Row]]],
    post: Callable[[Sequence[Row], "Post", datetime], bool],
    bell: str,
    now: datetime | None = None,
) -> int:
    """Claim and post what is due, and name the next task if there may be more; how many letters have left."""
    left, is_more = _send_each(
        lambda: claim(now or times.now()), lambda rows, mail: post(rows, mail, now or times.now())
    )
    if left:
        cache.delete(DOWN)
    if is_more:
        ring(bell)
    return left


def _send_each(
    claim: Callable[[], list[Sequence[Row]]], post: Callable[[Sequence[Row], "Post"], bool]
) -> tuple[int, bool]:
    """How many letters have left, and whether there may be more."""
    left, started = 0, monotonic()
    with Post() as mail:
        for _ in range(CLAIMS):
            if is_stopped() or monotonic() - started > LONGEST_TASK:
                return left, not is_stopped()
            claimed = claim()
            if not claimed:
                return left, False
            for place, rows in enumerate(claimed, 1):
                try:
                    left += post(rows, mail)
                except PostIsDown:  # nobody waits for fifty time-outs; the others have lost nothing by it
                    others = [row for later in claimed[place:] for row in later]
                    _change(others, tries=-1, next_try_at=times.now() + pause(1))
                    if not left:
                        _found_down(times.now())
                    return left, False
    return left, True


# --- the mail server


class PostIsDown(Exception):
    """The mail server does not do its work just now, for any letter."""


class Refused(Exception):
    """The mail server will never take a letter to this address. What it said is for us alone."""


class Post:
    """The way to the mail server, opened when it is needed and kept open for the next letter."""

    def __init__(self) -> None:
        self.backend = get_connection()

    def __enter__(self) -> "Post":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.backend.close()

    def send(self, message: EmailMessage) -> None:
        """Outside any transaction. What is wrong with this letter alone comes through as it is."""
        message.connection = self.backend
        try:
            self.backend.open()
            message.send()
        except (SMTPRecipientsRefused, SMTPDataError) as error:
            self.backend.close()  # some servers hang up after a refusal
            if isinstance(error, SMTPRecipientsRefused) and (said := _for_good(error)):
                raise Refused(said) from error
            raise
        except AnymailRecipientsRefused as error:
            raise Refused(UNKNOWN) from error
        except AnymailRequestsAPIError as error:
            if error.status_code in THIS_LETTER:
                raise
            raise PostIsDown from error
        except (SMTPException, OSError) as error:
            self.backend.close()
            raise PostIsDown from error


def _for_good(error: SMTPRecipientsRefused) -> str:
    """What the mail server said for good; nothing if another try may do."""
    for code, text in error.recipients.values():
        if code >= PERMANENT:
            return f"{code} {text.decode('utf-8', 'replace')}"
    return ""


def name_of(error: Exception) -> str:
    """Only what kind of error it is: its words may hold an address or a link."""
    return type(error.__cause__ or error).__name__


# --- what every letter says to machines


def with_way_back(message: EmailMessage, address: str) -> EmailMessage:
    """What cannot be delivered comes back to this address; people see the usual one.

    A provider keeps the return path to itself, and tells us by `webhooks.py` what came back."""
    if address and not settings.PROVIDER:
        message.extra_headers["From"] = settings.DEFAULT_FROM_EMAIL
        message.from_email = address
    return message


def domain() -> str:
    return urlsplit(settings.BASE_URL).hostname or "localhost"

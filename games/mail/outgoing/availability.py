"""Whether emails can be sent at present: the mail server may be down, or sending may be stopped.

Both are remembered in the cache for a while, and all clocks are paused meanwhile.
"""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction

from accounts import server_time
from games.play.deadlines import outages
from games.play.deadlines.seat_clock import MAX_WAIT_FOR_UNREACHABLE

STOPPED_CACHE_KEY, STOP_DURATION = "mail-stopped", timedelta(minutes=15)
DOWN_CACHE_KEY = "mail-down"
DOWN_RETRY_WITHIN = timedelta(minutes=20)  # if the mail server is down, it is tried again within this time


def stop_sending() -> None:
    """Stop all sending for a while, because too many emails bounce; clocks are paused meanwhile.

    Continuing would ruin our reputation with other mail servers. The deadlines of all games are moved after
    the commit, because the caller may hold locks on some of them.
    """
    cache.set(STOPPED_CACHE_KEY, 1, STOP_DURATION.total_seconds())
    now = server_time.now()
    transaction.on_commit(lambda: outages.record_mail_outage(now, now + STOP_DURATION), robust=True)


def is_sending_stopped() -> bool:
    return bool(cache.get(STOPPED_CACHE_KEY))


def mail_server_down_since() -> datetime | None:
    """Return since when the mail server has been down, as far as anybody has tried."""
    first, _reckoned = cache.get(DOWN_CACHE_KEY) or (None, None)
    return first


def record_mail_server_down(now: datetime) -> None:
    """Record that the mail server is down, and pause all clocks if it stays so for some minutes.

    Deadlines are extended until after the next try, so that nobody loses time by a missing email; but no
    longer than for an unreachable player, so that games do not wait for ever for a server that nobody
    repairs.
    """
    first, reckoned = cache.get(DOWN_CACHE_KEY) or (now, now)
    until = now + DOWN_RETRY_WITHIN
    has_lasted = now - reckoned > outages.MIN_OUTAGE or reckoned > now
    if has_lasted and until - reckoned >= outages.MIN_OUTAGE and now - first < MAX_WAIT_FOR_UNREACHABLE:
        outages.record_mail_outage(reckoned, until)
        reckoned = until
    cache.set(
        DOWN_CACHE_KEY, (first, reckoned), DOWN_RETRY_WITHIN.total_seconds()
    )  # forgotten unless the next try fails too


def record_mail_server_up() -> bool:
    """Record that the mail server has taken an email; return whether it was down before."""
    return bool(cache.delete(DOWN_CACHE_KEY))

"""When notices about games are sent: at once, after quiet hours or in a digest, as the recipient prefers."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from accounts.preferences.mail_preferences import COLLECTED, NOW, default_digest_hours
from games.mail.content.game_update import GameUpdate
from games.models import Game, GameNotice
from games.models.notice import ASKING_KINDS
from games.play import bot_moves
from games.play.transaction.notices import TURN_NOTICE_DELAY

Kind = GameNotice.Kind
LONG_AGO = datetime.min.replace(tzinfo=UTC)
# kinds that follow the preference of another one
SHARED_PREFERENCES: dict[str, str] = {
    **dict.fromkeys([Kind.EXPIRED, Kind.SUCCEEDED, Kind.GUARDED, Kind.UNREACHABLE], "changes"),
    **dict.fromkeys([Kind.MORE_TIME, Kind.VOTE, Kind.HOST_NEWS, Kind.REACHABLE, Kind.STOPPED], "changes"),
    Kind.STAND_IN: "invitation",
}


def get_mail_preference(notice: GameNotice) -> str:
    """When its recipient wants this notice: `now`, `collected` or `none`. One asked for again is always
    `now`.
    """
    if notice.resend_count:
        return NOW
    return notice.user.get_mail_preference(SHARED_PREFERENCES.get(notice.kind, notice.kind))


def is_digest(notices: Iterable[GameNotice]) -> bool:
    return all(get_mail_preference(notice) == COLLECTED for notice in notices)


def find_send_time(user: Any, wanted: Sequence[GameUpdate], now: datetime) -> datetime:
    """Return when to send: after quiet hours, or at a digest hour; at once if it was requested again."""
    notices = [notice for topic in wanted for notice in topic.notices]
    if any(notice.resend_count for notice in notices):
        return now
    if is_digest(notices):
        first = min(notice.created_at for notice in notices)
        hour = max(now, user.next_email_time(max(now, find_next_digest_time(first, user))))
        if not any(_would_miss_deadline(topic, hour) for topic in wanted):
            return hour
    return user.next_email_time(now)


def _would_miss_deadline(topic: GameUpdate, at: datetime) -> bool:
    """Would the deadline have passed by the time of the digest? Then the question is sent before."""
    if topic.seat is None or topic.seat.deadline is None or not topic.kinds.intersection(ASKING_KINDS):
        return False
    return topic.seat.deadline <= at


def find_page_grace_end(topic: GameUpdate) -> datetime:
    """Return until when to hold back the question to a player who is still on the page.

    Alone with bots, a player who has just moved there sees the next question at once; if they answer it in
    time, no email is needed.
    """
    is_asked_for = any(notice.resend_count for notice in topic.notices)
    if topic.answered_on_page_at is None or Kind.YOUR_TURN not in topic.kinds or is_asked_for:
        return LONG_AGO
    return topic.answered_on_page_at + TURN_NOTICE_DELAY


def find_bots_done_time(topic: GameUpdate) -> datetime:
    """Return until when to wait for bots that are moving.

    Bots move one after the other and orders answer in between: all of it is reported in one email.
    """
    moving = [seat.asked_at for seat in topic.view.seats if seat.bot and seat.asked_at is not None]
    if Kind.ORDERS not in topic.kinds or not moving or topic.game.state != Game.State.RUNNING:
        return LONG_AGO
    return max(moving) + bot_moves.STALLED_AFTER


def find_next_digest_time(at: datetime, user: Any) -> datetime:
    """Return the first of the person's digest hours from then on, in their time zone."""
    today = at.astimezone(user.zone).date()
    hours = [time(hour) for hour in sorted(user.digest_hours or default_digest_hours())]
    moments = (
        datetime.combine(day, hour, tzinfo=user.zone).astimezone(UTC)
        for day in (today, today + timedelta(days=1))
        for hour in hours
    )
    return next(moment for moment in moments if moment >= at)

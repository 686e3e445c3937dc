"""The outbox of game notices: decide which are still relevant, combine them into emails, and send these.

Due notices are claimed by person: all that wait about one game become one email, rendered from the position
at the time of sending. Outdated and unwanted notices are dropped. Kinds that a person wants as a digest wait
for the next of their digest hours and come as one email about all tables; reminders about several tables are
combined too, but at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from accounts import server_time
from accounts.preferences.mail_preferences import NONE, NOW
from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate, group_by_game
from games.mail.outgoing import queue, send_times
from games.mail.outgoing.relevance import is_outdated
from games.mail.outgoing.transport import MailSession
from games.models import GameNotice, Seat
from games.models.notice import ASKING_KINDS
from games.models.queued_mail import QueuedMailQuerySet
from games.play.deadlines import unreachable
from games.play.transaction.notices import (
    notify_of_working_address,
    resend_missed_notices,
    resend_turn_notice,
)
from games.play.transaction.task_trigger import SEND_NOTICES

MAX_TABLES = 6  # in one email: some mail programs cut off long ones

Kind, Status = GameNotice.Kind, GameNotice.Status


def send_due_notices(now: datetime | None = None) -> int:
    """Send all notices that are due; return how many emails were sent."""
    return queue.send_due_mail(claim, send_or_drop, SEND_NOTICES, now)


# --- claiming


def claim(now: datetime) -> list[Sequence[GameNotice]]:
    """Claim due notices, grouped by email; meanwhile nobody else sends the same people the same notices."""
    return queue.claim(_find_first_per_user(now), now, lambda firsts: _group_into_emails(firsts, now))


def _find_first_per_user(now: datetime) -> QuerySet[GameNotice]:
    return queue.find_first_per_reader(GameNotice.objects.due(now), "user").select_related("user")


def _group_into_emails(firsts: Sequence[GameNotice], now: datetime) -> list[Sequence[GameNotice]]:
    """Group all that waits for the people of these notices into one email for each.

    Notices that were tried before and are not due are left alone: another worker may hold them.
    """
    people = {first.user_id: first.user for first in firsts}
    waiting = (
        GameNotice.objects.waiting()
        .select_for_update()
        .filter(Q(next_try_at__lte=now) | Q(tries=0), user__in=people)
        .order_by("pk")
    )
    tables = {person: defaultdict[int, list[GameNotice]](list) for person in people}
    for notice in waiting:
        notice.user = people[notice.user_id]
        tables[notice.user_id][notice.game_id].append(notice)
    return [_select_email_notices(first, tables[first.user_id]) for first in firsts]


def _select_email_notices(first: GameNotice, tables: dict[int, list[GameNotice]]) -> Sequence[GameNotice]:
    """Choose the notices that go into one email with this one.

    Usually all that wait about the same game; if all of these may wait for a digest, the digest of any game;
    if they are only reminders, the reminders of all games.
    """
    here = tables[first.game_id]
    if not _list_urgent_kinds(here):
        return [
            notice
            for table in _limit_tables(tables.values(), here)
            for notice in table
            if send_times.get_mail_preference(notice) != NOW
        ]
    reminded = [table for table in tables.values() if _list_urgent_kinds(table) == {Kind.REMINDER}]
    if here in reminded and len(reminded) > 1:
        return [
            notice
            for table in _limit_tables(reminded, here)
            for notice in table
            if notice.kind in ASKING_KINDS
        ]
    return here


def _limit_tables(tables: Iterable[list[GameNotice]], here: list[GameNotice]) -> list[list[GameNotice]]:
    """Limit the tables to as many as one email holds; the others go into the next."""
    return [here, *(table for table in tables if table is not here)][:MAX_TABLES]


def _list_urgent_kinds(notices: Iterable[GameNotice]) -> set[str]:
    return {notice.kind for notice in notices if send_times.get_mail_preference(notice) == NOW}


# --- sending or dropping


def send_or_drop(notices: Sequence[GameNotice], mail: MailSession, now: datetime) -> bool:
    """Send the email of these notices, postpone it, or drop those that need none. Was an email sent?"""
    user = notices[0].user
    wanted = [topic for topic in group_by_game(notices) if _drop_irrelevant(topic, now)]
    if not wanted:
        return False
    left = [notice for topic in wanted for notice in topic.notices]
    if (
        when := max(
            send_times.find_send_time(user, wanted, now),
            *map(send_times.find_page_grace_end, wanted),
            *map(send_times.find_bots_done_time, wanted),
        )
    ) > now:
        queue.select_rows(left).postpone(when)
        return False
    mail.send(game_email.build_game_email(user, wanted, collected=send_times.is_digest(left)))
    _find_unchanged(left).mark_sent(now)
    return True


def _find_unchanged(notices: Sequence[GameNotice]) -> QueuedMailQuerySet[GameNotice]:
    """Find these notices, except any that were changed or requested again while the email was sent."""
    same = (Q(pk=one.pk, created_at=one.created_at, resend_count=one.resend_count) for one in notices)
    return GameNotice.objects.filter(reduce(or_, same))


def _drop_irrelevant(topic: GameUpdate, now: datetime) -> bool:
    """Drop unwanted and outdated notices; return whether any are left."""
    _drop_notices(topic, [one for one in topic.notices if _is_unwanted(one, topic)])
    _drop_notices(topic, [one for one in topic.notices if is_outdated(one, topic, now)])
    return bool(topic.notices)


def _drop_notices(topic: GameUpdate, notices: Sequence[GameNotice]) -> None:
    if notices:
        _find_unchanged(notices).drop()
        topic.notices = [one for one in topic.notices if one not in notices]


def _is_unwanted(notice: GameNotice, topic: GameUpdate) -> bool:
    if not notice.user.is_active or not notice.user.email:
        return True
    if notice.resend_count:  # requested just now, perhaps to see whether emails arrive again
        return False
    is_silent = topic.seat is not None and topic.seat.has_emails_off
    return is_silent or not notice.user.is_reachable or send_times.get_mail_preference(notice) == NONE


# --- sending again


def resend_turn_email(seat: Seat, user: Any) -> None:
    """Send a turn email with new links at the player's request: at once, whatever the preferences are."""
    resend_turn_notice(seat, user, server_time.now())


def drop_pending_turn_notices(seat: Seat) -> None:
    """Drop the pending notices of this player that the answer to their own email already contains."""
    waiting = GameNotice.objects.waiting().filter(seat=seat, user=seat.user, tries=0)
    waiting.filter(kind__in=[Kind.STARTED, Kind.YOUR_TURN]).drop()


def handle_user_reachable(user: Any) -> None:
    """Handle a person whom emails reach again.

    Their clocks run again, open questions are sent once more, and a person who was replaced meanwhile is
    told. One email says that the address works again: about the first table that waits, or about any other.
    """
    now = server_time.now()
    waiting = [seat for seat in unreachable.handle_reachable_again(user, now) if not seat.has_emails_off]
    for seat in waiting:
        resend_turn_email(seat, user)
    for seat in [*waiting, *unreachable.list_current_seats(user)][:1]:
        notify_of_working_address(seat, user, now)
    resend_missed_notices(user, now)

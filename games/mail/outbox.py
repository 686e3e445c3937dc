"""The outbox: notices become letters.

What is due is claimed by person: all that waits about one game goes into one letter, written from the
position as it stands when it leaves. What is overtaken or unwanted is dropped. Kinds that a person wants
collected wait for the next of their own hours and then come as one letter about all tables; so do reminders,
at once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.letters import COLLECTED, NONE, NOW, in_the_morning
from games.mail import letters, posting, settling
from games.mail.posting import Post
from games.mail.topics import ASKING, Topic, topics
from games.models import Game, Move, Notice, Seat
from games.play import bot_moves, extending, reach, subscriptions, times
from games.play.table import TO_GO_ON
from games.play.wake import SEND_NOTICES, wake

LONG_AGO = datetime.min.replace(tzinfo=UTC)
MOST_TABLES = 6  # in a collected letter: some mail programs cut off what is too long

Kind, Status = Notice.Kind, Notice.Status
# kinds that share the wish of another one
WISHES: dict[str, str] = {
    **dict.fromkeys([Kind.EXPIRED, Kind.SUCCEEDED, Kind.GUARDED, Kind.UNREACHABLE], "changes"),
    **dict.fromkeys([Kind.MORE_TIME, Kind.VOTE], "changes"),
    Kind.STAND_IN: "invitation",
}


def send_due(now: datetime | None = None) -> int:
    """Send what is due; return how many letters have left."""
    return posting.send_due(claim, settle, SEND_NOTICES, now)


# --- claiming


def claim(now: datetime) -> list[Sequence[Notice]]:
    """Notices letter by letter; nobody else writes to these people about the same meanwhile."""
    return posting.claim(_first_of_each_person(now), now, lambda firsts: _letters(firsts, now))


def _waiting() -> QuerySet[Notice]:
    return Notice.objects.filter(status=Status.WAITING)


def _due(now: datetime) -> QuerySet[Notice]:
    return _waiting().filter(next_try_at__lte=now)


def _first_of_each_person(now: datetime) -> QuerySet[Notice]:
    return posting.first_of_each(_due(now), "user").select_related("user")


def _letters(firsts: Sequence[Notice], now: datetime) -> list[Sequence[Notice]]:
    """All that waits for the same people, as one letter for each.

    What was tried before and is not due is left alone: somebody may be at it."""
    people = {first.user_id: first.user for first in firsts}
    waiting = (
        Notice.objects.select_for_update()
        .filter(Q(next_try_at__lte=now) | Q(tries=0), user__in=people, status=Status.WAITING)
        .order_by("pk")
    )
    tables = {person: defaultdict[int, list[Notice]](list) for person in people}
    for notice in waiting:
        notice.user = people[notice.user_id]
        tables[notice.user_id][notice.game_id].append(notice)
    return [_together(first, tables[first.user_id]) for first in firsts]


def _together(first: Notice, tables: dict[int, list[Notice]]) -> Sequence[Notice]:
    """What waits about the same game; if all of it may be collected, what is collected about any game."""
    here = tables[first.game_id]
    if not _urgent(here):
        return [notice for table in _some(tables.values(), here) for notice in table if wish(notice) != NOW]
    reminded = [table for table in tables.values() if _urgent(table) == {Kind.REMINDER}]
    if here in reminded and len(reminded) > 1:
        return [notice for table in _some(reminded, here) for notice in table if notice.kind in ASKING]
    return here


def _some(tables: Iterable[list[Notice]], here: list[Notice]) -> list[list[Notice]]:
    """As many tables as a letter has room for; the next letter has the others."""
    return [here, *(table for table in tables if table is not here)][:MOST_TABLES]


def _urgent(notices: Iterable[Notice]) -> set[str]:
    return {notice.kind for notice in notices if wish(notice) == NOW}


def wish(notice: Notice) -> str:
    """When its owner wants it: `now`, `collected` or `none`. What was asked for comes at once."""
    if notice.copies:
        return NOW
    return notice.user.wants(WISHES.get(notice.kind, notice.kind))


# --- what becomes of it


def settle(notices: Sequence[Notice], mail: Post, now: datetime) -> bool:
    """Send the letter, drop what needs none, or write down when to try again. Has a letter left?"""
    return settling.settled(notices, now, lambda: _settle(notices, mail, now))


def _settle(notices: Sequence[Notice], mail: Post, now: datetime) -> bool:
    user = notices[0].user
    wanted = [topic for topic in topics(notices) if _sift(topic, now)]
    if not wanted:
        return False
    left = [notice for topic in wanted for notice in topic.notices]
    if (
        when := max(_not_before(user, wanted, now), *map(_gone_by, wanted), *map(_bots_done_by, wanted))
    ) > now:
        Notice.objects.filter(pk__in=_keys(left)).update(next_try_at=when, tries=0)
        return False
    mail.send(letters.letter(user, wanted, collected=_is_collected(left)))
    _as_claimed(left).update(status=Status.SENT, sent_at=now, error="")
    return True


def _as_claimed(notices: Sequence[Notice]) -> QuerySet[Notice]:
    """These, but for what was asked for again or has grown while its letter was on its way."""
    same = (Q(pk=one.pk, created_at=one.created_at, copies=one.copies) for one in notices)
    return Notice.objects.filter(reduce(or_, same))


def _keys(notices: Iterable[Notice]) -> list[int]:
    return [notice.pk for notice in notices]


def _is_collected(notices: Iterable[Notice]) -> bool:
    return all(wish(notice) == COLLECTED for notice in notices)


def _sift(topic: Topic, now: datetime) -> bool:
    """Drop what need not be told; is anything left?"""
    _drop(topic, [one for one in topic.notices if _is_unwanted(one, topic)])
    _drop(topic, [one for one in topic.notices if _is_overtaken(one, topic, now)])
    return bool(topic.notices)


def _drop(topic: Topic, notices: Sequence[Notice]) -> None:
    if notices:
        _as_claimed(notices).update(status=Status.DROPPED)
        topic.notices = [one for one in topic.notices if one not in notices]


def _is_unwanted(notice: Notice, topic: Topic) -> bool:
    if not notice.user.is_active or not notice.user.email:
        return True
    if notice.copies:  # asked for just now: perhaps to see whether letters arrive again
        return False
    is_silent = topic.seat is not None and topic.seat.is_silent
    return is_silent or not notice.user.is_reachable or wish(notice) == NONE


def _is_overtaken(notice: Notice, topic: Topic, now: datetime) -> bool:
    """Has it been settled meanwhile, or is it somebody else's affair now?"""
    seat = topic.seat
    if seat is None or seat.bot:
        return not _is_for_an_onlooker(notice, topic)
    if notice.kind in ASKING:
        return _is_decided(notice, seat, topic.game) or _comes_otherwise(notice, topic, seat)
    check = OVERTAKEN.get(notice.kind)
    return check is not None and check(notice, topic)


def _is_for_an_onlooker(notice: Notice, topic: Topic) -> bool:
    """Somebody who does not play may have lost the seat, or stay away from it, or have opened the table, or
    run its event, or follow the game, or be asked to stand in."""
    match notice.kind:
        case Kind.GAZETTE:
            return subscriptions.is_for(notice, topic.game) and bool(topic.rounds)
        case Kind.MISSED:  # a bot plays on for its reader
            return topic.seat is not None and topic.seat.is_absent and topic.game.is_live
        case Kind.OVER:  # a bot has played to the end for its reader
            return topic.seat is not None and topic.seat.is_absent and topic.game.state == Game.State.OVER
        case Kind.MORE_TIME:
            return bool(topic.wishes) and extending.may_rule(topic.game.pk, notice.user_id)
        case Kind.STAND_IN:
            return notice.user.stands_in and notice.seat_id in [seat.pk for seat in topic.free_seats]
    return notice.kind == Kind.SUCCEEDED


def _is_decided(notice: Notice, seat: Seat, game: Game) -> bool:
    is_open = seat.decision is not None and seat.decision <= notice.number
    return not (is_open and game.state == Game.State.RUNNING)


def _comes_otherwise(notice: Notice, topic: Topic, seat: Seat) -> bool:
    """A reminder of what is far ahead again; a word to somebody who waits alone no more. And neither is sent
    as long as the question itself has not been: that letter says all of it."""
    if notice.kind == Kind.YOUR_TURN:
        return False
    if notice.kind == Kind.ALONE and len(topic.sight.awaited) > 1:
        return True
    if notice.kind == Kind.REMINDER and _is_far_ahead(seat):
        return True
    waiting = _waiting().filter(game=topic.game, user=notice.user)
    asked = waiting.filter(kind=Kind.YOUR_TURN, number__gte=seat.decision)
    return asked.exclude(pk__in=_keys(topic.notices)).exists()


def _is_far_ahead(seat: Seat) -> bool:
    """Has time been given, so that another reminder comes later?"""
    return seat.stopped_at is not None or seat.reminded != seat.decision


def _has_played(notice: Notice, topic: Topic) -> bool:
    own = Move.objects.filter(seat=topic.seat, by=notice.user, kind=Move.Kind.MOVE)
    return not topic.game.is_live or own.exists()


def _has_been_there(notice: Notice, topic: Topic) -> bool:
    """Has the reader moved since, or come back? Then there is nothing to tell that was not seen."""
    own = Move.objects.filter(seat=topic.seat, by=notice.user, number__gt=notice.number)
    return not topic.misses or own.exists()


def _nobody_is_lost(notice: Notice, topic: Topic) -> bool:
    return not (topic.game.is_live and topic.unreachable)


OVERTAKEN: dict[str, Callable[[Notice, Topic], bool]] = {
    Kind.STARTED: _has_played,
    Kind.OVER: lambda notice, topic: topic.game.state != Game.State.OVER,
    Kind.EXPIRED: lambda notice, topic: topic.game.state != Game.State.EXPIRED,
    Kind.ORDERS: lambda notice, topic: topic.last_decision > notice.number,
    Kind.TALK: lambda notice, topic: not topic.said,
    Kind.GAZETTE: lambda notice, topic: not topic.rounds,
    Kind.SUCCEEDED: lambda notice, topic: True,  # sits there again
    Kind.STAND_IN: lambda notice, topic: True,  # sits there by now
    Kind.MISSED: _has_been_there,
    Kind.MORE_TIME: lambda notice, topic: not topic.wishes,
    Kind.VOTE: lambda notice, topic: not topic.votes,
    Kind.UNREACHABLE: _nobody_is_lost,
    Kind.GUARDED: lambda notice, topic: not (topic.seat and topic.seat.is_guarded),
}


# --- when


def _not_before(user: Any, wanted: Sequence[Topic], now: datetime) -> datetime:
    """Quiet hours, and the own hours for what is collected; what somebody has just asked for comes now."""
    notices = [notice for topic in wanted for notice in topic.notices]
    if any(notice.copies for notice in notices):
        return now
    if _is_collected(notices):
        first = min(notice.created_at for notice in notices)
        hour = max(now, user.may_ring(max(now, next_hour(first, user))))
        if not any(_is_too_late(topic, hour) for topic in wanted):
            return hour
    return user.may_ring(now)


def _is_too_late(topic: Topic, at: datetime) -> bool:
    """Would the time be over when the letter that asks comes? Then it is not collected."""
    if topic.seat is None or topic.seat.deadline is None or not topic.kinds.intersection(ASKING):
        return False
    return topic.seat.deadline <= at


def _gone_by(topic: Topic) -> datetime:
    """Who has just answered at a table of bots goes on from that page: the question waits as it does for
    whoever came by a link. If it is answered meanwhile it needs no letter."""
    is_asked_for = any(notice.copies for notice in topic.notices)
    if topic.at_the_page is None or Kind.YOUR_TURN not in topic.kinds or is_asked_for:
        return LONG_AGO
    return topic.at_the_page + TO_GO_ON


def _bots_done_by(topic: Topic) -> datetime:
    """Bots move one after the other, and orders answer in between: what they did is one letter, when the bots
    have done, and none for each."""
    moving = [seat.asked_at for seat in topic.sight.seats if seat.bot and seat.asked_at is not None]
    if Kind.ORDERS not in topic.kinds or not moving or topic.game.state != Game.State.RUNNING:
        return LONG_AGO
    return max(moving) + bot_moves.PATIENCE


def next_hour(at: datetime, user: Any) -> datetime:
    """The first of the hours from then on at which the person wants collected letters, on their own clock."""
    today = at.astimezone(user.zone).date()
    hours = [time(hour) for hour in sorted(user.collect_at or in_the_morning())]
    moments = (
        datetime.combine(day, hour, tzinfo=user.zone).astimezone(UTC)
        for day in (today, today + timedelta(days=1))
        for hour in hours
    )
    return next(moment for moment in moments if moment >= at)


# --- once more


def send_again(seat: Seat, user: Any) -> None:
    """A letter with fresh links, because its owner asks for it: at once, whatever the wishes are."""
    notice, _new = Notice.objects.get_or_create(
        game=seat.game,
        user=user,
        kind=Kind.YOUR_TURN,
        number=seat.game.length,
        defaults={"seat": seat, "created_at": times.now()},
    )
    Notice.objects.filter(pk=notice.pk).update(
        status=Status.WAITING, copies=F("copies") + 1, tries=0, next_try_at=times.now(), error=""
    )
    wake(SEND_NOTICES)


def told_otherwise(seat: Seat) -> None:
    """What waits for this player stands in the answer to a letter of theirs."""
    waiting = _waiting().filter(seat=seat, user=seat.user, tries=0)
    waiting.filter(kind__in=[Kind.STARTED, Kind.YOUR_TURN]).update(status=Status.DROPPED)


def reached(user: Any) -> None:
    """Letters reach this person again: their clocks go on, what they are asked is sent once more, and
    whoever was replaced meanwhile reads of it now."""
    for seat in reach.found(user, times.now()):
        send_again(seat, user)
    away = Notice.objects.filter(user=user, kind=Kind.MISSED, status=Status.DROPPED)
    if (
        away.filter(seat__user=user)
        .exclude(seat__bot="")
        .update(status=Status.WAITING, tries=0, next_try_at=times.now())
    ):
        wake(SEND_NOTICES)

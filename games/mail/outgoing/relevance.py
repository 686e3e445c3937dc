"""Which waiting notices are out of date and need not be sent any more."""

from collections.abc import Callable
from datetime import datetime

from games.mail.content.game_update import GameUpdate
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.models.notice import ASKING_KINDS
from games.play import followers
from games.play.deadlines import extensions

Kind = GameNotice.Kind


def is_outdated(notice: GameNotice, topic: GameUpdate, now: datetime) -> bool:
    """Has this notice been dealt with meanwhile, or does it concern somebody else now?"""
    seat = topic.seat
    if seat is None or seat.bot:
        return not _is_relevant_to_onlooker(notice, topic)
    if notice.kind in ASKING_KINDS:
        return _is_answered(notice, seat, topic.game) or _is_redundant_reminder(notice, topic, seat)
    check = OUTDATED_CHECKS.get(notice.kind)
    return check is not None and check(notice, topic)


def _is_relevant_to_onlooker(notice: GameNotice, topic: GameUpdate) -> bool:
    """Is this notice still relevant to somebody who is not playing the seat now?

    They may have lost the seat or be absent from it, have created the table, run its tournament, follow the
    game, or be asked to stand in.
    """
    match notice.kind:
        case Kind.GAZETTE:
            return followers.may_receive_gazette(notice, topic.game) and bool(topic.finished_rounds)
        case Kind.MISSED:  # a bot plays on for its reader
            return topic.seat is not None and topic.seat.is_absent and topic.game.is_live
        case Kind.OVER:  # a bot has played to the end for its reader
            return topic.seat is not None and topic.seat.is_absent and topic.game.state == Game.State.OVER
        case Kind.MORE_TIME:
            return bool(topic.extension_requests) and extensions.may_rule_on_game(
                topic.game.pk, notice.user_id
            )
        case Kind.HOST_NEWS:
            return bool(topic.invitation_news)
        case Kind.STAND_IN:
            return notice.user.is_stand_in and notice.seat_id in [seat.pk for seat in topic.free_seats]
    return notice.kind == Kind.SUCCEEDED


def _is_answered(notice: GameNotice, seat: Seat, game: Game) -> bool:
    is_open = seat.decision is not None and seat.decision <= notice.number
    return not (is_open and game.state == Game.State.RUNNING)


def _is_redundant_reminder(notice: GameNotice, topic: GameUpdate, seat: Seat) -> bool:
    """Is this a reminder that need not be sent?

    The deadline has moved away again, or others are awaited too by now, or the question itself is still
    waiting in the outbox: that email says everything.
    """
    if notice.kind == Kind.YOUR_TURN:
        return False
    if notice.kind == Kind.ALONE and len(topic.view.awaited_seats) > 1:
        return True
    if notice.kind == Kind.REMINDER and _is_deadline_postponed(seat):
        return True
    waiting = GameNotice.objects.waiting().filter(game=topic.game, user=notice.user)
    asked = waiting.filter(kind=Kind.YOUR_TURN, number__gte=seat.decision)
    return asked.exclude(pk__in=[one.pk for one in topic.notices]).exists()


def _is_deadline_postponed(seat: Seat) -> bool:
    """Was more time given since, so that another reminder will follow?"""
    return seat.stopped_at is not None or seat.reminded_decision != seat.decision


def _has_played(notice: GameNotice, topic: GameUpdate) -> bool:
    own = GameLogEntry.objects.filter(seat=topic.seat, by=notice.user, kind=GameLogEntry.Kind.MOVE)
    return not topic.game.is_live or own.exists()


def _has_returned(notice: GameNotice, topic: GameUpdate) -> bool:
    """Has the reader acted since the deadline was missed? Then the page has shown what happened."""
    own = GameLogEntry.objects.filter(seat=topic.seat, by=notice.user, number__gt=notice.number)
    return not topic.missed_deadlines or own.exists()


def _is_everybody_reachable(notice: GameNotice, topic: GameUpdate) -> bool:
    return not (topic.game.is_live and topic.unreachable_seats)


OUTDATED_CHECKS: dict[str, Callable[[GameNotice, GameUpdate], bool]] = {
    Kind.STARTED: _has_played,
    Kind.OVER: lambda notice, topic: topic.game.state != Game.State.OVER,
    Kind.EXPIRED: lambda notice, topic: topic.game.state != Game.State.EXPIRED,
    Kind.ORDERS: lambda notice, topic: topic.last_decision > notice.number,
    Kind.TALK: lambda notice, topic: not topic.chat_messages,
    Kind.GAZETTE: lambda notice, topic: not topic.finished_rounds,
    Kind.SUCCEEDED: lambda notice, topic: True,  # plays there again
    Kind.STAND_IN: lambda notice, topic: True,  # plays there by now
    Kind.MISSED: _has_returned,
    Kind.MORE_TIME: lambda notice, topic: not topic.extension_requests,
    Kind.VOTE: lambda notice, topic: not topic.open_votes,
    Kind.UNREACHABLE: _is_everybody_reachable,
    Kind.HOST_NEWS: lambda notice, topic: not topic.invitation_news,
    Kind.REACHABLE: lambda notice, topic: not (topic.user.is_reachable and topic.is_current),
    Kind.STOPPED: lambda notice, topic: not (topic.seat and topic.seat.has_emails_off),
    Kind.GUARDED: lambda notice, topic: not (topic.seat and topic.seat.has_revoked_links),
}

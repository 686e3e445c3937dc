"""Notices about games: who is told what. No other module creates rows of `GameNotice`, or sends one again.

A change of a game is saved together with the notices that follow from it. Whatever else users are told is
queued on its own: one notice for each user, kind and log entry, sent again if there is more to say.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.db.models import F, Max, Q

from accounts import server_time
from accounts.models import User
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, Invitation, Seat
from games.models.notice import ASKING_KINDS
from games.play import followers
from games.play.transaction import sql
from games.play.transaction.origin import How
from games.play.transaction.rows import GameRow, PendingNotice, SeatRow
from games.play.transaction.task_trigger import SEND_NOTICES, trigger_after_commit
from games.rules.core.events import Event, load_events

if TYPE_CHECKING:
    from games.play.transaction.locked_game import LockedGame

Kind, Status = GameNotice.Kind, GameNotice.Status

ORDER_EVENTS = ("order_fired", "plan_stopped")  # secret events that tell the owner what an order did
TURN_NOTICE_DELAY = timedelta(minutes=2)  # after a move by link the player may continue on the page it opened
START_NOTICE_DELAY = timedelta(days=1)  # the notice of the start waits this long for the first decision
# log entries that are no news for everybody if they are about a seat
OWN_LOG_KINDS = (
    GameLogEntry.Kind.MOVE,
    GameLogEntry.Kind.UNDO,
    GameLogEntry.Kind.MISSED,
    GameLogEntry.Kind.EXTEND,
)


# --- notices that are saved together with a change


def add_notice(locked_game: "LockedGame", seat_row: SeatRow, kind: str) -> None:
    """Add a notice to those that are saved with the change, unless there is one of this kind already."""
    if all(kind != added for _seat, added, _at in locked_game.extra_notices):
        locked_game.extra_notices.append((seat_row, kind, locked_game.origin.now))


def build_change_notices(locked_game: "LockedGame") -> list[PendingNotice]:
    """Build the notices that follow from a change, and those that were added to it."""
    return [*ChangeNotices(locked_game).build(), *locked_game.extra_notices]


def build_insert(game: GameRow, notices: Iterable[PendingNotice], now: datetime) -> sql.Statement:
    """Build the statement that inserts the notices of a change."""
    common = {
        "game_id": game.id,
        "number": game.log_length,
        "status": Status.WAITING,
        "created_at": sql.adapt_instant(now),
    }
    rows = [
        common
        | {
            "user_id": reader.user_id,
            "seat_id": reader.pk,
            "kind": kind,
            "next_try_at": sql.adapt_instant(due),
        }
        for reader, kind, due in notices
    ]
    return sql.build_insert("games_gamenotice", rows)


class ChangeNotices:
    """What follows from a change of a locked game: who is told what, and when it may be sent."""

    def __init__(self, locked_game: "LockedGame") -> None:
        self.locked_game = locked_game
        self.game, self.entries = locked_game.game, locked_game.entries
        self.origin, self.now = locked_game.origin, locked_game.origin.now
        self.informed = locked_game.informed
        self.decisions_before = locked_game.decisions_before
        self.is_starting = any(entry.kind == GameLogEntry.Kind.START for entry in self.entries)

    def build(self) -> Iterator[PendingNotice]:
        """Yield the notices that follow from the change, with the time from which they may be sent."""
        people = [seat for seat in self.game.seats.values() if seat.user_id and not seat.bot]
        if self.game.state == Game.State.OVER:
            everybody = [seat for seat in self.game.seats.values() if seat.user_id]  # also absent players
            yield from ((seat, Kind.OVER, self.now) for seat in everybody)
            yield from self._build_gazette_notices([])
            return
        if news := self._find_news_kind():
            yield from self._build_news_notices(
                news, [seat for seat in people if not self._sees_page_now(seat)]
            )
        asked = [seat for seat in people if self._needs_turn_notice(seat)]
        for seat in asked:
            has_moved = self.origin.how == How.LINK and self.origin.user_id == seat.user_id
            yield seat, Kind.YOUR_TURN, self.now + TURN_NOTICE_DELAY if has_moved else self.now
        elsewhere = [seat for seat in people if seat not in asked and not self._sees_page_now(seat)]
        yield from self._build_other_notices(people, elsewhere)

    def _build_news_notices(self, news: str, people: list[SeatRow]) -> Iterator[PendingNotice]:
        """Yield the notices about news for everybody, except for users who were informed already.

        For those, the notice of the start waits a day, to go out with the first decision."""
        for seat in people:
            if seat.user_id not in self.informed:
                yield seat, news, self.now
            elif news == Kind.STARTED:
                yield seat, news, self.now + START_NOTICE_DELAY

    def _build_other_notices(
        self, people: list[SeatRow], elsewhere: list[SeatRow]
    ) -> Iterator[PendingNotice]:
        """Yield the notices besides turns: orders that fired, being the last one awaited, and the gazette."""
        events = [event for entry in self.entries for event in load_events(entry.events)]
        ordered = {name for event in events if event.kind in ORDER_EVENTS for name in event.secret}
        for seat in elsewhere:
            if seat.name in ordered:
                yield seat, Kind.ORDERS, self.now
            if self._is_last_asked(seat):
                yield seat, Kind.ALONE, self.now
        if not self.is_starting and any(map(self._is_heading, events)):
            yield from self._build_gazette_notices(people)

    def _build_gazette_notices(self, people: list[SeatRow]) -> Iterator[PendingNotice]:
        readers = followers.find_gazette_readers(self.game.id, people)
        yield from ((reader, Kind.GAZETTE, self.now) for reader in readers)

    def _is_last_asked(self, seat: SeatRow) -> bool:
        """Is this the last seat to answer of several that were asked at once?"""
        awaited = [one for one in self.game.seats.values() if one.decision is not None]
        before = [decision for decision in self.decisions_before.values() if decision is not None]
        is_old = seat.decision == self.decisions_before[seat.pk]
        is_running = self.game.state == Game.State.RUNNING
        return awaited == [seat] and len(before) > 1 and is_old and is_running and seat.answer_at is None

    def _is_heading(self, event: Event) -> bool:
        """Does a new part of the log begin with this event, such as a round?"""
        seen = event.seen_by(None)
        return bool(seen) and bool(
            self.locked_game.rules.presentation.heading(self.locked_game.position, seen)
        )

    def _find_news_kind(self) -> str:
        """Return the kind of notice for everybody, if any. Moves and a player's own undo are no news."""
        if self.is_starting:
            return Kind.STARTED
        is_news = any(entry.kind not in OWN_LOG_KINDS or entry.seat_id is None for entry in self.entries)
        return Kind.CHANGES if is_news else ""

    def _needs_turn_notice(self, seat: SeatRow) -> bool:
        """Has this seat a new or resumed decision, and is its player not looking at it just now?

        What the server will answer for want of a choice is worth no email."""
        if seat.decision is None or seat.answer_at is not None or self.game.state != Game.State.RUNNING:
            return False
        is_resumed = any(entry.kind == GameLogEntry.Kind.RESUME for entry in self.entries)
        must_ask_again = is_resumed and not self._has_turn_email(seat)
        is_new = seat.decision != self.decisions_before[seat.pk]
        return (must_ask_again or is_new) and not self._sees_page_now(seat)

    def _has_turn_email(self, seat: SeatRow) -> bool:
        """Has a user who hears of the resumption in another way already had the email with this decision?

        An email that was still waiting when the pause began was dropped."""
        if seat.user_id not in self.informed:
            return False
        sent = GameNotice.objects.filter(game=self.game.id, user=seat.user_id, status=Status.SENT)
        return sent.filter(kind__in=ASKING_KINDS, number__gte=seat.decision).exists()

    def _sees_page_now(self, seat: SeatRow) -> bool:
        """Does this player see the new state at once, on the page or in the answer to their reply?

        Not at the start: it may happen in the creator's name when the last player joins."""
        at_hand = self.origin.how in (How.FORM, How.REPLY)  # the answer to a reply shows the next decision
        return at_hand and self.origin.user_id == seat.user_id and not self.is_starting


# --- notices in a transaction that has locked the game


def notify_of_stopped_plans(locked_game: "LockedGame", seat_rows: Iterable[SeatRow]) -> None:
    """Tell these seats why their plans have stopped, although there is no new log entry."""
    _queue_notices(_build_for_players(locked_game, Kind.ORDERS, seat_rows))


def notify_of_vote(locked_game: "LockedGame", seat_rows: Iterable[SeatRow]) -> None:
    """Tell these seats that somebody would like a pause, or to end the game."""
    _queue_notices(_build_for_players(locked_game, Kind.VOTE, seat_rows))


def notify_of_extension_request(
    locked_game: "LockedGame", seat_row: SeatRow, user_ids: Iterable[int]
) -> None:
    """Tell these users that the player of this seat asks for more time."""
    _queue_notices([_build_locked(locked_game, Kind.MORE_TIME, user_id, seat_row) for user_id in user_ids])


def notify_of_free_seats(
    locked_game: "LockedGame", seat_rows: Sequence[SeatRow], users: Iterable[User]
) -> None:
    """Tell these users that they may take over one of these seats."""
    _queue_notices(
        [_build_locked(locked_game, Kind.STAND_IN, user.pk, seat) for user in users for seat in seat_rows]
    )


def notify_of_new_player(locked_game: "LockedGame", seat_row: SeatRow, former_user_id: int | None) -> None:
    """Tell the former player that somebody else plays on, and the new one that the game begins for them."""
    for kind, user_id in ((Kind.SUCCEEDED, former_user_id), (Kind.STARTED, seat_row.user_id)):
        if user_id is not None:
            _build_locked(locked_game, kind, user_id, seat_row).save(force_insert=True)
            trigger_after_commit(SEND_NOTICES)


def _build_for_players(
    locked_game: "LockedGame", kind: str, seat_rows: Iterable[SeatRow]
) -> list[GameNotice]:
    """Build a notice for each of these seats that has a player."""
    return [
        _build_locked(locked_game, kind, seat.user_id, seat) for seat in seat_rows if seat.user_id is not None
    ]


def _build_locked(locked_game: "LockedGame", kind: str, user_id: int, seat_row: SeatRow) -> GameNotice:
    """Build a notice after the last log entry of a locked game, about this seat."""
    game, now = locked_game.game, locked_game.origin.now
    return _build_notice(kind, game.id, game.log_length, now, user_id=user_id, seat_id=seat_row.pk)


# --- other notices


def notify_of_message(game: Game, message: ChatMessage, seats: Iterable[Seat]) -> None:
    """Tell these seats that something was said: one notice for all messages between two moves."""
    about = (Kind.TALK, game.pk, message.number, message.at)
    _queue_notices(
        [_build_notice(*about, user_id=seat.user_id, seat_id=seat.pk) for seat in seats if seat.user_id]
    )


def notify_of_revoked_links(seat: Seat) -> None:
    """Tell the player that the links of the seat were revoked: somebody else may have pressed the button."""
    about = (Kind.GUARDED, seat.game_id, seat.game.log_length, server_time.now())
    if seat.user_id is not None:
        _queue_notices([_build_notice(*about, user_id=seat.user_id, seat_id=seat.pk)])


def notify_of_stopped_emails(seat: Seat) -> None:
    """Confirm to a player that emails about the table are stopped. Preferences do not matter."""
    about = (Kind.STOPPED, seat.game_id, seat.game.log_length, server_time.now())
    if seat.user_id is not None:
        notice = _build_notice(*about, user_id=seat.user_id, seat_id=seat.pk)
        notice.resend_count = 1
        _queue_notices([notice])


def notify_of_unreachable_player(readers: Iterable[tuple[Seat, int]], now: datetime) -> None:
    """Tell users that emails do not reach a player. `readers` are pairs of that player's seat and a user."""
    _queue_notices(
        [
            _build_notice(
                Kind.UNREACHABLE, seat.game_id, seat.game.log_length, now, user_id=user_id, seat_id=seat.pk
            )
            for seat, user_id in readers
        ]
    )


def notify_host(invitation: Invitation, now: datetime) -> None:
    """Tell whoever has sent an invitation what became of it; the number of the notice is the invitation.

    Of one that somebody has asked for by a link, its host knows nothing, and can do nothing about it."""
    if invitation.join_link_id is not None:
        return
    user_id = invitation.invited_by_id or invitation.game.creator_id
    seat = Seat.objects.filter(game=invitation.game_id, user=user_id).first()
    about = (Kind.HOST_NEWS, invitation.game_id, invitation.pk, now)
    if user_id is not None:
        _queue_notices([_build_notice(*about, user_id=user_id, seat_id=seat.pk if seat else None)])


def queue_reminders(asked: Iterable[tuple[int, SeatRow | Seat]], now: datetime) -> None:
    """Remind the players of these seats, given with the ids of their games, of their open decisions."""
    _queue_notices(
        [
            _build_notice(Kind.REMINDER, game_id, seat.decision, now, user_id=seat.user_id, seat_id=seat.pk)
            for game_id, seat in asked
            if seat.user_id is not None and seat.decision is not None
        ]
    )


def notify_seated_players(game: Game, kind: str, *, but: Any = None) -> None:
    """Tell everybody at a table that has no log yet, except `but`, who caused it."""
    now = server_time.now()
    last = game.notices.filter(kind=kind).aggregate(last=Max("number"))["last"] or 0
    GameNotice.objects.bulk_create(
        _build_notice(kind, game.pk, last + 1, now, user_id=seat.user.pk, seat_id=seat.pk)
        for seat in game.seats.select_related("user")
        if seat.user and seat.user != but
    )
    trigger_after_commit(SEND_NOTICES)


def resend_turn_notice(seat: Seat, user: Any, now: datetime) -> None:
    """Queue another turn email at the player's request, whatever became of the last one."""
    notice, _new = GameNotice.objects.get_or_create(
        game=seat.game,
        user=user,
        kind=Kind.YOUR_TURN,
        number=seat.game.log_length,
        defaults={"seat": seat, "created_at": now},
    )
    GameNotice.objects.filter(pk=notice.pk).update(
        status=Status.WAITING, resend_count=F("resend_count") + 1, tries=0, next_try_at=now, error=""
    )
    trigger_after_commit(SEND_NOTICES)


def notify_of_working_address(seat: Seat, user: Any, now: datetime) -> None:
    """Tell a user, with news of this table, that emails arrive again: at once, whatever the preferences."""
    _queue_notices(
        [
            _build_notice(
                Kind.REACHABLE, seat.game_id, seat.game.log_length, now, user_id=user.pk, seat_id=seat.pk
            )
        ]
    )
    waiting = GameNotice.objects.waiting().filter(game=seat.game_id, user=user, kind=Kind.REACHABLE)
    waiting.update(resend_count=F("resend_count") + 1)


def resend_missed_notices(user: Any, now: datetime) -> None:
    """Queue again what a user who was replaced by a bot could not be told while no email reached them."""
    away = GameNotice.objects.filter(user=user, kind=Kind.MISSED, status=Status.DROPPED, seat__user=user)
    if away.exclude(seat__bot="").requeue(now):
        trigger_after_commit(SEND_NOTICES)


# --- rows


def _build_notice(
    kind: str,
    game_id: int,
    number: int,
    now: datetime,
    *,
    user_id: int,
    seat_id: int | None,
) -> GameNotice:
    return GameNotice(
        kind=kind,
        game_id=game_id,
        user_id=user_id,
        seat_id=seat_id,
        number=number,
        created_at=now,
        next_try_at=now,
    )


def _queue_notices(notices: Sequence[GameNotice]) -> None:
    """Insert these notices; if one exists and was sent already, queue it again.

    For a notice that is still waiting, only `created_at` changes. If it is being sent at this moment, the
    sender sees from that time that there is more to send."""
    if not notices:
        return
    GameNotice.objects.bulk_create(notices, ignore_conflicts=True)
    same = GameNotice.objects.filter(reduce(or_, map(_match_notice, notices)))
    times = {"created_at": notices[0].created_at}
    same.filter(status=Status.WAITING).update(**times)
    again = {"status": Status.WAITING, "tries": 0, "next_try_at": notices[0].next_try_at}
    same.exclude(status=Status.WAITING).update(**again, **times)
    trigger_after_commit(SEND_NOTICES)


def _match_notice(notice: GameNotice) -> Q:
    return Q(game=notice.game_id, user=notice.user_id, kind=notice.kind, number=notice.number)

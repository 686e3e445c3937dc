"""Extensions: a player asks the table for more time for one decision, and one other person grants it.

A request changes no clock. Granting does, under the lock of the game: if the time runs out at the same
moment, one of the two comes first and the other finds the decision settled.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.pace import ONE_HOUR, Pace, compute_longest_wait
from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice
from games.play import organizers
from games.play.deadlines import seat_clock
from games.play.errors import NotAllowed, NotNow, NotPossible, Stale
from games.play.transaction import sql
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.notices import queue_notices
from games.play.transaction.origin import Origin
from games.play.transaction.rows import SeatRow

MAX_HOURS = 72
HOURS_PER_DAY = 24
REFEREE_PERMISSION = "games.referee"


def compute_max_hours(pace: Pace) -> int:
    """Return the most hours that may be requested: as much again as the pace gives, at most three days."""
    return max(min(compute_longest_wait(pace) // ONE_HOUR, MAX_HOURS), 1)


def compute_default_hours(pace: Pace) -> int:
    """Return the hours suggested in forms and hints: a day, or less if the pace allows less."""
    return min(compute_max_hours(pace), HOURS_PER_DAY)


# --- asking


@transaction.atomic
def request_extension(game: int | str, seat: SeatSelector, hours: int, origin: Origin) -> ExtensionRequest:
    """Ask the others at the table for more hours, once for each decision.

    The same request again returns the existing one."""
    table = LockedGame(game, origin)
    chair = table.seat(seat)
    table.require_running()
    decision = _require_running_clock(chair)
    wish = ExtensionRequest.objects.filter(seat_id=chair.pk, decision=decision).first()
    if wish is not None and wish.hours == hours:
        return wish
    if wish is not None:
        raise NotPossible(_("You have asked for more time already: once for each decision."))
    _check_hours(hours, seat_clock.get_pace(table.game))
    _notify_granters(table, chair)
    return ExtensionRequest.objects.create(
        seat_id=chair.pk, decision=decision, hours=hours, asked_at=table.origin.now
    )


def _require_running_clock(chair: SeatRow) -> int:
    """Return the open decision of the seat; refuse if there is none or its clock is not running."""
    if chair.bot:
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    if chair.decision is None:
        raise Stale(_("You are not asked anything at the moment: this has been decided already."))
    if chair.stopped_at is not None:
        raise NotNow(_("Your clock stands still: you do not need more time."))
    return chair.decision


def _check_hours(hours: int, pace: Pace) -> None:
    most = compute_max_hours(pace)
    if not 1 <= hours <= most:
        words = ngettext(
            "At this table you can ask for one hour.", "At this table you can ask for 1 to %(n)d hours.", most
        )
        raise NotPossible(words % {"n": most})


def _notify_granters(table: LockedGame, chair: SeatRow) -> None:
    readers = _find_granters(table.game.id, table.game.seats.values(), chair)
    if not readers:
        raise NotPossible(_("There is nobody at this table who could grant it."))
    queue_notices([_build_notice(table, chair, user_id) for user_id in readers])
    sql.bump_page_version(table.game.id)


def _find_granters(game_id: int, seats: Any, chair: SeatRow) -> list[int]:
    """Find who may grant a request: the other people at the table, its creator and the organizers."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.bot]
    creator = Game.objects.filter(pk=game_id, creator__is_active=True).values_list("creator", flat=True)
    found = dict.fromkeys([*people, *creator, *organizers.find_organizers(game_id)])
    return [user_id for user_id in found if user_id != chair.user_id]


def _build_notice(table: LockedGame, chair: SeatRow, user_id: int) -> GameNotice:
    about = {"game_id": table.game.id, "seat_id": chair.pk, "number": table.game.length}
    when = {"created_at": table.origin.now, "next_try_at": table.origin.now}
    return GameNotice(user_id=user_id, kind=GameNotice.Kind.MORE_TIME, **about, **when)


# --- granting


@transaction.atomic
def grant(extension_id: int, by: SeatSelector | None, origin: Origin) -> bool:
    """Grant a request. `by` is the seat of the granter, or None for the creator, an organizer or a referee.

    Returns whether it was granted now: a second grant changes nothing."""
    wish = ExtensionRequest.objects.select_related("seat").get(pk=extension_id)
    table = LockedGame(wish.seat.game_id, origin)
    chair = next(seat for seat in table.game.seats.values() if seat.pk == wish.seat_id)
    _require_other_granter(table, chair, by)
    wish.refresh_from_db()  # it may have changed before the game was locked
    if wish.granted_at is not None:
        return False
    _require_open_decision(table, chair, wish)
    _grant_hours(table, chair, wish)
    return True


def _require_other_granter(table: LockedGame, chair: SeatRow, by: SeatSelector | None) -> None:
    granter = table.seat(by) if by is not None else None
    if granter is None and not may_rule_on_game(table.game.id, table.origin.user_id):
        raise NotAllowed(_("Only somebody at this table may grant it, or whoever has opened it."))
    if granter is not None and granter.bot:
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    if granter is chair or table.origin.user_id == chair.user_id:
        raise NotAllowed(_("Somebody else at the table has to grant it."))


def may_rule_on_game(game_id: int, user_id: int | None) -> bool:
    """Is this user the creator of the table, an organizer of the game, or a referee?"""
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id else None
    if user is None:
        return False
    if user.has_perm(REFEREE_PERMISSION):
        return True
    creator, arranged = Game.objects.values_list("creator", "arranged").get(pk=game_id)
    return creator == user.pk or (bool(arranged) and user.pk in organizers.find_organizers(game_id))


def _require_open_decision(table: LockedGame, chair: SeatRow, wish: ExtensionRequest) -> None:
    is_live = table.game.state in (Game.State.RUNNING, Game.State.PAUSED)
    if not is_live or chair.bot or chair.decision != wish.decision:
        raise Stale(_("It is too late: this has been decided meanwhile."))


def _grant_hours(table: LockedGame, chair: SeatRow, wish: ExtensionRequest) -> None:
    """Add the time, record it in the log for all to read, and notify the player who asked."""
    now = table.origin.now
    seat_clock.add_time(table.game, chair, wish.hours, now)
    table.add_log_row(GameLogEntry.Kind.EXTEND, f"extend {chair.name} {wish.hours}", seat=chair)
    table.changed_clocks.add(chair.pk)
    table.told.append((chair, GameNotice.Kind.CHANGES, now))
    table.save()
    wish.granted_at, wish.granted_by_id = now, table.origin.user_id
    wish.save(update_fields=["granted_at", "granted_by"])


def settle_open_requests(table: LockedGame, chairs: Iterable[SeatRow]) -> None:
    """Mark the open requests of these seats as granted, after a referee has given them time directly."""
    asked = [Q(seat=chair.pk, decision=chair.decision) for chair in chairs if not chair.bot]
    if asked:
        wishes = ExtensionRequest.objects.filter(reduce(or_, asked), granted_at=None)
        wishes.update(granted_at=table.origin.now, granted_by=table.origin.user_id)


# --- display


def list_open_requests(game_id: int, user_id: int | None) -> QuerySet[ExtensionRequest]:
    """List the open requests of other players at this table."""
    found = ExtensionRequest.objects.filter(seat__game=game_id, granted_at=None, decision=F("seat__decision"))
    return found.exclude(seat__user=user_id).filter(seat__bot="").select_related("seat").order_by("asked_at")
